"""Fold acts of times and behaviour."""

from dataclasses import replace

from overtrick.core.conduct.consequences import SanctionEffect
from overtrick.core.event.acts import (
    ClockSet,
    Posting,
    ReviewAsked,
    ReviewDecided,
    RoundEnded,
    RoundStarted,
    SanctionGiven,
    ScoresShown,
    SystemLodged,
    TimetableSet,
    WallChosen,
)
from overtrick.core.event.fold.conducted import Review
from overtrick.core.event.fold.tournament import Tournament, folds
from overtrick.core.event.play.inputs import EXCLUDED


@folds
def set_timetable(event: Tournament, act: TimetableSet, _: Posting) -> None:
    """Set the times of rounds."""
    event.conducted.set_timetable(act)


@folds
def mark_moment(event: Tournament, act: RoundStarted | RoundEnded | ScoresShown, posting: Posting) -> None:
    """Record that a round started or ended, or that its scores were shown."""
    event.conducted.mark(act, posting)


@folds
def set_clock(event: Tournament, act: ClockSet, _: Posting) -> None:
    """Set the clock of a round."""
    event.conducted.set_clock(act)


@folds
def choose_wall(event: Tournament, act: WallChosen, _: Posting) -> None:
    """Set the pages of the wall screen."""
    event.conducted.wall = act


@folds
def ask_review(event: Tournament, act: ReviewAsked, posting: Posting) -> None:
    """Record a request for a review."""
    event.conducted.reviews[posting.number] = Review(posting.number, act)


@folds
def decide_review(event: Tournament, act: ReviewDecided, _: Posting) -> None:
    """Record the decision on a review."""
    event.conducted.reviews[act.review] = replace(event.conducted.reviews[act.review], decision=act)


@folds
def give_sanction(event: Tournament, act: SanctionGiven, posting: Posting) -> None:
    """Record a sanction, and exclude the contestant if the sanction says so."""
    event.conducted.offending[posting.number] = act
    if act.effect == SanctionEffect.EXCLUDED.value and act.stage in event.stages:
        EXCLUDED.put(event.stages[act.stage], posting.number, act)


@folds
def lodge_system(event: Tournament, act: SystemLodged, posting: Posting) -> None:
    """Record a lodged system."""
    event.conducted.lodge(act, posting)
