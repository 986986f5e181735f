"""Barometer: every table plays the same boards at the same time, so the score is known after every round."""

from collections.abc import Sequence

from overtrick.core.movements.movement import Fields, Movement, Seating


def barometer(name: str, draw: Sequence[Sequence[tuple[int, int]]], boards_a_set: int = 1) -> Movement:
    """A draw played with one set of boards in each round and a copy of it at every table.

    The first-named pair sits North-South. A draw of an odd field leaves one pair out of each round: it
    gets a table without opponents.

    >>> [(each.table, each.ns, each.ew) for each in barometer("three", [[(1, 2)], [(2, 3)], [(3, 1)]]).rounds[0]]
    [(1, 1, 2), (2, 3, None)]
    """
    everyone = sorted({pair for matches in draw for match in matches for pair in match})
    rounds = []
    for number, matches in enumerate(draw, start=1):
        seats = [Seating(table, ns, ew, number) for table, (ns, ew) in enumerate(matches, start=1)]
        resting = [pair for pair in everyone if not any(pair in match for match in matches)]
        seats += [Seating(len(seats) + place, pair, None, number) for place, pair in enumerate(resting, start=1)]
        rounds.append(tuple(seats))
    met: dict[frozenset[int], int] = {}
    for match in (frozenset(match) for matches in draw for match in matches):
        met[match] = met.get(match, 0) + 1
    tables = max((len(matches) for matches in draw), default=0)
    norths = {first for matches in draw for first, _ in matches}
    souths = {second for matches in draw for _, second in matches}
    fields = Fields.ONE if norths & souths else Fields.TWO
    return Movement(
        name, max(everyone, default=0), tuple(rounds), boards_a_set, tables, meetings=max(met.values(), default=1),
        fields=fields,
    )  # fmt: skip
