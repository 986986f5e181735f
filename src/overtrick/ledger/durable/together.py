"""Appending together: posts that meet in one process go to PostgreSQL in one transaction.

A transaction that gives notice commits alone, whatever the event: PostgreSQL keeps notices in the order of commits, so
eight posters would wait for eight flushes of the disk one after the other. Here the first of them carries what the
others have waiting. Each request is still taken or refused by itself, and nobody is answered before the commit.
"""

from dataclasses import dataclass, field
from threading import Event, Lock
from typing import Any

from django.db import DatabaseError, connections
from psycopg import Cursor

ONE = "book_append(%s, %s, %s::text[], %s::text[], %s::text[], %s::text[], %s::text[], %s::text[])"
MOST = 64
"""Requests in one transaction, at the most."""

Row = tuple[Any, ...]


@dataclass(slots=True, eq=False)
class Request:
    """One call of `book_append`, and what came of it."""

    given: tuple[Any, ...]
    turn: Event = field(default_factory=Event)
    rows: list[Row] | None = None
    fault: BaseException | None = None

    def answer(self) -> list[Row]:
        """The rows, or the fault."""
        if self.fault is not None:
            raise self.fault
        return self.rows or []


class Together:
    """The posts of this process to one database."""

    def __init__(self, using: str) -> None:
        self.using = using
        self._lock = Lock()
        self._waiting: list[Request] = []
        self._led = False

    def append(self, *given: Any) -> list[Row]:
        """Call `book_append`, with whoever calls it in the same moment. Inside a transaction: alone, as part of it."""
        request = Request(given)
        if connections[self.using].in_atomic_block:
            self._alone(request)
            return request.answer()
        with self._lock:
            self._waiting.append(request)
            leads, self._led = not self._led, True
        if not leads:
            request.turn.wait()
            if request.rows is not None or request.fault is not None:
                return request.answer()
        self._lead()
        return request.answer()

    def _lead(self) -> None:
        """Carry what waits, answer it, and hand on to the next who waits."""
        with self._lock:
            batch, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
        try:
            self._carry(sorted(batch, key=lambda request: str(request.given[0])))  # one order: no two wait crosswise
        finally:
            with self._lock:
                following = self._waiting[0] if self._waiting else None
                self._led = following is not None
            for request in batch:
                request.turn.set()
            if following is not None:
                following.turn.set()

    def _carry(self, batch: list[Request]) -> None:
        if len(batch) > 1:
            parts = " UNION ALL ".join(f"SELECT {place}, * FROM {ONE}" for place in range(len(batch)))  # noqa: S608 - numbers of ours
            try:
                rows = self._ask(parts, [each for request in batch for each in request.given])
            except DatabaseError:
                pass  # one of them is at fault: each alone, so that only that one is told
            else:
                for place, request in enumerate(batch):
                    request.rows = [row[1:] for row in rows if row[0] == place]
                return
        for request in batch:
            self._alone(request)

    def _alone(self, request: Request) -> None:
        try:
            request.rows = self._ask(f"SELECT * FROM {ONE}", list(request.given))  # noqa: S608 - a constant of ours
        except Exception as fault:  # noqa: BLE001 - it is raised where the request was made
            request.fault = fault

    def _ask(self, question: str, given: list[Any]) -> list[Row]:
        """Ask past Django's own cursor, which writes the values into the text, so that the server keeps it prepared."""
        connection = connections[self.using]
        connection.ensure_connection()
        with connection.wrap_database_errors, Cursor(connection.connection) as cursor:
            return cursor.execute(question, given, prepare=True).fetchall()


_together: dict[str, Together] = {}


def together(using: str) -> Together:
    """The one for a database."""
    return _together.setdefault(using, Together(using))
