"""How the hands of a board are folded."""

from overtrick.core.event.acts import BoardDealt, Posting
from overtrick.core.event.fold.tournament import Tournament, folds
from overtrick.core.event.play.parts import DEALS
from overtrick.core.model.cards import Deal


@folds
def deal_board(event: Tournament, act: BoardDealt, _: Posting) -> None:
    """The hands of a board are known."""
    state = event.stage(act.stage)
    DEALS.put(state, (state.scope(act.round), act.board), Deal.read(act.deal))
