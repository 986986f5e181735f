"""The colour scale for scores, in five steps from a heavy loss to a heavy win, with which pages shade their cells.

A step is a class name of the style sheets: `l2`, `l1`, `r0`, `r1`, `r2`. It depends only on the score and its scale.
"""

from bisect import bisect_right
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache

from overtrick.core.event.play.stage import StageState
from overtrick.core.exact import Exact
from overtrick.core.provenance import PERCENT, VPS
from overtrick.core.ranking.measures import MatchLine
from overtrick.core.scales import BandScale, CornerScale, PrintedScale

STEPS = ("l2", "l1", "r0", "r1", "r2")
SHARES = (Fraction(1, 5), Fraction(2, 5), Fraction(3, 5), Fraction(4, 5))
"""Where the steps of a scale begin, as fractions of its maximum: 4, 8, 12 and 16 of 20 VPs."""
PERCENTS = (40, 47, 53, 60)
"""Where the steps of matchpoints begin: a session is rarely below 30 or above 70."""


@lru_cache(maxsize=4096)
def by_share(value: Exact, most: Exact) -> str:
    """The step of a score on a scale from 0 to *most*.

    >>> [by_share(vps, 20) for vps in (20, 16, Fraction(1599, 100), 10, 4, 0)]
    ['r2', 'r2', 'r1', 'r0', 'l1', 'l2']
    """
    return STEPS[bisect_right(SHARES, Fraction(value) / Fraction(most))] if most > 0 else "r0"


def by_percent(value: Exact) -> str:
    """The step of a percentage of the matchpoints.

    >>> [by_percent(each) for each in (64, 55, 50, 44, 38)]
    ['r2', 'r1', 'r0', 'l1', 'l2']
    """
    return STEPS[bisect_right(PERCENTS, value)]


def by_net(value: Exact, boards: int) -> str:
    """The step of a net over a number of boards: by its sign, and heavy from one per board on.

    >>> [by_net(net, 8) for net in (8, 1, 0, -7, -8)]
    ['r2', 'r1', 'r0', 'l1', 'l2']
    """
    if not value:
        return "r0"
    heavy = value >= boards or value <= -boards
    return ("r2" if heavy else "r1") if value > 0 else "l2" if heavy else "l1"


def match_step(state: StageState, number: int, line: MatchLine) -> str:
    """The step of the score for a round."""
    return match_steps(state, number)(line.score.value, line.against)


def sum_steps(state: StageState, first: int, last: int) -> Callable[[Exact], str]:
    """A function that returns the step for the total of several rounds: that of one round with their mean."""
    step, rounds = match_steps(state, first), last - first + 1
    return lambda value: step(Fraction(value) / rounds, None)


def match_steps(state: StageState, number: int) -> Callable[[Exact, Exact | None], str]:
    """A function that returns the step of a score beside its opponent's; what all scores share is looked up once."""
    boards = state.plan.boards_in(number)
    unit = state.plan.scoring.gives(boards)
    if unit.like(PERCENT):
        return lambda value, _: by_percent(value)
    if not unit.like(VPS):
        return lambda value, against: by_net(_difference(value, against), boards)
    most = _most(state, boards)
    if most is not None:
        return lambda value, _: by_share(value, most)
    return _of_both


def _difference(value: Exact, against: Exact | None) -> Exact:
    """The lead of a side, where each side has what it won and not the difference."""
    return value if against is None or against == -value else value - against


def _of_both(value: Exact, against: Exact | None) -> str:
    """The step of a score beside its opponent's, as a share of their sum."""
    return by_share(value, value + against) if against is not None and value >= 0 and against >= 0 else "r0"


def _most(state: StageState, boards: int) -> Exact | None:
    """The most that a match of this many boards can score on its scale; `None` where no scale says so."""
    match state.plan.scoring.match.conversion(boards):
        case PrintedScale(total=total) | BandScale(total=total):
            return total
        case CornerScale(corners=corners):
            return corners[-1][1]
        case _:
            return None
