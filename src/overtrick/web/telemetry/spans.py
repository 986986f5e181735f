"""Tracing: spans of what takes how long. Without a tracer, nothing is loaded and the cost is negligible.

Spans are named with the program's own words and routes, never with anything typed: no address, token or person's name.
A fault is recorded only by its type, because its message may contain any of these.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Protocol, TypeVar

Value = str | int
Result = TypeVar("Result")


class Open(Protocol):
    """An open span."""

    def say(self, name: str = "", **told: Value) -> None:
        """Set the span's name and attributes."""


class Tracer(Protocol):
    """A recorder of spans."""

    def span(self, name: str, came: float | None, told: dict[str, Value]) -> AbstractContextManager[Open]:
        """Open a span inside this thread's current span."""

    def record_posted(self, event: str, numbers: range, started: float) -> None:
        """Record that this thread has stored these postings."""

    def record_shown(self, event: str, numbers: range, started: float) -> None:
        """Record that an open page now shows these postings, through the work of this thread."""

    def bind_span(self, done: Callable[[], Result]) -> Callable[[], Result]:
        """Wrap a function so that it runs in another thread inside this thread's current span."""


class _Nobody:
    def say(self, name: str = "", **told: Value) -> None:
        """Do nothing, because there is no tracer."""


_NOBODY = nullcontext(_Nobody())
_tracer: Tracer | None = None


def take(tracer: Tracer | None) -> None:
    """Set the tracer that records the spans of this process from now on; None stops recording."""
    global _tracer  # noqa: PLW0603 - one process has one
    _tracer = tracer


def span(name: str, *, came: float | None = None, **told: Value) -> AbstractContextManager[Open]:
    """Open a span inside this thread's current span; *came* is when its wait began, by `monotonic()`."""
    return _NOBODY if _tracer is None else _tracer.span(name, came, told)


def record_posted(event: str, numbers: range, started: float) -> None:
    """Record that postings were stored; *started* is when the append began, by `perf_counter()`."""
    if _tracer is not None:
        _tracer.record_posted(event, numbers, started)


def record_shown(event: str, numbers: range, started: float) -> None:
    """Record that an open page now shows these postings, in the trace of each, whichever process stored it."""
    if _tracer is not None:
        _tracer.record_shown(event, numbers, started)


def bind_span(done: Callable[[], Result]) -> Callable[[], Result]:
    """Wrap a function for another thread so that it runs inside this thread's current span."""
    return done if _tracer is None else _tracer.bind_span(done)
