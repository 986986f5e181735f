"""The movements that fit a session: one from every family with a movement for this many pairs, checked, best first."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact
from overtrick.core.movements.check import Report, check
from overtrick.core.movements.families import FAMILIES, Family, MovementRequest, make_movement
from overtrick.core.movements.mitchell import Form
from overtrick.core.movements.movement import Movement

NEAR = 2
"""A difference of up to this many boards from the intended number counts as equal."""

SCHEDULED = Fraction(7, 10)
"""The least share of the boards in play that a pair should have (the English rule of 70 per cent)."""

WORSE = 1
"""How much lower the quality, out of 100, may be of a movement that is nearer to the intended number of boards."""

_HOWELLS_TRIED = 3
_FORMS = (None, *Form)
"""The order of equally good movements: forms that need no guide cards first, then forms without shared boards."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A movement that fits, with its check. *shares* means that tables use one copy of a set in the same round."""

    family: Family
    wanted: MovementRequest
    movement: Movement
    report: Report
    shares: bool

    @property
    def boards(self) -> tuple[int, int]:
        """The fewest and the most boards that a pair plays."""
        least, most = self.report.played
        return least * self.wanted.boards, most * self.wanted.boards

    @property
    def quality(self) -> Exact:
        """The quality of the balance; with two rankings, the lower one."""
        return _quality(self.report)

    @property
    def scheduled(self) -> Fraction:
        """The share of the boards in play that a pair without sit-outs plays."""
        return Fraction(self.report.played[1], self.movement.sets)


MOST_PAIRS = 300
"""The most pairs in one movement, more than any section has; a search beyond it would take too long."""


@lru_cache(maxsize=16)
def choices(pairs: int, boards: int, winners: int, copies: int = 1) -> tuple[Choice, ...]:
    """The movements for this many pairs with about this many boards and one or two rankings, best first.

    *copies* is the number of copies of each set. Movements are ordered by the intended number of boards, more than
    one board in a round, no repeated opponents, few sit-outs, no shared boards and enough of the boards in play; then
    by balance. The order is always the same.

    >>> [(str(each.family), each.boards) for each in choices(18, 27, 2)][0]
    ('Mitchell', (27, 27))
    """
    if pairs < 4 or boards < 1 or winners not in (1, 2) or copies < 1:
        raise DirectorError(
            "There is no {winners}-winner movement for {pairs:#pair} and {boards:#board}",
            remedy="Give at least four pairs, one board and one copy of the boards, and one or two winners.",
            pairs=pairs,
            boards=boards,
            winners=winners,
        )
    if pairs > MOST_PAIRS:
        raise DirectorError(
            "No movement takes {pairs:#pair}: one section holds at most {most}",
            remedy="Play in sections, and choose a movement for each.",
            pairs=pairs,
            most=MOST_PAIRS,
        )
    found = [
        each
        for family, how in FAMILIES.items()
        if how.seats == 2
        for each in _family_choices(family, pairs, boards, winners, copies)
    ]
    return tuple(sorted(found, key=lambda each: _rank(each, boards)))


def _rank(choice: Choice, boards: int) -> tuple[Exact | str, ...]:
    off = abs(choice.boards[1] - boards)
    return (
        max(0, off - NEAR), choice.wanted.boards == 1, choice.report.most_meetings > 1, choice.report.sat_out[1],
        choice.shares,
        choice.scheduled < SCHEDULED, -choice.quality, off, -len(choice.movement.rounds),
        _FORMS.index(choice.wanted.form), choice.movement.name,
    )  # fmt: skip


def nearer(own: Movement, boards: int, among: Sequence[Choice]) -> Choice | None:
    """The movement nearest to the intended number of boards, nearer than *own* and as fair; None if there is none.

    If *own* is close to the intended number, only an exact movement is nearer. A movement is as fair if no pair meets
    opponents or sits out more often, no more tables share a set, a pair plays enough of the boards in play, with more
    than one in a round, and the balance is hardly worse. Of equally near movements the first is used.

    >>> from overtrick.core.movements.half_tables import blandon
    >>> found = nearer(blandon(9, boards_a_set=3), 27, choices(19, 27, 2))
    >>> found and found.movement.name
    'Mitchell, 10 tables, 9 rounds, skip, without pair 20'
    """
    report = check(own)
    off = abs(report.played[1] * own.boards_a_set - boards)

    def fair(each: Choice) -> bool:
        return (
            each.report.most_meetings <= report.most_meetings
            and each.report.sat_out[1] <= report.sat_out[1]
            and (not each.shares or report.at_once > own.copies)
            and each.scheduled >= SCHEDULED
            and each.wanted.boards > 1
            and each.quality >= _quality(report) - WORSE
        )

    least = off if off > NEAR else min(off, 1)
    found = [each for each in among if abs(each.boards[1] - boards) < least and fair(each)]
    return min(found, key=lambda each: abs(each.boards[1] - boards), default=None)


def _quality(report: Report) -> Exact:
    return min(each.quality for each in report.balance)


def _family_choices(family: Family, pairs: int, boards: int, winners: int, copies: int) -> Iterator[Choice]:
    how, tables = FAMILIES[family], (pairs + 1) // 2
    same = family in (Family.BAROMETER, Family.BAROMETER_MITCHELL)
    if family is Family.SWITCHED or how.rankings < winners or (same and copies < tables):
        return
    if how.takes_half and pairs % 2 == 0:
        return
    for form in Form if family is Family.MITCHELL else (None,):
        tried = 0
        for rounds, size in _lengths(family, MovementRequest(pairs, form=form), boards):
            # A Howell may not exist for some length: then the next is tried. Other families then have no movement at
            # all.
            tried += 1
            wanted = MovementRequest(pairs, rounds, size, form, winners if how.lines else None)
            try:
                movement = make_movement(family, wanted)
            except DirectorError:
                if family in (Family.HOWELL, Family.THREE_QUARTER) and tried < _HOWELLS_TRIED:
                    continue
                break
            if movement.copies <= max(1, copies):
                report = check(movement)
                yield Choice(family, wanted, movement, report, report.at_once > copies)
            break


def _lengths(family: Family, wanted: MovementRequest, boards: int) -> list[tuple[int, int]]:
    """Numbers of rounds and boards in a round, nearest to the intended number first; then the one with more rounds."""
    tables = wanted.tables
    lengths = [rounds for rounds in FAMILIES[family].lengths(wanted) if rounds <= boards + NEAR]
    if family is Family.HOWELL:
        lengths = [rounds for rounds in lengths if rounds == 2 * tables - 1]
    if family is Family.THREE_QUARTER:
        lengths = [rounds for rounds in lengths if 4 * rounds >= 5 * tables]
    if family is Family.WEB:
        # Only lengths that need no more copies than tables divided by rounds, without a search.
        lengths = [n for n in lengths if n < tables and n % 2 and (tables % 2 == 0 or tables % n == 0)]
    found = [
        (rounds, size) for rounds in lengths for size in {max(1, boards // rounds), boards // rounds + 1}
        if abs(rounds * size - boards) <= max(NEAR, boards // 4)
    ]  # fmt: skip
    return sorted(found, key=lambda each: (max(0, abs(each[0] * each[1] - boards) - NEAR), each[1] == 1, -each[0]))
