"""The standings of a stage as a page shows them, with their tie-break columns."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from overtrick.core.event.after.also import AlsoStandings, also_ranked
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.carrying import came_from
from overtrick.core.event.play.drafting import rounds_of
from overtrick.core.event.play.progress import progress, provisional, settled_state, stood_after, told_after
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.play.status import Status
from overtrick.core.event.score.rounds import rooms_of
from overtrick.core.ranking.measures import Measure
from overtrick.core.ranking.standings import Purpose, Standing
from overtrick.core.wording import Phrase, phrase
from overtrick.views import addresses
from overtrick.views.cross import has_cross_table
from overtrick.views.entry_groups import EntryGroup, entry_groups, groups_in
from overtrick.views.finals import FinalsPage, finals_page
from overtrick.views.knockouts import KnockoutPage, knockout_page
from overtrick.views.late_changes import late_notes
from overtrick.views.match_columns import NONE, NOTHING, MatchCell, MatchColumn, cells_of, match_columns
from overtrick.views.names import Who, who
from overtrick.views.readers import PUBLIC, Reader
from overtrick.views.running import penalties_figure
from overtrick.views.season import SeasonPage, season_page, total_open
from overtrick.views.stage_names import stage_title
from overtrick.views.texts import Text
from overtrick.views.whys import Number, figure_number, measure_slug, place_number, stage_slug


@dataclass(frozen=True, slots=True)
class Tab:
    """A stage that can be selected, and its name on a page."""

    name: str
    slug: str
    chosen: bool
    title: Text = ""


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """One line: the place and how many it has *moved* up since the match before, who, the total, and the match in play.

    *fined* are its penalties, already deducted from the total. For the match in play it gives the score once it is
    finished, and before that how many results are in (*so_far*). *matches* are the scores that make up the total,
    *columns* the tie-breaks. *open* says why the total may still change by rule; it is empty where it cannot. *because*
    is the reason why it is above the next; *came* is the stage it came from, where there are several. *groups* are its
    groups, by their positions on the page.
    """

    place: Number
    who: Who
    total: Number
    live: Number
    carried: Number
    columns: tuple[Number, ...]
    notes: Text
    open: Text = ""
    because: Text = ""
    shared: bool = False
    withdrawn: bool = False
    came: str = ""
    matches: tuple[MatchCell, ...] = ()
    moved: int | None = None
    fined: Number = NOTHING
    so_far: str = ""
    groups: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class FieldTable:
    """The standings of one field; *last* is the last round that counts, *live* the one in play, which does not yet.

    *field* is empty where there is only one, whatever its *name*. *awaits_lot* are those whom only a lot can separate.
    *also* is the name of a further ranking, and empty for the standings themselves; *rounds* are the columns of scores
    that make up the totals. *moved* is the round since which changes of place are counted; there is none before the
    second. *carried* and *fined* say whether anyone has a carry-over or a penalty.
    """

    field: str
    unit: str
    last: int
    live: int
    carried: bool
    columns: tuple[str, ...]
    rows: tuple[StandingsRow, ...]
    name: str = ""
    awaits_lot: tuple[tuple[str, ...], ...] = ()
    also: str = ""
    rounds: tuple[MatchColumn, ...] = ()
    moved: int = 0
    fined: bool = False

    @property
    def title(self) -> str:
        """The heading of the table: the further ranking, if it is one, and the field."""
        return ", ".join(filter(None, (self.also, self.field)))


@dataclass(frozen=True, slots=True)
class StandingsPage:
    """The standings of a stage: its progress, a table for each field, and the sessions where it is a season.

    *after* says after which match they are, and *to_come* what the round in play waits for: *brought* of its *in_play*
    tables have finished. A knockout and a finals system have their matches beside them; *also* are the further
    rankings; *groups* are the groups by which lines can be filtered; *crossed* says whether there is a cross table;
    *late* are notes on scores that changed after their stage had closed.
    """

    stage: str
    slug: str
    tabs: tuple[Tab, ...]
    played: int
    rounds: int
    waiting: int
    closed: bool
    after: Text
    to_come: Text
    tables: tuple[FieldTable, ...]
    season: SeasonPage | None = None
    knockout: KnockoutPage | None = None
    finals: FinalsPage | None = None
    also: tuple[FieldTable, ...] = ()
    brought: int = 0
    in_play: int = 0
    groups: tuple[EntryGroup, ...] = ()
    crossed: bool = False
    late: tuple[Text, ...] = ()

    @property
    def title(self) -> Text:
        """The stage as a heading names it."""
        return next((tab.title for tab in self.tabs if tab.chosen), self.stage)

    @property
    def every(self) -> tuple[FieldTable, ...]:
        """The standings, and the further rankings after them."""
        return (*self.tables, *self.also)

    @property
    def live(self) -> int:
        """The match in play that does not count yet."""
        return max((table.live for table in self.tables), default=0)

    @property
    def last(self) -> int:
        """The last match that counts."""
        return max((table.last for table in self.tables), default=0)


def current(event: Tournament) -> StageState | None:
    """The stage people ask about: the last that has started."""
    return list(event.stages.values())[-1] if event.stages else None


def tabs(event: Tournament, chosen: StageState) -> tuple[Tab, ...]:
    """The stages that have started, in order."""
    return tuple(
        Tab(name, stage_slug(name), state is chosen, stage_title(event, name)) for name, state in event.stages.items()
    )


def standings_page(
    event: Tournament, state: StageState, reader: Reader = PUBLIC, purpose: Purpose = Purpose.PRIZE
) -> StandingsPage:
    """The standings of a stage, for the prize or in the order for the next draw."""
    last, prize = state.last_round, purpose is Purpose.PRIZE
    after = settled_state(state) if prize else state
    far = progress(state)
    live = far.play if prize and far.by_match else 0
    groups = entry_groups(event, state.contestants)
    missing = Counter(table for table, _, _ in state.missing(live)) if live else Counter[int]()
    table = _Table(
        event, state, after, live, reader, rounds=match_columns(state, after), groups=groups, missing=missing
    )
    return StandingsPage(
        state.plan.name,
        stage_slug(state.plan.name),
        tabs(event, state),
        last,
        rounds_of(state),
        len({table for table, _, _ in state.missing(last)}) if last and not state.rounds[last].closed else 0,
        state.closed,
        told_after(state),
        far.words,
        tuple(table.field_table(each.name, purpose) for each in state.fields),
        season_page(event, state, reader),
        knockout_page(event, state),
        finals_page(event, state),
        tuple(map(table.again, also_ranked(event, state))) if prize else (),
        far.tables - far.to_come,
        far.tables,
        groups,
        has_cross_table(state),
        late_notes(event, state),
    )


@dataclass(frozen=True, slots=True)
class _Table:
    """What the lines of a table share: the stage, and its state *after* its last match.

    *live* is the match in play, and *missing* how many of its results each table lacks; *rounds* are the columns of
    those that count, *groups* those of the page.
    """

    event: Tournament
    state: StageState
    after: StageState
    live: int
    reader: Reader
    rounds: tuple[MatchColumn, ...]
    groups: tuple[EntryGroup, ...]
    missing: Counter[int]

    def field_table(self, field: str, purpose: Purpose) -> FieldTable:
        """The standings of a field. At the desk, carry-over is a tie-break column too, where it breaks ties."""
        table = self.after.standings(field, purpose)
        columns = table.rows[0].columns if table.rows else ()
        measures = [measure for measure, _ in columns if self.reader.desk or measure is not Measure.CARRY_OVER]
        since = match_before(self.after) if purpose is Purpose.PRIZE else 0
        moved = moves(self.state, self.after, field, since) if since else {}
        matches = [cells_of(self.state, column) for column in self.rounds]
        rows = tuple(self.row(row, measures, matches, moved.get(row.contestant)) for row in table.rows)
        return FieldTable(
            field if len(self.state.fields) > 1 else "",
            self.state.unit.many,
            self.after.last_round,
            self.live,
            any(self.state.carry(row.contestant) is not None for row in table.rows),
            tuple(str(measure) for measure in measures),
            rows,
            field,
            table.ranking.awaits_lot,
            rounds=self.rounds,
            moved=since,
            fined=any(row.fined.text for row in rows),
        )

    def row(
        self,
        row: Standing,
        measures: Sequence[Measure],
        matches: Sequence[Callable[[str], MatchCell]],
        moved: int | None,
    ) -> StandingsRow:
        """One contestant's line."""
        name, state = row.contestant, self.state
        slug = stage_slug(state.plan.name)
        columns = dict(row.columns)
        carried = state.carry(name)
        live = self.match_in_play(slug, name)
        return StandingsRow(
            place=place_number(row, slug),
            who=who(self.event, name),
            total=figure_number(row.total, addresses.Total(slug, name)),
            live=live,
            carried=figure_number(carried, addresses.CarryOver(slug, name)) if carried is not None else NONE,
            columns=tuple(
                figure_number(columns[measure], addresses.ByMeasure(slug, measure_slug(measure), name))
                for measure in measures
            ),
            notes=_notes(self.event, state, name),
            open=total_open(state.season(name)) if state.plan.in_season else "",
            because=row.decided.phrased if row.decided else "",
            shared=row.shared,
            withdrawn=state.status(name).left is not None,
            came=_came(self.event, state, name),
            matches=tuple([cell(name) for cell in matches]),
            moved=moved,
            fined=_penalty_number(self.after, slug, name),
            so_far=self.so_far(name) if self.live and live is NONE else "",
            groups=self.groups_of(name),
        )

    def so_far(self, name: str) -> str:
        """How many results of a contestant's match are in, out of how many."""
        drawn = self.state.rounds[self.live]
        seating = drawn.seating_of(name)
        if seating is None:
            return ""
        wanted = len(drawn.boards_of(seating)) * len(rooms_of(self.state.plan))
        return f"{wanted - self.missing[seating.table]}/{wanted}"

    def groups_of(self, name: str) -> tuple[int, ...]:
        """The groups of the page that a contestant is in, by their positions."""
        own = groups_in(self.event, name) if self.groups else frozenset()
        return tuple(place for place, each in enumerate(self.groups) if each in own)

    def again(self, ranked: AlsoStandings) -> FieldTable:
        """A further ranking: each contestant's value in it and, where something is added, score and addition."""
        rule, many = ranked.rule, len(self.state.fields) > 1
        return FieldTable(
            ranked.field if many else "", self.state.unit.many, 0, 0, carried=False,
            columns=("score", rule.add.fact.name) if rule.add else (),
            rows=tuple(self.row_again(row, ranked) for row in ranked.standings.rows),
            name=ranked.field, awaits_lot=ranked.standings.ranking.awaits_lot, also=rule.name,
        )  # fmt: skip

    def row_again(self, row: Standing, ranked: AlsoStandings) -> StandingsRow:
        """One contestant's line in a further ranking."""
        name = row.contestant
        slug, also = stage_slug(self.state.plan.name), stage_slug(ranked.rule.name)
        score = self.after.standings(self.after.field_of(name)).row(name).total
        place = addresses.AlsoPlace(slug, also, name).path()
        return StandingsRow(
            place=Number(row.place_text, place if row.placed else "", value=str(row.place) if row.placed else None),
            who=who(self.event, name), total=figure_number(row.total, addresses.AlsoTotal(slug, also, name)),
            live=NONE, carried=NONE,
            columns=(
                figure_number(score, addresses.Total(slug, name)),
                figure_number(ranked.added[name], addresses.AlsoAdded(slug, also, name)),
            ) if name in ranked.added else (),
            notes=_notes(self.event, self.state, name),
            because=row.decided.phrased if row.decided else "", shared=row.shared,
            withdrawn=self.state.status(name).left is not None, groups=self.groups_of(name),
        )  # fmt: skip

    def match_in_play(self, slug: str, name: str) -> Number:
        """The score of the match in play, once it is finished."""
        line = self.state.match_line(name, self.live) if self.live else None
        if line is None:
            return NONE
        moving = provisional(self.state, self.live) or phrase(
            "not in the total yet, because results of this round are missing"
        )
        return figure_number(line.score, addresses.Match(slug, self.live, name), moving)


