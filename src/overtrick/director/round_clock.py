"""The round clock that the desk starts and extends, and what the wall screen shows."""

from datetime import timedelta

from overtrick.core.event.acts import ClockSet, WallChosen
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.wording import phrase
from overtrick.director.decision import AllowedActs, allow, refuse

LONGEST = timedelta(hours=12)
"""The longest possible round; anything longer is a typing error."""

PANELS = ("seating", "standings", "clock")
"""The panels of a wall screen, in their default order."""
SECONDS = range(5, 121)
"""How many seconds a panel may be shown."""


def set_clock(event: Tournament, act: ClockSet, at: str = "") -> AllowedActs:
    """Set when a round ends: a round that is drawn and open, at a time after its start."""
    state, kept = event.stage(act.stage), event.conducted
    if state.round(act.round).closed:
        raise refuse(
            "Round {round} is closed", clause=state.plan.clause, remedy="Reopen the round first.", round=act.round
        )
    ends, began = kept.local(act.ends), kept.start(act.stage, act.round) or kept.local(at)
    if ends is None or (began is not None and not began < ends <= began + LONGEST):
        raise refuse(
            "Round {round} cannot end at that time",
            remedy="Give a time after the round began, at most 12 hours later.",
            round=act.round,
        )
    planned = kept.scheduled.get((act.stage, act.round))
    laid_down = kept.local(planned.finish) if planned is not None else None
    other = laid_down is not None and laid_down != ends
    return allow(
        act,
        cautions=(
            phrase("in the timetable, the round ends at {planned}", planned=f"{laid_down:%H:%M}") if other else "",
        ),
    )


def choose_wall(event: Tournament, act: WallChosen) -> AllowedActs:  # noqa: ARG001 - it rests on nothing
    """Choose what the wall screen shows: at least one panel, each once."""
    if not act.panels or not set(act.panels) <= set(PANELS) or act.seconds not in SECONDS:
        raise refuse(
            "A wall screen can show these panels: {panels:,}, each for {least} to {most} seconds",
            remedy="Choose at least one panel, and a time within these limits.",
            panels=PANELS,
            least=SECONDS[0],
            most=SECONDS[-1],
        )
    return allow(act)
