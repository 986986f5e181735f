"""The one-to-one map between the deals and the numbers below 53 644 737 765 488 792 839 237 440 000.

Cards are numbered from the ace of spades (0) down to the deuce of clubs (51). A number selects North's hand among the
13-card hands of the pack, East's among those of the remaining cards, and South's among those remaining then; of two
hands, the one whose first different card has the lower number comes first. This is the order of BigDeal, which world
championships use.
"""

from collections.abc import Iterable, Sequence
from math import comb

from overtrick.core.errors import DirectorError
from overtrick.core.model.cards import RANKS, Deal

EAST_AND_SOUTH = comb(39, 13) * comb(26, 13)
SOUTH = comb(26, 13)
DEALS = comb(52, 13) * EAST_AND_SOUTH
"""The number of possible deals."""

_HANDS = tuple(tuple(comb(rest, wanted) for wanted in range(13)) for rest in range(52))
"""The number of ways to choose *wanted* cards from the last *rest* cards of the pack."""
_PACK = tuple(range(52))
_RANK = RANKS * 4


def deal_of(number: int) -> Deal:
    """The deal with this number.

    >>> str(deal_of(0))
    'N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432'
    >>> deal_of(DEALS - 1).hands[0]
    '...AKQJT98765432'
    """
    if not 0 <= number < DEALS:
        raise DirectorError(
            "There is no deal number {number}", remedy="Deals are numbered from 0 to {last}.",
            number=number, last=DEALS - 1,
        )  # fmt: skip
    north, rest = divmod(number, EAST_AND_SOUTH)
    east, south = divmod(rest, SOUTH)
    first, left = _take_hand(north, _PACK)
    second, left = _take_hand(east, left)
    third, left = _take_hand(south, left)
    return Deal((_write_hand(first), _write_hand(second), _write_hand(third), _write_hand(left)))


def number_of(deal: Deal) -> int:
    """The number of a deal, from which `deal_of` makes it."""
    left: Sequence[int] = _PACK
    ranks = []
    for hand in deal.hands[:3]:
        rank, left = _rank(frozenset(_cards(hand)), left)
        ranks.append(rank)
    return ranks[0] * EAST_AND_SOUTH + ranks[1] * SOUTH + ranks[2]


def holders(deal: Deal) -> tuple[int, ...]:
    """The holder of each card, from the ace of spades to the deuce of clubs: 0 is North, then clockwise.

    >>> holders(deal_of(0))[12:15]
    (0, 1, 1)
    """
    found = [0] * 52
    for seat, hand in enumerate(deal.hands):
        for card in _cards(hand):
            found[card] = seat
    return tuple(found)


def deal_held(seats: Iterable[int]) -> Deal | None:
    """The deal in which these seats hold the cards from the ace of spades down; None unless each has thirteen.

    >>> deal_held(holders(deal_of(10**28))) == deal_of(10**28), deal_held([0] * 52)
    (True, None)
    """
    hands: tuple[list[int], ...] = ([], [], [], [])
    for card, seat in enumerate(seats):
        if card > 51 or not 0 <= seat < 4:
            return None
        hands[seat].append(card)
    if any(len(hand) != 13 for hand in hands):
        return None
    north, east, south, west = map(_write_hand, hands)
    return Deal((north, east, south, west))


def _take_hand(rank: int, left: Sequence[int]) -> tuple[list[int], list[int]]:
    """The hand with this rank among those of the remaining cards, and the cards that remain after it."""
    hand: list[int] = []
    passed: list[int] = []
    rest, wanted = len(left), 12
    for card in left:
        rest -= 1
        with_it = _HANDS[rest][wanted]
        if rank < with_it:
            hand.append(card)
            if not wanted:
                break
            wanted -= 1
        else:
            rank -= with_it
            passed.append(card)
    passed.extend(left[len(left) - rest :] if rest else ())
    return hand, passed


def _rank(hand: frozenset[int], left: Sequence[int]) -> tuple[int, list[int]]:
    """The rank of a hand among those of the remaining cards, and the cards that remain after it."""
    passed: list[int] = []
    rank, wanted = 0, 12
    for place, card in enumerate(left, start=1):
        if card in hand:
            wanted -= 1
        else:
            passed.append(card)
            if wanted >= 0:
                rank += _HANDS[len(left) - place][wanted]
    return rank, passed


def _cards(hand: str) -> list[int]:
    return [13 * suit + RANKS.index(rank) for suit, ranks in enumerate(hand.split(".")) for rank in ranks]


def _write_hand(cards: Sequence[int]) -> str:
    """A hand as written in a deal, from its cards in order."""
    suits = ["", "", "", ""]
    for card in cards:
        suits[card // 13] += _RANK[card]
    return ".".join(suits)
