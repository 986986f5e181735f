"""The cross table of a stage: contestants in the order of the standings, with the score of every match between two."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.drafting import rounds_of
from overtrick.core.event.play.progress import provisional, settled_state
from overtrick.core.event.play.stage import StageState
from overtrick.core.wording import phrase
from overtrick.views import addresses
from overtrick.views.match_columns import MatchCell
from overtrick.views.names import Who, who
from overtrick.views.ramp import match_step
from overtrick.views.running import counts_by_session
from overtrick.views.texts import Text
from overtrick.views.whys import Number, figure_number, place_number, stage_slug

MOST = 2
"""How often two may meet for a cell to have room for it."""


@dataclass(frozen=True, slots=True)
class CrossRow:
    """One contestant: its place, its total, and the score against each of the columns.

    A cell is empty for two who have not met; *own* is the column of the contestant itself, or -1.
    """

    place: Number
    who: Who
    total: Number
    cells: tuple[tuple[MatchCell, ...], ...]
    own: int


@dataclass(frozen=True, slots=True)
class CrossField:
    """The cross table of a field; *columns* are the opponents of its contestants, in their own order, with places."""

    field: str
    unit: str
    columns: tuple[tuple[str, Who], ...]
    rows: tuple[CrossRow, ...]


@dataclass(frozen=True, slots=True)
class CrossPage:
    """The cross table of a stage, after its last match that counts."""

    stage: str
    slug: str
    after: int
    rounds: int
    closed: bool
    fields: tuple[CrossField, ...]
    note: Text = ""


def has_cross_table(state: StageState) -> bool:
    """Whether a stage has a cross table: its matches have scores of their own, and no two meet more than twice."""
    if counts_by_session(state) or state.plan.play.as_it_stands or state.plan.play.alone or state.tallied:
        return False
    after = settled_state(state)
    meetings = Counter((name, other) for name in after.playing for _, other in _meetings(after, name))
    return bool(meetings) and max(meetings.values()) <= MOST


def cross_page(event: Tournament, state: StageState) -> CrossPage | None:
    """The cross table of a stage that has one."""
    if not has_cross_table(state):
        return None
    after = settled_state(state)
    orders = {each.name: [row.contestant for row in after.standings(each.name).rows] for each in after.fields}
    fields = tuple(
        _field(event, after, name, _opposite(after, orders, name)) for name, order in orders.items() if order
    )
    moves = next((each for number in after.rounds if (each := provisional(after, number))), "")
    return CrossPage(
        state.plan.name, stage_slug(state.plan.name), after.last_round, rounds_of(state), state.closed, fields,
        phrase("{moves:begun}.", moves=moves) if moves else "",
    )  # fmt: skip


def _meetings(after: StageState, name: str) -> Iterator[tuple[int, str]]:
    """The rounds in which a contestant met exactly one other, and that opponent."""
    for number in sorted(after.rounds):
        line = after.match_line(name, number)
        if line is not None and len(line.opponents) == 1:
            yield number, line.opponents[0]


def _opposite(after: StageState, orders: dict[str, list[str]], field: str) -> list[str]:
    """The opponents of a field's contestants, in order: of its own, or of the other fields."""
    own = orders[field]
    met = {other for name in own for _, other in _meetings(after, name)}
    among = [name for name in own if name in met]
    return own if among else [name for order in orders.values() for name in order if name in met]


def _field(event: Tournament, after: StageState, field: str, columns: Sequence[str]) -> CrossField:
    places = {row.contestant: row.place_text for each in after.fields for row in after.standings(each.name).rows}
    slug = stage_slug(after.plan.name)
    at = {name: place for place, name in enumerate(columns)}
    rows = []
    for standing in after.standings(field).rows:
        name = standing.contestant
        cells: list[list[MatchCell]] = [[] for _ in columns]
        for number, other in _meetings(after, name):
            line = after.match_line(name, number)
            if line is not None and other in at:
                shown = figure_number(line.score, addresses.Match(slug, number, name), provisional(after, number))
                cells[at[other]].append(MatchCell(shown, match_step(after, number, line)))
        total = figure_number(standing.total, addresses.Total(slug, name))
        made = tuple(map(tuple, cells))
        rows.append(CrossRow(place_number(standing, slug), who(event, name), total, made, at.get(name, -1)))
    return CrossField(
        field if len(after.fields) > 1 else "",
        after.unit.many,
        tuple((places[name].rstrip("="), who(event, name)) for name in columns),
        tuple(rows),
    )
