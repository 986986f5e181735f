"""A background thread that runs jobs one after another and ends with the process."""

import logging
from collections.abc import Callable
from functools import partial
from queue import SimpleQueue
from threading import Thread

_log = logging.getLogger("overtrick.gateway")


class OneByOne:
    """Runs jobs one after another in a daemon thread. Unlike an executor's threads, it does not delay Python's exit."""

    def __init__(self, name: str) -> None:
        self._due: SimpleQueue[Callable[[], object]] = SimpleQueue()
        self._closed = False
        Thread(target=self._work, name=name, daemon=True).start()

    def submit(self, work: Callable[..., object], *given: object) -> None:
        """Queue a job. It does not run if `close` is called before its turn comes."""
        self._due.put(partial(work, *given))

    def close(self) -> None:
        """Start no more jobs."""
        self._closed = True

    def _work(self) -> None:
        while True:
            work = self._due.get()
            if self._closed:
                return
            try:
                work()
            except Exception:  # noqa: BLE001 - the next job runs whatever happened
                _log.exception("could not be done beside the pages")
