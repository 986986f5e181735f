"""Tells that a book has grown: to whoever listens in this process, and on PostgreSQL to every other.

PostgreSQL keeps notices in the order of commits, so a transaction that gives one commits alone, whatever its event:
eight posters would wait for eight flushes of the disk one after the other. So nobody gives notice while appending. A
thread does it after the commit, on a connection of its own, for all that came together meanwhile. A process that dies
in between has told nobody; whoever listens looks for himself every second.
"""

import logging
from threading import Condition, Thread
from time import sleep
from typing import Any

from django.db import connections, transaction

from overtrick.ledger.durable import notices

GATHER = 0.02
"""Seconds between two messages to PostgreSQL, at the least: what comes meanwhile goes with the next."""
REST = 30.0
"""Seconds without any news after which thread and connection are let go."""
_TELL = "SELECT pg_notify(%s, event || ' ' || number) FROM unnest(%s::text[], %s::bigint[]) AS told(event, number)"

_log = logging.getLogger(__name__)


def tell(event: str, number: int, using: str) -> None:
    """Say that an event's book now ends at a number, when the transaction that there may be is kept."""
    transaction.on_commit(lambda: _tell(event, number, using), using=using)


def _tell(event: str, number: int, using: str) -> None:
    notices.tell(event, number)
    if connections[using].vendor == "postgresql":
        _notifiers.setdefault(using, _Notifier(using)).tell(event, number)


def end() -> None:
    """Tell what is still to be told, and let the connections go."""
    for notifier in tuple(_notifiers.values()):
        notifier.end()


class _Notifier:
    """Tells PostgreSQL's listeners, in a thread that is there while there is something to tell."""

    def __init__(self, using: str) -> None:
        self.using = using
        self._news = Condition()
        self._waiting: dict[str, int] = {}
        self._thread: Thread | None = None
        self._ending = False

    def tell(self, event: str, number: int) -> None:
        """Say it soon; the poster does not wait."""
        with self._news:
            self._waiting[event] = max(number, self._waiting.get(event, 0))
            if self._thread is None or not self._thread.is_alive():
                self._thread = Thread(target=self._run, name="notices", daemon=True)
                self._thread.start()
            self._news.notify()

    def end(self) -> None:
        """Say what waits, and stop."""
        thread = self._thread
        if thread is None:
            return
        with self._news:
            self._ending = True
            self._news.notify()
        thread.join(timeout=5)
        self._ending = False

    def _run(self) -> None:
        connection = None
        try:
            while (told := self._next()) is not None:
                connection = self._send(connection, told)
                if not self._ending:
                    sleep(GATHER)
        finally:
            if connection is not None:
                connection.close()

    def _next(self) -> dict[str, int] | None:
        """What is to be told now; nothing when it is time to rest."""
        with self._news:
            self._news.wait_for(lambda: self._waiting or self._ending, timeout=REST)
            told, self._waiting = self._waiting, {}
            if not told:
                self._thread = None
            return told or None

    def _send(self, connection: Any, told: dict[str, int]) -> Any:
        """Tell these; the connection for the next, or none where it is lost, and who listens will look for himself."""
        import psycopg

        try:
            if connection is None:
                connection = psycopg.connect(**connections[self.using].get_connection_params(), autocommit=True)
            connection.execute(_TELL, [notices.CHANNEL, list(told), list(told.values())])
        except (psycopg.Error, OSError) as fault:
            _log.warning("notice could not be given", extra={"fault": type(fault).__name__})
            if connection is not None:
                connection.close()
            return None
        return connection


_notifiers: dict[str, _Notifier] = {}
