"""Fold acts of appeals: add each to the file of its appeal, with its step."""

from collections.abc import Iterable

from overtrick.core.event.acts import (
    AppealDecided,
    AppealFined,
    AppealHeard,
    AppealLodged,
    AppealMoved,
    CommitteeNamed,
    Filled,
    HearingSet,
    Posting,
)
from overtrick.core.event.fold.conducted import AppealFile, AppealStep, stamp
from overtrick.core.event.fold.tournament import Tournament, folds


@folds
def lodge(event: Tournament, act: AppealLodged, posting: Posting) -> None:
    """Add an appeal under the number of its posting."""
    local, number = event.conducted.local, posting.number
    ruled = local(act.ruled) if act.ruled else None
    file = event.conducted.appeals[number] = AppealFile(number, act, local(act.time or stamp(posting)), ruled)
    file.taken.append(AppealStep(act.step, file.at, number, act.extended))
    _fill(file, act.filled)


@folds
def move_on(event: Tournament, act: AppealMoved, posting: Posting) -> None:
    """Move an appeal to its next step."""
    file = event.conducted.appeals[act.appeal]
    _fill(file, act.filled)
    when = event.conducted.local(act.time or stamp(posting))
    file.taken.append(AppealStep(act.step, when, posting.number, act.reason))


@folds
def name_committee(event: Tournament, act: CommitteeNamed, _: Posting) -> None:
    """Set the committee of an appeal."""
    event.conducted.appeals[act.appeal].committee = act


@folds
def set_hearing(event: Tournament, act: HearingSet, posting: Posting) -> None:
    """Set the time of a hearing."""
    file, local = event.conducted.appeals[act.appeal], event.conducted.local
    file.hearing = local(act.at)
    file.taken.append(AppealStep(act.step, local(stamp(posting)), posting.number))


@folds
def hear(event: Tournament, act: AppealHeard, posting: Posting) -> None:
    """Record that an appeal was heard."""
    file = event.conducted.appeals[act.appeal]
    file.heard = act
    file.taken.append(AppealStep(act.step, event.conducted.local(act.time or stamp(posting)), posting.number))


@folds
def decide(event: Tournament, act: AppealDecided, posting: Posting) -> None:
    """Record the decision on an appeal, and whether it was frivolous."""
    file = event.conducted.appeals[act.appeal]
    file.decisions.append(act)
    _fill(file, act.filled)
    when = event.conducted.local(act.time or stamp(posting))
    file.taken.append(AppealStep(act.step, when, posting.number, act.outcome))
    if act.finding:
        file.taken.append(AppealStep(act.finding, when, posting.number, act.frivolous))


@folds
def fine(event: Tournament, act: AppealFined, posting: Posting) -> None:
    """Record the fine for a frivolous appeal."""
    file = event.conducted.appeals[act.appeal]
    file.fine = act
    file.taken.append(AppealStep(act.step, event.conducted.local(stamp(posting)), posting.number, act.reason))


def _fill(file: AppealFile, filled: Iterable[Filled]) -> None:
    file.form |= {each.field: each.text for each in filled if each.text}
