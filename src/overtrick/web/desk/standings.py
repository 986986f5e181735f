"""The standings as the desk reads them, with the address of every number's why."""

from dataclasses import dataclass

from overtrick.core.event.progress import progress, provisional, settled, told_after
from overtrick.core.event.stage import StageState
from overtrick.core.event.tournament import Tournament
from overtrick.core.exact import Exact
from overtrick.core.provenance import Figure
from overtrick.core.ranking.measures import Measure
from overtrick.core.ranking.standings import Purpose, Standings
from overtrick.web.names import who
from overtrick.web.whys import Number, figure_number, measure_slug, place_number, stage_slug


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One line: the place, who, the total and the tie-break columns."""

    place: Number
    contestant: str
    name: str
    total: Number
    carried: Number
    columns: tuple[Number, ...]
    because: str
    gone: bool
    live: Number


@dataclass(frozen=True, slots=True)
class StandingTable:
    """The standings of one field of a stage."""

    stage: str
    field: str
    unit: str
    carries: bool
    columns: tuple[str, ...]
    rows: tuple[StandingRow, ...]
    awaits_lot: tuple[str, ...]
    after: str = ""
    live: int = 0


def standings_page(event: Tournament, stage: str, purpose: Purpose) -> tuple[StandingTable, ...]:
    """The standings of every field of a stage."""
    state = event.stage(stage)
    if purpose is Purpose.DRAW and state.plan.standings.draw is None:
        purpose = Purpose.PRIZE
    after = settled(state) if purpose is Purpose.PRIZE else state
    return tuple(_table(event, state, field.name, after.standings(field.name, purpose)) for field in state.fields)


def _table(event: Tournament, state: StageState, name: str, table: Standings) -> StandingTable:
    columns = tuple(str(measure) for measure, _ in table.rows[0].columns) if table.rows else ()
    slug = stage_slug(state.plan.name)
    found = progress(state)
    live = found.play if found.by_match and table.purpose is Purpose.PRIZE else 0
    rows = []
    for row in table.rows:
        each = row.contestant
        carried = state.carry(each)
        rows.append(
            StandingRow(
                place_number(row, slug),
                each,
                who(event, each).name,
                figure_number(row.total, slug, "total", each),
                figure_number(carried, slug, "carry-over", each) if carried is not None else Number(""),
                tuple(_column(slug, each, measure, figure) for measure, figure in row.columns),
                row.why,
                each in state.withdrawn,
                _in_play(state, slug, each, live),
            )
        )
    awaits = tuple(" and ".join(group) for group in table.ranking.awaits_lot)
    field = name if len(state.fields) > 1 else ""
    carries = any(state.carry(row.contestant) is not None for row in table.rows)
    return StandingTable(
        state.plan.name, field, state.unit.many, carries, columns, tuple(rows), awaits, told_after(state), live
    )


def _in_play(state: StageState, slug: str, name: str, number: int) -> Number:
    """The match in play, which does not count yet."""
    line = state.match_line(name, number) if number else None
    if line is None:
        return Number("–")
    waits = provisional(state, number) or "provisional: the round is in play"
    return figure_number(line.score, slug, "match", number, name, provisional=waits)


def _column(slug: str, contestant: str, measure: Measure, figure: Figure[Exact]) -> Number:
    return figure_number(figure, slug, "by", measure_slug(measure), contestant)
