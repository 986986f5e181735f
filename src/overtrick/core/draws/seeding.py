"""Seeding: fields and sections of equal strength."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import isqrt, lcm
from typing import TypeAlias, TypeVar

from overtrick.core.exact import Exact, plain
from overtrick.core.provenance import Clause

T = TypeVar("T")

_TRY_ALL = 22
"""Up to so many entrants every division is weighed; above, the difference of ratings is still the least."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A pair to be seeded: what it is called, how strong the seeding committee thinks it, and whether it contends."""

    name: str
    rating: Exact
    contending: bool = True


@dataclass(frozen=True, slots=True)
class TwoFields:
    """A North-South and an East-West field, and how even they are."""

    ns: tuple[Entrant, ...]
    ew: tuple[Entrant, ...]
    clause: Clause

    @property
    def totals(self) -> tuple[Exact, Exact]:
        """The summed ratings of the two fields."""
        return _total(self.ns), _total(self.ew)

    @property
    def non_contending(self) -> tuple[int, int]:
        """How many pairs of each field do not contend."""
        return sum(not e.contending for e in self.ns), sum(not e.contending for e in self.ew)

    def faults(self) -> tuple[str, ...]:
        """Why the fields are not as equal in number as they could be; empty if they are."""
        found = []
        if abs(len(self.ns) - len(self.ew)) > 1:
            found.append(f"pairs {len(self.ns)} and {len(self.ew)}")
        ns, ew = self.non_contending
        if abs(ns - ew) > 1:
            found.append(f"non-contending pairs {ns} and {ew}")
        return tuple(found)


