"""The first round of a Howell, from which every other follows by adding one.

The moving pairs are on a circle of s places. A starter divides the places into tables of two and
single places (whose table has a stationary pair), so that no distance between the two places of a table
occurs twice: then no two pairs meet twice. Each table also gets a set of boards, so that every place
is at a different distance behind its set: then no pair plays a set twice.

If the set of a table is the sum of its places, the second condition always holds and only the
sums must differ (a strong starter). Such starters are found quickly for every large circle. For a prime with
remainder 3 when divided by 4 there is a formula: x with kx, x a square and k a non-square, which is perfectly
balanced. Small circles are searched completely.
"""

from dataclasses import dataclass
from functools import lru_cache

from overtrick.core.movements.search import Sequence

_SEARCH_TO_THE_END = 11
_STEPS = 20000
_BEGINNINGS = 40


@dataclass(frozen=True, slots=True)
class Start:
    """One table of the first round: its places on the circle (one if a stationary pair sits there), its set."""

    places: tuple[int, ...]
    boards: int


Starter = tuple[Start, ...]


@lru_cache(maxsize=512)
def find_starter(circle: int, stationary: int, beginning: int = 0) -> Starter | None:
    """A starter for a circle of moving pairs and this many stationary ones, or None if there is none.

    For small circles None proves that there is none; for large ones it means that none was found.

    >>> find_starter(7, 1)
    (Start(places=(1, 3), boards=4), Start(places=(2, 6), boards=1), Start(places=(4, 5), boards=2), Start(places=(0,), boards=0))
    """  # noqa: E501 - the output is on one line
    if stationary == 1 and circle >= 7 and circle % 4 == 3 and _is_prime(circle) and beginning == 0:
        return _by_squares(circle)
    if circle <= _SEARCH_TO_THE_END:
        return _first_of_all(circle, stationary) if beginning == 0 else None
    for again in range(_BEGINNINGS):
        found = _climb(circle, stationary, Sequence(beginning * _BEGINNINGS + again))
        if found is not None:
            return found
    return None


def _is_prime(number: int) -> bool:
    return number > 1 and all(number % d for d in range(2, number) if d * d <= number)


def _by_squares(circle: int) -> Starter:
    squares = {x * x % circle for x in range(1, circle)}
    factor = next(k for k in range(2, circle - 1) if k not in squares)
    tables = [Start((x, x * factor % circle), x * (factor + 1) % circle) for x in sorted(squares)]
    return (*tables, Start((0,), 0))


def _first_of_all(circle: int, stationary: int) -> Starter | None:
    """The first starter in order, by trying all."""
    tables: list[Start] = []
    distances: set[int] = set()
    sets: set[int] = set()
    behind: set[int] = set()

    def seat(places: tuple[int, ...], rest: list[int], singles: int) -> bool:
        for boards in range(circle):
            here = {(boards - place) % circle for place in places}
            if boards in sets or here & behind:
                continue
            tables.append(Start(places, boards))
            sets.add(boards)
            behind.update(here)
            if fill(rest, singles):
                return True
            tables.pop()
            sets.discard(boards)
            behind.difference_update(here)
        return False

    def fill(rest: list[int], singles: int) -> bool:
        if not rest:
            return True
        first, others = rest[0], rest[1:]
        for other in others if len(others) >= singles + 1 else ():
            distance = min(other - first, circle - other + first)
            if distance in distances or 2 * distance == circle:
                continue
            distances.add(distance)
            if seat((first, other), [place for place in others if place != other], singles):
                return True
            distances.discard(distance)
        return singles > 0 and seat((first,), others, singles - 1)

    return tuple(tables) if fill(list(range(circle)), stationary) else None


def _climb(circle: int, stationary: int, numbers: Sequence) -> Starter | None:
    """A strong starter by hill-climbing: place a missing distance, and remove at most one table that conflicts."""
    wanted = (circle - stationary) // 2
    by_distance: dict[int, tuple[int, int]] = {}
    by_sum: dict[int, int] = {}
    by_place: dict[int, int] = {}

    def unseat(distance: int) -> None:
        one, other = by_distance.pop(distance)
        del by_sum[(one + other) % circle], by_place[one], by_place[other]

    for _ in range(_STEPS):
        if len(by_distance) == wanted:
            free = [place for place in range(circle) if place not in by_place]
            if (sums := _single_sums(free, set(by_sum), circle)) is not None:
                pairs = sorted((min(two), max(two)) for two in by_distance.values())
                tables = [Start(two, sum(two) % circle) for two in pairs]
                return (*tables, *(Start((place,), sums[place]) for place in free))
            unseat(sorted(by_distance)[numbers.draw_below(wanted)])
            continue
        free = [place for place in range(circle) if place not in by_place]
        missing = [d for d in range(1, (circle + 1) // 2) if d not in by_distance]
        place, distance = free[numbers.draw_below(len(free))], missing[numbers.draw_below(len(missing))]
        other = (place + (distance if numbers.draw_below(2) else -distance)) % circle
        total = (place + other) % circle
        hurt = {by_place[other]} if other in by_place else set()
        hurt |= {by_sum[total]} if total in by_sum else set()
        if len(hurt) < 2:
            for table in hurt:
                unseat(table)
            by_distance[distance] = (place, other)
            by_sum[total] = by_place[place] = by_place[other] = distance
    return None


def _single_sums(free: list[int], used: set[int], circle: int) -> dict[int, int] | None:
    """Sets for the tables of the stationary pairs: sums of the single places in some order."""
    chosen: dict[int, int] = {}
    budget = [2000]

    def choose(left: list[int], right: list[int], taken: set[int]) -> bool:
        budget[0] -= 1
        if not left:
            return True
        if budget[0] < 0:
            return False
        options = {x: [y for y in right if (x + y) % circle not in taken] for x in left}
        place = min(left, key=lambda x: len(options[x]))
        for other in options[place]:
            chosen[place] = total = (place + other) % circle
            if choose([x for x in left if x != place], [y for y in right if y != other], taken | {total}):
                return True
        return False

    return chosen if choose(free, free, used) else None
