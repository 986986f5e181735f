"""A book in a database, with the guarantees of `overtrick.ledger.book.Book`.

The number, the server's time and the hash of the previous line are the book's. They are first and last in a line, so
that the database can put them around the poster's part when it appends.

PostgreSQL appends in one call of a function, one round trip, and that function is the only way to append; SQLite
appends in one transaction. Either way the head of the book is locked first, so the numbers of an event are consecutive,
and listeners are notified when the posting is stored.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, OperationalError, connections, transaction
from django.utils import timezone
from psycopg import Cursor

from overtrick.core.event.acts import Posting
from overtrick.ledger.book import Draft, LedElsewhere, LedgerMoved, each_once, same_posting
from overtrick.ledger.codec import VERSION, line_hash, read_posting, write_posting
from overtrick.ledger.durable import notifier
from overtrick.ledger.durable.models import Head, Leadership, Line
from overtrick.ledger.durable.tenancy import DEFAULT
from overtrick.ledger.file import BrokenBook
from overtrick.ledger.memory import new_drafts

_BEFORE = f'{{"v":{VERSION},"n":0,'
_AFTER = ',"prev":""}'


def body_of(draft: Draft) -> str:
    """The poster's part of a line."""
    line = write_posting(Posting(0, draft.act, draft.by, draft.at, draft.key), "")
    return line[len(_BEFORE) : -len(_AFTER)]


def line_of(number: int, body: str, kept: datetime, prev: str) -> str:
    """The whole line, as the file form has it."""
    return f'{{"v":{VERSION},"n":{number},{body},"kept":"{written_time(kept)}","prev":"{prev}"}}'


def written_time(kept: datetime) -> str:
    """The server's time as written in a line.

    >>> written_time(datetime(2026, 7, 4, 14, 2, 11, tzinfo=UTC))
    '2026-07-04T14:02:11.000000Z'
    """
    return kept.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def array(rows: Iterable[Sequence[str]]) -> str:
    """Rows of texts in PostgreSQL's array syntax: a single parameter, which is faster than the driver's own way.

    >>> print(array([["plain", 'say "no"'], ["", "a\\\\b"]]))
    {{"plain","say \\"no\\""},{"","a\\\\b"}}
    """
    return "{" + ",".join("{" + ",".join(map(_quote, row)) + "}" for row in rows) + "}"


def _quote(text: str) -> str:
    text = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{text}"'


AT_A_TIME = 2000
_APPEND_ONE = "SELECT r_number, r_hash FROM book_next(%s, %s::bigint, %s, %s, %s, %s, %s, %s, %s)"
_APPEND = "SELECT * FROM book_add(%s, %s::bigint, %s, %s)"
_LAST = "SELECT last FROM book_head WHERE event = %s"
_LINES = "SELECT number, written FROM book_line WHERE event = %s AND number > %s ORDER BY number LIMIT %s"
_TAKE = "SELECT book_follow(%s, %s, %s::text[], %s, %s::bigint)"
_LEAD = "SELECT book_lead(%s, %s, %s::bigint, %s, %s, %s, %s, %s)"
_ENDS = "SELECT last, fingerprint, term, led FROM book_head WHERE event = %s"
_LINE = "SELECT written FROM book_line WHERE event = %s AND number = %s"
_WITH_KEY = "SELECT written FROM book_line WHERE event = %s AND key = %s"


@dataclass(frozen=True, slots=True)
class Ends:
    """Where a book ends, in which term of its lead, and whether another server leads it."""

    last: int = 0
    hash: str = ""
    term: int = 0
    led: bool = False


@dataclass(frozen=True, slots=True)
class Leader:
    """The leader of a book: another server by its name and its signing key, or this one, which needs neither."""

    name: str = ""
    key: str = ""

    @property
    def elsewhere(self) -> bool:
        """Whether it is another server."""
        return bool(self.name)


