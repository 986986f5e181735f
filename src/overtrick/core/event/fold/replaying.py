"""Folding a whole book: what cannot be folded is set aside, and everything after it stands.

Nothing that the director accepts is ever set aside. An older program, an import, or an export of a newer program may
have left in a book what this one cannot take; it keeps its number there and changes nothing.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import Posting, PostingsUndone
from overtrick.core.event.fold.copying import copied

CHECKPOINT = 5000
"""After so many postings a copy is kept, from which a fold that was broken off begins again."""


@dataclass(frozen=True, slots=True)
class SetAside:
    """A posting that this program cannot fold: its number, its act, who posted it when, and why it cannot."""

    number: int
    act: str
    by: str
    at: str
    why: str

    @property
    def remedy(self) -> str:
        """What to do about it."""
        return (
            "It keeps its number and its key, and changes nothing; all that was posted after it stands. "
            "Post again what it was meant to say, or open the book with the program that wrote it."
        )

    @classmethod
    def of(cls, posting: Posting, why: str) -> "SetAside":
        """This posting, for this reason."""
        return cls(posting.number, posting.act.called, posting.by, posting.at, why)

    def __str__(self) -> str:
        return f"posting {self.number}, “{self.act}” by {self.by}, is set aside: {self.why}"


class Folded(Protocol):
    """What a book folds to; *gone* are postings that are known to be taken back further on, and are not folded."""

    last: int
    gone: frozenset[int]
    aside: dict[int, SetAside]

    def post(self, posting: Posting) -> None:
        """Fold one posting more; where this raises, half of it may be folded in."""
        ...


State = TypeVar("State", bound=Folded)


def put_aside(state: Folded, posting: Posting, why: str) -> None:
    """Let a posting have its number, and nothing else."""
    state.aside[posting.number] = SetAside.of(posting, why)
    state.last = posting.number


def undone_by(history: Sequence[Posting]) -> frozenset[int]:
    """The postings that are taken back, by what stands of all that took any back."""
    gone: set[int] = set()
    for posting in reversed(history):
        if isinstance(posting.act, PostingsUndone) and posting.number not in gone:
            gone.update(posting.act.postings)
    return frozenset(gone)


def refold(
    begin: Callable[[], State], postings: Iterable[Posting], not_theirs: tuple[type[Exception], ...] = ()
) -> State:
    """The state after these postings, those that cannot be folded set aside.

    What stands in the end is folded once, however much was taken back. Where that breaks off, each posting is folded as
    it came, and what breaks is set aside. Faults that are *not theirs* are raised, and set no posting aside.
    """
    book = tuple(postings)
    state = begin()
    state.gone = undone_by(book)
    if not state.gone:
        return _one_by_one(begin, book, not_theirs)
    try:
        for posting in book:
            state.post(posting)
    except not_theirs:
        raise
    except Exception:  # noqa: BLE001 - something is set aside: which, only the book in its order can say
        return _one_by_one(begin, book, not_theirs)
    state.gone = frozenset()
    return state


def _one_by_one(
    begin: Callable[[], State], postings: Sequence[Posting], not_theirs: tuple[type[Exception], ...]
) -> State:
    """The state after these postings, each folded as it came.

    A fold that is broken off may be half done: it begins again at the last copy, without what broke it.
    """
    state, kept = begin(), begin()
    since: list[Posting] = []
    wrong: dict[int, str] = {}
    for posting in postings:
        since.append(posting)
        try:
            state.post(posting)
        except not_theirs:
            raise
        except Exception as fault:  # noqa: BLE001 - whatever it is, the book must open
            said = str(fault.what) if isinstance(fault, DirectorError) else str(fault)
            wrong[posting.number] = said or type(fault).__name__
            state = copied(kept)
            for each in since:
                if each.number in wrong:
                    put_aside(state, each, wrong[each.number])
                else:
                    state.post(each)
        if len(since) >= CHECKPOINT:
            kept, since = copied(state), []
    return state
