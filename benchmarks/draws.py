"""The time to draw round 10 as the field grows, compared with general matching libraries.

    python benchmarks/draws.py            # 100 to 100,000 contestants
    python benchmarks/draws.py 10000      # up to 10,000

The product draws nine rounds on random results; then round 10 is timed, from the order and the meetings to the finished
draw with all its reasons. The libraries are given the same field and asked for the same draw, as a maximum-weight
matching whose weights spell out the rank order; that is exact and needs numbers as long as the field, which rustworkx
does not accept, so there the weights only favour close ranks and the result may differ. Both get the whole graph or, as
an easier task, only the nearest thirty permitted opponents of each contestant.
"""

import random
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from overtrick.core.draws import First, Meetings, SwissRule, draw_first_round, draw_round
from overtrick.core.lots import Lots
from overtrick.core.provenance import Clause

RULE = SwissRule(Clause("SABF20", "14.1#3", ("D85",)), First.LOT)
SIZES = (100, 300, 1_000, 3_000, 10_000, 30_000, 100_000)
EXACT_LIMIT = 100
NEAREST = 30
LIBRARY_LIMIT = {"networkx": 1_000, "rustworkx": 3_000}


def field_before_round_ten(size: int) -> tuple[tuple[str, ...], Meetings]:
    """A field after nine rounds: its order and meetings."""
    rng = random.Random(size)
    order = tuple(str(number) for number in range(1, size + 1))
    scores = dict.fromkeys(order, 0.0)
    strength = {name: rng.gauss(0, 5) for name in order}
    meetings = Meetings()
    for number in range(1, 10):
        drawn = (
            draw_first_round(order, RULE, Lots("benchmark"))
            if number == 1
            else draw_round(order, meetings, RULE, number)
        )
        for one, other in drawn.pairs:
            margin = rng.gauss(strength[one] - strength[other], 6)
            won = min(20.0, max(0.0, 10 + margin))
            scores[one] += won
            scores[other] += 20 - won
        meetings = meetings.and_also(drawn.new_meetings())
        order = tuple(sorted(order, key=scores.__getitem__, reverse=True))
    return order, meetings


def timed(call: Callable[[], Any]) -> tuple[float, Any]:
    """The best of three times, or a single time if it is slow."""
    best, answer = float("inf"), None
    for _ in range(3):
        start = time.perf_counter()
        answer = call()
        best = min(best, time.perf_counter() - start)
        if best > 2:
            break
    return best, answer


def near_pairs(order: tuple[str, ...], meetings: Meetings) -> list[tuple[int, int]]:
    """Each contestant's nearest permitted opponents below it."""
    pairs = []
    for place, name in enumerate(order):
        met = meetings.opponents(name)
        near = [
            low for low in range(place + 1, min(place + 1 + NEAREST + len(met), len(order))) if order[low] not in met
        ]
        pairs += [(place, low) for low in near[:NEAREST]]
    return pairs


def all_pairs(order: tuple[str, ...], meetings: Meetings) -> list[tuple[int, int]]:
    return [
        (high, low)
        for high, name in enumerate(order)
        for low in range(high + 1, len(order))
        if order[low] not in meetings.opponents(name)
    ]


def by_networkx(pairs: list[tuple[int, int]], size: int, *, exact: bool) -> set[frozenset[int]]:
    import networkx as nx

    graph = nx.Graph()
    for high, low in pairs:
        weight = -(low * size ** (size - 1 - high) + high * size ** (size - 1 - low)) if exact else -((low - high) ** 2)
        graph.add_edge(high, low, weight=weight)
    return {frozenset(pair) for pair in nx.max_weight_matching(graph, maxcardinality=True)}


def by_rustworkx(pairs: list[tuple[int, int]], size: int) -> set[frozenset[int]]:
    import rustworkx as rx

    graph = rx.PyGraph()
    graph.add_nodes_from(range(size))
    graph.add_edges_from([(high, low, -((low - high) ** 2)) for high, low in pairs])
    found = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return {frozenset(pair) for pair in found}


def library(name: str, order: tuple[str, ...], meetings: Meetings, ours: set[frozenset[int]], took: float) -> str:
    """A library's time as a multiple of ours, and whether it found the same draw."""
    size = len(order)
    if size > LIBRARY_LIMIT[name]:
        return "not tried"
    try:
        exact = name == "networkx" and size <= EXACT_LIMIT
        pairs = all_pairs(order, meetings) if size <= 300 else near_pairs(order, meetings)
        start = time.perf_counter()
        found = by_networkx(pairs, size, exact=exact) if name == "networkx" else by_rustworkx(pairs, size)
        spent = time.perf_counter() - start
    except ImportError:
        return "not installed"
    same = "same draw" if found == ours else "another draw"
    return f"{spent:.3f} s, {spent / took:,.0f} times ours, {same}"


def main() -> None:
    most = int(sys.argv[1]) if len(sys.argv) > 1 else SIZES[-1]
    print(f"{'field':>8}  {'draw':>9}  {'per head':>9}  {'repaired':>8}  networkx | rustworkx")
    for size in (each for each in SIZES if each <= most):
        order, meetings = field_before_round_ten(size)
        took, drawn = timed(partial(draw_round, order, meetings, RULE, 10))
        place = {name: at for at, name in enumerate(order)}
        ours = {frozenset((place[one], place[other])) for one, other in drawn.pairs}
        beside = " | ".join(library(name, order, meetings, ours, took) for name in LIBRARY_LIMIT)
        print(
            f"{size:>8,}  {took:>7.4f} s  {took / size * 1e6:>6.2f} µs  {len(drawn.repaired):>8}  {beside}", flush=True
        )


if __name__ == "__main__":
    main()
