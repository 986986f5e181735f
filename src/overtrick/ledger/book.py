"""The port of the ledger: what every storage of a book promises.

One event has one order of postings. Two officials posting the same number cannot both win: the later one
is told what was posted first. A posting with a key that the book already has is the same posting, sent
again, and is answered with the one that stands; another act under a key that is used is refused.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import Act, Posting
from overtrick.core.wording import phrase


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
        acts = tuple(
            phrase("{number} {act} by {by}", number=posting.number, act=posting.act.called, by=posting.by)
            for posting in self.since
        )
        super().__init__(
            "The book moved on: {acts:,}", remedy="Look at what was posted, and post again if it still fits.", acts=acts
        )


class KeyUsed(DirectorError):
    """A key that stands for another act already; *act* and *by* are what stands, *number* where, if it is posted."""

    def __init__(self, key: str, act: Act, by: str, number: int = 0) -> None:
        self.act = act
        self.number = number
        super().__init__(
            "The key “{key}” stands for[ posting {number},] “{act}” by {by}, and this is another message",
            remedy="A new message needs a key of its own; the same message may be sent as often as you like.",
            key=key[:60],
            number=number,
            act=act.called,
            by=by,
        )


class LedElsewhere(DirectorError):
    """Another server leads the book, and this one takes nothing for it; *leader* is what it is called."""

    def __init__(self, leader: str) -> None:
        self.leader = leader
        super().__init__(
            "{leader} leads this event, and this server shows it and takes nothing for it",
            remedy="Enter it at {leader}; whoever lost that takes the event over at the desk of this server, on its "
            "page “Lead”.",
            leader=leader,
        )


def each_once(drafts: Sequence[Draft]) -> dict[str, Draft]:
    """The drafts by their keys, each once; one key for two acts is refused."""
    first: dict[str, Draft] = {}
    for draft in drafts:
        known = first.setdefault(draft.key, draft)
        if (known.act, known.by) != (draft.act, draft.by):
            raise KeyUsed(draft.key, known.act, known.by)
    return first


def same_posting(draft: Draft, standing: Posting) -> None:
    """Refuse a draft whose key stands for another act, or another poster's. When it was sent does not matter."""
    if (draft.act, draft.by) != (standing.act, standing.by):
        raise KeyUsed(draft.key, standing.act, standing.by, standing.number)


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
        answered with the postings that stand, or refused with `KeyUsed` where those say something else. Once this
        returns, the postings are kept.
        """
        ...
