"""How acts of times and behaviour are folded."""

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
from overtrick.core.event.play.parts import EXCLUDED


@folds
def set_timetable(event: Tournament, act: TimetableSet, _: Posting) -> None:
    """The times of rounds are set."""
    event.conducted.set_timetable(act)


@folds
def mark_moment(event: Tournament, act: RoundStarted | RoundEnded | ScoresShown, posting: Posting) -> None:
    """A round starts or ends, or its scores are shown."""
    event.conducted.mark(act, posting)


@folds
def set_clock(event: Tournament, act: ClockSet, _: Posting) -> None:
    """The clock of a round is set."""
    event.conducted.set_clock(act)


@folds
def choose_wall(event: Tournament, act: WallChosen, _: Posting) -> None:
    """What the wall shows."""
    event.conducted.wall = act


@folds
def ask_review(event: Tournament, act: ReviewAsked, posting: Posting) -> None:
    """A contestant asks for a review."""
    event.conducted.reviews[posting.number] = Review(posting.number, act)


@folds
def decide_review(event: Tournament, act: ReviewDecided, _: Posting) -> None:
    """A review is upheld or dismissed."""
    event.conducted.reviews[act.review] = replace(event.conducted.reviews[act.review], decision=act)


@folds
def give_sanction(event: Tournament, act: SanctionGiven, posting: Posting) -> None:
    """Something other than a score is taken from somebody."""
    event.conducted.offending[posting.number] = act
    if act.effect == str(SanctionEffect.EXCLUDED) and act.stage in event.stages:
        EXCLUDED.put(event.stages[act.stage], posting.number, act)


@folds
def lodge_system(event: Tournament, act: SystemLodged, posting: Posting) -> None:
    """A system is lodged."""
    event.conducted.lodge(act, posting)
