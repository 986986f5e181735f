"""Fold acts of disclosure and powers."""

from overtrick.core.event.acts import CardsShown, Determined, Posting, PowerPassed, PsychicRecorded, SystemClassified
from overtrick.core.event.fold.tournament import Tournament, folds


@folds
def show_cards(event: Tournament, act: CardsShown, _: Posting) -> None:
    """Record how many system cards a pair had."""
    event.conducted.cards.append(act)


@folds
def classify_system(event: Tournament, act: SystemClassified, _: Posting) -> None:
    """Record the colour of a system."""
    event.conducted.classified.append(act)


@folds
def record_psychic(event: Tournament, act: PsychicRecorded, _: Posting) -> None:
    """Record a psychic call."""
    event.conducted.psychics.append(act)


@folds
def determine(event: Tournament, act: Determined | PowerPassed, _: Posting) -> None:
    """Record that a body decided a matter or delegated a power."""
    event.conducted.determined.append(act)
