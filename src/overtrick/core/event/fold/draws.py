"""How acts of the draw are folded: who meets whom, and who plays for a team."""

from dataclasses import replace

from overtrick.core.event.acts import DrawChanged, DrawPublished, DrawWithdrawn, LineUpPosted, Posting
from overtrick.core.event.fold.tournament import Tournament, folds
from overtrick.core.event.play.parts import ROUNDS
from overtrick.core.event.score.rounds import RoundState


@folds
def publish_draw(event: Tournament, act: DrawPublished, posting: Posting) -> None:
    """A round is drawn."""
    ROUNDS.put(event.stage(act.stage), act.round, RoundState.of(act, posting.number))


@folds
def change_draw(event: Tournament, act: DrawChanged, _: Posting) -> None:
    """A draw is changed where nobody has begun; what was played stays at its tables."""
    state = event.stage(act.stage)
    drawn = state.round(act.round)
    ROUNDS.put(state, act.round, drawn.drawn_again(replace(drawn.draw, seatings=act.seatings, sits_out=act.sits_out)))


@folds
def withdraw_draw(event: Tournament, act: DrawWithdrawn, _: Posting) -> None:
    """A draw is taken back."""
    ROUNDS.take(event.stage(act.stage), act.round)


@folds
def post_line_up(event: Tournament, act: LineUpPosted, posting: Posting) -> None:
    """A team says who plays, at a time."""
    event.line_ups[act.stage, act.round, act.contestant] = act
    event.conducted.take_line_up(act, posting)