def field_sizes(entrants: int, non_contending: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """The non-contending and the contending pairs of each field, as equal as they can be.

    An odd non-contending pair goes North-South, and the contending pairs make up the sizes.

    >>> field_sizes(40, 7)
    ((4, 3), (16, 17))
    """
    ns = (entrants + 1) // 2
    out = (non_contending + 1) // 2
    return (out, non_contending - out), (ns - out, entrants - ns - non_contending + out)


def two_fields(entrants: Sequence[Entrant], clause: Clause) -> TwoFields:
    """Two fields equal in number, in non-contending pairs and in strength (ITS21 OITS.stage1-seeding).

    In that order: sizes, non-contending pairs, least difference of ratings, least difference of squared
    ratings, and then the division whose North-South field comes first in the order given. The difference
    of ratings is always the least there is; for more than 22 entrants the squares are not compared.
    """
    (out, _), (playing, _) = field_sizes(len(entrants), sum(not e.contending for e in entrants))
    scale = lcm(*(Fraction(e.rating).denominator for e in entrants)) if entrants else 1
    rated = [(int(e.rating * scale), e.contending) for e in entrants]
    chosen = _weighed(rated, playing, out) if len(entrants) <= _TRY_ALL else _by_sums(rated, playing, out)
    return TwoFields(
        tuple(e for n, e in enumerate(entrants) if n in chosen),
        tuple(e for n, e in enumerate(entrants) if n not in chosen),
        clause,
    )


Rated = Sequence[tuple[int, bool]]


def _weighed(rated: Rated, playing: int, out: int) -> frozenset[int]:
    """The best division of a small field: each half of the list is taken in every way, and the ways fitted together.

    To a way of the first half only those ways of the second can belong whose ratings come nearest to what is lacking.
    """
    middle = len(rated) // 2
    first, second = _ways(rated, range(middle)), _ways(rated, range(middle, len(rated)))
    total, squares = sum(r for r, _ in rated), sum(r * r for r, _ in rated)
    best: tuple[int, int, tuple[int, ...]] | None = None
    for (taken, idle), ways in first.items():
        others = second.get((playing - taken, out - idle), {})
        sums = sorted(others)
        for one, ones in ways.items():
            place = bisect_left(sums, (total - 2 * one + 1) // 2)
            for other in sums[max(place - 1, 0) : place + 1]:
                apart = abs(2 * (one + other) - total)
                if best is not None and apart > best[0]:
                    continue
                for mine, theirs in product(ones.items(), others[other].items()):
                    measure = (apart, abs(2 * (mine[0] + theirs[0]) - squares), mine[1] + theirs[1])
                    if best is None or measure < best:
                        best = measure
    return frozenset(best[2]) if best else frozenset()


Ways: TypeAlias = dict[tuple[int, int], dict[int, dict[int, tuple[int, ...]]]]
"""By how many contend and how many do not, by the sum of their ratings and by that of the squares: the places."""


def _ways(rated: Rated, places: range) -> Ways:
    """The ways to take some of these places; of those alike in number and strength the one that comes first."""
    found: list[tuple[int, int, int, int, tuple[int, ...]]] = [(0, 0, 0, 0, ())]
    for place in places:
        rating, contending = rated[place]
        found += [
            (playing + contending, out + (not contending), ratings + rating, squares + rating * rating, (*taken, place))
            for playing, out, ratings, squares, taken in found
        ]
    ways: Ways = {}
    for playing, out, ratings, squares, taken in found:
        alike = ways.setdefault((playing, out), {}).setdefault(ratings, {})
        alike[squares] = min(alike.get(squares, taken), taken)
    return ways


Key: TypeAlias = tuple[int, int]
"""How many have been taken: of those who contend, and of those who do not."""
Reach: TypeAlias = dict[Key, int]
"""The sums that can be reached with so many taken, each a bit that is set."""


def _by_sums(rated: Rated, playing: int, out: int) -> frozenset[int]:
    """A division of a large field with the least difference, from all the sums that can be reached.

    Of several it is the one that leaves out the last place, then the last but one, and so on, where that is possible.
    What could be reached before a place is kept for every few places only; the rest is worked out again from there,
    for the one sum that is followed back, so that a field of 800 takes some 100 MB and not thousands.
    """
    low = min(rating for rating, _ in rated)
    above = [(rating - low, contending) for rating, contending in rated]
    step = isqrt(len(rated)) + 1
    reach: Reach = {(0, 0): 1}
    kept: list[Reach] = []
    for start in range(0, len(rated), step):
        kept.append(reach)
        for each in above[start : start + step]:
            reach = _reached(reach, *each, (playing, out))
    target = sum(rating for rating, _ in rated) - 2 * low * (playing + out)
    sums = reach[playing, out]
    goal = min((n for n in range(sums.bit_length()) if sums >> n & 1), key=lambda n: (abs(2 * n - target), n))
    key, chosen = (playing, out), set()
    for start in range(step * (len(kept) - 1), -1, -step):
        part = above[start : start + step]
        for place, before in reversed([*enumerate(_followed(kept[start // step], part, key, goal), start)]):
            rating, contending = above[place]
            if key in before and before[key] >> goal & 1:
                continue
            chosen.add(place)
            key = (key[0] - contending, key[1] - (not contending))
            goal -= rating
    return frozenset(chosen)


def _reached(before: Reach, rating: int, contending: bool, most: Key) -> Reach:  # noqa: FBT001 - a pair as it is rated
    """The sums that can be reached with one more to take or leave."""
    after = dict(before)
    for (taken, idle), sums in before.items():
        key = (taken + contending, idle + (not contending))
        if key[0] <= most[0] and key[1] <= most[1]:
            after[key] = after.get(key, 0) | sums << rating
    return after


def _followed(start: Reach, part: Rated, key: Key, goal: int) -> list[Reach]:
    """What could be reached before each place of a part, as far as that may lead to a sum at its end."""
    upto = (1 << goal + 1) - 1
    here = {
        each: sums & upto
        for each, sums in start.items()
        if 0 <= key[0] - each[0] <= len(part) and 0 <= key[1] - each[1] <= len(part)
    }
    layers = [here]
    for rating, contending in part[:-1]:
        layers.append(_reached(layers[-1], rating, contending, key))
    return layers


def snake(ranked: Sequence[T], sections: int) -> tuple[tuple[T, ...], ...]:
    """Sections in serpentine order: 1-2-3, 3-2-1 and so on (SABF20 15.2; ITS21 OITS.stage2-seeding).

    >>> snake(range(1, 9), 2)
    ((1, 4, 5, 8), (2, 3, 6, 7))
    """
    filled: list[list[T]] = [[] for _ in range(sections)]
    for place, entrant in enumerate(ranked):
        turn, step = divmod(place, sections)
        filled[step if turn % 2 == 0 else sections - 1 - step].append(entrant)
    return tuple(map(tuple, filled))


def _total(field: Sequence[Entrant]) -> Exact:
    return plain(sum((Fraction(entrant.rating) for entrant in field), Fraction(0)))
