"""Fold acts of attendance: substitutes, absences, late arrivals, withdrawals and declined places."""

from dataclasses import replace

from overtrick.core.event.acts import (
    AbsenceLifted,
    AbsenceRecorded,
    ArrivedLate,
    Declined,
    LatePairSeated,
    Posting,
    Reinstated,
    SubstituteUsed,
    Withdrawn,
)
from overtrick.core.event.fold.tournament import Tournament, folds
from overtrick.core.event.play.inputs import (
    ABSENCES,
    FIELDED,
    FIELDS,
    LATE,
    MEMBERS,
    NON_CONTENDING,
    SOURCES,
    STAND_INS,
    WITHDRAWALS,
    WITHDRAWN,
)
from overtrick.core.event.score.rounds import SUBSTITUTE
from overtrick.core.provenance import PostingSource


@folds
def use_substitute(event: Tournament, act: SubstituteUsed, posting: Posting) -> None:
    """Record a substitute."""
    event.substitutes.append(act)
    state = event.stage(act.stage)
    for number in act.rounds:
        if act.imps and number in state.rounds:
            FIELDED.put(state, number, act.contestant, act)
            SOURCES.put(state, number, (SUBSTITUTE, act.contestant), PostingSource(posting.number, number))
    STAND_INS.put(state, posting.number, act)


@folds
def record_absence(event: Tournament, act: AbsenceRecorded, posting: Posting) -> None:
    """Record that a pair does not play a session."""
    ABSENCES.put(event.stage(act.stage), (act.contestant, act.session), (posting.number, act))


@folds
def lift_absence(event: Tournament, act: AbsenceLifted, _: Posting) -> None:
    """Cancel a recorded absence."""
    ABSENCES.take(event.stage(act.stage), (act.contestant, act.session))


@folds
def arrive_late(event: Tournament, act: ArrivedLate, _: Posting) -> None:
    """Record a late arrival."""
    event.late.append(act)


@folds
def withdraw(event: Tournament, act: Withdrawn, posting: Posting) -> None:
    """Record that a contestant withdrew from a stage."""
    WITHDRAWALS.put(event.stage(act.stage), act.contestant, PostingSource(posting.number))
    WITHDRAWN.put(event.stage(act.stage), act.contestant, act)


@folds
def reinstate(event: Tournament, act: Reinstated, _: Posting) -> None:
    """Return a contestant that withdrew to its stage."""
    WITHDRAWALS.take(event.stage(act.stage), act.contestant)
    WITHDRAWN.take(event.stage(act.stage), act.contestant)


@folds
def seat_late_pair(event: Tournament, act: LatePairSeated, _: Posting) -> None:
    """Add a late pair to a stage in progress."""
    state = event.stage(act.stage)
    fields = tuple(
        replace(each, contestants=(*each.contestants, act.contestant)) if each.name == act.field else each
        for each in state.fields
    )
    FIELDS.set(state, fields)
    LATE.put(state, act.contestant, act)
    players = tuple(player.name for player in event.entries[act.contestant].players)
    MEMBERS.set(state, {**state.members, act.contestant: players})
    if not event.entries[act.contestant].contending:
        NON_CONTENDING.set(state, state.non_contending | {act.contestant})


@folds
def decline(event: Tournament, act: Declined, _: Posting) -> None:
    """Record that a contestant declined its place in a stage."""
    event.declined.setdefault(act.stage, set()).add(act.contestant)
