"""The first complete draw of a field in rank order, found exactly and quickly.

Contestants are numbered 0, 1, 2 … from the top of the order, and *barred[i]* holds those that *i* may
not meet. A complete draw is a perfect matching of the graph of pairs that may meet. The result is
the *first* of them: the top contestant gets the highest opponent that still allows a
complete draw, then the highest contestant left likewise, and so on down.

**No test is needed while many are left.** Let *d* be the longest list in *barred*. Suppose a pair has
been taken out and *m* contestants are left, *m* even and *m* ≥ 2*d* + 2. Each of them may meet at least
*m* − 1 − *d* ≥ *m*/2 of the others. By Dirac's theorem (1952) a graph of *m* ≥ 3 vertices in which
every vertex has at least *m*/2 neighbours has a circuit through all of them, and every second edge of
that circuit is a complete draw; for *m* = 2 the two may meet, and *m* = 0 needs nothing. So the rest can be
completed whichever opponent the highest contestant gets: the first one that is not barred is the right one.
There is such an opponent, since *m* + 2 contestants are left and at most *d* of them are barred.

Only the last 2*d* + 3 contestants or fewer are drawn with a matching test at each step. A contestant has
met at most one opponent a round (two in a share match), so this tail depends on the rounds played and
not on the size of the field.

**The tail.** One complete draw of the tail is stored. To try *t* against *o*, both are taken out;
only their old partners *p* and *q* are then unpaired, and by Berge's theorem the rest can be
completed exactly when an alternating path joins *p* to *q* (Edmonds' search, which shrinks odd circuits).
When the search fails, its tree is the proof: sets of an odd number of contestants who may meet only each
other and a few outsiders, one set more than there are outsiders (Tutte's theorem).
"""

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import TypeAlias

Barred: TypeAlias = Sequence[AbstractSet[int]]


@dataclass(frozen=True, slots=True)
class NoDrawProof:
    """A proof that no complete draw exists.

    The members of a group may meet only each other and those *outside*; every group has an odd
    number of members, and there is one group more than there are contestants outside. The *others* still to be
    drawn may not meet any of them.
    """

    groups: tuple[tuple[int, ...], ...]
    outside: tuple[int, ...]
    others: tuple[int, ...] = ()

    @property
    def size(self) -> int:
        """The number of contestants in the proof."""
        return sum(map(len, self.groups)) + len(self.outside)


@dataclass(frozen=True, slots=True)
class MatchedPair:
    """One pair of the draw, and the opponents passed over for it: barred (`None`), or with the proof."""

    first: int
    second: int
    skipped: tuple[tuple[int, NoDrawProof | None], ...] = ()


def first_matching(barred: Barred) -> tuple[MatchedPair, ...] | NoDrawProof:
    """The first complete draw in rank order, or the proof that there is none.

    The number of contestants must be even, and *barred* must be mutual.

    >>> [(pair.first, pair.second) for pair in first_matching(({1}, {0}, {3}, {2}))]
    [(0, 2), (1, 3)]
    >>> first_matching(({1, 2, 3}, {0}, {0}, {0}))
    NoDrawProof(groups=((0,),), outside=(), others=(1, 2, 3))
    """
    taken, left = _without_tests(barred)
    tail = _Tail(barred, left)
    stuck = tail.complete()
    if stuck is not None:
        return stuck
    taken.extend(tail.steps())
    return tuple(taken)


def can_complete(barred: Barred) -> bool:
    """Whether a complete draw exists at all."""
    longest = max(map(len, barred), default=0)
    if len(barred) % 2:
        return False
    return len(barred) >= 2 * longest + 2 or _Tail(barred, list(range(len(barred)))).complete() is None


def _without_tests(barred: Barred) -> tuple[list[MatchedPair], list[int]]:
    """The pairs at the top of the field, where by Dirac's theorem no test is needed, and the rest in order."""
    count = len(barred)
    free = 2 * max(map(len, barred), default=0) + 2
    after = list(range(1, count + 1))
    taken = []
    first, left = 0, count
    while left - 2 >= free:
        shut = barred[first]
        before, second = first, after[first]
        skipped = []
        while second in shut:
            skipped.append((second, None))
            before, second = second, after[second]
        after[before] = after[second]
        taken.append(MatchedPair(first, second, tuple(skipped)))
        first, left = after[first], left - 2
    remaining = []
    while first < count:
        remaining.append(first)
        first = after[first]
    return taken, remaining


