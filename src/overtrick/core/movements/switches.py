"""Arrow-switches: one ranking from a Mitchell, as fairly as its rounds allow."""

from collections.abc import Callable, Iterable
from itertools import product
from typing import TypeVar

from overtrick.core.exact import Exact
from overtrick.core.movements.balance import balance
from overtrick.core.movements.movement import Movement

_TRY_ALL = 9
"""Up to so many rounds every choice of rounds is tried."""

Place = tuple[int, int]
T = TypeVar("T")


def arrow_switched(movement: Movement, rounds: Iterable[int] | None = None) -> Movement:
    """One field from two: in the rounds named, every table is played the other way.

    Without named rounds it takes those that give the best balance: the very best where there are at most
    nine rounds, otherwise one that no change of one or two rounds would better.

    >>> from overtrick.core.movements.mitchell import mitchell
    >>> arrow_switched(mitchell(7)).name
    'Mitchell, 7 tables, 7 rounds, arrow-switched in round 7'
    """
    chosen = tuple(sorted(rounds)) if rounds is not None else _best_rounds(movement)
    places = [(number, table) for number in chosen for table in range(1, movement.tables + 1)]
    return movement.switching(places, _named(movement, chosen))


def scrambled(movement: Movement) -> Movement:
    """One field from two, each table switched in rounds of its own.

    It starts from the best whole rounds and changes one table of one round at a time for as long as that
    betters the balance, so it is never worse than `arrow_switched`.
    """
    places = [(number, s.table) for number, seats in enumerate(movement.rounds, start=1) for s in seats]
    rounds = _best_rounds(movement)
    start = frozenset(place for place in places if place[0] in rounds)
    best = _climbed(start, [frozenset({place}) for place in places], lambda there: _quality(movement, there), sweeps=2)
    return movement.switching(best, f"Scrambled {movement.name}")


def _named(movement: Movement, rounds: tuple[int, ...]) -> str:
    if not rounds:
        return f"{movement.name}, one field"
    word = "round" if len(rounds) == 1 else "rounds"
    return f"{movement.name}, arrow-switched in {word} {', '.join(map(str, rounds))}"


def _best_rounds(movement: Movement) -> tuple[int, ...]:
    last = len(movement.rounds)

    def measure(rounds: frozenset[int]) -> tuple[Exact, ...]:
        there = frozenset((number, table) for number in rounds for table in range(1, movement.tables + 1))
        # Of equally good choices, the fewest switches and then the latest rounds disturb players least.
        return (*_quality(movement, there), -len(rounds), sum(rounds))

    if last <= _TRY_ALL:
        # Round 1 is never switched: switching every other round instead is the same movement.
        choices: list[frozenset[int]] = [
            frozenset(n for n, on in enumerate(bits, start=2) if on) for bits in product((0, 1), repeat=last - 1)
        ]
        chosen = max(choices, key=measure)
        return tuple(sorted(chosen))
    start = frozenset(range(last - last // 8 + 1, last + 1))
    single = [frozenset({number}) for number in range(2, last + 1)]
    double = [frozenset({one, one + gap}) for gap in range(1, last - 1) for one in range(2, last + 1 - gap)]
    best = _climbed(start, single, measure)
    if last <= 2 * _TRY_ALL:
        best = _climbed(best, single + double, measure)
    return tuple(sorted(best))


def _quality(movement: Movement, there: frozenset[Place]) -> tuple[Exact, ...]:
    return (balance(movement.switching(there, movement.name)).quality,)


def _climbed(
    start: frozenset[T], changes: Iterable[frozenset[T]], measure: Callable[[frozenset[T]], tuple[Exact, ...]],
    sweeps: int = 40,
) -> frozenset[T]:  # fmt: skip
    """The best set reached by taking every change that betters the measure, sweep after sweep."""
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
