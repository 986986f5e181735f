"""Appending together: posts that meet in one process go to PostgreSQL in one transaction.

A transaction that gives notice commits alone, whatever the event: PostgreSQL keeps notices in the order of commits, so
eight posters would wait for eight flushes of the disk one after the other. Here the first of them carries what the
others have waiting. Each request is still taken or refused by itself, and nobody is answered before the commit.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Event, Lock
from time import monotonic
from typing import Any

from django.db import OperationalError, connections
from psycopg import Cursor

from overtrick.ledger.durable.lines import array

ONE = "SELECT {place}, NULL, r_number, NULL, r_hash FROM book_append_one(%s, %s::bigint, %s, %s, %s, %s, %s, %s, %s)"
"""One draft for a book that is there; where that does not hold, or the key stands, it is asked again with `SEVERAL`."""
SEVERAL = "SELECT {place}, * FROM book_append(%s, %s::bigint, %s, %s)"
MOST = 64
"""Requests in one transaction, at the most."""
APART = 5
"""Seconds for which a book whose head was locked is appended to by itself."""

Draft = tuple[str, str, str, str, str, str]
Row = tuple[Any, ...]


@dataclass(slots=True, eq=False)
class Request:
    """Drafts for a book of an organisation, as rows (key, act, by, device, at, body), and what came of them."""

    event: str
    seen: int | None
    drafts: Sequence[Draft]
    organisation: int
    turn: Event = field(default_factory=Event)
    rows: list[Row] | None = None
    fault: BaseException | None = None
    carried: bool = False

    def answer(self) -> list[Row]:
        """The rows, or the fault."""
        if self.fault is not None:
            raise self.fault
        if self.rows is None:
            raise OperationalError("whoever carried this request broke off before it was asked")
        return self.rows


class GroupCommit:
    """The posts of this process to one database."""

    def __init__(self, using: str) -> None:
        self.using = using
        self._lock = Lock()
        self._waiting: list[Request] = []
        self._led = False
        self._apart: dict[str, float] = {}

    def append(self, event: str, seen: int | None, drafts: Sequence[Draft], organisation: int) -> list[Row]:
        """Append drafts, with whoever appends in the same moment. Inside a transaction: alone, as part of it."""
        request = Request(event, seen, drafts, organisation)
        if connections[self.using].in_atomic_block or self._is_apart(event):
            self._alone(request)
            return request.answer()
        with self._lock:
            self._waiting.append(request)
            leads, self._led = not self._led, True
        if not leads:
            request.turn.wait()
        if not request.carried:
            self._lead()
        if request.rows is None:
            self._alone(request)
        return request.answer()

    def _is_apart(self, event: str) -> bool:
        """Whether a book is appended to by itself for now: its head was locked, or another's in the same batch."""
        return self._apart.get(event, 0.0) > monotonic()

    def _lead(self) -> None:
        """Carry what waits, answer it, and hand on to the next who waits."""
        with self._lock:
            batch, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
        try:
            self._carry(sorted(batch, key=lambda request: request.event))  # one order: no two wait crosswise
        finally:
            with self._lock:
                following = self._waiting[0] if self._waiting else None
                self._led = following is not None
            for request in batch:
                request.carried = True
                request.turn.set()
            if following is not None:
                following.turn.set()

    def _carry(self, batch: list[Request]) -> None:
        """In one transaction, all of them; what did not go in so is asked again, each alone and by its own thread."""
        calls = _joined(batch)
        parts = " UNION ALL ".join(_question(call).format(place=place) for place, call in enumerate(calls))
        try:
            rows = self._ask(parts, [each for call in calls for each in _given(call)])
        except OperationalError:  # a head is locked, or the database is away: no book waits for another's again
            self._apart |= dict.fromkeys((request.event for request in batch), monotonic() + APART)
        except Exception:  # noqa: BLE001, S110 - one is at fault, or its key stands: each alone, that only it is told
            pass
        else:
            for place, call in enumerate(calls):
                _hand_out(call, [row[1:] for row in rows if row[0] == place])

    def _alone(self, request: Request) -> None:
        try:
            rows = self._ask(SEVERAL.format(place=0), _given_all([request]))
            request.rows = [row[1:] for row in rows]
            self._apart.pop(request.event, None)
        except Exception as fault:  # noqa: BLE001 - it is raised where the request was made
            request.fault = fault

    def _ask(self, question: str, given: list[Any]) -> list[Row]:
        """Ask past Django's own cursor, which writes the values into the text, so that the server keeps it prepared."""
        connection = connections[self.using]
        connection.ensure_connection()
        with connection.wrap_database_errors, Cursor(connection.connection) as cursor:
            return cursor.execute(question, given, prepare=True).fetchall()


def _joined(batch: list[Request]) -> list[list[Request]]:
    """The calls for a batch in the order of its books: those who do not mind what went before share one."""
    calls: list[list[Request]] = []
    for request in batch:
        before = calls[-1][0] if calls else None
        same = before is not None and (before.event, before.organisation) == (request.event, request.organisation)
        if before is not None and same and before.seen is None and request.seen is None:
            calls[-1].append(request)
        else:
            calls.append([request])
    return calls


def _question(call: list[Request]) -> str:
    return ONE if len(call) == 1 and len(call[0].drafts) == 1 else SEVERAL


def _given(call: list[Request]) -> list[Any]:
    if _question(call) is ONE:
        return [call[0].event, call[0].seen, *call[0].drafts[0], call[0].organisation]
    return _given_all(call)


def _given_all(call: list[Request]) -> list[Any]:
    drafts = array(draft for request in call for draft in request.drafts)
    return [call[0].event, call[0].seen, drafts, call[0].organisation]


def _hand_out(call: list[Request], rows: list[Row]) -> None:
    """To each request the rows of its own drafts; a call of one may have been refused by a row without a key."""
    if _question(call) is ONE:
        _, number, _, hashed = rows[0]
        call[0].rows = None if number is None else [(call[0].drafts[0][0], number, None, hashed)]
        return
    if len(call) == 1:
        call[0].rows = rows
        return
    start = 0
    for request in call:
        request.rows = rows[start : start + len(request.drafts)]
        start += len(request.drafts)


_groups: dict[str, GroupCommit] = {}


def group_commit(using: str) -> GroupCommit:
    """The one for a database."""
    return _groups.setdefault(using, GroupCommit(using))
