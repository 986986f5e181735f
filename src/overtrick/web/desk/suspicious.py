"""Results worth a second look: nothing here changes a score, it only points.

A result is marked where the field says otherwise: everybody else's declarer sits the other way, or the swing is
larger than a mistake in play explains; and a match is marked where one side's net over its boards is.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from overtrick.core.event.rounds import Place
from overtrick.core.event.stage import StageState
from overtrick.core.exact import Exact
from overtrick.core.model.results import Played
from overtrick.core.provenance import IMPS, Figure
from overtrick.core.scoring.rounds import TeamsRule

SWING = 17
"""IMPs on one board that are rarely earned."""
PER_BOARD = 6
"""Net IMPs a board over a whole match that are rarely earned."""
FIELD = 4
"""How many other tables it takes to say that one is alone."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A result to look at, and why."""

    place: Place
    why: str


def doubts(state: StageState, number: int) -> tuple[Doubt, ...]:
    """The results of a round that are worth a second look, in the order of the tables."""
    if isinstance(state.plan.scoring.board, TeamsRule):
        return tuple(sorted(_teams(state, number), key=lambda doubt: doubt.place))
    found = [*_wrong_way(state, number), *_swings(state, number)]
    seen: dict[Place, Doubt] = {}
    for doubt in found:
        seen.setdefault(doubt.place, doubt)
    return tuple(seen[place] for place in sorted(seen))


def _wrong_way(state: StageState, number: int) -> Iterator[Doubt]:
    """Declared the other way from everybody else who played the same strain on the board."""
    results = state.round(number).results
    played = [(place, each.result.contract) for place, each in results.items() if isinstance(each.result, Played)]
    count = Counter((place[2], contract.strain, contract.declarer.side) for place, contract in played)
    for place, contract in played:
        board, strain, side = place[2], contract.strain, contract.declarer.side
        others = count[board, strain, side.other]
        if count[board, strain, side] == 1 and others >= FIELD:
            yield Doubt(place, f"{strain} was declared the other way at {others} tables")


def _swings(state: StageState, number: int) -> Iterator[Doubt]:
    drawn, scope = state.round(number), state.scope(number)
    for board in sorted({place[2] for place in drawn.results}):
        if len(state.players(scope, board)) <= FIELD:
            continue
        for (played, table), line in state.lines(scope, board).items():
            credit = line.ns
            if played == number and isinstance(credit, Figure) and credit.unit == IMPS and _beyond(credit.value, SWING):
                yield Doubt((table, "", board), f"a swing of {credit}")


def _beyond(value: Exact, limit: int) -> bool:
    return value >= limit or -value >= limit


def _teams(state: StageState, number: int) -> Iterator[Doubt]:
    for table in state.round(number).seatings:
        card = state.card(number, table)
        for board, (first, _) in card.credits.items():
            if isinstance(first, Figure) and _beyond(first.value, SWING):
                yield Doubt((table, "open", board), f"a swing of {first}")
        net = card.first.net
        if card.complete and _beyond(net.value, PER_BOARD * len(card.seating.boards)):
            yield Doubt((table, "open", card.seating.boards[0]), f"a match of {net}")
