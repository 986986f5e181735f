"""Signed links: each opens one table of one event, until it expires or is taken back. No account is needed.

A link begins with the event's short name, so that a proxy before several nodes can lead an event's phones to the node
of its readers. The rest is signed for that name alone.
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
"""A link is good for a week: the longest congress, not the next one."""
_TIMES = 'SELECT times FROM tables_revoked WHERE held_id = slug AND "table" ='
_OPENED = f"""
SELECT record.*, coalesce(({_TIMES} 0 AND room = ''), 0) AS of_all, coalesce(({_TIMES} %s AND room = %s), 0) AS of_table
FROM congress_held record WHERE slug = %s
"""  # noqa: S608 - our own names
"""The event, and how often the links of all of it and of one table were taken back. Every result of a phone asks it,
and to write it from models anew each time took longer than all else that a result costs."""


class NoSuchTable(RefusedLink):
    """A link that opens nothing: changed, out of date, or taken back."""


@dataclass(frozen=True, slots=True)
class Place:
    """A table of an event, and its room where teams play in two."""

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
    """What a token says; one that was made by the release before has the event's name inside."""
    if token.count(":") == 2:
        slug, table, room, *times = signing.loads(token, salt=SALT, max_age=GOOD_FOR)
    else:
        slug, _, signed = token.partition(":")
        table, room, *times = signing.loads(signed, salt=_salt(slug), max_age=GOOD_FOR)
    return slug, table, room, tuple(times)


def opened(token: str) -> Place:
    """The table a token opens; refused if it was tampered with, has expired or was taken back."""
    try:
        slug, table, room, times = _read(token)
    except signing.SignatureExpired as fault:
        raise NoSuchTable("This link has expired", why="expired", remedy="Scan the code on the table again.") from fault
    except (signing.BadSignature, ValueError) as fault:
        raise NoSuchTable(
            "This is not a table's link", why="changed", remedy="Scan the code on the table again."
        ) from fault
    answer_for(slug)
    record = next(iter(BookRecord.objects.raw(_OPENED, [table, room, slug])), None)
    if record is None or times != (vars(record)["of_all"], vars(record)["of_table"]):
        raise NoSuchTable(
            "This link was taken back",
            why="taken back",
            remedy="Scan the new code on the table, or call the director.",
        )
    return Place(record, table, room)


def revoke(record: BookRecord, table: int = 0, room: str = "") -> None:
    """Take back the links of a table, or with no table those of the whole event. New ones can be made at once."""
    Revoked.objects.get_or_create(record=record, table=table, room=room)
    Revoked.objects.filter(record=record, table=table, room=room).update(times=F("times") + 1)


def taken_back(record: BookRecord, table: int, room: str) -> tuple[int, int]:
    """How often the links of the whole event were taken back, and those of a table."""
    counts = {
        (each.table, each.room): each.times for each in Revoked.objects.filter(record=record, table__in=(0, table))
    }
    return counts.get((0, ""), 0), counts.get((table, room), 0)


def tables(event: Tournament) -> list[tuple[int, str]]:
    """Every table and room an event can use: those of the rounds drawn so far, or half its contestants."""
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
