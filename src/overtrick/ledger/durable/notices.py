"""Notices inside a process that a book has grown, and the channel on which PostgreSQL notifies other processes.

`notifier` sends both. SQLite notifies no other process: they have to poll.
"""

from collections.abc import Callable

CHANNEL = "overtrick_book"
"""The channel on which PostgreSQL announces that a book has grown: `event number`."""

Heard = Callable[[str, int], None]

_listeners: list[Heard] = []


def listen(heard: Heard) -> None:
    """Register *heard* to be called with an event's slug and its last number, from whichever thread appended."""
    _listeners.append(heard)


def leave(heard: Heard) -> None:
    """Stop listening."""
    _listeners.remove(heard)


def tell(event: str, number: int) -> None:
    """Call the listeners: an event's book now ends at a number."""
    for heard in tuple(_listeners):
        heard(event, number)
