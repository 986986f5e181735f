"""The port of the ledger: what every storage of a book promises.

One event has one order of postings. Two officials posting the same number cannot both win: the later one
is told what was posted first. A posting with a key that the book already has is the same posting, sent
again, and is answered with the one that stands.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import Act, Posting


@dataclass(frozen=True, slots=True)
class Draft:
    """An act that is to be posted: who posts it, when, and the key that makes it one.

    *device* is what it was posted from. A book in a database keeps it beside the posting; the written form has it not.
    """

    act: Act
    by: str
    at: str
    key: str
    device: str = ""


class LedgerMoved(DirectorError):
    """Somebody posted first; *since* is what they posted."""

    def __init__(self, since: Sequence[Posting]) -> None:
        self.since = tuple(since)
        acts = ", ".join(f"{posting.number} {posting.act.called} by {posting.by}" for posting in self.since)
        super().__init__(
            f"The book moved on: {acts}", remedy="Look at what was posted, and post again if it still fits."
        )


class Book(Protocol):
    """An append-only book of postings, numbered from 1 without gaps."""

    def last(self) -> int:
        """The number of the last posting, 0 for an empty book."""
        ...

    def postings(self, after: int = 0) -> Iterator[Posting]:
        """The postings after a number, in order."""
        ...

    def append(self, drafts: Sequence[Draft], seen: int | None = None) -> tuple[Posting, ...]:
        """Post these acts together, or none of them.

        *seen* is the last number the poster knew; a book that has moved since refuses with `LedgerMoved`.
        Without it the acts are posted whatever came between. Drafts whose keys the book has already are
        answered with the postings that stand. Once this returns, the postings are kept.
        """
        ...
