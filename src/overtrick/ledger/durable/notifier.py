"""Notifies listeners that a book has grown: in this process, and through PostgreSQL in every other process.

PostgreSQL keeps notices in the order of commits, so transactions that send one commit one by one, whatever their event:
eight posters would wait for eight flushes of the disk in turn. So no notice is sent while appending. A thread sends it
after the commit, on a connection of its own, together with all that have gathered meanwhile. If the process dies in
between, no notice is sent; listeners therefore also poll every second.
"""

import logging
from threading import Condition, Thread
from time import sleep
from typing import Any

from django.db import connections, transaction

from overtrick.ledger.durable import notices

GATHER = 0.02
"""The minimum number of seconds between two messages to PostgreSQL; notices in between go with the next."""
REST = 30.0
"""Seconds without any notice after which the thread and the connection are closed."""
_TELL = "SELECT pg_notify(%s, event || ' ' || number) FROM unnest(%s::text[], %s::bigint[]) AS told(event, number)"

_log = logging.getLogger(__name__)


def tell(event: str, number: int, using: str) -> None:
    """Announce that an event's book now ends at a number, once the current transaction, if any, is committed."""
    transaction.on_commit(lambda: _tell(event, number, using), using=using)


def _tell(event: str, number: int, using: str) -> None:
    notices.tell(event, number)
    if connections[using].vendor == "postgresql":
        _notifiers.setdefault(using, _Notifier(using)).tell(event, number)


def end() -> None:
    """Send the notices that still wait, and close the connections."""
    for notifier in tuple(_notifiers.values()):
        notifier.end()


class _Notifier:
    """Notifies PostgreSQL's listeners, in a thread that runs while there are notices to send."""

    def __init__(self, using: str) -> None:
        self.using = using
        self._news = Condition()
        self._waiting: dict[str, int] = {}
        self._thread: Thread | None = None
        self._ending = False

    def tell(self, event: str, number: int) -> None:
        """Queue a notice; the poster does not wait."""
        with self._news:
            self._waiting[event] = max(number, self._waiting.get(event, 0))
            if self._thread is None or not self._thread.is_alive():
                self._thread = Thread(target=self._run, name="notices", daemon=True)
                self._thread.start()
            self._news.notify()

    def end(self) -> None:
        """Send the notices that wait, and stop."""
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
        """The notices to send now; `None` when it is time to stop."""
        with self._news:
            self._news.wait_for(lambda: self._waiting or self._ending, timeout=REST)
            told, self._waiting = self._waiting, {}
            if not told:
                self._thread = None
            return told or None

    def _send(self, connection: Any, told: dict[str, int]) -> Any:
        """Send these; return the connection for the next, or `None` if it is lost, in which case listeners poll."""
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
