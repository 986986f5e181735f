"""Appends to PostgreSQL, one posting per transaction, or several if the posters name no last posting.

The server always says which posting it saw last, so each of its postings is appended alone: only benchmarks and tests
share transactions (decision 88).

Whoever appends holds the head of the book until the disk has flushed, so eight posters to one book wait for eight
flushes one after the other. Without *seen* the next poster carries the requests of those who wait. Posts to other
books do not wait: PostgreSQL flushes once for all who commit in the same moment. Each request is accepted or refused by
itself, and nobody is answered before the commit.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Event, Lock
from time import monotonic
from typing import Any

from django.db import OperationalError, connections
from psycopg import Cursor

from overtrick.ledger.durable.lines import array

ONE = "SELECT r_number, r_hash FROM book_next(%s, %s::bigint, %s, %s, %s, %s, %s, %s, %s)"
"""One draft for a book that is there; where that does not hold, or the key stands, it is asked again with `SEVERAL`."""
SEVERAL = "SELECT * FROM book_add(%s, %s::bigint, %s, %s)"
MOST = 64
"""Requests in one transaction, at the most."""

PATIENCE = 0.25
"""How much of the time that the last transaction took the next may wait for those whom that one answered."""
LONGEST = 0.005
"""How many seconds it may wait at the most."""

Draft = tuple[str, str, str, str, str, str]
Row = tuple[Any, ...]
Book = tuple[str, int]
"""An event and the organisation that says it is its own."""


@dataclass(slots=True, eq=False)
class Request:
    """Drafts for a book of an organisation, as rows (key, act, by, device, at, body), and what came of them.

    One that waits for its *turn* finds itself answered, or *leads*: it is to carry itself and those who wait by then.
    """

    book: Book
    seen: int | None
    drafts: Sequence[Draft]
    turn: Event | None = None
    leads: bool = False
    rows: list[Row] | None = None
    fault: BaseException | None = None

    def answer(self) -> list[Row]:
        """The rows, or the fault."""
        if self.fault is not None:
            raise self.fault
        if self.rows is None:
            raise OperationalError("whoever carried this request broke off before it was asked")
        return self.rows


@dataclass(slots=True)
class Queue:
    """Those who wait to append to a book while it is *busy*, and what whoever carries them next may wait for.

    Those whom the last transaction answered are likely to come again at once, and would find the next one gone: it
    waits a little, by how many seconds the last one *took* before it *ended*, until as many wait as are *wanted*, which
    *all_in* says. After a lone posting nobody is waited for.
    """

    waiting: list[Request] = field(default_factory=list)
    busy: bool = False
    ended: float = 0.0
    took: float = 0.0
    wanted: int = 0
    all_in: Event = field(default_factory=Event)


class GroupCommit:
    """The posts of this process to one database, with a queue for each book that somebody is appending to."""

    def __init__(self, using: str) -> None:
        self.using = using
        self._lock = Lock()
        self._queues: dict[Book, Queue] = {}

    def append(self, event: str, seen: int | None, drafts: Sequence[Draft], organisation: int) -> list[Row]:
        """Append drafts and return their rows; without *seen*, together with other posters to the same book.

        Inside a transaction the drafts are appended alone, as part of it. With *seen* they are appended alone too:
        behind other postings in the same call they would only be told that the book has moved.
        """
        request = Request((event, organisation), seen, drafts)
        if connections[self.using].in_atomic_block:
            self._several(request)
        elif seen is not None:
            self._one(request)
        else:
            self._together(request)
        if request.rows is None and request.fault is None:
            self._several(request)
        return request.answer()

    def _together(self, request: Request) -> None:
        """Carry this one now, or wait until it was carried or is to carry those who wait."""
        with self._lock:
            queue = self._queues.get(request.book)
            if queue is None:
                queue = self._queues[request.book] = Queue()
            if not queue.busy:
                queue.busy = request.leads = True
                if monotonic() - queue.ended > queue.took:
                    queue.wanted = 0  # whoever was answered then has gone away
            else:
                request.turn = Event()
                queue.waiting.append(request)
                if queue.wanted and len(queue.waiting) >= queue.wanted:
                    queue.all_in.set()
        if request.turn is not None:
            request.turn.wait()
        if not request.leads:
            return
        batch = self._gathered(request, queue)
        began = monotonic()
        try:
            self._carry(batch)
        finally:
            self._hand_on(batch, queue, monotonic() - began)

    def _gathered(self, leader: Request, queue: Queue) -> list[Request]:
        """Who goes together: those who wait, after a moment for those who have just been answered to come again."""
        if queue.wanted:
            queue.all_in.wait(min(queue.took * PATIENCE, LONGEST))
        with self._lock:
            following, queue.waiting[: MOST - 1] = queue.waiting[: MOST - 1], []
            queue.wanted = 0
            queue.all_in.clear()
        return [leader, *following]

    def _hand_on(self, batch: list[Request], queue: Queue, took: float) -> None:
        """Wake those who were carried, and the first of those who wait, to carry them."""
        with self._lock:
            following, queue.waiting[:1] = queue.waiting[:1], []
            queue.busy, queue.ended, queue.took = bool(following), monotonic(), took
            queue.wanted = len(queue.waiting) + len(batch) - (not following)
            if following:
                following[0].leads = True
            elif len(batch) == 1:
                del self._queues[batch[0].book]
        for request in (*batch[1:], *following):
            if request.turn is not None:
                request.turn.set()

    def _carry(self, batch: list[Request]) -> None:
        """In one transaction, all of them; what did not go in so is asked again, each alone and by its own thread."""
        if len(batch) == 1:
            self._one(batch[0])
            return
        try:
            rows = self._ask(SEVERAL, _given(batch))
        except Exception:  # noqa: BLE001 - one is at fault, or the database is away: each alone, that only it is told
            return
        if rows[0][0] is None:  # another server leads the book: each is told so by itself
            return
        start = 0
        for request in batch:
            request.rows = rows[start : start + len(request.drafts)]
            start += len(request.drafts)

    def _one(self, request: Request) -> None:
        """One draft by the short way; where that does not take it, or there are several, it is asked again."""
        if len(request.drafts) > 1:
            return
        (draft,) = request.drafts
        event, organisation = request.book
        try:
            ((number, hashed),) = self._ask(ONE, [event, request.seen, *draft, organisation])
        except OperationalError as fault:  # the head is locked, or the database is away: no better a second time
            request.fault = fault
            return
        except Exception:  # noqa: BLE001 - its key stands, or it is at fault and is told so when it is asked again
            return
        if number is not None:
            request.rows = [(draft[0], number, None, hashed)]

    def _several(self, request: Request) -> None:
        try:
            request.rows = self._ask(SEVERAL, _given([request]))
        except Exception as fault:  # noqa: BLE001 - it is raised where the request was made
            request.fault = fault

    def _ask(self, question: str, given: list[Any]) -> list[Row]:
        """Ask past Django's own cursor, which writes the values into the text, so that the server keeps it prepared."""
        connection = connections[self.using]
        connection.ensure_connection()
        with connection.wrap_database_errors, Cursor(connection.connection) as cursor:
            return cursor.execute(question, given, prepare=True).fetchall()


def _given(batch: list[Request]) -> list[Any]:
    """One call for drafts of one book."""
    event, organisation = batch[0].book
    return [event, batch[0].seen, array(draft for request in batch for draft in request.drafts), organisation]


_groups: dict[str, GroupCommit] = {}


def group_commit(using: str) -> GroupCommit:
    """The one for a database."""
    return _groups.setdefault(using, GroupCommit(using))
