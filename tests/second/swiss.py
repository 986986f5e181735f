"""Swiss draws: the pairing that goes down the order, and what is against a published one."""

import random
from collections.abc import Callable, Iterator
from collections.abc import Set as AbstractSet
from itertools import combinations, count
from typing import Any

from second.book import Stage
from second.ranking import in_order

MayMeet = Callable[[str, str], bool]
PRIME = 2**61 - 1

LOOKS = {8, 12, 16, 24, 32, 48, 64}
"""How many are left when it is asked whether they can be paired at all; asking at every pair would take long."""


def pair_down(order: list[str], may_meet: MayMeet) -> list[tuple[str, str]]:
    """Return the pairs of a draw: from the top each meets the highest below it whom it may, if the rest can be paired.

    Where no draw without a forbidden meeting exists, the fewest of them are allowed.
    """
    for spare in count():
        found = _pairs(order, may_meet, spare)
        if found is not None:
            return found
    raise AssertionError


def _pairs(order: list[str], may_meet: MayMeet, spare: int) -> list[tuple[str, str]] | None:
    if not order:
        return []
    if not spare and len(order) in LOOKS and not can_be_paired(order, may_meet):
        return None
    first, rest = order[0], order[1:]
    costs = [(0 if may_meet(first, other) else 1, place) for place, other in enumerate(rest)]
    for cost, place in sorted(costs):  # a forbidden meeting is left to those further down
        if cost <= spare:
            found = _pairs(rest[:place] + rest[place + 1 :], may_meet, spare - cost)
            if found is not None:
                return [(first, rest[place]), *found]
    return None


def can_be_paired(names: list[str], may_meet: MayMeet) -> bool:
    """Whether everybody can be paired with somebody it may meet.

    Tutte: a graph has a perfect matching when its skew-symmetric matrix of unknowns has a determinant other than zero;
    random numbers stand for the unknowns, and fail with a chance below one in 10^16.
    """
    if len(names) % 2:
        return False
    dice, size = random.Random(len(names)), len(names)
    matrix = [[0] * size for _ in names]
    for row in range(size):
        for column in range(row):
            if may_meet(names[row], names[column]):
                matrix[row][column] = dice.randrange(1, PRIME)
                matrix[column][row] = PRIME - matrix[row][column]
    return _is_regular(matrix)


def _is_regular(matrix: list[list[int]]) -> bool:
    size = len(matrix)
    for column in range(size):
        pivot = next((row for row in range(column, size) if matrix[row][column]), None)
        if pivot is None:
            return False
        matrix[column], matrix[pivot] = matrix[pivot], matrix[column]
        inverse = pow(matrix[column][column], -1, PRIME)
        for row in range(column + 1, size):
            if factor := matrix[row][column] * inverse % PRIME:
                top = matrix[column]
                matrix[row] = [(one - factor * two) % PRIME for one, two in zip(matrix[row], top, strict=True)]
    return True


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
    """Return who meets whom in a round."""
    return {frozenset((match.ns, match.ew)) for match in stage.matches[number]}


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

    Those *apart* are not drawn in twos. Not *strict* is a document that does not say who is to meet again.
    """
    draw, met = stage.draws[number], meetings(stage, number)
    if not in_order(draw["order"], key):
        yield f"{stage.name}, round {number}: the order of the draw is not that of its clause"
    order = [name for name in draw["order"] if name not in apart | set(draw.get("sits_out", ()))]
    if not strict and not can_be_paired(order, lambda one, two: may_meet(met.get(frozenset((one, two)), []))):
        return
    wanted = pair_down(order, lambda one, two: may_meet(met.get(frozenset((one, two)), [])))
    yield from against_pairs(stage, number, wanted)


def against_pairs(stage: Stage, number: int, wanted: list[tuple[str, str]]) -> Iterator[str]:
    """What differs between a published draw and the pairs that its clause makes."""
    published = drawn(stage, number)
    expected = {frozenset(pair) for pair in wanted}
    for pair in sorted(map(sorted, expected - published)):
        yield f"{stage.name}, round {number}: {' and '.join(pair)} should meet"
