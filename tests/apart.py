"""What a process of its own does with a book, for the tests in which two of them meet."""

from multiprocessing.queues import Queue
from pathlib import Path

from overtrick.core.event.acts import NoteMade
from overtrick.ledger.book import Draft, LedgerMoved
from overtrick.ledger.file import FileBook


def note(text: str, key: str = "") -> Draft:
    """A note by the director."""
    return Draft(NoteMade(text), "director", "2026-07-04T13:30:00+10:00", key or text)


def post_many(path: str, name: str, count: int) -> None:
    """Post so many notes, one after the other."""
    book = FileBook(Path(path))
    for number in range(count):
        book.append([note(f"{name}-{number}")])
    book.close()


def post_seen(path: str, name: str, told: "Queue[bool]") -> None:
    """Post a note as somebody who has seen one posting, and tell whether it was taken."""
    book = FileBook(Path(path))
    try:
        book.append([note(name)], seen=1)
    except LedgerMoved:
        told.put(False)
    else:
        told.put(True)
    book.close()
