"""Arrow-switches: one ranking from a Mitchell, as fair as its rounds allow."""

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import combinations, product
from typing import TypeVar

from overtrick.core.exact import Exact, plain
from overtrick.core.movements.movement import Movement

_TRY_ALL = 9
"""Up to this many rounds every choice of rounds is tried."""

Place = tuple[int, int]
T = TypeVar("T")


def arrow_switched(movement: Movement, rounds: Iterable[int] | None = None) -> Movement:
    """One field from two: in these rounds every table is arrow-switched.

    Without *rounds* it switches those that give the best balance: the very best of all choices for up to
    nine rounds, otherwise a choice that no change of one round, or for up to eighteen of two, would improve.

    >>> from overtrick.core.movements.mitchell import mitchell
    >>> arrow_switched(mitchell(7)).name
    'Mitchell, 7 tables, 7 rounds, arrow-switched in round 7'
    """
    chosen = tuple(sorted(rounds)) if rounds is not None else _best_rounds(movement)
    places = [(number, table) for number in chosen for table in range(1, movement.tables + 1)]
    return movement.switching(places, _switched_name(movement, chosen))


def scramble_movement(movement: Movement) -> Movement:
    """One field from two, with each table switched in its own rounds.

    It starts from the best whole rounds and changes one table of one round at a time as long as that
    improves the balance, so it is never worse than `arrow_switched`.
    """
    places = [(number, s.table) for number, seats in enumerate(movement.rounds, start=1) for s in seats]
    rounds = _best_rounds(movement)
    start = frozenset(place for place in places if place[0] in rounds)
    quality = _Balance(movement).quality
    best = _climb(start, [frozenset({place}) for place in places], lambda there: (quality(there),), sweeps=2)
    return movement.switching(best, f"Scrambled {movement.name}")


def _switched_name(movement: Movement, rounds: tuple[int, ...]) -> str:
    if not rounds:
        return f"{movement.name}, one field"
    word = "round" if len(rounds) == 1 else "rounds"
    return f"{movement.name}, arrow-switched in {word} {', '.join(map(str, rounds))}"


def _best_rounds(movement: Movement) -> tuple[int, ...]:
    last, quality = len(movement.rounds), _Balance(movement).quality

    def measure(rounds: frozenset[int]) -> tuple[Exact, ...]:
        there = frozenset((number, table) for number in rounds for table in range(1, movement.tables + 1))
        # Of equally good choices, the one with the fewest switches and then the latest rounds disturbs players least.
        return quality(there), -len(rounds), sum(rounds)

    if last <= _TRY_ALL:
        # Round 1 is never switched: switching all the other rounds instead gives the same movement.
        choices: list[frozenset[int]] = [
            frozenset(n for n, on in enumerate(bits, start=2) if on) for bits in product((0, 1), repeat=last - 1)
        ]
        chosen = max(choices, key=measure)
        return tuple(sorted(chosen))
    start = frozenset(range(last - last // 8 + 1, last + 1))
    single = [frozenset({number}) for number in range(2, last + 1)]
    double = [frozenset({one, one + gap}) for gap in range(1, last - 1) for one in range(2, last + 1 - gap)]
    best = _climb(start, single, measure)
    if last <= 2 * _TRY_ALL:
        best = _climb(best, single + double, measure)
    return tuple(sorted(best))


class _Balance:
    """The balance of a movement with some of its places switched, measured repeatedly.

    A switch changes only which pairs sit in the same direction, so meetings and common sets are counted once.
    """

    def __init__(self, movement: Movement) -> None:
        self._north: dict[int, int] = {}
        self._turns: dict[Place, list[tuple[int, int]]] = {}
        played: dict[int, int] = {}
        opposed: Counter[tuple[int, int]] = Counter()
        tables = Counter(seating.boards for seating in movement.seatings() if seating.played)
        for number, seats in enumerate(movement.rounds, start=1):
            for s in seats:
                if s.ns is None or s.ew is None:
                    continue
                bit = 1 << s.boards
                self._north[s.ns] = self._north.get(s.ns, 0) | bit
                self._north.setdefault(s.ew, 0)
                for pair in (s.ns, s.ew):
                    played[pair] = played.get(pair, 0) | bit
                self._turns[number, s.table] = [(s.ns, bit), (s.ew, bit)]
                opposed[min(s.ns, s.ew), max(s.ns, s.ew)] += tables[s.boards]
        self._twos = [
            (one, other, shared, opposed[one, other] + shared.bit_count())
            for one, other in combinations(sorted(played), 2)
            for shared in [played[one] & played[other]]
        ]

    def quality(self, there: frozenset[Place]) -> Exact:
        """The quality with these places switched, as `balance` measures it."""
        north = dict(self._north)
        for place in there:
            for pair, bit in self._turns.get(place, ()):
                north[pair] ^= bit
        competition = [
            most - 2 * ((north[one] ^ north[other]) & shared).bit_count() for one, other, shared, most in self._twos
        ]
        squares = sum(c * c for c in competition)
        return plain(Fraction(100 * sum(competition) ** 2, len(competition) * squares)) if squares else 0


def _climb(
    start: frozenset[T], changes: Iterable[frozenset[T]], measure: Callable[[frozenset[T]], tuple[Exact, ...]],
    sweeps: int = 40,
) -> frozenset[T]:  # fmt: skip
    """The best set reached by accepting every change that improves the measure, sweep after sweep."""
    here, value = start, measure(start)
    for _ in range(sweeps):
        before = here
        for change in changes:
            there = here ^ change
            if (reached := measure(there)) > value:
                here, value = there, reached
        if here == before:
            break
    return here
