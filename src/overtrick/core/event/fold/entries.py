"""How acts before a stage starts are folded: the event opened, its rules and readings, its entry and its seeds."""

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
from overtrick.core.event.play.parts import MEMBERS, PLAN, PLAY
from overtrick.core.event.play.ways import play_of


@folds
def open_event(event: Tournament, act: EventOpened, _: Posting) -> None:
    """The event is opened, by an edition of its rules."""
    event.opened = act
    _go_by(event, act.rules)


@folds
def adopt_rules(event: Tournament, act: RulesAdopted, _: Posting) -> None:
    """Plan by another edition: what was played, drawn and decided stays, every number is made by the new rules.

    What a stage carries on is made again too, from the stages before as the new rules have them, in the order in
    which they started.
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
    """A reading is chosen otherwise."""
    event.readings[act.reading] = act.choice


@folds
def choose_format(event: Tournament, act: FormatChosen, _: Posting) -> None:
    """A format is chosen."""
    event.choices |= {act.choice}


@folds
def take_entry(event: Tournament, act: EntryTaken, _: Posting) -> None:
    """A team that changes while a stage is played changes in that stage, not in those that are over."""
    event.entries[act.contestant] = act
    for state in event.stages.values():
        if not state.closed and act.contestant in state.contestants:
            MEMBERS.set(state, {**state.members, act.contestant: tuple(player.name for player in act.players)})


@folds
def cancel_entry(event: Tournament, act: EntryCancelled, _: Posting) -> None:
    """An entry is taken back."""
    event.entries.pop(act.contestant, None)


@folds
def close_entries(event: Tournament, act: EntriesClosed, _: Posting) -> None:  # noqa: ARG001 - it says no more
    """The entry is closed, and the event planned for it."""
    event.entries_closed = True
    event.planned_for = event.entrants
    event.event = event.plan_for(event.entrants, event.choices, event.readings)


@folds
def set_seeds(event: Tournament, act: SeedsSet, _: Posting) -> None:
    """A stage is seeded."""
    event.seeds[act.stage] = act.order


def _go_by(event: Tournament, edition: str) -> None:
    """Plan by an edition from now on, if somebody has it."""
    event.edition = edition
    found = event.editions(edition) if event.editions is not None else None
    event.plan_for = found or event.plan_for
