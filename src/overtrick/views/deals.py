"""A deal as a page shows it: the four hands around the table, and the double dummy tricks where they are known."""

from collections.abc import Iterable
from dataclasses import dataclass

from overtrick.core.event.play.stage import StageState
from overtrick.core.laws.par import Tricks, par
from overtrick.core.model.boards import Board
from overtrick.core.model.cards import Deal
from overtrick.core.model.contracts import Strain
from overtrick.core.model.seats import CLOCKWISE, Seat
from overtrick.core.model.signs import SUITS, SuitSign
from overtrick.core.provenance import POINTS
from overtrick.double_dummy.asked import known
from overtrick.views import addresses
from overtrick.views.texts import ResultText
from overtrick.views.whys import Number

_POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}


@dataclass(frozen=True, slots=True)
class SuitHolding:
    """The cards of a suit in a hand, from the highest."""

    suit: SuitSign
    cards: str


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand: its seat, its suits and its high-card points."""

    seat: str
    suits: tuple[SuitHolding, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Makes:
    """The tricks a seat takes as declarer, from clubs to no trump, and the contracts it makes, 0 for none."""

    seat: str
    tricks: tuple[int, ...]
    levels: tuple[int, ...]

    @property
    def cells(self) -> tuple[tuple[int, int], ...]:
        """Each level with its tricks."""
        return tuple(zip(self.levels, self.tricks, strict=True))


@dataclass(frozen=True, slots=True)
class ParLine:
    """Par: the score to North-South and the contracts that give it; no contract where the board is passed out."""

    score: Number
    contracts: tuple[ResultText, ...]


@dataclass(frozen=True, slots=True)
class Diagram:
    """A deal: the hands clockwise from North, its PBN text, the double dummy tricks if they are known, and par.

    While the tricks are *pending* the page must not be cached, and says how many deals out of how many are *solved*.
    Where the solver *failed* on the deal there will be no tricks.
    """

    hands: tuple[Hand, ...]
    pbn: str
    makes: tuple[Makes, ...]
    par: ParLine | None
    pending: bool
    solved: tuple[int, int] | None = None
    failed: bool = False


def diagram(deal: Deal, board: int, at: addresses.Par | None = None, among: Iterable[Deal] = ()) -> Diagram:
    """A deal as a page shows it; *at* is the address of its par, *among* are the deals that are solved with it."""
    every = {deal, *among}
    solved = known.several(every)
    return make_diagram(deal, Board.from_number(board), solved.get(deal), at, (len(solved), len(every)))


def solving(state: StageState, number: int) -> tuple[int, int] | None:
    """How many deals of a round are solved, out of how many; `None` where no deal is known or there is no solver."""
    deals = {deal for (scope, _), deal in state.deals.items() if number and scope == state.scope(number)}
    solved = known.several(deals)
    return (len(solved), len(deals)) if deals and (known.able or solved) else None


def make_diagram(
    deal: Deal,
    board: Board,
    tricks: Tricks | None,
    at: addresses.Par | None = None,
    solved: tuple[int, int] | None = None,
) -> Diagram:
    """A deal with these double dummy tricks."""
    pending = known.able and tricks is None
    return Diagram(
        tuple(_hand(deal, seat) for seat in CLOCKWISE),
        str(deal),
        tuple(_makes(tricks, seat) for seat in CLOCKWISE) if tricks else (),
        _par(tricks, board, at) if tricks else None,
        pending,
        solved if pending else None,
        tricks is not None and not tricks,
    )


def _makes(tricks: Tricks, seat: Seat) -> Makes:
    taken = tuple(tricks[seat, strain] for strain in Strain)
    return Makes(str(seat), taken, tuple(max(0, each - 6) for each in taken))


def _par(tricks: Tricks, board: Board, at: addresses.Par | None) -> ParLine:
    found = par(tricks, board)
    return ParLine(
        Number(POINTS.number(found.ns), at.path() if at is not None else "", value=str(found.ns)), found.contracts
    )


def _hand(deal: Deal, seat: Seat) -> Hand:
    held = deal.hand(seat)
    suits = tuple(
        SuitHolding(SUITS[suit.value], " ".join(rank.replace("T", "10") for rank in ranks))
        for suit, ranks in held.items()
    )
    return Hand(str(seat), suits, sum(_POINTS.get(rank, 0) for ranks in held.values() for rank in ranks))
