"""The single entry to an event's book: an act that someone wants to post is decided on, and posted or refused.

The function that decides on an act refuses unknown references in its own words where that matters. Afterwards every act
is checked once more: its stage, its contestant, its round and its table must exist.
"""

from contextlib import suppress

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import Act, Declined, EntryTaken, Unread
from overtrick.core.event.after.ending import berths
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.drafting import rounds_of
from overtrick.core.model.written import within_bounds
from overtrick.director.acts import ROWS
from overtrick.director.decision import AllowedActs, refuse, refuse_duplicates

_ROOMS = ("", "open", "closed")


def decide(event: Tournament, act: Act, at: str = "") -> AllowedActs:
    """Decide on an act in the event as it stands: return the acts to post, or raise a refusal with its remedy.

    *at* is the time the posting will have; without it no deadline is checked, and a caution says so. Nothing is changed
    here: the caller posts what is returned. The function that decides on an act is in its row (`director.acts`).
    """
    within_bounds(act)
    if isinstance(act, Unread):
        raise refuse(
            "“{called}” cannot be posted: {act_why}",
            remedy="Correct the act, or use a version of Overtrick that can read it.",
            called=act.called,
            act_why=act.why,
        )
    decided = refuse_duplicates(ROWS[type(act)].decide(event, act, at))
    for each in decided.acts:
        _check_references(event, each)
    return decided


def _check_references(event: Tournament, act: Act) -> None:
    """Refuse an act that refers to something that the event does not have."""
    said = (getattr(act, "stage", None), *(act.stages if isinstance(act, EntryTaken) else ()))
    named = [stage for stage in said if stage is not None]
    if isinstance(act, Declined) and event.entries_closed and act.stage in berths(event):
        named = []  # a place in a later event
    for stage in named:  # the first act of a book has none; it names the rules that define them
        if not any(stage == each.name for each in event.any_plan().stages) and stage not in _stage_names(event):
            raise refuse(
                "There is no stage called {stage}",
                remedy="Stages of this event: {stages:,}.",
                stage=stage,
                stages=_stage_names(event),
            )
    if not isinstance(act, EntryTaken) and getattr(act, "contestant", None) is not None:
        _check_entry(event, act.contestant)  # type: ignore[union-attr]  # it has one
    if getattr(act, "room", "") not in _ROOMS:
        raise refuse("There is no {room} room", remedy="The room must be open or closed.", room=act.room)  # type: ignore[union-attr]  # it has one
    _of_its_round(event, act)


def _check_entry(event: Tournament, contestant: str) -> None:
    if contestant not in event.entries:
        raise refuse("There is no entry {contestant}", remedy="Check the number.", contestant=contestant)


def _of_its_round(event: Tournament, act: Act) -> None:
    stage, number = getattr(act, "stage", ""), getattr(act, "round", None)
    if not isinstance(number, int) or stage not in event.stages:
        return
    state = event.stages[stage]
    if number not in state.rounds and not 1 <= number <= max(rounds_of(state), state.last_round):
        raise refuse(
            "{stage} has no round {number}",
            clause=state.plan.clause,
            remedy="Rounds are numbered 1 to {rounds_of}.",
            stage=stage,
            number=number,
            rounds_of=rounds_of(state),
        )
    table = getattr(act, "table", 0)
    drawn = state.rounds.get(number)
    if table and (drawn is None or (table not in drawn.seatings and all(table not in x.tables for x in drawn.shares))):
        raise refuse(
            "There is no table {table} in round {number}",
            remedy="Check the table number.",
            table=table,
            number=number,
        )


def _stage_names(event: Tournament) -> tuple[str, ...]:
    """The stages that an event has, or may have while its entry is open."""
    names = [stage.name for stage in event.any_plan().stages]
    with suppress(DirectorError):  # too few entries so far
        names += [stage.name for stage in event.current_plan().stages]
    return tuple(dict.fromkeys(names))
