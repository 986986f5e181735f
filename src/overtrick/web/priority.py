"""Priority among waiting threads: requests of phones and desks go before those of readers."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition, get_ident, local

_here = local()


@contextmanager
def reading() -> Iterator[None]:
    """Mark this thread as serving a reader inside the `with` block."""
    _here.reads = True
    try:
        yield
    finally:
        _here.reads = False


class PriorityLock:
    """A reentrant lock that goes to workers (phones and desks) before readers."""

    def __init__(self) -> None:
        self._change = Condition()
        self._owner = 0
        self._depth = 0
        self._workers = 0

    def __enter__(self) -> None:
        me = get_ident()
        with self._change:
            if self._owner != me:
                self._wait(reads=getattr(_here, "reads", False))
                self._owner = me
            self._depth += 1

    def __exit__(self, *_: object) -> None:
        with self._change:
            self._depth -= 1
            if not self._depth:
                self._owner = 0
                self._change.notify_all()

    def _wait(self, *, reads: bool) -> None:
        if reads:
            self._change.wait_for(lambda: not self._owner and not self._workers)
            return
        self._workers += 1
        try:
            self._change.wait_for(lambda: not self._owner)
        finally:
            self._workers -= 1