def match_before(after: StageState) -> int:
    """The round before the last that counts, or the last of the session before: places are compared with it.

    There is none before the second, and where scores are not given match by match.
    """
    plan, last = after.plan, after.last_round
    if not last or plan.play.as_it_stands or plan.play.in_graph or plan.in_season or after.tallied:
        return 0
    if not plan.play.by_session:
        return last - 1
    return min(each for each in after.rounds if after.session_of(each) == after.session_of(last)) - 1


def moves(state: StageState, after: StageState, field: str, since: int) -> Mapping[str, int]:
    """How many places each contestant has moved up since a round; left out without a place then or now."""
    before = {row.contestant: row.place for row in stood_after(state, since).standings(field).rows if row.placed}
    now = {row.contestant: row.place for row in after.standings(field).rows if row.placed}
    return {name: before[name] - place for name, place in now.items() if name in before}


def _penalty_number(after: StageState, slug: str, name: str) -> Number:
    """A contestant's penalties: one with its own why, several with that of their sum."""
    if after.tallied or after.plan.in_season:
        return NOTHING
    given = [posting for posting, act in after.penalties.items() if act.contestant == name]
    figures = after.record(name).penalties
    if not figures or len(figures) != len(given):
        return NOTHING
    if len(given) == 1:
        return figure_number(figures[0], addresses.Penalty(slug, given[0], name))
    several = penalties_figure(after, name)
    return figure_number(several, addresses.Penalties(slug, name)) if several is not None else NOTHING


def _notes(event: Tournament, state: StageState, name: str) -> Text:
    """Notes on a contestant: that it does not contend or withdrew, and its earlier stage if there are several."""
    entry = event.entries.get(name)
    notes: list[Phrase] = []
    known = state.status(name)
    if not known.contends:
        notes.append(phrase("house") if entry and entry.house else phrase("not contending"))
    match known.status:
        case Status.EXCLUDED:
            notes.append(phrase("excluded ({clause})", clause=known.clause))
        case Status.WITHDRAWN:
            notes.append(phrase("withdrew"))
        case _:
            pass
    if came := _came(event, state, name):
        notes.append(phrase("from {stage}", stage=came))
    return phrase("{notes:,}", notes=tuple(notes)) if notes else ""


def _came(event: Tournament, state: StageState, name: str) -> str:
    """The stage that a contestant came from, where not all came from one."""
    source = came_from(state.plan, name, event.stages) if len(state.plan.sources) > 1 else None
    return source.called if source is not None else ""
