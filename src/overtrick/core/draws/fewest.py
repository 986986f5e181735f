"""The draw with the fewest rematches, for fields without a legal draw."""

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet

from overtrick.core.draws.least_cost import least_cost_pairs
from overtrick.core.draws.matching import Taken
from overtrick.core.draws.rules import RematchPlacement


def fewest_rematches(
    barred: Sequence[AbstractSet[int]],
    often: Callable[[int, int], int],
    placed: RematchPlacement,
    bye: int | None = None,
) -> tuple[Taken, ...]:
    """The complete draw that breaks the rule least; *often* says how many times two contestants have met before.

    The criteria in order are: no one sits out again (*bye* is the position that means sitting out); the fewest
    rematches; the fewest earlier meetings between those who meet again; rematches as low in the order
    as possible if the rule asks for that (the highest contestant avoids one if possible, then the next);
    and finally the rank order that every draw follows.

    >>> everybody = tuple({0, 1, 2, 3} - {each} for each in range(4))
    >>> [(pair.first, pair.second) for pair in fewest_rematches(everybody, lambda *_: 1, RematchPlacement.IN_ORDER)]
    [(0, 1), (2, 3)]
    """
    count = len(barred)
    met = {(i, j): often(i, j) for i in range(count) for j in barred[i] if i < j}
    weight = _weights(count, max(met.values(), default=0))
    digit = [1]
    while len(digit) < count:
        digit.append(digit[-1] * count)

    def cost(one: int, other: int) -> int:
        high, low = min(one, other), max(one, other)
        order = low * digit[count - 1 - high] + high * digit[count - 1 - low]
        if low not in barred[high]:
            return order
        again = count if low == bye else 1
        where = (1 << (count - 1 - high)) + (1 << (count - 1 - low)) if placed is RematchPlacement.LOW else 0
        return again * weight[0] + met[high, low] * weight[1] + where * weight[2] + order

    open_places = set(range(count))
    taken = []
    for first, second in least_cost_pairs(count, cost):
        skipped = tuple((other, None) for other in range(first + 1, second) if other in open_places)
        taken.append(Taken(first, second, skipped))
        open_places -= {first, second}
    return tuple(taken)


def _weights(count: int, most: int) -> tuple[int, int, int]:
    """The costs of one rematch, one earlier meeting and one position: each outweighs all that come after it."""
    order = 1
    for _ in range(count):
        order *= count
    place = order << count
    return place * (count * most + 1), place, order
