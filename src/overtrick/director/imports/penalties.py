"""Penalties that a file subtracts from totals, in the unit in which an imported session counts."""

from collections import Counter
from fractions import Fraction

from overtrick.core.exact import Exact, exact_sum, mean, plain
from overtrick.formats.session import Contestant, Method, Session

NEAR = Fraction(1, 50)
"""How far rounding may move a percentage from the lines it is made of; for a total in IMPs, ten times that."""


def stated_total(session: Session, each: Contestant) -> Exact | None:
    """What a contestant is ranked by in a file: its percentage at matchpoints, otherwise its total."""
    return each.percent if session.method is Method.MATCHPOINTS else each.total


def total_of_lines(session: Session, name: str) -> Exact | None:
    """The total of a contestant's points in a file: their mean share of the tops in per cent, or their sum."""
    lines = Counter(line.board for line in session.lines)
    own = [
        (points, 2 * (lines[line.board] - 1))
        for line in session.lines
        for who, points in ((line.ns, line.ns_points), (line.ew, line.ew_points))
        if who == name and points is not None
    ]
    if not own:
        return None
    if session.method is not Method.MATCHPOINTS:
        return exact_sum(points for points, _ in own)
    shares = [Fraction(points) / most for points, most in own if most]
    return mean(shares) * 100 if shares else None


def is_near(session: Session, one: Exact, other: Exact) -> bool:
    """Whether two totals are equal except for intermediate rounding."""
    return abs(Fraction(one - other)) <= NEAR * (1 if session.method is Method.MATCHPOINTS else 10)


def penalty_of(session: Session, each: Contestant) -> Exact | None:
    """The penalty that a file gives a contestant, in per cent at matchpoints and otherwise in IMPs; `None` without one.

    At matchpoints a file may mean matchpoints or per cent: its own total shows which, and per cent is assumed where it
    does not. A penalty that the total does not show was never subtracted, and is not imported.
    """
    if not each.penalty:
        return None
    lines, total = total_of_lines(session, each.number), stated_total(session, each)
    if lines is None or total is None:
        return each.penalty
    if is_near(session, lines, total):
        return None
    if session.method is Method.MATCHPOINTS:
        in_percent = _in_percent(session, each)
        if not is_near(session, lines - each.penalty, total) and is_near(session, lines - in_percent, total):
            return plain(in_percent)
    return each.penalty


def _in_percent(session: Session, each: Contestant) -> Fraction:
    """A penalty in matchpoints as a share of the contestant's maximum."""
    lines = Counter(line.board for line in session.lines)
    most = sum(2 * (lines[line.board] - 1) for line in session.lines if each.number in (line.ns, line.ew))
    return Fraction(each.penalty or 0) * 100 / max(most, 1)
