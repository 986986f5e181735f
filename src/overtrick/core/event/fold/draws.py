"""Fold acts of draws and line-ups."""

from dataclasses import replace

from overtrick.core.event.acts import (
    DrawChanged,
    DrawPublished,
    DrawWithdrawn,
    LineUpPosted,
    OtherBoardPlayed,
    Posting,
    Seating,
    SeatsExchanged,
)
from overtrick.core.event.fold.tournament import Tournament, folds
from overtrick.core.event.play.inputs import RESULTS, ROUNDS
from overtrick.core.event.score.rounds import RoundState


@folds
def publish_draw(event: Tournament, act: DrawPublished, posting: Posting) -> None:
    """Add the draw of a round."""
    ROUNDS.put(event.stage(act.stage), act.round, RoundState.of(act, posting.number))


@folds
def change_draw(event: Tournament, act: DrawChanged, _: Posting) -> None:
    """Change a draw at tables that have not started; results stay at their tables."""
    state = event.stage(act.stage)
    drawn = state.round(act.round)
    ROUNDS.put(state, act.round, drawn.drawn_again(replace(drawn.draw, seatings=act.seatings, sits_out=act.sits_out)))


@folds
def withdraw_draw(event: Tournament, act: DrawWithdrawn, _: Posting) -> None:
    """Remove a withdrawn draw."""
    ROUNDS.take(event.stage(act.stage), act.round)


@folds
def exchange_seats(event: Tournament, act: SeatsExchanged, _: Posting) -> None:
    """Exchange the seats of two contestants in a round."""
    state = event.stage(act.stage)
    drawn = state.round(act.round)
    places = {act.one: act.other, act.other: act.one}
    seatings = tuple(
        replace(each, ns=places.get(each.ns, each.ns), ew=places.get(each.ew, each.ew)) for each in drawn.draw.seatings
    )
    out = tuple(places.get(name, name) for name in drawn.draw.sits_out)
    ROUNDS.put(state, act.round, drawn.drawn_again(replace(drawn.draw, seatings=seatings, sits_out=out)))


@folds
def play_other_board(event: Tournament, act: OtherBoardPlayed, _: Posting) -> None:
    """Replace a board at a table by the one it played; results of the board it should have played are removed."""
    state = event.stage(act.stage)
    drawn = state.round(act.round)

    def played(seating: Seating) -> Seating:
        if seating.table != act.table:
            return seating
        boards = tuple(act.board if board == act.instead else board for board in seating.boards)
        return replace(seating, boards=boards)

    for place in [place for place in drawn.results if (place[0], place[2]) == (act.table, act.instead)]:
        RESULTS.take(state, act.round, place)
    seatings = tuple(map(played, drawn.draw.seatings))
    ROUNDS.put(state, act.round, drawn.drawn_again(replace(drawn.draw, seatings=seatings)))


@folds
def post_line_up(event: Tournament, act: LineUpPosted, posting: Posting) -> None:
    """Record a team's line-up and its time."""
    event.line_ups[act.stage, act.round, act.contestant] = act
    event.conducted.take_line_up(act, posting)
