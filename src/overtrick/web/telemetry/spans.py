"""What takes how long, for whoever asks for traces; nothing is loaded and next to nothing is done where nobody does.

A span names what is done by words of the program and by routes, never by what somebody typed: no address, no token, no
name of a person. A fault is told by its kind alone, since its words may have any of these in them.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Protocol, TypeVar

Value = str | int
Result = TypeVar("Result")


class Open(Protocol):
    """A span that has begun."""

    def say(self, name: str = "", **told: Value) -> None:
        """What it turned out to be: its name, and what is to be known of it."""


class Tracer(Protocol):
    """Whoever takes spans."""

    def span(self, name: str, came: float | None, told: dict[str, Value]) -> AbstractContextManager[Open]:
        """Something that is done within what this thread does."""

    def posted(self, event: str, numbers: range, started: float) -> None:
        """Postings that were kept by what this thread does."""

    def shown(self, event: str, numbers: range, started: float) -> None:
        """A page that is held open shows these postings now; what this thread does made it so."""

    def carried(self, done: Callable[[], Result]) -> Callable[[], Result]:
        """Something that another thread does within what this one does."""


class _Nobody:
    def say(self, name: str = "", **told: Value) -> None:
        """Nobody asked."""


_NOBODY = nullcontext(_Nobody())
_tracer: Tracer | None = None


def take(tracer: Tracer | None) -> None:
    """Let somebody take the spans of this process from now on."""
    global _tracer  # noqa: PLW0603 - one process has one
    _tracer = tracer


def span(name: str, *, came: float | None = None, **told: Value) -> AbstractContextManager[Open]:
    """Something that is done within what this thread does; *came* is since when it waited, by `monotonic()`."""
    return _NOBODY if _tracer is None else _tracer.span(name, came, told)


def posted(event: str, numbers: range, started: float) -> None:
    """Postings were kept; *started* is when the append began, by `perf_counter()`."""
    if _tracer is not None:
        _tracer.posted(event, numbers, started)


def shown(event: str, numbers: range, started: float) -> None:
    """A page that is held open shows these postings now: part of the trace of each, whichever process kept it."""
    if _tracer is not None:
        _tracer.shown(event, numbers, started)


def carried(done: Callable[[], Result]) -> Callable[[], Result]:
    """Something that is given to another thread, within what this one does."""
    return done if _tracer is None else _tracer.carried(done)
