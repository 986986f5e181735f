"""The standings of a stage as a page shows them, with their tie-break columns."""

from collections.abc import Sequence
from dataclasses import dataclass

from overtrick.core.event.drafting import rounds_of
from overtrick.core.event.progress import progress, provisional, settled, told_after
from overtrick.core.event.stage import StageState
from overtrick.core.event.tournament import Tournament
from overtrick.core.ranking.measures import Measure
from overtrick.core.ranking.standings import Standing
from overtrick.web.names import Who, who
from overtrick.web.shown.season import SeasonPage, season_page, total_open
from overtrick.web.whys import Number, figure_number, measure_slug, place_number, stage_slug


@dataclass(frozen=True, slots=True)
class Tab:
    """A stage that can be chosen."""

    name: str
    slug: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Row:
    """One line: the place, who, the total, the last match that counts, the one in play, and what breaks ties.

    *open* says why the total may still change by rule; it is empty where it cannot.
    """

    place: Number
    who: Who
    total: Number
    last: Number
    live: Number
    carried: Number
    columns: tuple[Number, ...]
    notes: str
    mine: bool
    open: str = ""


@dataclass(frozen=True, slots=True)
class FieldTable:
    """The standings of one field; *last* is the last round that counts, *live* the one in play, which does not yet."""

    field: str
    unit: str
    last: int
    live: int
    carried: bool
    columns: tuple[str, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class StandingsPage:
    """The standings of a stage: how far it is, a table for each field, and the sessions where it is a season.

    *after* says after which match they are, and *to_come* what the round in play waits for.
    """

    stage: str
    slug: str
    tabs: tuple[Tab, ...]
    played: int
    rounds: int
    waiting: int
    closed: bool
    after: str
    to_come: str
    tables: tuple[FieldTable, ...]
    season: SeasonPage | None = None

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


def standings_page(event: Tournament, state: StageState, mine: str = "") -> StandingsPage:
    """The standings of a stage; *mine* is the contestant whose line is pinned."""
    last = state.last_round
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
        tuple(_table(event, state, each.name, mine) for each in state.fields),
        season_page(event, state, mine),
    )


def _table(event: Tournament, state: StageState, field: str, mine: str) -> FieldTable:
    after = settled(state)
    table = after.standings(field)
    measures = (
        [measure for measure, _ in table.rows[0].columns if measure is not Measure.CARRY_OVER] if table.rows else []
    )
    return FieldTable(
        field if len(state.fields) > 1 else "",
        state.unit.many,
        after.last_round,
        _live(state),
        any(state.carry(row.contestant) is not None for row in table.rows),
        tuple(str(measure) for measure in measures),
        tuple(_row(event, state, row, measures, mine) for row in table.rows),
    )


def _row(event: Tournament, state: StageState, row: Standing, measures: Sequence[Measure], mine: str) -> Row:
    name, slug = row.contestant, stage_slug(state.plan.name)
    columns = dict(row.columns)
    carried = state.carry(name)
    return Row(
        place_number(row, slug),
        who(event, name),
        figure_number(row.total, slug, "total", name),
        _match(state, slug, name, settled(state).last_round),
        _match(state, slug, name, _live(state)),
        figure_number(carried, slug, "carry-over", name) if carried is not None else Number("–"),
        tuple(figure_number(columns[measure], slug, "by", measure_slug(measure), name) for measure in measures),
        _notes(event, state, name),
        name == mine,
        total_open(state.season(name)) if state.plan.season is not None else "",
    )


def _live(state: StageState) -> int:
    """The round in play, where the standings are told without it."""
    found = progress(state)
    return found.play if found.by_match else 0


def _match(state: StageState, slug: str, name: str, number: int) -> Number:
    line = state.match_line(name, number) if number else None
    if line is None:
        return Number("–")
    waits = provisional(state, number) or ("provisional: the round is in play" if number == _live(state) else "")
    return figure_number(line.score, slug, "match", number, name, provisional=waits)


def _notes(event: Tournament, state: StageState, name: str) -> str:
    entry = event.entries.get(name)
    notes = ["house" if entry and entry.house else "not contending"] if name in state.non_contending else []
    if name in state.withdrawn:
        notes.append("withdrew")
    return ", ".join(notes)
