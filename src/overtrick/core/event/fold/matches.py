"""How acts of matches that boards do not decide are folded."""

from overtrick.core.event.acts import MatchDecided, MatchForfeited, Posting, ScoreAwarded
from overtrick.core.event.fold.tournament import Tournament, folds
from overtrick.core.event.score.rounds import AWARD, DECISION, FORFEIT
from overtrick.core.provenance import Posted


@folds
def forfeit_match(event: Tournament, act: MatchForfeited, posting: Posting) -> None:
    """A match is forfeited."""
    drawn = event.stage(act.stage).round(act.round)
    drawn.forfeits[act.table] = act
    drawn.sources[FORFEIT, act.table] = Posted(posting.number, act.round, act.table)
    event.stage(act.stage).touch_round(act.round)


@folds
def decide_match(event: Tournament, act: MatchDecided, posting: Posting) -> None:
    """A level match is decided."""
    drawn = event.stage(act.stage).round(act.round)
    drawn.decided[act.table] = act
    drawn.sources[DECISION, act.table] = Posted(posting.number, act.round, act.table)
    event.stage(act.stage).touch_round(act.round)


@folds
def award_score(event: Tournament, act: ScoreAwarded, posting: Posting) -> None:
    """A score is awarded for a round."""
    drawn = event.stage(act.stage).round(act.round)
    drawn.awarded[act.contestant] = act
    drawn.sources[AWARD, act.contestant] = Posted(posting.number, act.round)
    event.stage(act.stage).touch_totals()
