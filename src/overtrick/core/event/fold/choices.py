"""How choices are folded, and who plays on beside the draw."""

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
from overtrick.core.event.play import ceremony
from overtrick.core.event.play.exchange import exchange
from overtrick.core.event.play.parts import CHOICE, EXTRA, FIELDS, JOINED, PLAYED_OFF


@folds
def make_choice(event: Tournament, act: ChoiceMade, _: Posting) -> None:
    """A choice is made; of an opponent, it is a step of the ceremony."""
    event.picked.append(act)
    chosen = act.about == ceremony.OPPONENT and act.stage in event.stages
    if chosen and ceremony.by_choice(event.stages[act.stage]):
        CHOICE.set(event.stages[act.stage], ceremony.stepped(event, act))


@folds
def step_ceremony(event: Tournament, act: ChoiceDeclared | ChoosingBegun | ChoiceForfeited, _: Posting) -> None:
    """The ceremony of choosing goes on."""
    CHOICE.set(event.stage(act.stage), ceremony.stepped(event, act))


@folds
def join_entrants(event: Tournament, act: EntrantsJoined, _: Posting) -> None:
    """More contestants come into a stage."""
    state = event.stage(act.stage)
    first = state.fields[0]
    JOINED.set(state, {**state.joined, act.round: act.contestants})
    FIELDS.set(state, (Field(first.name, (*first.contestants, *act.contestants)), *state.fields[1:]))


@folds
def call_extra_boards(event: Tournament, act: ExtraBoardsCalled, _: Posting) -> None:
    """A match plays more boards."""
    state = event.stage(act.stage)
    called = state.round(act.round).extra.get(act.table, ())
    EXTRA.put(state, act.round, act.table, (*called, *act.boards))


@folds
def exchange_places(event: Tournament, act: PlacesExchanged, _: Posting) -> None:
    """Two teams change places."""
    exchange(event, act.stage, act.one, act.two)


@folds
def play_off(event: Tournament, act: PlayedOff, _: Posting) -> None:
    """A tie is played off."""
    PLAYED_OFF.set(event.stage(act.stage), act.order)
