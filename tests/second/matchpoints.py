"""Matchpoints (Law 78A): what each side has of a board's top, two for a score beaten and one for an equal one."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from second.book import Match, Stage
from second.butler import Played, compared
from second.table import Outcome


@dataclass(frozen=True)
class Share:
    """A contestant's part of the top on a board, or the *grade* of an artificial score."""

    contestant: str
    round: int
    table: int
    part: Fraction = Fraction(0)
    grade: int | None = None


def shares(stage: Stage, group: Callable[[Match], object], alone: int | None = 1) -> Iterator[Share]:
    """Every part of every board of a stage; *group* says which lines are compared.

    A side that nobody can be compared with has an average of grade *alone*. The top is that of all tables drawn to
    play a board: where one did not, its result is missing.
    """
    drawn: Counter[object] = Counter((group(match), board) for match in stage.all_matches() for board in match.boards)
    for which, lines in compared(stage, group).items():
        for form in forms(stage, lines):
            real = [played for played in form if played.line.played]
            for played in form:
                yield from _of_table(played, real, drawn[which], alone)


def forms(stage: Stage, lines: list[Played]) -> Iterator[list[Played]]:
    """The lines of a board, or of each form of a fouled one."""
    fouled = stage.fouled.get((lines[0].match.round, lines[0].board))
    if not fouled:
        yield lines
        return
    for tables in fouled:
        yield [played for played in lines if played.match.table in tables]


def _of_table(played: Played, real: list[Played], tables: int, alone: int | None) -> Iterator[Share]:
    match = played.match
    turned = played.board in match.switched
    for seat, outcome in (("ns", played.line.ns), ("ew", played.line.ew)):
        first = (seat == "ns") != turned
        names = [match.ns, match.south] if first else [match.ew, match.west]
        for name in filter(None, names):
            if outcome.grade is not None or len(real) < 2:
                yield Share(name, *match.key, grade=alone if outcome.grade is None else outcome.grade)
            else:
                yield Share(name, *match.key, part=_part(played, real, seat, tables))


def _part(played: Played, real: list[Played], seat: str, tables: int) -> Fraction:
    """Of *tables* scores some may be missing: the ones there are stand for all (Neuberg's formula)."""
    own: Outcome = getattr(played.line, seat)
    sign = 1 if seat == "ns" else -1
    won = Fraction(0)
    for other in real:
        if other is not played:
            won += _against(own, getattr(other.line, seat), sign)
    full = Fraction(tables, len(real)) * (won + 1) - 1
    return full / (2 * (tables - 1))


def _against(own: Outcome, other: Outcome, sign: int) -> Fraction:
    return sum(
        (
            weight * theirs * (1 + (sign * (score - beaten) > 0) - (sign * (score - beaten) < 0))
            for weight, score in own.mix
            for theirs, beaten in other.mix
        ),
        Fraction(0),
    )


def per_cent(parts: list[Fraction], grades: list[int]) -> Fraction:
    """Law 12C2: 60% for an average plus or the pair's own percentage if greater, 40% for a minus or that if smaller."""
    own = sum(parts, Fraction(0)) / len(parts) if parts else Fraction(50)
    worth = {1: max(Fraction(60), own), 0: Fraction(50), -1: min(Fraction(40), own)}
    return (sum(parts, Fraction(0)) + sum((worth[each] for each in grades), Fraction(0))) / (len(parts) + len(grades))
