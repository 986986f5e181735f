"""Whatever an act names of an event is there: its stage, its contestant, its round and its tables.

The director of each act says so in its own words where that matters for it; what gets past them is looked at here, once
for every act there is.
"""

from contextlib import suppress

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import Act, Declined, EntryTaken
from overtrick.core.event.after.ending import berths
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.drafting import rounds_of
from overtrick.director.decision import refuse

ROOMS = ("", "open", "closed")


def check_references(event: Tournament, act: Act) -> None:
    """Refuse an act that names what the event does not have."""
    said = (getattr(act, "stage", None), *(act.stages if isinstance(act, EntryTaken) else ()))
    named = [stage for stage in said if stage is not None]
    if isinstance(act, Declined) and event.entries_closed and act.stage in berths(event):
        named = []  # a place in an event that follows this one
    for stage in named:  # the first act of a book names none: it says which rules have them
        if not any(stage == each.name for each in event.any_plan().stages) and stage not in stage_names(event):
            raise refuse(
                "There is no stage called {stage}",
                remedy="The stages are {stages:,}.",
                stage=stage,
                stages=stage_names(event),
            )
    if not isinstance(act, EntryTaken) and getattr(act, "contestant", None) is not None:
        _entered(event, act.contestant)  # type: ignore[union-attr]  # it has one
    if getattr(act, "room", "") not in ROOMS:
        raise refuse("There is no {room} room", remedy="A room is open or closed.", room=act.room)  # type: ignore[union-attr]
    _of_its_round(event, act)


def _entered(event: Tournament, contestant: str) -> None:
    if contestant not in event.entries:
        raise refuse("There is no entry {contestant}", remedy="Check its number.", contestant=contestant)


def _of_its_round(event: Tournament, act: Act) -> None:
    stage, number = getattr(act, "stage", ""), getattr(act, "round", None)
    if not isinstance(number, int) or stage not in event.stages:
        return
    state = event.stages[stage]
    if number not in state.rounds and not 1 <= number <= max(rounds_of(state), state.last_round):
        raise refuse(
            "{stage} has no round {number}",
            clause=state.plan.clause,
            remedy="Its rounds are 1 to {rounds_of}.",
            stage=stage,
            number=number,
            rounds_of=rounds_of(state),
        )
    table = getattr(act, "table", 0)
    drawn = state.rounds.get(number)
    if table and (drawn is None or (table not in drawn.seatings and all(table not in x.tables for x in drawn.shares))):
        raise refuse(
            "There is no table {table} in round {number}",
            remedy="Check the table's number.",
            table=table,
            number=number,
        )


def stage_names(event: Tournament) -> tuple[str, ...]:
    """The stages that an event has, or may have while its entry is open."""
    names = [stage.name for stage in event.any_plan().stages]
    with suppress(DirectorError):  # too few have entered yet
        names += [stage.name for stage in event.planned().stages]
    return tuple(dict.fromkeys(names))
