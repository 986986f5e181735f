"""Plausible results: a random deal, two sides of given strength, a contract and its tricks.

There is no bidding and no play. High cards and trump fit give the expected tricks of each side in each strain; skill
decides how close to the best contract a pair comes and how well it is played.
"""

from dataclasses import dataclass
from operator import add
from random import Random

from overtrick.core.model.cards import RANKS, Deal
from overtrick.core.model.contracts import Contract, Doubling, Strain
from overtrick.core.model.results import PassedOut, PlayedContract, Single
from overtrick.core.model.seats import CLOCKWISE, Seat, Side

_POINTS = {0: 4, 1: 3, 2: 2, 3: 1}
_SUITS = (Strain.SPADES, Strain.HEARTS, Strain.DIAMONDS, Strain.CLUBS)
_STRAINS = (*_SUITS, Strain.NOTRUMP)
_BONUS = (0.5, 0.4, 0.0, 0.0, 0.6)
"""The value of a strain besides its tricks, in the order of the strains here."""


@dataclass(frozen=True, slots=True)
class DealtBoard:
    """A deal in the model: the tricks each side can expect in each strain, from each seat; and its cards."""

    tricks: dict[Side, tuple[float, ...]]
    declarers: dict[Side, tuple[Seat, ...]]
    cards: tuple[int, ...]

    def worth(self, side: Side) -> tuple[float, ...]:
        """The value of each strain to a side."""
        return tuple(map(add, self.tricks[side], _BONUS))

    @property
    def deal(self) -> Deal:
        """The cards themselves."""
        return Deal.of({seat: _hand(self.cards[13 * at : 13 * at + 13]) for at, seat in enumerate(CLOCKWISE)})


def deal_board(dice: Random) -> DealtBoard:
    """Deal the cards and evaluate them."""
    cards = list(range(52))
    dice.shuffle(cards)
    hands = {seat: cards[13 * place : 13 * place + 13] for place, seat in enumerate(CLOCKWISE)}
    tricks: dict[Side, tuple[float, ...]] = {}
    declarers: dict[Side, tuple[Seat, ...]] = {}
    for side in Side:
        seats = [seat for seat in CLOCKWISE if seat.side is side]
        held = [card for seat in seats for card in hands[seat]]
        points = sum(_POINTS.get(card % 13, 0) for card in held)
        tricks[side] = tuple(_expected_tricks(held, points, strain) for strain in _STRAINS)
        declarers[side] = tuple(
            max(seats, key=lambda seat: _length(hands[seat], strain) + dice.random()) for strain in _STRAINS
        )
    return DealtBoard(tricks, declarers, tuple(cards))


def _hand(cards: tuple[int, ...]) -> str:
    return ".".join("".join(RANKS[card % 13] for card in cards if card // 13 == suit) for suit in range(4))


def _length(hand: list[int], strain: Strain) -> int:
    if strain is Strain.NOTRUMP:
        return sum(_POINTS.get(card % 13, 0) for card in hand)
    suit = _SUITS.index(strain)
    return sum(card // 13 == suit for card in hand)


def _expected_tricks(held: list[int], points: int, strain: Strain) -> float:
    base = 6.5 + (points - 20) / 3
    if strain is Strain.NOTRUMP:
        return min(13.0, max(0.0, base))
    fit = _length(held, strain)
    return min(13.0, max(0.0, base + (fit - 7.5) * 0.8))


def play_board(board: DealtBoard, ns: float, ew: float, dice: Random) -> Single:
    """A table's result, between pairs of these strengths (0 is average, 1 is strong)."""
    side = _winner(board, ns, ew, dice)
    if side is None:
        return PassedOut()
    own, other = (ns, ew) if side is Side.NS else (ew, ns)
    worth = [each + dice.gauss(0, 1.2 - 0.3 * own) for each in board.worth(side)]
    at = worth.index(max(worth))
    expected = board.tricks[side][at]
    level = _level(expected + dice.gauss(0, 0.9 - 0.2 * own))
    tricks = round(expected + dice.gauss(0.25 * (own - other), 0.9))
    tricks = min(13, max(0, tricks))
    doubled = Doubling.UNDOUBLED
    if tricks < level + 5 and dice.random() < 0.5:
        doubled = Doubling.DOUBLED
    return PlayedContract(Contract(level, _STRAINS[at], board.declarers[side][at], doubled), tricks)


def _winner(board: DealtBoard, ns: float, ew: float, dice: Random) -> Side | None:
    north = max(board.worth(Side.NS)) + 0.2 * ns + dice.gauss(0, 0.7)
    east = max(board.worth(Side.EW)) + 0.2 * ew + dice.gauss(0, 0.7)
    if max(north, east) < 6.2:
        return None
    return Side.NS if north >= east else Side.EW


def _level(tricks: float) -> int:
    """The level bid: game or slam when it is near, otherwise as low as possible."""
    if tricks >= 12.4:
        return 7 if tricks > 13.2 else 6
    if tricks >= 11.6:
        return 6
    if tricks >= 9.3:
        return 4
    if tricks >= 8.6:
        return 3
    return max(1, min(2, round(tricks) - 6))
