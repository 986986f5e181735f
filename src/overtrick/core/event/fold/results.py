"""How acts of results are folded: at a table, on a board of the field, and calls for the director."""

from overtrick.core.event.acts import BoardFouled, CallAnswered, DirectorCalled, OtherFieldScored, Posting
from overtrick.core.event.fold.recording import OfResult, recorded
from overtrick.core.event.fold.stages import send_on
from overtrick.core.event.fold.tournament import Tournament, folds
from overtrick.core.event.play.exchange import moved_on
from overtrick.core.provenance import Posted


@folds
def record_result(event: Tournament, act: OfResult, posting: Posting) -> None:
    """Something is said of a result."""
    state = event.stage(act.stage)
    results, place = state.round(act.round).results, (act.table, act.room, act.board)
    known = results.get(place)
    results[place] = recorded(known, act, posting.number)
    state.fouling = state.fouling or results[place].fouled
    if known is not None and known.posting == results[place].posting:
        return  # the same result, agreed or not
    state.touch_result(act.round, act.table, act.board)
    if state.left is not None and not moved_on(event, act.stage):
        send_on(event, state)


@folds
def call_director(event: Tournament, act: DirectorCalled, posting: Posting) -> None:
    """A table calls the director."""
    event.stage(act.stage).round(act.round).calls.setdefault((act.table, act.room), posting.number)


@folds
def answer_call(event: Tournament, act: CallAnswered, _: Posting) -> None:
    """A table's call is answered."""
    event.stage(act.stage).round(act.round).calls.pop((act.table, act.room), None)


@folds
def foul_board(event: Tournament, act: BoardFouled, _: Posting) -> None:
    """A board was fouled."""
    state = event.stage(act.stage)
    state.fouling = True
    state.round(act.round).fouled[act.board] = act
    state.touch_round(act.round)


@folds
def lend_field(event: Tournament, act: OtherFieldScored, posting: Posting) -> None:
    """Another field's scores on a board."""
    state = event.stage(act.stage)
    state.other_field[act.round, act.board] = (Posted(posting.number, act.round), act)
    state.touch_all()
