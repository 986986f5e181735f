"""IMPs against a datum: what every match of a stage comes to for each side. The datum is the document's."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from second.book import Match, Stage
from second.table import Line, Outcome, imps


class Played(NamedTuple):
    """A board at a table."""

    match: Match
    board: int
    line: Line


Datum = Callable[[Stage, list[Played]], Fraction | None]
"""A document's datum of a board, from the lines that are compared; nothing where none can be had."""


@dataclass
class Side:
    """What a side of a match has: IMPs from its boards, and the grades of its artificial scores."""

    imps: Fraction = Fraction(0)
    grades: list[int] = field(default_factory=list)
    boards: int = 0


Sides = dict[tuple[tuple[int, int], str], Side]
"""What each contestant has in a match, by the match's round and table."""


def by_round(match: Match) -> object:
    """Lines of one round are compared: all tables play the same boards at once."""
    return match.round


def against_datum(
    stage: Stage, datum: Datum, fouled: Datum, group: Callable[[Match], object] = by_round, unscored: int = 1
) -> Sides:
    """Return what each side of each match has against the datum of its board.

    *group* says which lines of a board are compared; *unscored* is the grade for a side whose board has no datum.
    """
    sides: Sides = defaultdict(Side)
    for lines in compared(stage, group).values():
        rule = fouled if stage.forms(lines[0].board, {played.match.round for played in lines}) else datum
        for found in forms(stage, lines):
            middle = rule(stage, found)
            for played in found:
                _score(sides, played, middle, unscored)
    return sides


def compared(stage: Stage, group: Callable[[Match], object]) -> dict[object, list[Played]]:
    """Return the lines of each board that are compared with one another."""
    boards: dict[object, list[Played]] = defaultdict(list)
    for match in stage.all_matches():
        for board in match.boards:
            line = stage.line(match, board)
            if line and match.key not in stage.forfeits:
                boards[group(match), board].append(Played(match, board, line))
    return boards


def forms(stage: Stage, lines: list[Played]) -> list[list[Played]]:
    """The lines of a board, or of each form of a fouled one; tables that no form names are one too."""
    named = stage.forms(lines[0].board, {played.match.round for played in lines})
    listed = {table for tables in named for table in tables}
    kept = [[played for played in lines if played.match.table in tables] for tables in named]
    return [form for form in (*kept, [played for played in lines if played.match.table not in listed]) if form]


def _score(sides: Sides, played: Played, middle: Fraction | None, unscored: int) -> None:
    match, board, line = played
    ns, ew = (match.ew, match.ns) if board in match.switched else (match.ns, match.ew)
    for name, outcome, sign in ((ns, line.ns, 1), (ew, line.ew, -1)):
        side = sides[match.key, name]
        side.boards += 1
        if outcome.grade is not None:
            side.grades.append(outcome.grade)
        elif middle is None:
            side.grades.append(unscored)
        else:
            side.imps += weighted_imps(outcome, middle, sign)


def weighted_imps(outcome: Outcome, datum: Fraction, sign: int) -> Fraction:
    """Return the IMPs of a side: those of each score of a weighted one, by its weight (Law 12C1(c))."""
    return sum((weight * imps(sign * (score - datum)) for weight, score in outcome.mix), Fraction(0))


def means(lines: list[Played]) -> list[Fraction]:
    """Return the scores that go into a datum: artificial ones do not."""
    return [played.line.mean for played in lines if played.line.played]
