"""Awards as a file means them: where the points beside an award are others than its name says, the points tell."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

from overtrick.core.exact import Exact, plain
from overtrick.core.laws.matchpoints import top
from overtrick.core.model.results import Artificial, Award, AwardedPercent
from overtrick.formats.session import Line, Method, Session

_ROUNDED = Fraction(1, 10)
"""How far points may be from an award and still be it, rounded."""


def awards_by_points(session: Session) -> tuple[Session, tuple[str, ...]]:
    """The session with each award as its matchpoints have it, and what was read otherwise than it is called.

    An award has no play that could be scored: a program that has no word for 57.5% writes `A5050`, and the matchpoints.
    """
    if session.method is not Method.MATCHPOINTS:
        return session, ()
    count = Counter(line.board for line in session.lines)
    lines, notes = [], []
    for line in session.lines:
        meant = _meant(line, top(max(2, count[line.board])))
        if meant is not None:
            notes.append(f"{line.where}: {line.result} stands beside other points; taken as {meant}")
        lines.append(line if meant is None else replace(line, result=meant))
    return replace(session, lines=tuple(lines)), tuple(notes)


def _meant(line: Line, most: int) -> Artificial | None:
    """What the points beside an award make of it; nothing where they are those of its name."""
    if not isinstance(line.result, Artificial) or line.ns_points is None or line.ew_points is None:
        return None
    sides = ((line.result.ns, line.ns_points), (line.result.ew, line.ew_points))
    if all(_worth(award, most, points) for award, points in sides):
        return None
    ns, ew = (AwardedPercent(plain(Fraction(points) * 100 / most)) for _, points in sides)
    return Artificial(ns, ew) if all(0 <= each.percent <= 100 for each in (ns, ew)) else None


def _worth(award: Award, most: int, points: Exact) -> bool:
    """Whether an award is worth so many of the matchpoints; one that is not in per cent is left as it is."""
    if not isinstance(award, AwardedPercent):
        return True
    return abs(Fraction(award.percent * most, 100) - points) < _ROUNDED
