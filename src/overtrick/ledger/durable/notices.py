"""Notice inside a process that a book has grown, and the name under which PostgreSQL tells it to every other.

`notifier` tells both. SQLite tells nobody outside the process: others look for themselves.
"""

from collections.abc import Callable

CHANNEL = "overtrick_book"
"""Where PostgreSQL tells that a book has grown: `event number`."""

Heard = Callable[[str, int], None]

_listeners: list[Heard] = []


def listen(heard: Heard) -> None:
    """Have *heard* called with an event's slug and its last number, from whichever thread appended."""
    _listeners.append(heard)


def leave(heard: Heard) -> None:
    """Stop listening."""
    _listeners.remove(heard)


def tell(event: str, number: int) -> None:
    """Say that an event's book now ends at a number."""
    for heard in tuple(_listeners):
        heard(event, number)
