"""Plan the boards at each table when there are fewer copies of them than tables.

A session of two fields has R rounds in which every pair meets R different opponents. The boards are R
sets: every pair must play each set once, and in a round no set may be at more tables than it has
copies. So the meetings are divided in two ways, into rounds and into sets, and in both divisions every
pair occurs once in each part. The meetings of any two parts form separate
rings, and the two parts can be exchanged within a ring; exchanging rings until
no set is at too many tables gives the plan.
"""

from collections.abc import Sequence as Listed
from dataclasses import dataclass

from overtrick.core.movements.search import Sequence

Meeting = tuple[int, int]

_STEPS = 12000
_WORSE = (0, 7, 55, 400)
"""By how much a step makes things worse, once in how many times it is accepted to get out of dead ends."""


@dataclass(frozen=True, slots=True)
class MeetingSchedule:
    """A planned session: the round and the set of every meeting."""

    rounds: dict[Meeting, int]
    sets: dict[Meeting, int]


class _Division:
    """A division of the meetings into parts, with each pair of each field once in every part."""

    __slots__ = ("east", "north", "part")

    def __init__(self, part: dict[Meeting, int]) -> None:
        self.part = part
        self.north = {(ns, p): ew for (ns, ew), p in part.items()}
        self.east = {(ew, p): ns for (ns, ew), p in part.items()}

    def ring(self, meeting: Meeting, other: int) -> list[tuple[Meeting, int, int]]:
        """The ring through a meeting in its own part and another: each meeting with its part, now and exchanged."""
        own, start = self.part[meeting], meeting[0]
        ring: list[tuple[Meeting, int, int]] = []
        ns = start
        while True:
            ew = self.north[ns, own]
            back = self.east[ew, other]
            ring += [((ns, ew), own, other), ((back, ew), other, own)]
            ns = back
            if ns == start:
                return ring

    def turn(self, ring: list[tuple[Meeting, int, int]]) -> None:
        for (ns, ew), _, part in ring:
            self.part[ns, ew] = part
            self.north[ns, part] = ew
            self.east[ew, part] = ns


def share_out(
    tables: int, gaps: Listed[int], copies: int, *, fixed_rounds: bool = True, beginning: int = 0
) -> MeetingSchedule | None:
    """A session in which North-South pair i meets East-West pairs i + gap, with this many copies of each set.

    With *fixed_rounds* all pairs meet their opponents in the order of the gaps; otherwise the order of play
    is chosen too, which may need fewer copies. None if no plan was found; a large field with two copies and
    almost no slack is not searched, because no plan is ever found for it.
    """
    if copies == 2 and tables > 9 and copies * len(gaps) - tables < 2:
        return None
    numbers = Sequence(beginning)
    gaps = [gap % tables for gap in gaps]
    regular = {(ns, (ns + gap) % tables): turn for turn, gap in enumerate(gaps) for ns in range(tables)}
    rounds = _Division(regular if fixed_rounds else _factors(tables, gaps, numbers))
    sets = _Division(_factors(tables, gaps, numbers))
    if _relieve_crowding(rounds, sets, len(gaps), copies, numbers, fixed_rounds=fixed_rounds):
        return MeetingSchedule(rounds.part, sets.part)
    return None


def _factors(tables: int, gaps: Listed[int], numbers: Sequence) -> dict[Meeting, int]:
    """A division of the meetings into parts in shuffled order: one complete matching is taken out after another."""
    left = [list(gaps) for _ in range(tables)]
    part: dict[Meeting, int] = {}
    for number in range(len(gaps)):
        taken: dict[int, int] = {}

        def seat(ns: int, seen: set[int], taken: dict[int, int] = taken) -> bool:
            for gap in numbers.shuffle(left[ns]):
                ew = (ns + gap) % tables
                if ew not in seen:
                    seen.add(ew)
                    if ew not in taken or seat(taken[ew], seen):
                        taken[ew] = ns
                        return True
            return False

        for ns in numbers.shuffle(list(range(tables))):
            seat(ns, set())
        for ew, ns in taken.items():
            part[ns, ew] = number
            left[ns].remove((ew - ns) % tables)
    return part


def _relieve_crowding(
    rounds: _Division, sets: _Division, parts: int, copies: int, numbers: Sequence, *, fixed_rounds: bool
) -> bool:  # fmt: skip
    """Exchange rings until no set is at more tables of a round than it has copies."""
    cells: dict[tuple[int, int], set[Meeting]] = {(r, k): set() for r in range(parts) for k in range(parts)}
    for meeting, turn in rounds.part.items():
        cells[turn, sets.part[meeting]].add(meeting)
    over = _crowded_cells(cells, copies)
    for _ in range(_STEPS):
        if not over:
            return True
        crowd = sorted(cells[over[numbers.draw_below(len(over))]])
        meeting = crowd[numbers.draw_below(len(crowd))]
        turning, staying = (sets, rounds) if fixed_rounds or numbers.draw_below(2) else (rounds, sets)
        other = numbers.draw_below(parts)
        if other == turning.part[meeting]:
            continue
        ring = turning.ring(meeting, other)
        stays = [staying.part[m] for m, _, _ in ring]
        if turning is rounds:
            moves = [(m, (a, k), (b, k)) for (m, a, b), k in zip(ring, stays, strict=True)]
        else:
            moves = [(m, (r, a), (r, b)) for (m, a, b), r in zip(ring, stays, strict=True)]
        worse = _worse(cells, moves, copies)
        if worse <= 0 or (worse < len(_WORSE) and numbers.draw_below(_WORSE[worse]) == 0):
            turning.turn(ring)
            for m, source, target in moves:
                cells[source].discard(m)
                cells[target].add(m)
            over = _crowded_cells(cells, copies)
    return False


def _crowded_cells(cells: dict[tuple[int, int], set[Meeting]], copies: int) -> list[tuple[int, int]]:
    return [cell for cell, there in cells.items() if len(there) > copies]


def _worse(
    cells: dict[tuple[int, int], set[Meeting]],
    moves: list[tuple[Meeting, tuple[int, int], tuple[int, int]]],
    copies: int,
) -> int:
    change: dict[tuple[int, int], int] = {}
    for _, source, target in moves:
        change[source] = change.get(source, 0) - 1
        change[target] = change.get(target, 0) + 1
    worse = 0
    for cell, by in change.items():
        before = len(cells[cell]) - copies
        after = before + by
        worse += (after * after if after > 0 else 0) - (before * before if before > 0 else 0)
    return worse
