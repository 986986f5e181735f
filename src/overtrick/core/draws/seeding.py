"""Seeding: fields and sections of equal strength, and the first draw of a seeded field by blocks."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import isqrt, lcm
from typing import TypeAlias, TypeVar

from overtrick.core.draws.knockout import Pairing, Team
from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact, plain
from overtrick.core.lots import Lots
from overtrick.core.provenance import Clause
from overtrick.core.wording import phrase

T = TypeVar("T")

_TRY_ALL = 22
"""Up to this many entrants every division is compared; above it only the difference of ratings is the least."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A pair to be seeded: its name, its rating by the seeding committee, and whether it contends."""

    name: str
    rating: Exact
    contending: bool = True


@dataclass(frozen=True, slots=True)
class TwoFields:
    """A North-South and an East-West field."""

    ns: tuple[Entrant, ...]
    ew: tuple[Entrant, ...]
    clause: Clause

    @property
    def totals(self) -> tuple[Exact, Exact]:
        """The sums of the ratings in the two fields."""
        return _total(self.ns), _total(self.ew)

    @property
    def non_contending(self) -> tuple[int, int]:
        """The number of pairs in each field that do not contend."""
        return sum(not e.contending for e in self.ns), sum(not e.contending for e in self.ew)

    def faults(self) -> tuple[str, ...]:
        """Why the fields are not as equal in number as possible; empty if they are."""
        found = []
        if abs(len(self.ns) - len(self.ew)) > 1:
            found.append(f"pairs {len(self.ns)} and {len(self.ew)}")
        ns, ew = self.non_contending
        if abs(ns - ew) > 1:
            found.append(f"non-contending pairs {ns} and {ew}")
        return tuple(found)


