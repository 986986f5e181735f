"""The standings of a stage as a page shows them, with their tie-break columns."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from overtrick.core.event.after.also import AlsoStandings, also_ranked
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.drafting import rounds_of
from overtrick.core.event.play.progress import progress, provisional, settled, told_after
from overtrick.core.event.play.sources import came_from
from overtrick.core.event.play.stage import StageState
from overtrick.core.ranking.measures import Measure
from overtrick.core.ranking.standings import Purpose, Standing
from overtrick.core.wording import Phrase, Said, phrase
from overtrick.views import addresses
from overtrick.views.finals import FinalsPage, finals_page
from overtrick.views.knockouts import KnockoutPage, knockout_page
from overtrick.views.names import Who, who
from overtrick.views.readers import PUBLIC, Reader
from overtrick.views.season import SeasonPage, counts_by_session, season_page, total_open
from overtrick.views.texts import Text
from overtrick.views.whys import Number, figure_number, measure_slug, place_number, stage_slug

MOST_ROUNDS = 12
"""How many rounds stand beside the totals, the last ones: more do not fit a screen."""


@dataclass(frozen=True, slots=True)
class Tab:
    """A stage that can be chosen."""

    name: str
    slug: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Row:
    """One line: the place, who, the total, the last match that counts, the one in play, and what breaks ties.

    *open* says why the total may still change by rule; it is empty where it cannot. *because* is what puts it above
    the next; *came* the stage from which it came, where a stage takes its contestants from several. *matches* are what
    each round brought, at the desk.
    """

    place: Number
    who: Who
    total: Number
    last: Number
    live: Number
    carried: Number
    columns: tuple[Number, ...]
    notes: Text
    mine: bool
    open: Text = ""
    because: Text = ""
    shared: bool = False
    withdrawn: bool = False
    came: str = ""
    matches: tuple[Number, ...] = ()


@dataclass(frozen=True, slots=True)
class FieldTable:
    """The standings of one field; *last* is the last round that counts, *live* the one in play, which does not yet.

    *field* is empty where there is only one, whatever its *name*. *awaits_lot* are those whom only a lot can part.
    *also* is the name of a further ranking, and empty for the standings themselves; *rounds* are those of which the
    lines have the matches.
    """

    field: str
    unit: str
    last: int
    live: int
    carried: bool
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    name: str = ""
    awaits_lot: tuple[tuple[str, ...], ...] = ()
    also: str = ""
    rounds: tuple[int, ...] = ()

    @property
    def title(self) -> str:
        """What stands above the table: the further ranking it is, and the field."""
        return ", ".join(filter(None, (self.also, self.field)))


@dataclass(frozen=True, slots=True)
class StandingsPage:
    """The standings of a stage: how far it is, a table for each field, and the sessions where it is a season.

    *after* says after which match they are, and *to_come* what the round in play waits for. A knockout and a finals
    system have their matches beside them; *also* are the further rankings.
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

    @property
    def every(self) -> tuple[FieldTable, ...]:
        """The standings, and the further rankings after them."""
        return (*self.tables, *self.also)

    @property
    def mine(self) -> tuple[tuple[FieldTable, Row], ...]:
        """The reader's own line, and the table it is in."""
        return tuple((table, row) for table in self.tables for row in table.rows if row.mine)


def current(event: Tournament) -> StageState | None:
    """The stage people ask about: the last that has started."""
    return list(event.stages.values())[-1] if event.stages else None


def tabs(event: Tournament, chosen: StageState) -> tuple[Tab, ...]:
    """The stages that have started, in order."""
    return tuple(Tab(name, stage_slug(name), state is chosen) for name, state in event.stages.items())


def standings_page(
    event: Tournament, state: StageState, reader: Reader = PUBLIC, purpose: Purpose = Purpose.PRIZE
) -> StandingsPage:
    """The standings of a stage, for the prize or in the order for the next draw."""
    last = state.last_round
    after = settled(state) if purpose is Purpose.PRIZE else state
    live = _live(state) if purpose is Purpose.PRIZE else 0
    rounds = _shown_rounds(state, after) if reader.desk else ()
    table = _Table(event, state, after, live, _moving(state, (*rounds, after.last_round), live), reader, rounds)
    return StandingsPage(
        state.plan.name,
        stage_slug(state.plan.name),
        tabs(event, state),
        last,
        rounds_of(state),
        len({table for table, _, _ in state.missing(last)}) if last and not state.rounds[last].closed else 0,
        state.closed,
        told_after(state),
        progress(state).words,
        tuple(table.of(each.name, purpose) for each in state.fields),
        season_page(event, state, reader),
        knockout_page(event, state),
        finals_page(event, state),
        tuple(map(table.again, also_ranked(event, state))) if purpose is Purpose.PRIZE else (),
    )


