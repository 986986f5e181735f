"""The double weave: an even number of tables that divides by two but not by four, with nothing skipped or shared.

Pairs and boards weave through the tables by guide cards instead of going round. All but three tables, pairs and sets
stand on a circle, and every round follows from the one before by turning it one on; in the last three rounds the three
that stay are played among themselves. It is two Latin squares that are orthogonal, which exist for every number of
tables but two and six.
"""

from functools import lru_cache

STAYING = 3
"""So many tables, pairs and sets stand still while the others turn."""


def woven(size: int) -> bool:
    """Whether there is a double weave of so many tables here."""
    return size in _STARTS


@lru_cache(maxsize=16)
def weave(size: int) -> list[list[tuple[int, int]]]:
    """Round by round, for each table, the East-West pair and the set, counted from 0.

    >>> [len({pair for pair, _ in seats}) for seats in weave(10)] == [10] * 10
    True
    """
    circle = size - STAYING
    start = [(int(pair), int(boards)) for pair, _, boards in (each.partition("/") for each in _STARTS[size].split())]
    first, last = start[:size], start[size:]

    def turned(number: int, by: int) -> int:
        return (number + by) % circle if number < circle else number

    rounds = []
    for turn in range(circle):
        seats = [first[(table - turn) % circle] for table in range(circle)] + first[circle:]
        rounds.append([(turned(pair, turn), turned(boards, turn)) for pair, boards in seats])
    for place, (pair, boards) in enumerate(last):
        among = [(circle + (place + j) % STAYING, circle + (place + 2 * j) % STAYING) for j in range(STAYING)]
        rounds.append([(turned(pair, table), turned(boards, table)) for table in range(circle)] + among)
    return rounds


_STARTS = {
    10: "2/8 8/0 5/4 3/9 9/5 4/7 7/6 1/2 0/3 6/1 1/5 4/4 5/3",
    14: "10/11 13/10 11/4 6/9 0/12 12/6 4/5 8/3 1/8 3/13 5/2 2/1 9/7 7/0 0/5 2/4 8/8",
    18: "3/14 2/16 14/15 17/9 12/13 4/3 11/17 9/12 15/8 7/11 5/7 16/0 6/4 13/6 10/2 0/10 1/1 8/5 4/10 6/11 7/1",
    22: (
        "16/17 5/16 14/11 1/4 19/8 7/15 0/6 8/13 4/0 17/12 15/19 11/5 3/7 21/18 13/3 20/14 6/21 12/10 10/20 9/2 18/1"
        " 2/9 3/2 6/16 7/7"
    ),
}
"""By the number of tables: pair and set at each table in the first round, then at the first table in the last three.

On the circle each difference between table and pair, between table and set, and between pair and set occurs once.
"""
