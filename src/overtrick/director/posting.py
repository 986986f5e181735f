"""The one way to post an act: decide on it, try it, append it, and fold it into the event.

The desk appends to a database under a lock and notifies its readers; a program appends to a file or to memory. Both use
this module, so a posting is made, tried and numbered in the same way wherever it comes from.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from overtrick.core.event.acts import Act, Posting
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.selection_year.year import SelectionYear
from overtrick.core.wording import Said
from overtrick.director.decision import AllowedActs
from overtrick.director.trial import try_postings
from overtrick.ledger.book import Book, Draft

State = TypeVar("State", Tournament, SelectionYear)
Decide = Callable[[Any, Act, str], AllowedActs]
"""Decides on an act at a time, in an event or a selection year as it stands."""


@dataclass(frozen=True, slots=True)
class Poster:
    """Who posts, at what time, under which key, from which device."""

    by: str
    at: str
    key: str
    device: str = ""


@dataclass(frozen=True, slots=True)
class Intention(Generic[State]):
    """An act ready to be appended: drafts, cautions, and the event that stands once they are stored.

    *after* is `None` if they were tried on a part of the event or not at all; they are folded when they are stored.
    """

    drafts: tuple[Draft, ...]
    cautions: tuple[Said, ...]
    after: State | None = None


def intend(state: State, act: Act, poster: Poster, decide: Decide) -> Intention[State]:
    """Decide on an act and try its consequences on a copy; nothing is appended.

    Raises `DirectorError` with the reason if it is refused; nothing has changed then.
    """
    intention = decided_on(state, act, poster, decide)
    postings = [
        Posting(number, draft.act, draft.by, draft.at, draft.key)
        for number, draft in enumerate(intention.drafts, start=state.last + 1)
    ]
    return Intention(intention.drafts, intention.cautions, try_postings(state, postings))


def decided_on(state: State, act: Act, poster: Poster, decide: Decide) -> Intention[State]:
    """An intention that is decided on but not tried: for rehearsals, which are checked as a whole afterwards."""
    decided = decide(state, act, poster.at)
    drafts = tuple(
        Draft(each, poster.by, poster.at, poster.key if place == 0 else f"{poster.key}/{place}", poster.device)
        for place, each in enumerate(decided.acts)
    )
    return Intention(drafts, decided.cautions)


def keep(state: State, book: Book, intention: Intention[State]) -> tuple[State, Sequence[Posting]]:
    """Append an intention to a book; return the state after it, and its postings.

    Raises `LedgerMoved` if the book has postings that are not folded in: nothing is appended then, and *state* is
    unchanged.
    """
    postings = book.append(intention.drafts, seen=state.last)
    if intention.after is not None:
        return intention.after, postings
    for posting in postings:
        state.post(posting)
    return state, postings