def field_sizes(entrants: int, non_contending: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """The numbers of non-contending and of contending pairs in each field, as equal as possible.

    An extra non-contending pair goes North-South, and the contending pairs even out the sizes.

    >>> field_sizes(40, 7)
    ((4, 3), (16, 17))
    """
    ns = (entrants + 1) // 2
    out = (non_contending + 1) // 2
    return (out, non_contending - out), (ns - out, entrants - ns - non_contending + out)


def two_fields(entrants: Sequence[Entrant], clause: Clause) -> TwoFields:
    """Two fields equal in number, in non-contending pairs and in strength (ITS21 OITS.stage1-seeding).

    The criteria in order are: sizes, non-contending pairs, least difference of ratings, least difference of squared
    ratings, and then the division whose North-South field comes first in the order given. The difference
    of ratings is always the least possible; for more than 22 entrants the squares are not compared.
    """
    (out, _), (playing, _) = field_sizes(len(entrants), sum(not e.contending for e in entrants))
    scale = lcm(*(Fraction(e.rating).denominator for e in entrants)) if entrants else 1
    rated = [(int(e.rating * scale), e.contending) for e in entrants]
    chosen = _best_division(rated, playing, out) if len(entrants) <= _TRY_ALL else _by_sums(rated, playing, out)
    return TwoFields(
        tuple(e for n, e in enumerate(entrants) if n in chosen),
        tuple(e for n, e in enumerate(entrants) if n not in chosen),
        clause,
    )


Rated = Sequence[tuple[int, bool]]


def _best_division(rated: Rated, playing: int, out: int) -> frozenset[int]:
    """The best division of a small field, by a search that meets in the middle of the list.

    For each selection from the first half, only those selections from the second half are considered whose ratings are
    closest to the missing sum.
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
"""Selected positions, by the numbers that contend and do not, by the sum of ratings and by the sum of squares."""


def _ways(rated: Rated, places: range) -> Ways:
    """The selections from these positions; of those equal in numbers and sums, the first."""
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
"""The numbers selected: of contending and of non-contending pairs."""
Reach: TypeAlias = dict[Key, int]
"""The sums that can be reached for each pair of numbers selected, each a bit that is set."""


def _by_sums(rated: Rated, playing: int, out: int) -> frozenset[int]:
    """A division of a large field with the least difference, from all the sums that can be reached.

    Of several it is the one that leaves out the last position if possible, then the second-last, and so on.
    The reachable sums are stored only at intervals; those between are calculated again
    for the one sum that is traced back. A field of 800 then needs about 100 MB instead of gigabytes.
    """
    low = min(rating for rating, _ in rated)
    above = [(rating - low, contending) for rating, contending in rated]
    step = isqrt(len(rated)) + 1
    reach: Reach = {(0, 0): 1}
    kept: list[Reach] = []
    for start in range(0, len(rated), step):
        kept.append(reach)
        for each in above[start : start + step]:
            reach = _extend_reach(reach, *each, (playing, out))
    target = sum(rating for rating, _ in rated) - 2 * low * (playing + out)
    sums = reach[playing, out]
    goal = min((n for n in range(sums.bit_length()) if sums >> n & 1), key=lambda n: (abs(2 * n - target), n))
    key, chosen = (playing, out), set()
    for start in range(step * (len(kept) - 1), -1, -step):
        part = above[start : start + step]
        for place, before in reversed([*enumerate(_reach_layers(kept[start // step], part, key, goal), start)]):
            rating, contending = above[place]
            if key in before and before[key] >> goal & 1:
                continue
            chosen.add(place)
            key = (key[0] - contending, key[1] - (not contending))
            goal -= rating
    return frozenset(chosen)


def _extend_reach(before: Reach, rating: int, contending: bool, most: Key) -> Reach:  # noqa: FBT001 - a pair as it is rated
    """The sums that can be reached after one more pair is selected or left out."""
    after = dict(before)
    for (taken, idle), sums in before.items():
        key = (taken + contending, idle + (not contending))
        if key[0] <= most[0] and key[1] <= most[1]:
            after[key] = after.get(key, 0) | sums << rating
    return after


def _reach_layers(start: Reach, part: Rated, key: Key, goal: int) -> list[Reach]:
    """The sums that could be reached before each position of a part, limited to those that can lead to the goal."""
    upto = (1 << goal + 1) - 1
    here = {
        each: sums & upto
        for each, sums in start.items()
        if 0 <= key[0] - each[0] <= len(part) and 0 <= key[1] - each[1] <= len(part)
    }
    layers = [here]
    for rating, contending in part[:-1]:
        layers.append(_extend_reach(layers[-1], rating, contending, key))
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


@dataclass(frozen=True, slots=True)
class SeedBlockRule:
    """The number of seeds in the middle block, and of the triangles they form; the rest of them play matches."""

    clause: Clause
    middle: int = 0
    triangles: int = 0


@dataclass(frozen=True, slots=True)
class SeedBlocks:
    """The seeds of each block (1 is the top seed), and the number of triangles."""

    top: tuple[int, ...]
    middle: tuple[int, ...]
    bottom: tuple[int, ...]
    triangles: int
    clause: Clause

    @property
    def matches(self) -> int:
        """The number of matches of two teams."""
        return len(self.top) + (len(self.middle) - 3 * self.triangles) // 2


@dataclass(frozen=True, slots=True)
class FirstDraw:
    """Matches and triangles drawn by lot from a recorded seed."""

    pairs: tuple[Pairing, ...]
    triangles: tuple[tuple[Team, Team, Team], ...]
    clause: Clause


def seed_blocks(entry: int, rule: SeedBlockRule) -> SeedBlocks:
    """The blocks of a seeded field.

    >>> blocks = seed_blocks(23, SeedBlockRule(Clause("GNOT18", "A1.S1(c).draw"), middle=7, triangles=1))
    >>> blocks.top[-1], blocks.middle, blocks.bottom[0], blocks.matches
    (8, (9, 10, 11, 12, 13, 14, 15), 16, 10)
    """
    outer = entry - rule.middle
    if rule.middle < 3 * rule.triangles or (rule.middle - 3 * rule.triangles) % 2:
        raise DirectorError(
            "A middle block of {middle:#team} cannot be split into {triangles:#triangle} and head-to-head matches",
            clause=rule.clause,
            remedy="Change the middle block or the number of triangles.",
            middle=rule.middle,
            triangles=rule.triangles,
        )
    if outer < 0 or outer % 2:
        raise DirectorError(
            "{entry:#team} cannot be split into two equal blocks with {middle} in the middle",
            clause=rule.clause,
            remedy="Choose the layout for this number of teams.",
            entry=entry,
            middle=rule.middle,
        )
    block = outer // 2
    seeds = tuple(range(1, entry + 1))
    return SeedBlocks(seeds[:block], seeds[block : entry - block], seeds[entry - block :], rule.triangles, rule.clause)


def first_draw(seeded: Sequence[Team], rule: SeedBlockRule, lots: Lots) -> FirstDraw:
    """Draw each top seed against a bottom seed by lot; in the middle, draw the triangles first, then the matches.

    The draw can be repeated from the seed of *lots*.
    """
    blocks = seed_blocks(len(seeded), rule)
    bottom = lots.derive("bottom block").order(blocks.bottom)
    middle = lots.derive("middle block").order(blocks.middle)
    in_triangles = 3 * rule.triangles
    rest = middle[in_triangles:]
    across, among = phrase("top block against bottom block, by lot"), phrase("middle block, by lot")
    drawn = [(top, low, across) for top, low in zip(blocks.top, bottom, strict=True)]
    drawn += [(min(a, b), max(a, b), among) for a, b in zip(rest[::2], rest[1::2], strict=True)]
    pairs = tuple(Pairing(seeded[a - 1], seeded[b - 1], rule.clause, (why,)) for a, b, why in drawn)
    trios = zip(middle[0:in_triangles:3], middle[1:in_triangles:3], middle[2:in_triangles:3], strict=True)
    triangles = tuple((seeded[a - 1], seeded[b - 1], seeded[c - 1]) for a, b, c in trios)
    return FirstDraw(pairs, triangles, rule.clause)
