"""Fold choices, drop-ins, extra boards and play-offs."""

from overtrick.core.event.acts import (
    ChoiceDeclared,
    ChoiceForfeited,
    ChoiceMade,
    ChoosingBegun,
    EntrantsJoined,
    ExtraBoardsCalled,
    Field,
    PlacesExchanged,
    PlayedOff,
    Posting,
)
from overtrick.core.event.fold.tournament import Tournament, folds
from overtrick.core.event.play import knockout_draw
from overtrick.core.event.play.exchange import exchange
from overtrick.core.event.play.inputs import CHOICE, EXTRA, FIELDS, JOINED, PLAYED_OFF


@folds
def make_choice(event: Tournament, act: ChoiceMade, _: Posting) -> None:
    """Record a choice; the choice of an opponent is a step of the draw by choice."""
    event.picked.append(act)
    chosen = act.about == knockout_draw.OPPONENT and act.stage in event.stages
    if chosen and knockout_draw.by_choice(event.stages[act.stage]):
        CHOICE.set(event.stages[act.stage], knockout_draw.take_step(event, act))


@folds
def step_ceremony(event: Tournament, act: ChoiceDeclared | ChoosingBegun | ChoiceForfeited, _: Posting) -> None:
    """Carry out a step of the draw by choice."""
    CHOICE.set(event.stage(act.stage), knockout_draw.take_step(event, act))


@folds
def join_entrants(event: Tournament, act: EntrantsJoined, _: Posting) -> None:
    """Add contestants that drop into a stage."""
    state = event.stage(act.stage)
    first = state.fields[0]
    JOINED.set(state, {**state.joined, act.round: act.contestants})
    FIELDS.set(state, (Field(first.name, (*first.contestants, *act.contestants)), *state.fields[1:]))


@folds
def call_extra_boards(event: Tournament, act: ExtraBoardsCalled, _: Posting) -> None:
    """Record the extra boards of a match."""
    state = event.stage(act.stage)
    called = state.round(act.round).extra.get(act.table, ())
    EXTRA.put(state, act.round, act.table, (*called, *act.boards))


@folds
def exchange_places(event: Tournament, act: PlacesExchanged, _: Posting) -> None:
    """Exchange the places of two teams."""
    exchange(event, act.stage, act.one, act.two)


@folds
def play_off(event: Tournament, act: PlayedOff, _: Posting) -> None:
    """Record the result of a play-off."""
    PLAYED_OFF.set(event.stage(act.stage), act.order)
