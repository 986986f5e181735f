"""The clock of a round, started and extended by the desk, and what the wall screen shows."""

from datetime import timedelta

from overtrick.core.event.acts import ClockSet, WallChosen
from overtrick.core.event.fold.tournament import Tournament
from overtrick.director.decision import Decided, allow, refuse

LONGEST = timedelta(hours=12)
"""A round that would last longer is a slip of the pen."""

PANELS = ("seating", "standings", "clock")
"""What a wall screen can show, in the order it does unless told otherwise."""
SECONDS = range(5, 121)
"""How long a panel may be shown."""


def set_clock(event: Tournament, act: ClockSet, at: str = "") -> Decided:
    """Say when a round ends: one that is drawn and open, and not before it began."""
    state, kept = event.stage(act.stage), event.conducted
    if state.round(act.round).closed:
        raise refuse(
            "Round {round} is closed", clause=state.plan.clause, remedy="Open it again first.", round=act.round
        )
    ends, began = kept.local(act.ends), kept.start(act.stage, act.round) or kept.local(at)
    if ends is None or (began is not None and not began < ends <= began + LONGEST):
        raise refuse(
            "Round {round} cannot end then",
            remedy="Say a time after it began, of the same day.",
            round=act.round,
        )
    planned = kept.scheduled.get((act.stage, act.round))
    laid_down = kept.local(planned.finish) if planned is not None else None
    other = laid_down is not None and laid_down != ends
    return allow(act, cautions=(f"the timetable has {laid_down:%H:%M}" if other else "",))


def choose_wall(event: Tournament, act: WallChosen) -> Decided:  # noqa: ARG001 - it rests on nothing
    """Choose what the wall shows: at least one of its panels, each once."""
    if not act.panels or not set(act.panels) <= set(PANELS) or act.seconds not in SECONDS:
        raise refuse(
            "A wall shows some of {panels:,}, each for {least} to {most} seconds",
            remedy="Choose at least one of them.",
            panels=PANELS,
            least=SECONDS[0],
            most=SECONDS[-1],
        )
    return allow(act)
