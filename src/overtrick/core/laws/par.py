"""Par: the score when both sides bid and play perfectly with all four hands in view, and the contracts that give it.

Bids are numbered 1♣ … 7NT as 0 … 34. A side that plays one makes what its better declarer makes, and is doubled if
it goes down. The search works down from the highest bid: for each one the other side lets it be played or bids over
it. The dealer's side chooses first and may pass; then the other side chooses and may pass too.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from overtrick.core.exact import Exact
from overtrick.core.laws.score import LAW_77, board_score, ns_points
from overtrick.core.model.boards import Board
from overtrick.core.model.contracts import Contract, Doubling, Strain
from overtrick.core.model.results import PassedOut, PlayedContract
from overtrick.core.model.seats import CLOCKWISE, Seat, Side
from overtrick.core.provenance import POINTS, Derivation, Figure
from overtrick.core.wording import phrase

Tricks: TypeAlias = Mapping[tuple[Seat, Strain], int]
"""The tricks that each seat takes as declarer in each strain, double dummy."""

BIDS = tuple((level, strain) for level in range(1, 8) for strain in Strain)
"""Every bid, from the lowest."""

_Ends: TypeAlias = dict[tuple[int, Side], int]
"""The final score in points to North-South after a side has made a bid."""


@dataclass(frozen=True, slots=True)
class Par:
    """The score to North-South, and the contracts with their tricks that give it; no contracts if it is passed out.

    A contract is listed if best bidding by both sides reaches it and no single bid over it, if played, would be
    better for the other side. Of a declarer's contracts in one strain only the lowest is listed:
    `4NT +1` where 5NT is as good.
    """

    ns: int
    contracts: tuple[PlayedContract, ...]


def par(tricks: Tricks, board: Board) -> Par:
    """The par of a deal with these tricks, for the board's dealer and vulnerability.

    >>> rows = {Seat.NORTH: (10, 10, 3, 8, 7), Seat.SOUTH: (9, 10, 3, 8, 7)}
    >>> both = rows | dict.fromkeys((Seat.EAST, Seat.WEST), (3, 3, 10, 5, 6))
    >>> found = par({(seat, strain): row[at] for seat, row in both.items() for at, strain in enumerate(Strain)},
    ...     Board.from_number(1))
    >>> found.ns, [str(each) for each in found.contracts]
    (-100, ['5CX by North -1', '5DX by North -1', '5DX by South -1'])
    """
    played = {(bid, side): tuple(_bid_results(tricks, bid, side)) for bid in range(len(BIDS)) for side in Side}
    worth = {at: _best(at[1], (ns_points(board, each) for each in two)) for at, two in played.items()}
    ends, over = _ends(worth)
    first = board.dealer.side
    second = _best(first.other, (0, *(ends[bid, first.other] for bid in range(len(BIDS)))))
    value = _best(first, (second, *(ends[bid, first] for bid in range(len(BIDS)))))
    found: dict[tuple[Strain, Seat], PlayedContract] = {}
    for bid, side in _reachable_bids(ends, value, (first, first.other) if second == value else (first,)):
        if worth[bid, side] == value == _best(side.other, (value, over[bid, side.other])):
            for each in played[bid, side]:
                if ns_points(board, each) == value:
                    found.setdefault((each.contract.strain, each.contract.declarer), each)
    return Par(value, tuple(found.values()))


def _bid_results(tricks: Tricks, bid: int, side: Side) -> Iterator[PlayedContract]:
    """A bid as each possible declarer of a side plays it, doubled if it goes down."""
    level, strain = BIDS[bid]
    for seat in CLOCKWISE:
        if seat.side is side:
            taken = tricks[seat, strain]
            doubling = Doubling.UNDOUBLED if taken >= level + 6 else Doubling.DOUBLED
            yield PlayedContract(Contract(level, strain, seat, doubling), taken)


def _best(side: Side, scores: Iterable[int]) -> int:
    """The score that a side prefers among scores to North-South."""
    return max(scores) if side is Side.NS else min(scores)


def _ends(worth: Mapping[tuple[int, Side], int]) -> tuple[_Ends, _Ends]:
    """The final score after each bid, and the best score that the other side gets from a single bid over it."""
    ends: _Ends = {}
    over: _Ends = {}
    top = len(BIDS) - 1
    for side in Side:
        ends[top, side], over[top, side] = worth[top, side], worth[top, side.other]
    goes_on = {side: worth[top, side] for side in Side}
    plays = dict(goes_on)
    for bid in reversed(range(top)):
        for side in Side:
            ends[bid, side] = _best(side.other, (worth[bid, side], goes_on[side.other]))
            over[bid, side] = plays[side]
        for side in Side:
            goes_on[side] = _best(side, (goes_on[side], ends[bid, side]))
            plays[side] = _best(side, (plays[side], worth[bid, side]))
    return ends, over


def _reachable_bids(ends: _Ends, value: int, starts: tuple[Side, ...]) -> list[tuple[int, Side]]:
    """The bids, from the lowest, that are reached when no side gives anything away."""
    found: list[tuple[int, Side]] = []
    may_bid = set(starts)
    for bid in range(len(BIDS)):
        now = [side for side in Side if side in may_bid and ends[bid, side] == value]
        found += [(bid, side) for side in now]
        may_bid |= {side.other for side in now}
    return found


def par_figure(tricks: Tricks, board: Board) -> Figure[Exact]:
    """The par of a board as a figure: the contracts that give it, each scored by Law 77."""
    found = par(tricks, board)
    note = phrase(
        "par: with all hands known, neither side can do better by bidding on or passing; dealer {dealer}, {vul}",
        dealer=board.dealer,
        vul=board.vulnerability,
    )
    scored = tuple(board_score(board, each, phrase("double dummy")) for each in found.contracts or (PassedOut(),))
    return Figure(found.ns, POINTS, LAW_77, scored, note, Derivation.SAME)
