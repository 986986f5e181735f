"""A line of a book in two parts: what the poster knows, and what only the book knows when it accepts the posting.

The number, the server's time and the hash of the previous line are the book's. They are first and last in a line, so
that the database can put them around the poster's part when it appends.
"""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from overtrick.core.event.acts import Posting
from overtrick.ledger.book import Draft
from overtrick.ledger.codec import VERSION, write_posting

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
