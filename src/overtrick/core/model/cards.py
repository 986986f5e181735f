"""Cards and deals, and the check that a lead was in the leader's hand."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from overtrick.core.errors import ResultRefused
from overtrick.core.model.seats import CLOCKWISE, Seat
from overtrick.core.model.signs import LETTERS
from overtrick.core.wording import phrase

RANKS = "AKQJT98765432"


class Suit(Enum):
    """The four suits."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"


@dataclass(frozen=True, slots=True)
class Card:
    """One card of the fifty-two.

    >>> str(Card.parse("10h")), str(Card.parse("SK")), str(Card.parse("♦T"))
    ('HT', 'SK', 'DT')
    """

    suit: Suit
    rank: str

    @classmethod
    def parse(cls, text: str) -> "Card":
        """The card that a text states, suit first or last, ten as T or 10."""
        short = text.strip().upper().replace("10", "T").translate(_TO_LETTERS)
        if len(short) == 2:
            for suit, rank in ((short[0], short[1]), (short[1], short[0])):
                if suit in "SHDC" and rank in RANKS:
                    return cls(Suit(suit), rank)
        raise ResultRefused(
            "“{text}” is not a card", remedy="Write the suit and the rank, like HK or 6D.", text=f"{text:.40}"
        )

    def __str__(self) -> str:
        return f"{self.suit.value}{self.rank}"


_TO_LETTERS = str.maketrans(LETTERS)
_WRITE = phrase("Write a deal like N:AKQ.T98.7654.J32, then the other three hands clockwise, separated by spaces.")


@dataclass(frozen=True, slots=True)
class Deal:
    """The four hands from North clockwise, each `spades.hearts.diamonds.clubs` with the highest card first."""

    hands: tuple[str, str, str, str]

    @classmethod
    def of(cls, hands: Mapping[Seat, str]) -> "Deal":
        """The deal with these four hands, each `spades.hearts.diamonds.clubs`.

        Refuse a deal that does not give each seat thirteen different cards.
        """
        holders: dict[Card, Seat] = {}
        for seat in CLOCKWISE:
            held = _cards(seat, hands[seat])
            if len(held) != 13:
                raise ResultRefused(
                    "{seat} has {held:#card}",
                    clause="Law 1",
                    remedy="Check the deal: every hand has 13 cards.",
                    seat=seat,
                    held=len(held),
                )
            for card in held:
                if card in holders:
                    raise ResultRefused(
                        "{seat} holds {card} twice" if holders[card] is seat else "{seat} and {other} both hold {card}",
                        clause="Law 1",
                        remedy="Check the deal.",
                        card=card,
                        seat=seat,
                        other=holders[card],
                    )
                holders[card] = seat
        north, east, south, west = (_sort_hand(hands[seat]) for seat in CLOCKWISE)
        return cls((north, east, south, west))

    @classmethod
    def read(cls, text: str) -> "Deal":
        """The deal that a text in PBN states: the first seat, then the four hands clockwise from it.

        >>> str(Deal.read("W:..AKQJT98765432. .AKQJT98765432.. AKQJT98765432... ...AKQJT98765432"))
        'N:.AKQJT98765432.. AKQJT98765432... ...AKQJT98765432 ..AKQJT98765432.'
        """
        first, colon, rest = text.strip().partition(":")
        hands = rest.split()
        if not colon or first.strip().upper() not in _SEATS or len(hands) != 4:
            raise ResultRefused("“{strip}” is not a deal", remedy=_WRITE, strip=f"{text.strip():.60}")
        begin = CLOCKWISE.index(Seat(first.strip().upper()))
        return cls.of({CLOCKWISE[(begin + place) % 4]: hand for place, hand in enumerate(hands)})

    def __str__(self) -> str:
        return f"N:{' '.join(self.hands)}"

    def hand(self, seat: Seat) -> dict[Suit, str]:
        """A hand, suit by suit, the highest card first."""
        return dict(zip(Suit, self.hands[CLOCKWISE.index(seat)].split("."), strict=True))

    def holder(self, card: Card) -> Seat:
        """The seat that was dealt *card*."""
        return next(seat for seat in CLOCKWISE if card.rank in self.hand(seat)[card.suit])


_SEATS = frozenset(seat.value for seat in Seat)


def _cards(seat: Seat, hand: str) -> list[Card]:
    suits = hand.upper().replace("10", "T").split(".")
    wrong = [rank for ranks in suits for rank in ranks if rank not in RANKS]
    if len(suits) != 4 or wrong:
        raise ResultRefused("{seat}’s hand “{hand}” cannot be read", remedy=_WRITE, seat=seat, hand=f"{hand:.40}")
    return [Card(suit, rank) for suit, ranks in zip(Suit, suits, strict=True) for rank in ranks]


def _sort_hand(hand: str) -> str:
    suits = hand.upper().replace("10", "T").split(".")
    return ".".join("".join(sorted(ranks, key=RANKS.index)) for ranks in suits)


def lead_fault(deal: Deal, declarer: Seat, lead: Card) -> str:
    """Why *lead* cannot have been led against *declarer*; empty if it can.

    A lead that lies in another hand usually means that the wrong declarer was entered.
    """
    leader, holder = declarer.left, deal.holder(lead)
    if holder is leader:
        return ""
    likely = holder.left.partner  # the seat whose left-hand opponent holds the card
    return f"The {lead} was dealt to {holder}, but {leader} leads against {declarer}. Is {likely} declarer?"
