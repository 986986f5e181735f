"""The whys of a race: a contestant's total and place after a round."""

from overtrick.core.event.after.honours import place_of
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.progress import settled_state, stood_after
from overtrick.core.event.play.stage import StageState
from overtrick.core.wording import Phrase, phrase
from overtrick.views import addresses
from overtrick.views.board_whys import FigureAtAddress
from overtrick.views.names import label
from overtrick.views.running import counts_by_session
from overtrick.views.stage_names import stage_words


def find_total_after(event: Tournament, state: StageState, at: addresses.TotalAfter) -> FigureAtAddress:
    then = _stage_after(state, at.round)
    title = phrase(
        "Total of {who} after {when}, {stage}",
        who=label(event, at.who), when=_when(state, at.round), stage=stage_words(event, state.plan.name),
    )  # fmt: skip
    return FigureAtAddress(title, then.standings(then.field_of(at.who)).row(at.who).total)


def find_place_after(event: Tournament, state: StageState, at: addresses.PlaceAfter) -> FigureAtAddress:
    then = _stage_after(state, at.round)
    if not then.standings(then.field_of(at.who)).row(at.who).placed:
        raise KeyError(at)
    title = phrase(
        "Place of {who} after {when}, {stage}",
        who=label(event, at.who), when=_when(state, at.round), stage=stage_words(event, state.plan.name),
    )  # fmt: skip
    return FigureAtAddress(title, place_of(then, at.who))


def _stage_after(state: StageState, number: int) -> StageState:
    """The stage after a round that counts; a round in play is refused."""
    after = settled_state(state)
    if number not in after.rounds:
        raise KeyError(number)
    return stood_after(after, number)


def _when(state: StageState, number: int) -> Phrase:
    if counts_by_session(state):
        return phrase("session {session}", session=state.session_of(number))
    return phrase("round {round}", round=number)
