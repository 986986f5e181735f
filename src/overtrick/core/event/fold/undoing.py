"""How postings are taken back: the book is folded again without them."""

from dataclasses import fields

from overtrick.core.event.acts import Posting, PostingsUndone
from overtrick.core.event.fold.tournament import Tournament, folds


@folds
def undo(event: Tournament, act: PostingsUndone, posting: Posting) -> None:  # noqa: ARG001 - it is among those told
    """Postings are taken back, or with them what took others back."""
    history = (*event.told(), posting)
    undone = undone_by(history)
    other = without(event, undone)
    for each in fields(Tournament):
        setattr(event, each.name, getattr(other, each.name))


def without(event: Tournament, undone: frozenset[int]) -> Tournament:
    """The event as its book has it without some postings; nothing that was set aside comes back."""
    other = event.from_the_first()
    for posting in event.told():
        if posting.number not in undone and not isinstance(posting.act, PostingsUndone):
            other.post(posting)
    other.history, other.aside, other.undone, other.last = event.history, dict(event.aside), undone, event.last
    return other


def undone_by(history: tuple[Posting, ...]) -> frozenset[int]:
    """The postings that are taken back, by what stands of all that took any back."""
    gone: set[int] = set()
    for posting in reversed(history):
        if isinstance(posting.act, PostingsUndone) and posting.number not in gone:
            gone.update(posting.act.postings)
    return frozenset(gone)
