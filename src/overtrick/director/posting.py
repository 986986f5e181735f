"""The one way from an intention to the event that stands after it: decide, try, append, fold.

The desk appends to a database under a lock and tells its readers, a program to a file or to memory: they share what is
here, and so a posting is made, tried and numbered alike wherever it comes from.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from overtrick.core.event.acts import Act, Posting
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.selection_year.year import SelectionYear
from overtrick.director.decision import Decided
from overtrick.director.trial import tried
from overtrick.ledger.book import Book, Draft

State = TypeVar("State", Tournament, SelectionYear)
Decide = Callable[[Any, Act, str], Decided]
"""Decides on an act as an event or a selection year stands, at a time."""


@dataclass(frozen=True, slots=True)
class Poster:
    """Who posts, when, under which key, from which device."""

    by: str
    at: str
    key: str
    device: str = ""


@dataclass(frozen=True, slots=True)
class Intention(Generic[State]):
    """What an act becomes before it is appended: drafts, cautions, and the event that stands once they are kept.

    *after* is nothing where they were tried on a part of the event, or not at all: then they are folded.
    """

    drafts: tuple[Draft, ...]
    cautions: tuple[str, ...]
    after: State | None = None


def intend(state: State, act: Act, poster: Poster, decide: Decide) -> Intention[State]:
    """Decide on an act and try what follows from it on a copy; nothing is appended.

    Raises `DirectorError` with the reason if it is refused, and then nothing has changed.
    """
    intention = decided_on(state, act, poster, decide)
    postings = [
        Posting(number, draft.act, draft.by, draft.at, draft.key)
        for number, draft in enumerate(intention.drafts, start=state.last + 1)
    ]
    return Intention(intention.drafts, intention.cautions, tried(state, postings))


def decided_on(state: State, act: Act, poster: Poster, decide: Decide) -> Intention[State]:
    """An intention that is decided on and not tried: what a rehearsal posts, which is proved as a whole afterwards."""
    decided = decide(state, act, poster.at)
    drafts = tuple(
        Draft(each, poster.by, poster.at, poster.key if place == 0 else f"{poster.key}/{place}", poster.device)
        for place, each in enumerate(decided.acts)
    )
    return Intention(drafts, decided.cautions)


def keep(state: State, book: Book, intention: Intention[State]) -> tuple[State, Sequence[Posting]]:
    """Append an intention to a book, and what stands after it.

    `LedgerMoved` if the book has postings that are not folded in: then nothing is appended and *state* is as it was.
    """
    postings = book.append(intention.drafts, seen=state.last)
    if intention.after is not None:
        return intention.after, postings
    for posting in postings:
        state.post(posting)
    return state, postings
