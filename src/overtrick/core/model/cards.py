"""Cards and deals: enough to know whether a lead was in the leader's hand."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from overtrick.core.errors import ResultRefused
from overtrick.core.model.seats import Seat

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
        """A card as people write it, suit first or last, ten as T or 10."""
        short = text.strip().upper().replace("10", "T").translate(_SYMBOLS)
        if len(short) == 2:
            for suit, rank in ((short[0], short[1]), (short[1], short[0])):
                if suit in "SHDC" and rank in RANKS:
                    return cls(Suit(suit), rank)
        raise ResultRefused(f"“{text}” is not a card", remedy="Write the suit and the rank, like HK or 6D.")

    def __str__(self) -> str:
        return f"{self.suit.value}{self.rank}"


_SYMBOLS = str.maketrans("♠♥♦♣", "SHDC")


@dataclass(frozen=True, slots=True)
class Deal:
    """Who holds each of the fifty-two cards."""

    holders: Mapping[Card, Seat]

    @classmethod
    def of(cls, hands: Mapping[Seat, str]) -> "Deal":
        """A deal from four hands, each `spades.hearts.diamonds.clubs`.

        Refuses a deal that is not thirteen different cards to each seat.
        """
        holders: dict[Card, Seat] = {}
        for seat, hand in hands.items():
            suits = hand.split(".")
            held = [Card(s, r) for s, ranks in zip(Suit, suits, strict=True) for r in ranks.upper()]
            if len(held) != 13:
                raise ResultRefused(f"{seat} has {len(held)} cards", clause="Law 1", remedy="Check the deal.")
            for card in held:
                if card in holders:
                    raise ResultRefused(
                        f"{card} is in two hands, {holders[card]}'s and {seat}'s", clause="Law 1",
                        remedy="Check the deal.",
                    )  # fmt: skip
                holders[card] = seat
        return cls(holders)

    def holder(self, card: Card) -> Seat:
        """Who was dealt *card*."""
        return self.holders[card]


def lead_fault(deal: Deal, declarer: Seat, lead: Card) -> str:
    """Why *lead* cannot have been led against *declarer*, or nothing if it can.

    A lead that lies in another hand usually means that the wrong declarer was entered.
    """
    leader, holder = declarer.left, deal.holder(lead)
    if holder is leader:
        return ""
    likely = holder.left.partner  # the seat whose left-hand opponent holds the card
    return f"The {lead} was dealt to {holder}, but {leader} leads against {declarer}. Is {likely} declarer?"
