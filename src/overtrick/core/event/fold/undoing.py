"""Fold the undoing of postings: the book is folded again without them."""

from dataclasses import fields

from overtrick.core.event.acts import Posting, PostingsUndone
from overtrick.core.event.fold.replaying import undone_by
from overtrick.core.event.fold.tournament import Tournament, folds


@folds
def undo(event: Tournament, act: PostingsUndone, posting: Posting) -> None:
    """Undo postings, which may themselves undo others; if they were never folded, nothing is folded again."""
    if event.gone.issuperset(act.postings):
        event.undone |= frozenset(act.postings)
        return
    history = (*event.postings(), posting)
    undone = undone_by(history)
    other = replay_without(event, undone)
    for each in fields(Tournament):
        setattr(event, each.name, getattr(other, each.name))


def replay_without(event: Tournament, undone: frozenset[int]) -> Tournament:
    """The event folded from its book without some postings; postings that were set aside stay so."""
    other = event.from_the_first()
    for posting in event.postings():
        if posting.number not in undone and not isinstance(posting.act, PostingsUndone):
            other.post(posting)
    other.history, other.aside, other.undone, other.last = event.history, dict(event.aside), undone, event.last
    return other
