"""The clocks of the rounds in play, as every interface shows them: the end of the round; the browser counts down."""

from dataclasses import dataclass

from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.by_table import round_in_play
from overtrick.core.event.play.stage import StageState
from overtrick.views.draws import running


@dataclass(frozen=True, slots=True)
class RoundClock:
    """A round's clock: when it *begins* and *ends* in the venue's time with its offset, and *at* what time of day.

    *zone* is the name of the time zone.
    """

    stage: str
    round: int
    begins: str
    ends: str
    at: str
    zone: str


def clock_of(event: Tournament, state: StageState, number: int) -> RoundClock | None:
    """The clock of an open round; `None` where its end is not known, or play is over."""
    kept, name = event.conducted, state.plan.name
    if number not in state.rounds or state.rounds[number].closed or (name, number) in kept.ended:
        return None
    begins, ends = kept.start(name, number), kept.finish(state.plan, number)
    if ends is None:
        return None
    local = [when.replace(tzinfo=kept.zone) if when is not None else None for when in (begins, ends)]
    written = [when.isoformat() if when is not None else "" for when in local]
    return RoundClock(name, number, written[0], written[1], f"{ends:%H:%M}", f"{local[1]:%Z}".removesuffix(":00"))


def clocks_in_play(event: Tournament) -> tuple[RoundClock, ...]:
    """The clock of each stage in play."""
    found = (clock_of(event, state, round_in_play(state)) for state in running(event) if not state.closed)
    return tuple(each for each in found if each is not None)
