"""Fold acts before a stage starts: opening the event, rules, readings, entries and seeds."""

from overtrick.core.event.acts import (
    EntriesClosed,
    EntryCancelled,
    EntryTaken,
    EventOpened,
    FormatChosen,
    Posting,
    ReadingChosen,
    RulesAdopted,
    SeedsSet,
)
from overtrick.core.event.fold.stages import bring, send_on
from overtrick.core.event.fold.tournament import Tournament, folds
from overtrick.core.event.play.exchange import moved_on
from overtrick.core.event.play.inputs import MEMBERS, PLAN, PLAY
from overtrick.core.event.play.ways import play_of


@folds
def open_event(event: Tournament, act: EventOpened, _: Posting) -> None:
    """Open the event under an edition of its rules."""
    event.opened = act
    _go_by(event, act.rules)


@folds
def adopt_rules(event: Tournament, act: RulesAdopted, _: Posting) -> None:
    """Plan the event by another edition: play, draws and decisions stand, and all numbers follow the new rules.

    Carry-overs are calculated again too, from the earlier stages under the new rules, in the order in
    which the stages started.
    """
    _go_by(event, act.edition)
    if event.planned_for is not None:
        event.event = event.plan_for(event.planned_for, event.choices, event.readings)
    for name, state in event.stages.items():
        plan = event.plan(name)
        PLAN.set(state, plan)
        PLAY.set(state, play_of(plan))
        bring(event, state)
        if state.left is not None and not moved_on(event, name):
            send_on(event, state)


@folds
def choose_reading(event: Tournament, act: ReadingChosen, _: Posting) -> None:
    """Choose another reading."""
    event.readings[act.reading] = act.choice


@folds
def choose_format(event: Tournament, act: FormatChosen, _: Posting) -> None:
    """Choose a format."""
    event.choices |= {act.choice}


@folds
def take_entry(event: Tournament, act: EntryTaken, _: Posting) -> None:
    """Add or correct an entry; a team that changes during a stage changes in that stage, not in finished ones."""
    event.entries[act.contestant] = act
    for state in event.stages.values():
        if not state.closed and act.contestant in state.contestants:
            MEMBERS.set(state, {**state.members, act.contestant: tuple(player.name for player in act.players)})


@folds
def cancel_entry(event: Tournament, act: EntryCancelled, _: Posting) -> None:
    """Remove a cancelled entry."""
    event.entries.pop(act.contestant, None)


@folds
def close_entries(event: Tournament, act: EntriesClosed, _: Posting) -> None:  # noqa: ARG001 - the act has no fields
    """Close the entries, and plan the event for them."""
    event.entries_closed = True
    event.planned_for = event.entrants
    event.event = event.plan_for(event.entrants, event.choices, event.readings)


@folds
def set_seeds(event: Tournament, act: SeedsSet, _: Posting) -> None:
    """Set the seeding of a stage."""
    event.seeds[act.stage] = act.order


def _go_by(event: Tournament, edition: str) -> None:
    """Plan by an edition from now on, if it is available."""
    event.edition = edition
    found = event.editions(edition) if event.editions is not None else None
    event.plan_for = found or event.plan_for
