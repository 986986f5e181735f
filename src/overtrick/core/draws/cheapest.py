"""Pairing everybody off at the least cost: the draw for a field in which somebody must play again.

When no lawful draw exists, what has to yield is a cost: a meeting played again, and how often already.
The cheapest complete draw of a whole field is Edmonds' weighted matching (1965), in whole numbers of any
length, so that a cost may carry several wishes in strict order, the rank order of the draw last.

The work grows with the cube of the field. Fields that cannot be drawn lawfully are small (fewer
contestants than twice the rounds played), which is what this is for.
"""

from collections.abc import Callable


def cheapest_matching(count: int, cost: Callable[[int, int], int]) -> tuple[tuple[int, int], ...]:
    """The complete draw of 0 … *count* − 1 whose costs add up to the least; any two may meet.

    *count* is even, costs are mutual and not negative.

    >>> cheapest_matching(4, lambda one, other: 5 if {one, other} == {0, 1} else 1)
    ((0, 3), (1, 2))
    """
    if not count:
        return ()
    costs = [[cost(i, j) if i != j else 0 for j in range(count)] for i in range(count)]
    dearest = max(map(max, costs))
    forest = _Forest([[dearest - each for each in row] for row in costs])
    mate = forest.solve()
    return tuple((i, mate[i]) for i in range(count) if i < mate[i])


_FREE, _EVEN, _ODD = -1, 0, 1


