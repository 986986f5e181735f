"""The movement of one session of pairs or individuals, by the number of tables and the intended number of boards.

The number of boards is the number of rounds times the boards in a round, so an intended number is not always
possible. The nearest is used, and of two equally near the one with more rounds.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import product

from overtrick.core.errors import DirectorError
from overtrick.core.event.plan.session_ways import Compare, Section, SessionMovement, SessionPlay
from overtrick.core.movements.families import FAMILIES, Family, MovementRequest, remove_missing_pair, whole_movement
from overtrick.core.movements.movement import Movement
from overtrick.core.movements.sections import in_sections
from overtrick.core.movements.starters import find_starter


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
            remedy="Change the number of sections or tables, or leave the number of tables open for one section.",
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


@dataclass(frozen=True, slots=True)
class Sitting:
    """One session: its number, its first round, its number of rounds, and the pairs that play in it.

    Until its first round is drawn, the pairs are those expected to play.
    """

    number: int
    first: int
    rounds: int
    order: tuple[str, ...]

    @property
    def last(self) -> int:
        """Its last round."""
        return self.first + self.rounds - 1

    @property
    def all_rounds(self) -> range:
        """The numbers of its rounds in the stage."""
        return range(self.first, self.last + 1)

    def __contains__(self, number: int) -> bool:
        return number in self.all_rounds


@lru_cache(maxsize=64)
def session_movement(play: SessionPlay, pairs: int) -> Movement:
    """The movement of one session for this many pairs.

    At a half table the last number is missing unless another is named, so that a late pair can take the seat.
    """
    if play.sections:
        return in_sections(section_movements(play, pairs), own_boards=play.compare is Compare.SECTION)
    rounds, boards = session_length(play, pairs)
    row = play.movement(pairs)
    if row.own is not None or row.family is None:
        return _own_movement(row, rounds, boards)
    wanted = replace(_requirements(row, pairs), rounds=rounds, boards=boards)
    whole = whole_movement(row.family, wanted)
    if row.alone:
        return whole
    missing = whole.contestants if row.missing is None else row.missing
    return replace(remove_missing_pair(row.family, replace(wanted, missing=missing), whole), name=whole.name)


@lru_cache(maxsize=64)
def section_movements(play: SessionPlay, pairs: int) -> tuple[tuple[str, Movement], ...]:
    """The movement of each section for this many pairs in all; all have as many boards in a round as the first."""
    sizes = section_sizes(play.sections, pairs)
    parts = [play.of_section(section) for section in play.sections]
    boards = session_length(parts[0], sizes[0])[1]
    found = []
    for section, part, size in zip(play.sections, parts, sizes, strict=True):
        if part.movement(size).round_boards not in (None, boards):
            raise DirectorError(
                "Section {section} plays {round_boards:#board} a round, but the first section plays {boards:#board}",
                remedy="Sections move together: give them the same number of boards a round.",
                section=section.name,
                round_boards=part.movement(size).round_boards,
                boards=boards,
            )
        alike = tuple(replace(each, boards_a_round=boards) for each in part.movements)
        found.append((section.name, session_movement(replace(part, movements=alike), size)))
    if len({movement.fields for _, movement in found}) > 1:
        raise DirectorError(
            "One-winner and two-winner sections cannot be ranked together",
            remedy="Use the same number of winners in every section.",
        )
    return tuple(found)


def _own_movement(row: SessionMovement, rounds: int, boards: int) -> Movement:
    if row.own is None:
        raise DirectorError(
            "A movement needs a name or its own rounds", remedy="Name the movement’s family, or write out its rounds."
        )
    return replace(row.own, rounds=row.own.rounds[:rounds], boards_a_set=boards)


def _requirements(row: SessionMovement, pairs: int) -> MovementRequest:
    return MovementRequest(pairs, form=row.form, winners=row.winners, switched=row.switched, core=row.core)


@lru_cache(maxsize=1024)
def session_length(play: SessionPlay, pairs: int) -> tuple[int, int]:
    """The rounds of one session for this many pairs, and the boards in a round: together nearest to the intent.

    >>> from overtrick.core.scoring.datum import Span
    >>> everybody = SessionMovement(Span(2), Family.HOWELL)
    >>> [session_length(SessionPlay((everybody,), Span(26, 26)), 2 * tables) for tables in (5, 6, 7)]
    [(9, 3), (11, 2), (13, 2)]
    """
    if play.sections:
        whole = session_movement(play, pairs)
        return len(whole.rounds), whole.boards_a_set
    asked, row = play.boards, play.movement(pairs)
    if not asked.least:
        raise DirectorError("A session needs at least one board", remedy="Give the number of boards.")
    rounds = _rounds(row, pairs)
    if row.round_boards is not None and asked.most is None:
        return max(rounds), row.round_boards
    most = asked.least if asked.most is None else asked.most
    # Only sizes next to either end of the intended range are needed: anything between them is in the range.
    sizes = {max(1, end // number + more) for number in rounds for end in (asked.least, most) for more in (0, 1)}
    sizes = sizes if row.round_boards is None else {row.round_boards}

    def cost(length: tuple[int, int]) -> tuple[int, int, int]:
        played = length[0] * length[1]
        return max(asked.least - played, played - most, 0), abs(2 * played - asked.least - most), -length[0]

    return min(product(rounds, sizes), key=cost)


def _rounds(row: SessionMovement, pairs: int) -> list[int]:
    """The possible numbers of rounds: from the fewest allowed to all that the family has for this many pairs."""
    if row.own is not None or row.family is None:
        return [len(row.own.rounds) if row.own is not None else 0]
    tables = (pairs + 1) // 2
    full = _full(row, row.family, pairs)
    least = most = full
    if row.allowed is not None:
        most = min(full, row.allowed.most or full)
        least = min(most, row.allowed.least)
    if row.family not in (Family.HOWELL, Family.THREE_QUARTER):
        return list(range(max(1, least), most + 1))
    shorter: Iterable[int] = range(max(least, tables + 1), most + 1)
    there = [
        number for number in shorter
        if number == 2 * tables - 1 or find_starter(number, 2 * tables - number) is not None
    ]  # fmt: skip
    return there or [full]


def _full(row: SessionMovement, family: Family, pairs: int) -> int:
    """The number of rounds of a family; a Mitchell without a form has one fewer if the number of tables is even."""
    tables = (pairs + 1) // 2
    if family in (Family.MITCHELL, Family.SWITCHED) and row.form is None:
        return tables - (tables % 2 == 0)
    return max(FAMILIES[family].lengths(_requirements(row, pairs)), default=0)
