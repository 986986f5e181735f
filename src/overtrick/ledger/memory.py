"""A book in memory: for experiments, simulations and tests."""

from collections.abc import Iterator, Mapping, Sequence

from overtrick.core.event.acts import Posting
from overtrick.ledger.book import Draft, LedgerMoved, each_once, same_posting


class MemoryBook:
    """A book that lasts as long as the program."""

    def __init__(self, postings: Sequence[Posting] = ()) -> None:
        self._postings: list[Posting] = list(postings)
        self._keys: dict[str, Posting] = {posting.key: posting for posting in postings}

    def last(self) -> int:
        """The number of the last posting."""
        return len(self._postings)

    def postings(self, after: int = 0) -> Iterator[Posting]:
        """The postings after a number."""
        return iter(self._postings[after:])

    def append(self, drafts: Sequence[Draft], seen: int | None = None) -> tuple[Posting, ...]:
        """Post these acts together, or none of them."""
        new = new_drafts(drafts, self._keys)
        if new and seen is not None and seen != self.last():
            raise LedgerMoved(self._postings[seen:])
        for draft in new:
            posting = Posting(self.last() + 1, draft.act, draft.by, draft.at, draft.key)
            self._postings.append(posting)
            self._keys[draft.key] = posting
        return tuple(self._keys[draft.key] for draft in drafts)


def new_drafts(drafts: Sequence[Draft], keys: Mapping[str, Posting]) -> list[Draft]:
    """The drafts that are not in the book yet, each key once; a draft whose key belongs to another act is refused."""
    new = []
    for key, draft in each_once(drafts).items():
        if key in keys:
            same_posting(draft, keys[key])
        else:
            new.append(draft)
    return new
