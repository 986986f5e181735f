"""How acts of disclosure, and of who decides, are folded."""

from overtrick.core.event.acts import CardsShown, Determined, Posting, PowerPassed, PsychicRecorded, SystemClassified
from overtrick.core.event.fold.tournament import Tournament, folds


@folds
def show_cards(event: Tournament, act: CardsShown, _: Posting) -> None:
    """A pair shows its system cards."""
    event.conducted.cards.append(act)


@folds
def classify_system(event: Tournament, act: SystemClassified, _: Posting) -> None:
    """Somebody says what colour a system is."""
    event.conducted.classified.append(act)


@folds
def record_psychic(event: Tournament, act: PsychicRecorded, _: Posting) -> None:
    """A psychic call is recorded."""
    event.conducted.psychics.append(act)


@folds
def determine(event: Tournament, act: Determined | PowerPassed, _: Posting) -> None:
    """A body settles something, or passes it on."""
    event.conducted.determined.append(act)
