"""Fold warnings and penalties into the score and the conduct record."""

from overtrick.core.event.acts import PenaltyGiven, PenaltyLifted, Posting, WarningGiven
from overtrick.core.event.fold.stages import change_late
from overtrick.core.event.fold.tournament import Tournament, folds
from overtrick.core.event.play.inputs import EXCLUDED, PENALTIES


@folds
def warn(event: Tournament, act: WarningGiven, posting: Posting) -> None:
    """Record a warning."""
    event.warnings[posting.number] = act
    event.conducted.offending[posting.number] = act


@folds
def penalise(event: Tournament, act: PenaltyGiven, posting: Posting) -> None:
    """Apply and record a penalty."""
    state = event.stage(act.stage)
    PENALTIES.put(state, posting.number, act)
    change_late(event, state, posting)
    event.conducted.offending[posting.number] = act


@folds
def lift_penalty(event: Tournament, act: PenaltyLifted, posting: Posting) -> None:
    """Cancel a warning, a penalty or a sanction."""
    event.warnings.pop(act.posting, None)
    for state in [each for each in event.stages.values() if act.posting in each.penalties]:
        PENALTIES.take(state, act.posting)
        change_late(event, state, posting)
    for state in [each for each in event.stages.values() if act.posting in each.excluded]:
        EXCLUDED.take(state, act.posting)
    event.conducted.offending.pop(act.posting, None)
