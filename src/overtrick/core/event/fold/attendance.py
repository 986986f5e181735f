"""How acts of attendance are folded: substitutes, absences, late arrivals, withdrawals and places declined."""

from overtrick.core.event.acts import (
    AbsenceLifted,
    AbsenceRecorded,
    ArrivedLate,
    Declined,
    Posting,
    Reinstated,
    SubstituteUsed,
    Withdrawn,
)
from overtrick.core.event.fold.tournament import Tournament, folds
from overtrick.core.event.score.rounds import SUBSTITUTE
from overtrick.core.provenance import Posted


@folds
def use_substitute(event: Tournament, act: SubstituteUsed, posting: Posting) -> None:
    """A substitute sits in."""
    event.substitutes.append(act)
    state = event.stage(act.stage)
    for number in act.rounds:
        if act.imps and number in state.rounds:
            state.rounds[number].stand_ins[act.contestant] = act
            state.rounds[number].sources[SUBSTITUTE, act.contestant] = Posted(posting.number, number)
            state.touch_round(number)
    state.stand_ins[posting.number] = act
    state.touch_totals([act.contestant])


@folds
def record_absence(event: Tournament, act: AbsenceRecorded, posting: Posting) -> None:
    """A pair stays away from a session."""
    event.stage(act.stage).absences[act.contestant, act.session] = (posting.number, act)
    event.stage(act.stage).touch_all()


@folds
def lift_absence(event: Tournament, act: AbsenceLifted, _: Posting) -> None:
    """A pair comes after all."""
    event.stage(act.stage).absences.pop((act.contestant, act.session), None)
    event.stage(act.stage).touch_all()


@folds
def arrive_late(event: Tournament, act: ArrivedLate, _: Posting) -> None:
    """Somebody came late."""
    event.late.append(act)


@folds
def withdraw(event: Tournament, act: Withdrawn, _: Posting) -> None:
    """A contestant leaves a stage."""
    event.stage(act.stage).withdrawn[act.contestant] = act
    event.stage(act.stage).touch_all()


@folds
def reinstate(event: Tournament, act: Reinstated, _: Posting) -> None:
    """A contestant that withdrew plays on."""
    event.stage(act.stage).withdrawn.pop(act.contestant, None)
    event.stage(act.stage).touch_all()


@folds
def decline(event: Tournament, act: Declined, _: Posting) -> None:
    """A contestant does not go on to a stage."""
    event.declined.setdefault(act.stage, set()).add(act.contestant)
