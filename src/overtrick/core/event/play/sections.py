"""Sections of a room: how many pairs each has, who they are, and what their tables are called."""

from collections.abc import Sequence
from fractions import Fraction

from overtrick.core.errors import DirectorError
from overtrick.core.event.plan.session_ways import Section


def section_sizes(sections: Sequence[Section], pairs: int) -> tuple[int, ...]:
    """The pairs of each section: two for each table that is laid down, the rest evenly in whole tables.

    Where they cannot be even the first have a table more; a pair that is left over makes a half table in the last.

    >>> a, b, c = Section("A"), Section("B"), Section("C", 4)
    >>> section_sizes((a, b), 19), section_sizes((a, b, c), 30), section_sizes((c, a), 17)
    ((10, 9), (12, 10, 8), (8, 9))
    """
    open_ended = [place for place, section in enumerate(sections) if section.tables is None]
    laid_down = sum(2 * section.tables for section in sections if section.tables is not None)
    left = pairs - laid_down
    if (left and not open_ended) or left < 4 * len(open_ended):
        raise DirectorError(
            "{pairs} pairs do not fill the sections {sections:,}",
            remedy="Lay down other tables, or leave those of one section open.",
            pairs=pairs,
            sections=tuple(section.name for section in sections),
        )
    tables = (left + 1) // 2
    sizes = [0 if section.tables is None else 2 * section.tables for section in sections]
    for turn, place in enumerate(open_ended):
        sizes[place] = 2 * (tables // len(open_ended) + (turn < tables % len(open_ended)))
    if left % 2:
        sizes[open_ended[-1]] -= 1
    return tuple(sizes)


def dealt(sizes: Sequence[int]) -> list[int]:
    """To which section each pair of a seeded list goes, so that none has all the best: the least filled is next.

    >>> dealt((4, 4)), dealt((2, 4))
    ([0, 1, 0, 1, 0, 1, 0, 1], [1, 0, 1, 1, 0, 1])
    """
    filled = [0] * len(sizes)
    found: list[int] = []
    for _ in range(sum(sizes)):
        there = [place for place in range(len(sizes)) if filled[place] < sizes[place]]
        least = min(there, key=lambda place: Fraction(2 * filled[place] + 1, sizes[place]))
        filled[least] += 1
        found.append(least)
    return found


def numbers_by_turn(numbers: Sequence[int], starts: Sequence[int]) -> list[int]:
    """The numbers of a ranking in the order in which a seeded list takes them: section by section in turn.

    *starts* are how many numbers there are before each section.

    >>> numbers_by_turn((1, 2, 3, 7, 8, 9), (0, 6))
    [1, 7, 2, 8, 3, 9]
    """
    bounds = [*starts[1:], max(numbers)]
    parts = [[n for n in numbers if low < n <= high] for low, high in zip(starts, bounds, strict=True)]
    left = [iter(part) for part in parts]
    return [next(left[place]) for place in dealt([len(part) for part in parts])]