class DurableBook:
    """One event's book in a database that Django is configured for; it belongs to one organisation."""

    def __init__(self, event: str, using: str = "default", organisation: int = DEFAULT) -> None:
        self.event = event
        self.using = using
        self.organisation = organisation

    def last(self) -> int:
        """The number of the last posting."""
        rows = self._ask(_LAST, self.event)
        return int(rows[0][0]) if rows else 0

    def lines(self, after: int = 0) -> Iterator[str]:
        """The lines after a number, as in the file form, fetched a few thousand at a time."""
        while True:
            rows = self._ask(_LINES, self.event, after, AT_A_TIME)
            yield from (written for _, written in rows)
            if len(rows) < AT_A_TIME:
                return
            after = rows[-1][0]

    def line(self, number: int) -> str | None:
        """The line of a posting, as stored."""
        rows = self._ask(_LINE, self.event, number)
        return str(rows[0][0]) if rows else None

    def postings(self, after: int = 0) -> Iterator[Posting]:
        """The postings after a number, in order."""
        return (read_posting(line)[0] for line in self.lines(after))

    def hashed_postings(self, after: int = 0) -> Iterator[tuple[Posting, str]]:
        """The postings after a number, in order, each with the hash of its line."""
        return map(_read_hashed, self.lines(after))

    def with_key(self, key: str) -> tuple[tuple[Posting, str], ...]:
        """The postings made with one intention's key, if it was posted before: `key`, `key/1`, `key/2`…

        Each is returned with the hash of its line.
        """
        rows = self._ask(_WITH_KEY, self.event, key)
        if not rows:
            return ()
        found = [_read_hashed(rows[0][0])]
        for line in self.lines(found[0][0].number):
            following = _read_hashed(line)
            if following[0].key != f"{key}/{len(found)}":
                break
            found.append(following)
        return tuple(found)

    def append(self, drafts: Sequence[Draft], seen: int | None = None) -> tuple[Posting, ...]:
        """Post these acts together, or none of them; stored when this returns (or with the caller's transaction)."""
        return tuple(posting for posting, _ in self.append_hashed(drafts, seen))

    def append_hashed(self, drafts: Sequence[Draft], seen: int | None = None) -> tuple[tuple[Posting, str], ...]:
        """Post these acts together; each is returned with the hash of its line, for a receipt."""
        first = each_once(drafts)
        if not first:
            return ()
        on_postgres = connections[self.using].vendor == "postgresql"
        post = self._append_in_one_call if on_postgres else self._append_in_steps
        standing = post(list(first.values()), seen)
        return tuple(standing[draft.key] for draft in drafts)

    def take_lines(self, lines: Iterable[str], ends: Ends | None = None) -> int:
        """Add lines as they are written, byte for byte, after the end of this book; return its last number.

        Without *ends* the book must be empty. With it, the book must end there and be led by another server in that
        term.
        """
        number, prev = (ends.last, ends.hash) if ends else (0, "")
        taken = []
        for line in lines:
            posting, before = read_posting(line)
            number += 1
            if before != prev or posting.number != number:
                raise BrokenBook(f"Posting {posting.number} does not follow from the line before it.")
            prev = line_hash(line)
            taken.append(
                Line(
                    event=self.event, number=number, key=posting.key, act=posting.act.called, by=posting.by,
                    at=posting.at, written=line, kept_at=_time(posting.kept), organisation=self.organisation,
                )
            )  # fmt: skip
        with transaction.atomic(using=self.using):
            if connections[self.using].vendor == "postgresql":
                self._take_in_calls([each.written for each in taken], ends)
            else:
                self._take_in_steps(taken, prev, ends)
        return number

    def _take_in_calls(self, lines: list[str], ends: Ends | None) -> None:
        after, term = (ends.last, ends.term) if ends else (0, None)
        for start in range(0, max(len(lines), 1), AT_A_TIME):
            given = (self.event, after + start, lines[start : start + AT_A_TIME], self.organisation, term)
            if self._ask(_TAKE, *given)[0][0] is None:
                raise LedgerMoved(list(self.postings(after)))

    def _take_in_steps(self, taken: list[Line], prev: str, ends: Ends | None) -> None:
        head = self._locked_head()
        if self._ends_of(head) != (ends or Ends(0, "", head.term, led=False)):
            raise LedgerMoved(list(self.postings(ends.last if ends else 0)))
        Line.objects.using(self.using).bulk_create(taken, batch_size=1000)
        if taken:
            head.kept = max(filter(None, (head.kept, taken[-1].kept_at)))
            self._move(head, taken[-1].number, prev)

    def ends(self) -> Ends:
        """Where the book ends, and whether another server leads it."""
        rows = self._ask(_ENDS, self.event)
        return Ends(int(rows[0][0]), str(rows[0][1]), int(rows[0][2]), led=bool(rows[0][3])) if rows else Ends()

    def change_lead(self, was: int, leader: Leader, by: str, last: int | None = None) -> int | None:
        """Change the leader from now on, even while something is being posted; return the new term.

        Returns `None` if the term was not *was*, or the book does not end at *last*.
        """
        if connections[self.using].vendor == "postgresql":
            given = (was, last, leader.elsewhere, leader.name, leader.key, by, self.organisation)
            found: int | None = self._ask(_LEAD, self.event, *given)[0][0]
            return found
        with transaction.atomic(using=self.using):
            head = self._locked_head()
            if head.term != was or last not in (None, head.last):
                return None
            head.term, head.led = was + 1, leader.elsewhere
            Leadership.objects.using(self.using).create(
                event=self.event, term=head.term, leader=leader.name, key=leader.key, last=head.last, by=by,
                organisation=self.organisation,
            )  # fmt: skip
            head.save(using=self.using)
            return head.term

    def _led_elsewhere(self) -> LedElsewhere:
        found = Leadership.objects.using(self.using).filter(event=self.event).order_by("-term").first()
        return LedElsewhere(found.leader if found else "")

    def _ends_of(self, head: Head) -> Ends:
        return Ends(head.last, head.fingerprint, head.term, led=head.led)

    def _append_in_one_call(self, drafts: list[Draft], seen: int | None) -> dict[str, tuple[Posting, str]]:
        rows = [(each.key, each.act.called, each.by, each.device, each.at, body_of(each)) for each in drafts]
        if len(rows) > 1 and not connections[self.using].in_atomic_block:  # if one is refused the others are too
            with transaction.atomic(using=self.using):
                return self._append_in_one_call(drafts, seen)
        answered = self._append_rows(rows, seen)
        if answered[0][0] is None:
            raise self._led_elsewhere() if answered[0][1] is None else LedgerMoved(list(self.postings(seen or 0)))
        by_key = {draft.key: draft for draft in drafts}
        standing: dict[str, tuple[Posting, str]] = {}
        for key, number, written, hashed in answered:
            draft = by_key[key]
            if written is None:
                posting = Posting(number, draft.act, draft.by, draft.at, key)
            else:
                posting = read_posting(written)[0]
                same_posting(draft, posting)
            standing[key] = (posting, hashed)
        grown = [number for _, number, written, _ in answered if written is None]
        if grown:
            notifier.tell(self.event, max(grown), self.using)
        return standing

    def _append_rows(self, drafts: Sequence[tuple[str, ...]], seen: int | None) -> list[tuple[Any, ...]]:
        """The rows of drafts in the book; the shorter call takes one draft, and leaves anything unusual to the other.

        Inside a transaction the shorter call is not tried, since its failure would break the transaction off.
        """
        if len(drafts) == 1 and not connections[self.using].in_atomic_block:
            try:
                ((number, hashed),) = self._ask_prepared(_APPEND_ONE, self.event, seen, *drafts[0], self.organisation)
            except OperationalError:  # the head is locked, or the database is down: a second try would not help
                raise
            except DatabaseError:  # its key is in use, or it is at fault and the other call says so
                number = None
            if number is not None:
                return [(drafts[0][0], number, None, hashed)]
        return self._ask_prepared(_APPEND, self.event, seen, array(drafts), self.organisation)

    def _ask_prepared(self, question: str, *given: Any) -> list[tuple[Any, ...]]:
        """Query past Django's cursor, which writes the values into the text, so that the statement stays prepared."""
        connection = connections[self.using]
        connection.ensure_connection()
        with connection.wrap_database_errors, Cursor(connection.connection) as cursor:
            return cursor.execute(question, given, prepare=True).fetchall()

    def _append_in_steps(self, drafts: list[Draft], seen: int | None) -> dict[str, tuple[Posting, str]]:
        with transaction.atomic(using=self.using):
            head = self._locked_head()
            if head.led:
                raise self._led_elsewhere()
            held = Line.objects.using(self.using).filter(event=self.event, key__in=[draft.key for draft in drafts])
            lines = dict(held.values_list("key", "written"))
            standing = {key: _read_hashed(line) for key, line in lines.items()}
            new = new_drafts(drafts, {key: posting for key, (posting, _) in standing.items()})
            if new and seen is not None and seen != head.last:
                raise LedgerMoved(list(self.postings(seen)))
            number, prev = head.last, head.fingerprint
            now = timezone.now()
            head.kept = max(head.kept or now, now)
            for draft in new:
                number += 1
                line = line_of(number, body_of(draft), head.kept, prev)
                prev = line_hash(line)
                Line.objects.using(self.using).create(
                    event=self.event, number=number, key=draft.key, act=draft.act.called, by=draft.by,
                    device=draft.device, at=draft.at, written=line, kept_at=head.kept, organisation=self.organisation,
                )  # fmt: skip
                standing[draft.key] = (Posting(number, draft.act, draft.by, draft.at, draft.key), prev)
            if new:
                self._move(head, number, prev)
        return standing

    def _ask(self, question: str, *given: Any) -> list[tuple[Any, ...]]:
        with connections[self.using].cursor() as cursor:
            cursor.execute(question, given)
            rows: list[tuple[Any, ...]] = cursor.fetchall()
        return rows

    def _locked_head(self) -> Head:
        heads = Head.objects.using(self.using)
        heads.get_or_create(event=self.event, defaults={"organisation": self.organisation})
        head = heads.select_for_update().get(event=self.event)
        if head.organisation != self.organisation:
            raise PermissionDenied(f"the book of {self.event} is another organisation's")
        return head

    def _move(self, head: Head, number: int, prev: str) -> None:
        """Move the head, and notify listeners."""
        head.last, head.fingerprint = number, prev
        head.save(using=self.using)
        notifier.tell(self.event, number, self.using)


def _read_hashed(line: str) -> tuple[Posting, str]:
    return read_posting(line)[0], line_hash(line)


def _time(kept: str) -> datetime:
    """The server's time in a line; the current time for a line without one."""
    return datetime.fromisoformat(kept) if kept else timezone.now()