@dataclass(frozen=True, slots=True)
class _Table:
    """What the lines of a table have in common: the stage, and how it stood *after* its last match.

    *live* is the match in play, *moving* says why the figures of either may still move.
    """

    event: Tournament
    state: StageState
    after: StageState
    live: int
    moving: Mapping[int, Said]
    reader: Reader
    rounds: tuple[int, ...] = ()

    def of(self, field: str, purpose: Purpose) -> FieldTable:
        """The standings of a field. At the desk the carry-over is a tie-break column too, where the chain has it."""
        table = self.after.standings(field, purpose)
        columns = table.rows[0].columns if table.rows else ()
        measures = [measure for measure, _ in columns if self.reader.desk or measure is not Measure.CARRY_OVER]
        return FieldTable(
            field if len(self.state.fields) > 1 else "",
            self.state.unit.many,
            self.after.last_round,
            self.live,
            any(self.state.carry(row.contestant) is not None for row in table.rows),
            tuple(str(measure) for measure in measures),
            tuple(self.row(row, measures) for row in table.rows),
            field,
            table.ranking.awaits_lot,
            rounds=self.rounds,
        )

    def row(self, row: Standing, measures: Sequence[Measure]) -> Row:
        """One contestant's line."""
        name, state = row.contestant, self.state
        slug = stage_slug(state.plan.name)
        columns = dict(row.columns)
        carried = state.carry(name)
        return Row(
            place=place_number(row, slug),
            who=who(self.event, name),
            total=figure_number(row.total, addresses.Total(slug, name)),
            last=self.match(slug, name, self.after.last_round),
            live=self.match(slug, name, self.live),
            carried=figure_number(carried, addresses.CarryOver(slug, name)) if carried is not None else Number("–"),
            columns=tuple(
                figure_number(columns[measure], addresses.ByMeasure(slug, measure_slug(measure), name))
                for measure in measures
            ),
            notes=_notes(self.event, state, name),
            mine=name == self.reader.mine,
            open=total_open(state.season(name)) if state.plan.in_season else "",
            because=row.decided.phrased if row.decided else "",
            shared=row.shared,
            withdrawn=name in state.withdrawn,
            came=_came(self.event, state, name),
            matches=tuple(self.match(slug, name, number) for number in self.rounds),
        )

    def again(self, ranked: AlsoStandings) -> FieldTable:
        """A further ranking: what each has in it, and where something is added, its score and that."""
        rule, many = ranked.rule, len(self.state.fields) > 1
        return FieldTable(
            ranked.field if many else "", self.state.unit.many, 0, 0, carried=False,
            columns=("score", rule.add.fact.name) if rule.add else (),
            rows=tuple(self.row_again(row, ranked) for row in ranked.standings.rows),
            name=ranked.field, awaits_lot=ranked.standings.ranking.awaits_lot, also=rule.name,
        )  # fmt: skip

    def row_again(self, row: Standing, ranked: AlsoStandings) -> Row:
        """One contestant's line in a further ranking."""
        name, none = row.contestant, Number("–")
        slug, also = stage_slug(self.state.plan.name), stage_slug(ranked.rule.name)
        score = self.after.standings(self.after.field_of(name)).row(name).total
        place = addresses.AlsoPlace(slug, also, name).path()
        return Row(
            Number(row.place_text, place if row.placed else "", value=str(row.place) if row.placed else None),
            who(self.event, name), figure_number(row.total, addresses.AlsoTotal(slug, also, name)), none, none, none,
            columns=(
                figure_number(score, addresses.Total(slug, name)),
                figure_number(ranked.added[name], addresses.AlsoAdded(slug, also, name)),
            ) if name in ranked.added else (),
            notes=_notes(self.event, self.state, name), mine=name == self.reader.mine,
            because=row.decided.phrased if row.decided else "", shared=row.shared,
            withdrawn=name in self.state.withdrawn,
        )  # fmt: skip

    def match(self, slug: str, name: str, number: int) -> Number:
        """What a match brought, or brings so far."""
        line = self.state.match_line(name, number) if number else None
        if line is None:
            return Number("–")
        return figure_number(line.score, addresses.Match(slug, number, name), self.moving[number])


def _shown_rounds(state: StageState, after: StageState) -> tuple[int, ...]:
    """The rounds that stand beside the totals: those that count, where each is a match with a score of its own."""
    if counts_by_session(state):
        return ()
    counted = [number for number in sorted(state.rounds) if number <= after.last_round]
    scored = [number for number in counted if any(state.match_line(name, number) for name in state.playing)]
    return tuple(scored[-MOST_ROUNDS:])


def _moving(state: StageState, counted: Sequence[int], live: int) -> Mapping[int, Said]:
    in_play = phrase("provisional: the round is in play")
    return {each: provisional(state, each) or (in_play if each == live else "") for each in (*counted, live) if each}


def _live(state: StageState) -> int:
    """The round in play, where the standings are told without it."""
    found = progress(state)
    return found.play if found.by_match else 0


def _notes(event: Tournament, state: StageState, name: str) -> Text:
    """What is to be known of a contestant: that it does not contend or withdrew, and whence it came if not all did."""
    entry = event.entries.get(name)
    notes: list[Phrase] = []
    if name in state.non_contending:
        notes.append(phrase("house") if entry and entry.house else phrase("not contending"))
    if name in state.withdrawn:
        notes.append(phrase("withdrew"))
    if came := _came(event, state, name):
        notes.append(phrase("from {stage}", stage=came))
    return phrase("{notes:,}", notes=tuple(notes)) if notes else ""


def _came(event: Tournament, state: StageState, name: str) -> str:
    """The stage from which a contestant came, where not all came from one."""
    source = came_from(state.plan, name, event.stages) if len(state.plan.sources) > 1 else None
    return source.called if source is not None else ""
