"""Sections: the number of pairs in each, and how pairs are assigned to them."""

from collections.abc import Sequence
from fractions import Fraction

from overtrick.core.errors import DirectorError
from overtrick.core.event.plan.session_ways import Section


def section_sizes(sections: Sequence[Section], pairs: int) -> tuple[int, ...]:
    """The number of pairs in each section: two for each fixed table, the rest divided evenly in whole tables.

    If they cannot be divided evenly, the first sections have one more table; a pair left over makes a half table in
    the last section.

    >>> a, b, c = Section("A"), Section("B"), Section("C", 4)
    >>> section_sizes((a, b), 19), section_sizes((a, b, c), 30), section_sizes((c, a), 17)
    ((10, 9), (12, 10, 8), (8, 9))
    """
    open_ended = [place for place, section in enumerate(sections) if section.tables is None]
    laid_down = sum(2 * section.tables for section in sections if section.tables is not None)
    left = pairs - laid_down
    if (left and not open_ended) or left < 4 * len(open_ended):
        raise DirectorError(
            "{pairs} pairs do not fit sections {sections:,}",
            remedy="Change the number of tables, or leave the number open for one section.",
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


def assign_sections(sizes: Sequence[int]) -> list[int]:
    """The section of each pair in a seeded list, so that strength is spread evenly: the least filled section is next.

    >>> assign_sections((4, 4)), assign_sections((2, 4))
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

    *starts* are the counts of numbers before each section.

    >>> numbers_by_turn((1, 2, 3, 7, 8, 9), (0, 6))
    [1, 7, 2, 8, 3, 9]
    """
    bounds = [*starts[1:], max(numbers)]
    parts = [[n for n in numbers if low < n <= high] for low, high in zip(starts, bounds, strict=True)]
    left = [iter(part) for part in parts]
    return [next(left[place]) for place in assign_sections([len(part) for part in parts])]