class _Forest:
    """Primal and dual together: a matching, a price per contestant and per shrunken odd circuit.

    Contestants are 1 … n and circuits n + 1 … 2n; 0 is nobody. *edge[a][b]* is the pair of contestants
    that gives the tightest tie between *a* and *b*, either of which may be a circuit.
    """

    def __init__(self, gain: list[list[int]]) -> None:
        n = len(gain)
        size = 2 * n + 1
        self.n = n
        self.top = n
        self.gain = [[0] * (n + 1), *([0, *row] for row in gain)]
        self.edge: list[list[tuple[int, int] | None]] = [[None] * size for _ in range(size)]
        for a in range(1, n + 1):
            for b in range(1, n + 1):
                if a != b:
                    self.edge[a][b] = (a, b)
        highest = max(map(max, gain))
        self.price = [highest if 1 <= v <= n else 0 for v in range(size)]
        self.mate = [0] * size
        self.slack = [0] * size
        self.outer = [v if v <= n else 0 for v in range(size)]
        self.parent = [0] * size
        self.label = [_FREE] * size
        self.circuit: list[list[int]] = [[] for _ in range(size)]
        self.holds = [[v if v == u else 0 for u in range(n + 1)] for v in range(size)]
        self.queue: list[int] = []

    def solve(self) -> list[int]:
        """Each contestant's partner, counted from 0."""
        while self._augmented():
            pass
        return [self.mate[v] - 1 for v in range(1, self.n + 1)]

    def _tight(self, pair: tuple[int, int]) -> int:
        """How far a pair is from being worth its price; 0 is tight."""
        u, v = pair
        return self.price[u] + self.price[v] - 2 * self.gain[u][v]

    def _between(self, a: int, b: int) -> tuple[int, int]:
        pair = self.edge[a][b]
        assert pair is not None  # noqa: S101 - any two contestants may meet
        return pair

    def _offer(self, u: int, x: int) -> None:
        if not self.slack[x] or self._tight(self._between(u, x)) < self._tight(self._between(self.slack[x], x)):
            self.slack[x] = u

    def _reset_slack(self, x: int) -> None:
        self.slack[x] = 0
        for u in range(1, self.n + 1):
            if self.outer[u] != x and self.label[self.outer[u]] == _EVEN:
                self._offer(u, x)

    def _enqueue(self, x: int) -> None:
        if x <= self.n:
            self.queue.append(x)
        else:
            for inner in self.circuit[x]:
                self._enqueue(inner)

    def _set_outer(self, x: int, circuit: int) -> None:
        self.outer[x] = circuit
        for inner in self.circuit[x] if x > self.n else ():
            self._set_outer(inner, circuit)

    def _way_round(self, b: int, inner: int) -> int:
        """Turn circuit *b* so that *inner* is an even number of steps from its base; that number."""
        ring = self.circuit[b]
        steps = ring.index(inner)
        if steps % 2 == 0:
            return steps
        ring[1:] = ring[:0:-1]
        return len(ring) - steps

    def _marry(self, u: int, v: int) -> None:
        pair = self._between(u, v)
        self.mate[u] = pair[1]
        if u <= self.n:
            return
        inner = self.holds[u][pair[0]]
        steps = self._way_round(u, inner)
        ring = self.circuit[u]
        for place in range(steps):
            self._marry(ring[place], ring[place ^ 1])
        self._marry(inner, v)
        self.circuit[u] = ring[steps:] + ring[:steps]

    def _augment(self, u: int, v: int) -> None:
        while True:
            further = self.outer[self.mate[u]]
            self._marry(u, v)
            if not further:
                return
            self._marry(further, self.outer[self.parent[further]])
            u, v = self.outer[self.parent[further]], further

    def _common(self, u: int, v: int) -> int:
        """Where the paths from *u* and *v* to their roots first meet; 0 if the roots differ."""
        seen = set()
        while u or v:
            if u:
                if u in seen:
                    return u
                seen.add(u)
                u = self.outer[self.mate[u]]
                u = self.outer[self.parent[u]] if u else 0
            u, v = v, u
        return 0

    def _shrink(self, u: int, common: int, v: int) -> None:
        b = next((b for b in range(self.n + 1, self.top + 1) if not self.outer[b]), self.top + 1)
        self.top = max(self.top, b)
        self.price[b], self.label[b], self.mate[b] = 0, _EVEN, self.mate[common]
        one, other = self._path(u, common), self._path(v, common)
        ring = self.circuit[b] = [common, *reversed(one), *other]
        self._set_outer(b, b)
        for x in range(1, self.top + 1):
            self.edge[b][x] = self.edge[x][b] = None
        self.holds[b] = [0] * (self.n + 1)
        for inner in ring:
            self._absorb(b, inner)
        self._reset_slack(b)

    def _path(self, x: int, common: int) -> list[int]:
        found = []
        while x != common:
            odd = self.outer[self.mate[x]]
            found += [x, odd]
            self._enqueue(odd)
            x = self.outer[self.parent[odd]]
        return found

    def _absorb(self, b: int, inner: int) -> None:
        for x in range(1, self.top + 1):
            pair, known = self.edge[inner][x], self.edge[b][x]
            if pair is not None and (known is None or self._tight(pair) < self._tight(known)):
                self.edge[b][x], self.edge[x][b] = pair, self.edge[x][inner]
        for x in range(1, self.n + 1):
            if self.holds[inner][x]:
                self.holds[b][x] = inner

    def _expand(self, b: int) -> None:
        for inner in self.circuit[b]:
            self._set_outer(inner, inner)
        entry = self.holds[b][self._between(b, self.parent[b])[0]]
        steps = self._way_round(b, entry)
        ring = self.circuit[b]
        for place in range(0, steps, 2):
            odd, even = ring[place], ring[place + 1]
            self.parent[odd] = self._between(even, odd)[0]
            self.label[odd], self.label[even] = _ODD, _EVEN
            self.slack[odd] = 0
            self._reset_slack(even)
            self._enqueue(even)
        self.label[entry], self.parent[entry] = _ODD, self.parent[b]
        for inner in ring[steps + 1 :]:
            self.label[inner] = _FREE
            self._reset_slack(inner)
        self.outer[b] = 0

    def _use(self, pair: tuple[int, int]) -> bool:
        """Use a tight pair: lengthen the tree, shrink a circuit, or (true) join two trees."""
        u, v = self.outer[pair[0]], self.outer[pair[1]]
        if self.label[v] == _FREE:
            self.parent[v], self.label[v] = pair[0], _ODD
            beyond = self.outer[self.mate[v]]
            self.slack[v] = self.slack[beyond] = 0
            self.label[beyond] = _EVEN
            self._enqueue(beyond)
        elif self.label[v] == _EVEN:
            common = self._common(u, v)
            if not common:
                self._augment(u, v)
                self._augment(v, u)
                return True
            self._shrink(u, common, v)
        return False

    def _augmented(self) -> bool:
        """One pair more, at prices that prove it the best; false when everybody has a partner."""
        everybody = range(1, self.top + 1)
        for x in everybody:
            self.label[x], self.slack[x] = _FREE, 0
        self.queue = []
        for x in everybody:
            if self.outer[x] == x and not self.mate[x]:
                self.parent[x], self.label[x] = 0, _EVEN
                self._enqueue(x)
        if not self.queue:
            return False
        while not (self._searched() or self._repriced()):
            pass
        return True

    def _searched(self) -> bool:
        while self.queue:
            u = self.queue.pop()
            if self.label[self.outer[u]] == _ODD:
                continue
            for v in range(1, self.n + 1):
                if self.outer[u] == self.outer[v]:
                    continue
                if self._tight((u, v)) == 0:
                    if self._use((u, v)):
                        return True
                else:
                    self._offer(u, self.outer[v])
        return False

    def _repriced(self) -> bool:
        """Move the prices until a new pair is tight or a circuit opens; true if two trees were joined."""
        outers = [x for x in range(1, self.top + 1) if self.outer[x] == x]
        step = min(self._steps(outers))
        for v in range(1, self.n + 1):
            label = self.label[self.outer[v]]
            self.price[v] += {_EVEN: -step, _ODD: step, _FREE: 0}[label]
        for b in outers:
            if b > self.n:
                self.price[b] += {_EVEN: 2 * step, _ODD: -2 * step, _FREE: 0}[self.label[b]]
        for x in outers:
            if self.outer[x] == x and self.slack[x] and self.outer[self.slack[x]] != x:
                pair = self._between(self.slack[x], x)
                if self._tight(pair) == 0 and self._use(pair):
                    return True
        for b in range(self.n + 1, self.top + 1):
            if self.outer[b] == b and self.label[b] == _ODD and self.price[b] == 0:
                self._expand(b)
        return False

    def _steps(self, outers: list[int]) -> list[int]:
        """How far the prices may move before each of the trees' next events."""
        steps = []
        for x in outers:
            if x > self.n and self.label[x] == _ODD:
                steps.append(self.price[x] // 2)
            if self.slack[x] and self.label[x] != _ODD:
                tight = self._tight(self._between(self.slack[x], x))
                steps.append(tight if self.label[x] == _FREE else tight // 2)
        return steps
