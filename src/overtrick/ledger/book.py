"""The interface of the ledger: what every storage of a book guarantees.

One event has one order of postings. If two officials post the same number, only the first succeeds: the second is told
what was posted first. A draft whose key is already in the book is the same posting sent again, and is answered with the
existing posting; a different act under a used key is refused.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import Act, Posting
from overtrick.core.wording import phrase


@dataclass(frozen=True, slots=True)
class Draft:
    """An act to be posted: by whom, when, and the key that identifies it.

    *device* is what it was posted from. A book in a database stores it beside the posting; the written form does not
    contain it.
    """

    act: Act
    by: str
    at: str
    key: str
    device: str = ""


class LedgerMoved(DirectorError):
    """Someone else posted first; *since* is what they posted."""

    def __init__(self, since: Sequence[Posting]) -> None:
        self.since = tuple(since)
        acts = tuple(
            phrase("posting {number} ({act} by {by})", number=posting.number, act=posting.act.called, by=posting.by)
            for posting in self.since
        )
        super().__init__(
            "The book has changed since you looked: {acts:,}",
            remedy="Check what has been posted since, and post your change again if it still applies.",
            acts=acts,
        )


class KeyUsed(DirectorError):
    """A key that belongs to another act; *act* and *by* are that one's, *number* its number if it is posted."""

    def __init__(self, key: str, act: Act, by: str, number: int = 0) -> None:
        self.act = act
        self.number = number
        super().__init__(
            "The key “{key}” was already used for another message:[ posting {number},] “{act}” by {by}",
            remedy="Use a new key for each new message, and an old key only to resend the same message.",
            key=key[:60],
            number=number,
            act=act.called,
            by=by,
        )


class LedElsewhere(DirectorError):
    """Another server leads the book, so this one accepts no postings for it; *leader* is that server's name."""

    def __init__(self, leader: str) -> None:
        self.leader = leader
        super().__init__(
            "This event is run from {leader}, and this server only shows it",
            remedy="Enter the change at {leader}, or take over the event on the “Venue server” page of this server’s "
            "desk if {leader} is lost.",
            leader=leader,
        )


def each_once(drafts: Sequence[Draft]) -> dict[str, Draft]:
    """The drafts by their keys, without repeats; one key for two acts is refused."""
    first: dict[str, Draft] = {}
    for draft in drafts:
        known = first.setdefault(draft.key, draft)
        if (known.act, known.by) != (draft.act, draft.by):
            raise KeyUsed(draft.key, known.act, known.by)
    return first


def same_posting(draft: Draft, standing: Posting) -> None:
    """Refuse a draft whose key belongs to another act, or to another poster's. The time it was sent is ignored."""
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

        *seen* is the last number the poster knew; if the book has moved since, `LedgerMoved` is raised. Without it the
        acts are posted whatever came between. Drafts whose keys are already in the book are answered with the existing
        postings, or refused with `KeyUsed` if those differ. Once this returns, the postings are durable.
        """
        ...
