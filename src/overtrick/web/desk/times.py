"""The clocks of the round in play: when it ends, and the deadlines for correcting scores and reviewing rulings."""

from dataclasses import dataclass

from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.exact import Exact, floor
from overtrick.core.wording import phrase
from overtrick.director.clocks import clocks
from overtrick.web.desk.forms.act_form import in_play
from overtrick.web.translation import plain

A_DAY = 24 * 60
"""Minutes after its end when a round's clock is no longer shown."""


@dataclass(frozen=True, slots=True)
class PageClock:
    """A clock on a page: what it is for, when it ends, how much time is left, and its clause."""

    says: str
    until: str
    at: str
    left: str
    clause: str
    out: bool = False


def times_of(event: Tournament, at: str) -> tuple[PageClock, ...]:
    """The running clocks: the round's first, then the deadlines."""
    found = [*_round(event, at)]
    found += [
        PageClock(
            plain(phrase("{about:begun}, round {round}", about=each.about, round=each.round)),
            f"{each.until.at:%H:%M}",
            each.until.at.isoformat(),
            minutes(each.left),
            each.until.clause.cite,
        )
        for each in clocks(event, at)
    ]
    return tuple(found)


def _round(event: Tournament, at: str) -> list[PageClock]:
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
    ends, over = phrase("Round {round} ends", round=number), phrase("Round {round} was due to end", round=number)
    says = plain(ends if left >= 0 else over)
    return [PageClock(says, f"{finish:%H:%M}", finish.isoformat(), minutes(left), plan.clause.cite, left < 0)]


def minutes(left: Exact) -> str:
    """The time left on a clock, in words.

    >>> minutes(12), minutes(75), minutes(-3)
    ('12 min left', '1 h 15 min left', '3 min ago')
    """
    whole = floor(left)
    hours, rest = divmod(abs(whole), 60)
    if whole < 0:
        return plain(phrase("[{hours} h ]{minutes} min ago", hours=hours, minutes=rest))
    return plain(phrase("[{hours} h ]{minutes} min left", hours=hours, minutes=rest))
