"""Fold acts of matches that boards do not decide."""

from overtrick.core.event.acts import MatchDecided, MatchForfeited, Posting, ScoreAwarded
from overtrick.core.event.fold.stages import change_late
from overtrick.core.event.fold.tournament import Tournament, folds
from overtrick.core.event.play.inputs import AWARDED, DECIDED, FORFEITS, SOURCES
from overtrick.core.event.score.rounds import AWARD, DECISION, FORFEIT
from overtrick.core.provenance import PostingSource


@folds
def forfeit_match(event: Tournament, act: MatchForfeited, posting: Posting) -> None:
    """Record a match that was not finished."""
    state = event.stage(act.stage)
    FORFEITS.put(state, act.round, act.table, act)
    SOURCES.put(state, act.round, (FORFEIT, act.table), PostingSource(posting.number, act.round, act.table))
    change_late(event, state, posting)


@folds
def decide_match(event: Tournament, act: MatchDecided, posting: Posting) -> None:
    """Record the winner of a tied match."""
    state = event.stage(act.stage)
    DECIDED.put(state, act.round, act.table, act)
    SOURCES.put(state, act.round, (DECISION, act.table), PostingSource(posting.number, act.round, act.table))


@folds
def award_score(event: Tournament, act: ScoreAwarded, posting: Posting) -> None:
    """Record a score that was awarded for a round."""
    state = event.stage(act.stage)
    AWARDED.put(state, act.round, act.contestant, act)
    SOURCES.put(state, act.round, (AWARD, act.contestant), PostingSource(posting.number, act.round))
    change_late(event, state, posting)
