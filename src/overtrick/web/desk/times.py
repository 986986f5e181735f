"""The clocks of the round in play: when it ends, until when scores are corrected and rulings reviewed."""

from dataclasses import dataclass

from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.exact import Exact, floor
from overtrick.director.clocks import clocks
from overtrick.web.desk.forms.act_form import in_play

A_DAY = 24 * 60
"""Minutes after which nobody waits for a round any more."""


@dataclass(frozen=True, slots=True)
class Timed:
    """A clock on a page: what it is for, until when, how long that is, and by which clause."""

    says: str
    until: str
    at: str
    left: str
    clause: str
    out: bool = False


def times_of(event: Tournament, at: str) -> tuple[Timed, ...]:
    """The clocks that run, the one that runs out first in front."""
    found = [*_round(event, at)]
    found += [
        Timed(
            f"{str(each.about).capitalize()}, round {each.round}",
            f"{each.until.at:%H:%M}",
            each.until.at.isoformat(),
            minutes(each.left),
            each.until.clause.cite,
        )
        for each in clocks(event, at)
    ]
    return tuple(found)


def _round(event: Tournament, at: str) -> list[Timed]:
    stage, number = in_play(event)
    now = event.conducted.local(at)
    if not stage or not number or now is None or event.stage(stage).round(number).closed:
        return []
    plan = event.stage(stage).plan
    finish = event.conducted.finish(plan, number)
    if finish is None:
        return []
    left = int((finish - now).total_seconds() // 60)
    if left < -A_DAY:
        return []
    says = f"Round {number} ends" if left >= 0 else f"Round {number} is over time"
    return [Timed(says, f"{finish:%H:%M}", finish.isoformat(), minutes(left), plan.clause.cite, left < 0)]


def minutes(left: Exact) -> str:
    """What is left of a clock, in words.

    >>> minutes(12), minutes(75), minutes(-3)
    ('12 min left', '1 h 15 min left', '3 min ago')
    """
    whole = floor(left)
    hours, rest = divmod(abs(whole), 60)
    long = f"{hours} h {rest} min" if hours else f"{rest} min"
    return f"{long} ago" if whole < 0 else f"{long} left"
