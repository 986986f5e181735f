"""Signed links: each opens one table of one event, until it expires or is revoked. No account is needed.

A link begins with the event's short name, so that a proxy before several nodes can route an event's phones to the node
of its readers. The rest is signed for that name only.
"""

from dataclasses import dataclass

from django.core import signing
from django.db.models import F

from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.score.rounds import CLOSED, OPEN
from overtrick.web.congress.models import BookRecord
from overtrick.web.organisations.requests import answer_for
from overtrick.web.table.models import Revoked
from overtrick.web.telemetry.refusals import RefusedLink

SALT = "overtrick table"
GOOD_FOR = 7 * 24 * 3600
"""A link is valid for a week, which covers the longest congress but not the next one."""
_TIMES = 'SELECT times FROM tables_revoked WHERE held_id = slug AND "table" ='
_OPENED = f"""
SELECT record.*, coalesce(({_TIMES} 0 AND room = ''), 0) AS of_all, coalesce(({_TIMES} %s AND room = %s), 0) AS of_table
FROM congress_held record WHERE slug = %s
"""  # noqa: S608 - our own names
"""The query for the event, and how often the links of the whole event and of one table were revoked. Every result from
a phone needs it, and composing it from models each time took longer than everything else that a result costs."""


class NoSuchTable(RefusedLink):
    """The link opens no table: it was altered, has expired or was revoked."""


@dataclass(frozen=True, slots=True)
class Place:
    """A table of an event, and its room in a teams match."""

    record: BookRecord
    table: int
    room: str = ""


def link(record: BookRecord, table: int, room: str = "") -> str:
    """The token that opens a table."""
    said = [table, room, *taken_back(record, table, room)]
    return f"{record.slug}:{signing.dumps(said, salt=_salt(record.slug), compress=False)}"


def _salt(slug: str) -> str:
    return f"{SALT} {slug}"


def _read(token: str) -> tuple[str, int, str, tuple[int, ...]]:
    """The contents of a token; those made by the previous release have the event's name inside."""
    if token.count(":") == 2:
        slug, table, room, *times = signing.loads(token, salt=SALT, max_age=GOOD_FOR)
    else:
        slug, _, signed = token.partition(":")
        table, room, *times = signing.loads(signed, salt=_salt(slug), max_age=GOOD_FOR)
    return slug, table, room, tuple(times)


def open_link(token: str) -> Place:
    """The table that a token opens; refused if the token was altered, has expired or was revoked."""
    try:
        slug, table, room, times = _read(token)
    except signing.SignatureExpired as fault:
        raise NoSuchTable(
            "This link has expired", why="expired", remedy="Scan the new code on the table, or call the director."
        ) from fault
    except (signing.BadSignature, ValueError) as fault:
        raise NoSuchTable(
            "This is not a table link", why="changed", remedy="Scan the code on the table again."
        ) from fault
    answer_for(slug)
    record = next(iter(BookRecord.objects.raw(_OPENED, [table, room, slug])), None)
    if record is None or times != (vars(record)["of_all"], vars(record)["of_table"]):
        raise NoSuchTable(
            "This link was cancelled",
            why="taken back",
            remedy="Scan the new code on the table, or call the director.",
        )
    return Place(record, table, room)


def revoke(record: BookRecord, table: int = 0, room: str = "") -> None:
    """Revoke the links of a table, or without a table those of the whole event. New ones can be made at once."""
    Revoked.objects.get_or_create(record=record, table=table, room=room)
    Revoked.objects.filter(record=record, table=table, room=room).update(times=F("times") + 1)


def taken_back(record: BookRecord, table: int, room: str) -> tuple[int, int]:
    """How often the links of the whole event and those of a table were revoked."""
    counts = {
        (each.table, each.room): each.times for each in Revoked.objects.filter(record=record, table__in=(0, table))
    }
    return counts.get((0, ""), 0), counts.get((table, room), 0)


def tables(event: Tournament) -> list[tuple[int, str]]:
    """Every table and room that an event can use: those of the rounds drawn so far, or else half its contestants."""
    numbers: set[int] = set()
    rooms: tuple[str, ...] = ("",)
    for state in event.stages.values():
        if state.plan.scoring.in_rooms:
            rooms = (OPEN, CLOSED)
        numbers |= {table for drawn in state.rounds.values() for table in drawn.seatings}
    places = [(number, room) for number in sorted(numbers) for room in rooms]
    shared = {
        table
        for state in event.stages.values()
        for drawn in state.rounds.values()
        for share in drawn.shares
        for table in share.tables
    }
    return places + [(table, "") for table in sorted(shared)]
