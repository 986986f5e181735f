"""A deal as a page shows it: the four hands around the table, and the double dummy tricks where they are known."""

from collections.abc import Iterable
from dataclasses import dataclass

from overtrick.core.event.play.stage import StageState
from overtrick.core.laws.par import Tricks, par
from overtrick.core.model.boards import Board
from overtrick.core.model.cards import Deal, Suit
from overtrick.core.model.contracts import Strain
from overtrick.core.model.seats import CLOCKWISE, Seat
from overtrick.core.provenance import POINTS
from overtrick.double_dummy.asked import known
from overtrick.views import addresses
from overtrick.views.texts import ResultText
from overtrick.views.whys import Number

_POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}
_SIGNS = {
    Suit.SPADES: ("spade", "♠"), Suit.HEARTS: ("heart", "♥"),
    Suit.DIAMONDS: ("diamond", "♦"), Suit.CLUBS: ("club", "♣"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class SuitHolding:
    """The cards of a suit in a hand: the suit by name and sign, the cards from the top."""

    suit: str
    sign: str
    cards: str


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand: whose, suit by suit, and its high-card points."""

    seat: str
    suits: tuple[SuitHolding, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Makes:
    """The tricks a seat takes as declarer, from clubs up to no trump, and the contracts it makes: nought for none."""

    seat: str
    tricks: tuple[int, ...]
    levels: tuple[int, ...]

    @property
    def cells(self) -> tuple[tuple[int, int], ...]:
        """Each level with its tricks."""
        return tuple(zip(self.levels, self.tricks, strict=True))


@dataclass(frozen=True, slots=True)
class ParLine:
    """Par: the score to North-South, and the contracts that give it; without one the board is passed out."""

    score: Number
    contracts: tuple[ResultText, ...]


@dataclass(frozen=True, slots=True)
class Diagram:
    """A deal: the hands clockwise from North, as PBN writes it, the double dummy tricks if they are known, and par.

    While the tricks are *pending* a page that shows the deal is not the last word, and is not to be kept; it says then
    how many of how many deals are *solved*. Where the solver *failed* on the deal there will be none.
    """

    hands: tuple[Hand, ...]
    pbn: str
    makes: tuple[Makes, ...]
    par: ParLine | None
    pending: bool
    solved: tuple[int, int] | None = None
    failed: bool = False


def diagram(deal: Deal, board: int, at: addresses.Par | None = None, among: Iterable[Deal] = ()) -> Diagram:
    """A deal as a page shows it; *at* is where its par stands, *among* are the deals that are solved with it."""
    every = {deal, *among}
    solved = known.several(every)
    return drawn(deal, Board.numbered(board), solved.get(deal), at, (len(solved), len(every)))


def solving(state: StageState, number: int) -> tuple[int, int] | None:
    """How many deals of a round are solved, and of how many; nothing where none is known or there is no solver."""
    deals = {deal for (scope, _), deal in state.deals.items() if number and scope == state.scope(number)}
    solved = known.several(deals)
    return (len(solved), len(deals)) if deals and (known.able or solved) else None


def drawn(
    deal: Deal,
    board: Board,
    tricks: Tricks | None,
    at: addresses.Par | None = None,
    solved: tuple[int, int] | None = None,
) -> Diagram:
    """A deal with these tricks."""
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
        SuitHolding(*_SIGNS[suit], " ".join(rank.replace("T", "10") for rank in ranks)) for suit, ranks in held.items()
    )
    return Hand(str(seat), suits, sum(_POINTS.get(rank, 0) for ranks in held.values() for rank in ranks))