class _Tail:
    """The contestants still to be drawn, and one complete draw of them."""

    def __init__(self, barred: Barred, left: list[int]) -> None:
        self.names = left
        self.barred = [{place for place, name in enumerate(left) if name in barred[who]} for who in left]
        everybody = range(len(left))
        self.may = [[o for o in everybody if o != v and o not in self.barred[v]] for v in everybody]
        self.mate = [-1] * len(left)
        self.gone = [False] * len(left)

    def complete(self) -> NoDrawProof | None:
        """Find any complete draw; return None, or the smallest proof found that there is none."""
        for v, opponents in enumerate(self.may):
            if self.mate[v] < 0:
                o = next((o for o in opponents if self.mate[o] < 0), -1)
                if o >= 0:
                    self.mate[v], self.mate[o] = o, v
        single = [v for v, mate in enumerate(self.mate) if mate < 0]
        proofs = [proof for v in single if self.mate[v] < 0 and (proof := self._join(v)) is not None]
        if not proofs:
            return None
        # A later path may have changed the tree of an earlier failure, but that search would still fail.
        again = [proof for v, mate in enumerate(self.mate) if mate < 0 and (proof := self._join(v)) is not None]
        return self._name_proof(min(again, key=lambda proof: proof.size))

    def steps(self) -> Iterator[MatchedPair]:
        """The pairs of the first complete draw, from the top."""
        for t, name in enumerate(self.names):
            if self.gone[t]:
                continue
            skipped: list[tuple[int, NoDrawProof | None]] = []
            for o in range(t + 1, len(self.names)):
                if self.gone[o]:
                    continue
                if o in self.barred[t]:
                    skipped.append((self.names[o], None))
                elif (proof := self._take(t, o)) is not None:
                    skipped.append((self.names[o], self._name_proof(proof)))
                else:
                    yield MatchedPair(name, self.names[o], tuple(skipped))
                    break

    def _take(self, t: int, o: int) -> NoDrawProof | None:
        """Pair *t* with *o* if the rest can still be completed; otherwise change nothing and return the proof."""
        self.gone[t] = self.gone[o] = True
        if self.mate[t] == o:
            return None
        kept = self.mate[:]
        p, q = self.mate[t], self.mate[o]
        self.mate[t], self.mate[o] = o, t
        self.mate[p] = self.mate[q] = -1
        proof = self._join(p)
        if proof is None:
            return None
        other = self._join(q)
        self.mate = kept
        self.gone[t] = self.gone[o] = False
        return proof if other is None or proof.size <= other.size else other

    def _join(self, root: int) -> NoDrawProof | None:
        """Find a partner for *root* by an alternating path; return None, or the proof that there is none."""
        tree = _Tree(self, root)
        end = tree.grow()
        if end < 0:
            return tree.proof()
        while end >= 0:
            before = tree.parent[end]
            further = self.mate[before]
            self.mate[end], self.mate[before] = before, end
            end = further
        return None

    def _name_proof(self, proof: NoDrawProof) -> NoDrawProof:
        groups, outside, others = proof.groups, proof.outside, proof.others
        return NoDrawProof(tuple(sorted(map(self._in_order, groups))), self._in_order(outside), self._in_order(others))

    def _in_order(self, places: Sequence[int]) -> tuple[int, ...]:
        return tuple(sorted(self.names[place] for place in places))


class _Tree:
    """Edmonds' alternating tree from one unpaired contestant, with odd circuits shrunk to their base."""

    def __init__(self, tail: _Tail, root: int) -> None:
        size = len(tail.may)
        self.tail = tail
        self.root = root
        self.even = [False] * size
        self.parent = [-1] * size
        self.base = list(range(size))
        self.even[root] = True
        self.queue = [root]

    def grow(self) -> int:
        """The far end of a path that joins the root to another unpaired contestant; -1 if there is none."""
        tail, mate, gone, base, parent = self.tail, self.tail.mate, self.tail.gone, self.base, self.parent
        for v in self.queue:
            for o in tail.may[v]:
                if gone[o] or base[v] == base[o] or mate[v] == o:
                    continue
                if o == self.root or (mate[o] >= 0 and parent[mate[o]] >= 0):
                    self._shrink(v, o)
                elif parent[o] < 0:
                    parent[o] = v
                    if mate[o] < 0:
                        return o
                    self.even[mate[o]] = True
                    self.queue.append(mate[o])
        return -1

    def proof(self) -> NoDrawProof:
        """The proof from a tree that cannot grow: its even sets, and the odd contestants between them."""
        groups: dict[int, list[int]] = {}
        for v, even in enumerate(self.even):
            if even:
                groups.setdefault(self.base[v], []).append(v)
        outside = [v for v, parent in enumerate(self.parent) if parent >= 0 and not self.even[v]]
        gone = self.tail.gone
        others = [v for v, even in enumerate(self.even) if not even and self.parent[v] < 0 and not gone[v]]
        return NoDrawProof(tuple(map(tuple, groups.values())), tuple(outside), tuple(others))

    def _shrink(self, v: int, o: int) -> None:
        """Shrink the odd circuit that the pair *v*, *o* closes; all its members become even."""
        top = self._meeting_base(v, o)
        circuit: set[int] = set()
        self._climb(v, top, o, circuit)
        self._climb(o, top, v, circuit)
        for x, base in enumerate(self.base):
            if base in circuit:
                self.base[x] = top
                if not self.even[x]:
                    self.even[x] = True
                    self.queue.append(x)

    def _meeting_base(self, v: int, o: int) -> int:
        seen = set()
        x = v
        while True:
            x = self.base[x]
            seen.add(x)
            if self.tail.mate[x] < 0:
                break
            x = self.parent[self.tail.mate[x]]
        x = self.base[o]
        while x not in seen:
            x = self.base[self.parent[self.tail.mate[x]]]
        return x

    def _climb(self, v: int, top: int, child: int, circuit: set[int]) -> None:
        mate = self.tail.mate
        while self.base[v] != top:
            circuit.add(self.base[v])
            circuit.add(self.base[mate[v]])
            self.parent[v] = child
            child = mate[v]
            v = self.parent[mate[v]]
