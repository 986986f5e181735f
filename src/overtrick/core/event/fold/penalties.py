"""How warnings and penalties are folded: into the score, and onto the record."""

from overtrick.core.event.acts import PenaltyGiven, PenaltyLifted, Posting, WarningGiven
from overtrick.core.event.fold.tournament import Tournament, folds
from overtrick.core.event.play.parts import PENALTIES


@folds
def warn(event: Tournament, act: WarningGiven, posting: Posting) -> None:
    """Somebody is warned."""
    event.warnings[posting.number] = act
    event.conducted.offending[posting.number] = act


@folds
def penalise(event: Tournament, act: PenaltyGiven, posting: Posting) -> None:
    """Somebody pays a penalty."""
    PENALTIES.put(event.stage(act.stage), posting.number, act)
    event.conducted.offending[posting.number] = act


@folds
def lift_penalty(event: Tournament, act: PenaltyLifted, _: Posting) -> None:
    """A warning, a penalty or a sanction is taken back."""
    event.warnings.pop(act.posting, None)
    for state in event.stages.values():
        PENALTIES.take(state, act.posting)
    event.conducted.offending.pop(act.posting, None)
