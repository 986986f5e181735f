"""The exact pairing of a whole field with the lowest cost.

A minimum-cost perfect matching of a complete graph with whole-number costs, by Edmonds' method of
blossoms and dual values. The time grows with the cube of the field. Costs may be as
large as Python's integers, so a list of criteria in strict order of importance fits into
one cost. Nothing is rounded: the dual values are stored doubled, so every step is a whole number.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from overtrick.core.errors import EngineError

Cost = Callable[[int, int], int]
Edge = tuple[int, int]

FREE, OUTER, INNER = -1, 0, 1


def least_cost_pairs(size: int, cost: Cost) -> tuple[Edge, ...]:
    """The pairs (lower number first, in order) of a perfect matching of 0 … size - 1 with the least total cost.

    If several matchings have the lowest cost it is one of them; to determine which, give costs that differ for all.

    >>> least_cost_pairs(4, lambda a, b: abs(a - b))
    ((0, 1), (2, 3))
    """
    if size % 2:
        raise EngineError(f"{size} contestants cannot all be paired")
    if not size:
        return ()
    mates = _Blossoms(size, cost).solve()
    return tuple((one, two) for one, two in enumerate(mates) if one < two)


def least_cost(size: int, cost: Cost) -> int:
    """The total cost of the cheapest pairing of a whole field."""
    return sum(cost(one, two) for one, two in least_cost_pairs(size, cost))


@dataclass(slots=True)
class _Blossoms:
    """The search: vertices are 1 … size, blossoms have higher numbers, 0 means none.

    *label* is the dual value of a vertex or blossom, doubled. *top* is the outermost blossom a vertex lies
    in; *petals* is the odd cycle of a blossom, its base first; *via* says in which petal a vertex lies.
    *edge* holds, for two tops, the real edge between them with the least slack.
    """

    size: int
    cost: Cost
    weight: list[list[int]] = field(init=False)
    label: list[int] = field(init=False)
    mate: list[int] = field(init=False)
    top: list[int] = field(init=False)
    parent: list[int] = field(init=False)
    side: list[int] = field(init=False)
    near: list[int] = field(init=False)
    seen: list[int] = field(init=False)
    petals: list[list[int]] = field(init=False)
    via: list[list[int]] = field(init=False)
    edge: list[list[Edge | None]] = field(init=False)
    queue: list[int] = field(init=False, default_factory=list)
    walks: int = field(init=False, default=0)
    last: int = field(init=False)

    def __post_init__(self) -> None:
        size, slots = self.size, self.size * 2 + 1
        prices = [[self.cost(min(a, b), max(a, b)) if a != b else 0 for b in range(size)] for a in range(size)]
        dearest = max(max(row) for row in prices)
        self.weight = [[0] * (size + 1)] + [[0] + [dearest - price for price in row] for row in prices]
        most = max(max(row) for row in self.weight)
        self.label = [most] * (size + 1) + [0] * size
        self.mate, self.parent, self.near, self.seen = [0] * slots, [0] * slots, [0] * slots, [0] * slots
        self.side = [FREE] * slots
        self.top = [*range(size + 1)] + [0] * size
        self.petals = [[] for _ in range(slots)]
        self.via = [[vertex if vertex == top else 0 for vertex in range(size + 1)] for top in range(slots)]
        self.edge = [
            [(a, b) if a != b and 0 < a <= size and 0 < b <= size else None for b in range(slots)] for a in range(slots)
        ]
        self.last = size

    def solve(self) -> list[int]:
        """The partner of each vertex, counted from 0."""
        while any(not mate for mate in self.mate[1 : self.size + 1]):
            self._grow()
        return [mate - 1 for mate in self.mate[1 : self.size + 1]]

    def _slack(self, edge: Edge) -> int:
        one, two = edge
        return self.label[one] + self.label[two] - 2 * self.weight[one][two]

    def _edge_between(self, one: int, two: int) -> Edge:
        edge = self.edge[one][two]
        if edge is None:
            raise EngineError(f"No edge between {one} and {two} in a complete field")
        return edge

    def _note_slack(self, vertex: int, top: int) -> None:
        near = self.near[top]
        if not near or self._slack(self._edge_between(vertex, top)) < self._slack(self._edge_between(near, top)):
            self.near[top] = vertex

    def _find_slack(self, top: int) -> None:
        self.near[top] = 0
        for vertex in range(1, self.size + 1):
            if self.edge[vertex][top] and self.top[vertex] != top and self.side[self.top[vertex]] == OUTER:
                self._note_slack(vertex, top)

    def _enqueue(self, top: int) -> None:
        if top <= self.size:
            self.queue.append(top)
        else:
            for petal in self.petals[top]:
                self._enqueue(petal)

    def _set_top(self, part: int, top: int) -> None:
        self.top[part] = top
        if part > self.size:
            for petal in self.petals[part]:
                self._set_top(petal, top)

    def _even_way(self, blossom: int, petal: int) -> int:
        """The number of steps from the base to *petal* in the even direction, reversing the cycle if necessary."""
        cycle = self.petals[blossom]
        steps = cycle.index(petal)
        if steps % 2 == 0:
            return steps
        cycle[1:] = cycle[:0:-1]
        return len(cycle) - steps

    def _match(self, part: int, other: int) -> None:
        edge = self._edge_between(part, other)
        self.mate[part] = edge[1]
        if part <= self.size:
            return
        petal = self.via[part][edge[0]]
        steps = self._even_way(part, petal)
        cycle = self.petals[part]
        for place in range(steps):
            self._match(cycle[place], cycle[place ^ 1])
        self._match(petal, other)
        self.petals[part] = cycle[steps:] + cycle[:steps]

    def _augment(self, one: int, two: int) -> None:
        while True:
            freed = self.top[self.mate[one]]
            self._match(one, two)
            if not freed:
                return
            above = self.top[self.parent[freed]]
            self._match(freed, above)
            one, two = above, freed

    def _meeting(self, one: int, two: int) -> int:
        """The first top on both branches, or 0 if they belong to different trees."""
        self.walks += 1
        while one or two:
            if one:
                if self.seen[one] == self.walks:
                    return one
                self.seen[one] = self.walks
                one = self.top[self.mate[one]]
                if one:
                    one = self.top[self.parent[one]]
            one, two = two, one
        return 0

    def _branch(self, start: int, stop: int) -> list[int]:
        """The tops from *start* up to, not including, *stop*; the inner ones become outer."""
        found = []
        while start != stop:
            inner = self.top[self.mate[start]]
            found += [start, inner]
            self._enqueue(inner)
            start = self.top[self.parent[inner]]
        return found

    def _fold(self, one: int, base: int, two: int) -> None:
        """Make a blossom from the odd cycle through *base*."""
        blossom = self.size + 1
        while blossom <= self.last and self.top[blossom]:
            blossom += 1
        self.last = max(self.last, blossom)
        self.label[blossom], self.side[blossom] = 0, OUTER
        self.mate[blossom] = self.mate[base]
        left = self._branch(one, base)
        self.petals[blossom] = [base, *reversed(left), *self._branch(two, base)]
        self._set_top(blossom, blossom)
        for part in range(self.last + 1):
            self.edge[blossom][part] = self.edge[part][blossom] = None
        self.via[blossom] = [0] * (self.size + 1)
        for petal in self.petals[blossom]:
            self._take_edges(blossom, petal)
        self._find_slack(blossom)

    def _take_edges(self, blossom: int, petal: int) -> None:
        for part in range(1, self.last + 1):
            edge, known = self.edge[petal][part], self.edge[blossom][part]
            if edge and (known is None or self._slack(edge) < self._slack(known)):
                self.edge[blossom][part], self.edge[part][blossom] = edge, self.edge[part][petal]
        for vertex in range(1, self.size + 1):
            if self.via[petal][vertex]:
                self.via[blossom][vertex] = petal

    def _unfold(self, blossom: int) -> None:
        """Expand an inner blossom whose dual value has reached 0."""
        for petal in self.petals[blossom]:
            self._set_top(petal, petal)
        entry = self.via[blossom][self._edge_between(blossom, self.parent[blossom])[0]]
        steps = self._even_way(blossom, entry)
        cycle = self.petals[blossom]
        for place in range(0, steps, 2):
            inner, outer = cycle[place], cycle[place + 1]
            self.parent[inner] = self._edge_between(outer, inner)[0]
            self.side[inner], self.side[outer] = INNER, OUTER
            self.near[inner] = 0
            self._find_slack(outer)
            self._enqueue(outer)
        self.side[entry], self.parent[entry] = INNER, self.parent[blossom]
        for petal in cycle[steps + 1 :]:
            self.side[petal] = FREE
            self._find_slack(petal)
        self.top[blossom] = 0

    def _use(self, edge: Edge) -> bool:
        """Use a tight edge: extend a tree, make a blossom, or augment; true if it augmented."""
        one, two = self.top[edge[0]], self.top[edge[1]]
        if self.side[two] == FREE:
            self.parent[two], self.side[two] = edge[0], INNER
            outer = self.top[self.mate[two]]
            self.near[two] = self.near[outer] = 0
            self.side[outer] = OUTER
            self._enqueue(outer)
        elif self.side[two] == OUTER:
            base = self._meeting(one, two)
            if not base:
                self._augment(one, two)
                self._augment(two, one)
                return True
            self._fold(one, base, two)
        return False

    def _tops(self) -> list[int]:
        return [part for part in range(1, self.last + 1) if self.top[part] == part]

    def _grow(self) -> None:
        """Grow trees from all free tops until two of them meet."""
        self.side = [FREE] * len(self.side)
        self.near = [0] * len(self.near)
        self.queue = []
        for part in self._tops():
            if not self.mate[part]:
                self.parent[part], self.side[part] = 0, OUTER
                self._enqueue(part)
        while not self._scan() and not self._adjust():
            continue

    def _scan(self) -> bool:
        """Check the edges of every outer vertex in the queue."""
        while self.queue:
            vertex = self.queue.pop()
            if self.side[self.top[vertex]] == INNER:
                continue
            for other in range(1, self.size + 1):
                if self.top[vertex] == self.top[other]:
                    continue
                if self._slack((vertex, other)) == 0:
                    if self._use((vertex, other)):
                        return True
                else:
                    self._note_slack(vertex, self.top[other])
        return False

    def _adjust(self) -> bool:
        """Change the dual values as far as possible, then use the edges that have become tight."""
        by = self._room()
        for vertex in range(1, self.size + 1):
            side = self.side[self.top[vertex]]
            self.label[vertex] += by if side == INNER else -by if side == OUTER else 0
        for top in self._tops():
            if top > self.size:
                side = self.side[top]
                self.label[top] += 2 * by if side == OUTER else -2 * by if side == INNER else 0
        for top in self._tops():
            near = self.near[top]
            if self.top[top] == top and near and self.top[near] != top:
                edge = self._edge_between(near, top)
                if self._slack(edge) == 0 and self._use(edge):
                    return True
        for top in self._tops():
            if top > self.size and self.side[top] == INNER and not self.label[top]:
                self._unfold(top)
        return False

    def _room(self) -> int:
        room = [self.label[top] // 2 for top in self._tops() if top > self.size and self.side[top] == INNER]
        for top in self._tops():
            if self.near[top]:
                slack = self._slack(self._edge_between(self.near[top], top))
                if self.side[top] == FREE:
                    room.append(slack)
                elif self.side[top] == OUTER:
                    room.append(slack // 2)
        return min(room)
