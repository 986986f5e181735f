"""Swiss draws: the pairing that goes down the order, and what is against a published one."""

import random
from collections.abc import Callable, Iterator
from collections.abc import Set as AbstractSet
from itertools import combinations
from typing import Any

from second.book import Stage
from second.ranking import in_order

MayMeet = Callable[[str, str], bool]
PRIME = 2**61 - 1

LOOKS = {8, 12, 16, 24, 32, 48, 64}
"""How many are left when it is asked how they can be paired; asking at every pair would take long."""


def pair_down(order: list[str], may_meet: MayMeet) -> list[tuple[str, str]]:
    """Return the pairs of a draw: from the top each meets the highest below it whom it may, if the rest can be paired.

    Where no draw without a forbidden meeting exists, the fewest of them are allowed.
    """
    found = _pairs(order, may_meet, fewest_forbidden(order, may_meet))
    assert found is not None
    return found


def _pairs(order: list[str], may_meet: MayMeet, spare: int) -> list[tuple[str, str]] | None:
    if not order:
        return []
    first, rest = order[0], order[1:]
    costs = [(0 if may_meet(first, other) else 1, place) for place, other in enumerate(rest)]
    tried = False
    for cost, place in sorted(costs):  # a forbidden meeting is left to those further down
        left = rest[:place] + rest[place + 1 :]
        if cost > spare or (len(left) in LOOKS and fewest_forbidden(left, may_meet) > spare - cost):
            continue
        found = _pairs(left, may_meet, spare - cost)
        if found is not None:
            return [(first, rest[place]), *found]
        if not tried and fewest_forbidden(order, may_meet) > spare:
            return None
        tried = True
    return None


def fewest_forbidden(names: list[str], may_meet: MayMeet) -> int:
    """The fewest forbidden meetings with which an even number can be paired.

    Tutte and Lovász: the largest matching of a graph has half as many pairs as its skew-symmetric matrix of unknowns
    has rank; random numbers stand for the unknowns, and fail with a chance below one in 10^16.
    """
    dice, size = random.Random(len(names)), len(names)
    matrix = [[0] * size for _ in names]
    for row in range(size):
        for column in range(row):
            if may_meet(names[row], names[column]):
                matrix[row][column] = dice.randrange(1, PRIME)
                matrix[column][row] = PRIME - matrix[row][column]
    return (size - _rank(matrix)) // 2


def _rank(matrix: list[list[int]]) -> int:
    size, rank = len(matrix), 0
    for column in range(size):
        pivot = next((row for row in range(rank, size) if matrix[row][column]), None)
        if pivot is None:
            continue
        matrix[rank], matrix[pivot] = matrix[pivot], matrix[rank]
        top = matrix[rank]
        inverse = pow(top[column], -1, PRIME)
        for row in range(rank + 1, size):
            if factor := matrix[row][column] * inverse % PRIME:
                matrix[row] = [(one - factor * two) % PRIME for one, two in zip(matrix[row], top, strict=True)]
        rank += 1
    return rank


def meetings(stage: Stage, before: int) -> dict[frozenset[str], list[int]]:
    """Return the rounds before one in which two met."""
    met: dict[frozenset[str], list[int]] = {}
    for match in stage.all_matches():
        if match.round < before:
            met.setdefault(frozenset((match.ns, match.ew)), []).append(match.round)
    for played, shares in stage.shares.items():
        for pair in (pair for share in shares if played < before for pair in combinations(share["teams"], 2)):
            met.setdefault(frozenset(pair), []).append(played)
    return met


def drawn(stage: Stage, number: int) -> set[frozenset[str]]:
    """Return who was drawn against whom in a round."""
    return {frozenset((each["ns"], each["ew"])) for each in stage.published[number]["seatings"]}


def against_draw(
    stage: Stage,
    number: int,
    key: Callable[[str], Any],
    may_meet: Callable[[list[int]], bool],
    apart: AbstractSet[str] = frozenset(),
    *,
    strict: bool = True,
) -> Iterator[str]:
    """What is against a draw that goes down an order, by the key of each and the rounds in which two have met.

    Those *apart* are not drawn in twos. A draw is not *strict* where the document does not say who is to meet again: it
    may have any forbidden meetings, as few as can be.
    """
    draw, met = stage.published[number], meetings(stage, number)
    if not in_order(draw["order"], key):
        yield f"{stage.name}, round {number}: the order of the draw is not that of its clause"
    order = [name for name in draw["order"] if name not in apart | set(draw.get("sits_out", ()))]

    def allowed(one: str, two: str) -> bool:
        return may_meet(met.get(frozenset((one, two)), []))

    fewest = 0 if strict else fewest_forbidden(order, allowed)
    if fewest:
        again = sum(not allowed(*pair) for pair in drawn(stage, number) if apart.isdisjoint(pair))
        if again > fewest:
            yield f"{stage.name}, round {number}: {again} meet again, and {fewest} would do"
        return
    wanted = pair_down(order, allowed)
    yield from against_pairs(stage, number, wanted)


def against_pairs(stage: Stage, number: int, wanted: list[tuple[str, str]]) -> Iterator[str]:
    """What differs between a published draw and the pairs that its clause makes."""
    published = drawn(stage, number)
    expected = {frozenset(pair) for pair in wanted}
    for pair in sorted(map(sorted, expected - published)):
        yield f"{stage.name}, round {number}: {' and '.join(pair)} should meet"
