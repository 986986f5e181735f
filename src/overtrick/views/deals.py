"""A deal as a page shows it: the four hands around the table, and the double dummy tricks where they are known."""

from dataclasses import dataclass

from overtrick.core.model.cards import Deal, Suit
from overtrick.core.model.contracts import Strain
from overtrick.core.model.seats import CLOCKWISE, Seat
from overtrick.double_dummy.asked import known

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
    """The tricks a seat takes as declarer, from clubs up to no trump."""

    seat: str
    tricks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Diagram:
    """A deal: the hands clockwise from North, as PBN writes it, and the double dummy tricks if they are known.

    While the tricks are *pending* a page that shows the deal is not the last word, and is not to be kept.
    """

    hands: tuple[Hand, ...]
    pbn: str
    makes: tuple[Makes, ...]
    pending: bool


def diagram(deal: Deal) -> Diagram:
    """A deal as a page shows it."""
    tricks = known.tricks(deal)
    makes = [Makes(str(seat), tuple(tricks[seat, strain] for strain in Strain)) for seat in CLOCKWISE] if tricks else []
    return Diagram(
        tuple(_hand(deal, seat) for seat in CLOCKWISE), str(deal), tuple(makes), known.able and tricks is None
    )


def _hand(deal: Deal, seat: Seat) -> Hand:
    held = deal.hand(seat)
    suits = tuple(
        SuitHolding(*_SIGNS[suit], " ".join(rank.replace("T", "10") for rank in ranks)) for suit, ranks in held.items()
    )
    return Hand(str(seat), suits, sum(_POINTS.get(rank, 0) for ranks in held.values() for rank in ranks))
