"""A thread of its own for what need not be waited for: one thing after another, and gone with the process."""

import logging
from collections.abc import Callable
from functools import partial
from queue import SimpleQueue
from threading import Thread

_log = logging.getLogger("overtrick.gateway")


class OneByOne:
    """Does one thing after another. Python waits at its end for the threads of an executor; for this it does not."""

    def __init__(self, name: str) -> None:
        self._due: SimpleQueue[Callable[[], object]] = SimpleQueue()
        self._closed = False
        Thread(target=self._work, name=name, daemon=True).start()

    def submit(self, work: Callable[..., object], *given: object) -> None:
        """Have something done when its turn comes; not at all, once it is closed."""
        self._due.put(partial(work, *given))

    def close(self) -> None:
        """Begin nothing more."""
        self._closed = True

    def _work(self) -> None:
        while True:
            work = self._due.get()
            if self._closed:
                return
            try:
                work()
            except Exception:  # noqa: BLE001 - whatever it was, the next thing is done
                _log.exception("could not be done beside the pages")
