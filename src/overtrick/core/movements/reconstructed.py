"""Reconstruct the rounds of a session from its meetings: who met whom, with which set of boards.

Many programs do not store rounds. The meetings are put into the fewest rounds in which no one sits at two tables and,
if possible, no more tables share a set than necessary. If that takes too long, more sharing is allowed, but never a
contestant at two tables. The result is one way in which the session may have been played, not a claim that it was.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

STEPS = 10_000
"""How many meetings are placed or removed before more sharing is allowed."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """The contestants that met at a table, and the set of boards that they played."""

    who: tuple[int, ...]
    boards: int


def rounds_of(meetings: Sequence[Meeting], given: Sequence[int | None] = ()) -> list[int]:
    """The round of each meeting, from 1; rounds that are *given* are kept if no one is at two tables in them.

    >>> table = [Meeting((1, 3), 1), Meeting((2, 4), 2), Meeting((1, 4), 2), Meeting((2, 3), 1)]
    >>> rounds_of(table)
    [1, 1, 2, 2]
    """
    if not meetings:
        return []
    if stays := _given_rounds(meetings, given):
        return stays
    often = Counter(each for meeting in meetings for each in meeting.who)
    at_once = max(1, len(often) // len(meetings[0].who))
    least = max(*often.values(), -(-len(meetings) // at_once))
    most = max(Counter(meeting.boards for meeting in meetings).values())
    fewest = -(-most // least)
    for rounds, sharing in ((least, fewest), (least, fewest + 1), (least, most), (least + 1, most)):
        found = _Colouring(meetings, rounds, sharing).solve()
        if found is not None:
            return [each + 1 for each in found]
    return [each + 1 for each in _greedy(meetings)]


def _given_rounds(meetings: Sequence[Meeting], given: Sequence[int | None]) -> list[int]:
    """The given rounds, from 1 without gaps; empty if one is missing or a contestant is at two tables in it."""
    known = [each for each in given if each is not None]
    if len(known) < len(meetings):
        return []
    seen: set[tuple[int, int]] = set()
    for number, meeting in zip(known, meetings, strict=True):
        places = {(number, each) for each in meeting.who}
        if seen & places:
            return []
        seen |= places
    order = {number: place for place, number in enumerate(sorted(set(known)), start=1)}
    return [order[number] for number in known]


def _greedy(meetings: Sequence[Meeting]) -> list[int]:
    """The rounds from putting each meeting into the first round in which none of its contestants sits yet."""
    busy: defaultdict[int, set[int]] = defaultdict(set)
    found = []
    for meeting in meetings:
        taken = set[int]().union(*(busy[each] for each in meeting.who))
        number = next(place for place in range(len(taken) + 1) if place not in taken)
        for each in meeting.who:
            busy[each].add(number)
        found.append(number)
    return found


@dataclass(slots=True)
class _Colouring:
    """Puts meetings into a number of rounds, always next the one with the fewest possible rounds."""

    meetings: Sequence[Meeting]
    rounds: int
    sharing: int
    placed: dict[int, int] = field(default_factory=dict)
    busy: defaultdict[int, int] = field(default_factory=lambda: defaultdict(int))
    full: defaultdict[int, int] = field(default_factory=lambda: defaultdict(int))
    tables: Counter[tuple[int, int]] = field(default_factory=Counter)

    def solve(self) -> list[int] | None:
        """The round of each meeting, from 0; None if there is no solution, or none was found in time."""
        waiting = set(range(len(self.meetings)))
        stack: list[tuple[int, list[int]]] = []
        for _ in range(STEPS):
            if not waiting:
                return [self.placed[place] for place in range(len(self.meetings))]
            place = min(waiting, key=lambda each: (self._possible_rounds(each).bit_count(), each))
            free = self._possible_rounds(place)
            stack.append((place, [number for number in range(self.rounds - 1, -1, -1) if free >> number & 1]))
            while stack and not stack[-1][1]:
                stack.pop()
                if stack:
                    waiting.add(stack[-1][0])
                    self._take(stack[-1][0])
            if not stack:
                return None
            waiting.remove(stack[-1][0])
            self._put(stack[-1][0], stack[-1][1].pop())
        return None

    def _possible_rounds(self, place: int) -> int:
        """The possible rounds of a meeting, each a bit."""
        meeting = self.meetings[place]
        taken = self.full[meeting.boards]
        for each in meeting.who:
            taken |= self.busy[each]
        return ((1 << self.rounds) - 1) & ~taken

    def _put(self, place: int, number: int) -> None:
        meeting, bit = self.meetings[place], 1 << number
        for each in meeting.who:
            self.busy[each] |= bit
        self.tables[meeting.boards, number] += 1
        if self.tables[meeting.boards, number] >= self.sharing:
            self.full[meeting.boards] |= bit
        self.placed[place] = number

    def _take(self, place: int) -> None:
        number = self.placed.pop(place)
        meeting, bit = self.meetings[place], 1 << number
        for each in meeting.who:
            self.busy[each] &= ~bit
        self.tables[meeting.boards, number] -= 1
        self.full[meeting.boards] &= ~bit
