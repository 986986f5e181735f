"""The ramp: how well a score went, in five steps from a heavy loss to a heavy win, as pages shade their cells.

A step is a word that the styles know: `l2`, `l1`, `r0`, `r1`, `r2`. It follows from the score and the scale it was made
on, and from nothing else.
"""

from bisect import bisect_right
from fractions import Fraction
from functools import lru_cache

from overtrick.core.event.play.stage import StageState
from overtrick.core.exact import Exact
from overtrick.core.provenance import PERCENT, VPS
from overtrick.core.ranking.measures import MatchLine
from overtrick.core.scales import BandScale, CornerScale, PrintedScale

STEPS = ("l2", "l1", "r0", "r1", "r2")
SHARES = (Fraction(1, 5), Fraction(2, 5), Fraction(3, 5), Fraction(4, 5))
"""Where the steps of a scale begin, as parts of the most it gives: 4, 8, 12 and 16 of 20 VPs."""
PERCENTS = (40, 47, 53, 60)
"""Where the steps of matchpoints begin: a session is hardly ever below 30 or above 70."""


@lru_cache(maxsize=4096)
def by_share(value: Exact, most: Exact) -> str:
    """The step of a score on a scale from nothing to *most*.

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
    """The step of a net over so many boards: by its sign, and heavy from one a board on.

    >>> [by_net(net, 8) for net in (8, 1, 0, -7, -8)]
    ['r2', 'r1', 'r0', 'l1', 'l2']
    """
    if not value:
        return "r0"
    heavy = value >= boards or value <= -boards
    return ("r2" if heavy else "r1") if value > 0 else "l2" if heavy else "l1"


def match_step(state: StageState, number: int, line: MatchLine) -> str:
    """The step of what a round brought."""
    return _step(state, number, line.score.value, line.against)


def sum_step(state: StageState, first: int, last: int, value: Exact) -> str:
    """The step of what several rounds brought together: that of one of them as good as their mean."""
    return _step(state, first, Fraction(value) / (last - first + 1), None)


def _step(state: StageState, number: int, value: Exact, against: Exact | None) -> str:
    boards = state.plan.boards_in(number)
    unit = state.plan.scoring.gives(boards)
    if unit.like(PERCENT):
        return by_percent(value)
    if not unit.like(VPS):
        if against is not None and against != -value:  # each side has what it won, not the difference
            value -= against
        return by_net(value, boards)
    most = _most(state, boards)
    if most is None and against is not None and value >= 0 and against >= 0:
        most = value + against
    return by_share(value, most) if most is not None else "r0"


def _most(state: StageState, boards: int) -> Exact | None:
    """The most a match of so many boards can bring by its scale; nothing where none says so."""
    match state.plan.scoring.match.conversion(boards):
        case PrintedScale(total=total) | BandScale(total=total):
            return total
        case CornerScale(corners=corners):
            return corners[-1][1]
        case _:
            return None
