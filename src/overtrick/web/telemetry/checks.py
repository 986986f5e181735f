"""Checks of the server's health, which the doctor reports in full and the status page in short."""

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from pathlib import Path
from time import monotonic
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.models import Max

from overtrick.core.errors import DirectorError
from overtrick.core.wording import count_of
from overtrick.ledger.durable.models import Head

SLOW = 0.1
"""Seconds for the smallest database query; above this, a director would notice the delay."""
CLOCK = 2.0
"""Seconds that two clocks may differ, since receipts and time limits depend on them."""
ROOM = 1 << 30
"""The least number of free bytes on a disk."""
BACKUP = 26
"""The most hours since the last backup: a day, and the time it takes."""


class State(StrEnum):
    """The state of something that was checked."""

    WELL = "well"
    WATCH = "watch"
    ILL = "ill"


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check: the state, what was found, and what to do."""

    what: str
    state: State
    seen: str
    remedy: str = ""


def database() -> Finding:
    """Whether the database answers, and how quickly."""
    began = monotonic()
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except (DatabaseError, DirectorError) as fault:
        return Finding(
            "database", State.ILL, str(fault).splitlines()[0], "Start the database, or correct DATABASE_URL."
        )
    took = monotonic() - began
    kind = f"{connection.vendor}, answered in {took * 1000:.0f} ms"
    if connection.vendor == "postgresql" and _one("SELECT pg_is_in_recovery()"):
        kind += ", a read-only standby"
    if took > SLOW:
        return Finding("database", State.WATCH, kind, "Move the database closer to the server, or check its load.")
    return Finding("database", State.WELL, kind)


def clock() -> Iterator[Finding]:
    """Whether the clocks of this machine and of the database agree."""
    if connection.vendor != "postgresql":
        return
    before = datetime.now(UTC)
    theirs = _one("SELECT clock_timestamp()")
    between = before + (datetime.now(UTC) - before) / 2
    apart = abs((theirs - between).total_seconds())
    seen = f"{apart:.1f} s between the clocks of this machine and of the database"
    if apart > CLOCK:
        yield Finding(
            "clock", State.ILL, seen, "Synchronise both clocks by NTP: receipts and time limits depend on them."
        )
    else:
        yield Finding("clock", State.WELL, seen)


def archive() -> Iterator[Finding]:
    """Whether PostgreSQL's archiving works, which point-in-time recovery depends on."""
    if connection.vendor != "postgresql" or _one("SHOW archive_mode") == "off":
        return
    question = "SELECT last_archived_time, failed_count, last_failed_time > last_archived_time FROM pg_stat_archiver"
    with connection.cursor() as cursor:
        cursor.execute(question)
        last, failed, failing = cursor.fetchone()
    if failing or last is None:
        remedy = "Check the PostgreSQL log: without the archive, the database cannot be restored to a point in time."
        yield Finding("archive", State.ILL, f"the last attempt failed; {count_of(failed, 'failure')} in all", remedy)
    else:
        hours = (datetime.now(UTC) - last).total_seconds() / 3600
        yield Finding("archive", State.WELL, f"last file archived {hours:.1f} hours ago")


def disk() -> Finding:
    """Whether there is enough disk space for the server's files."""
    folder = Path(os.environ.get("OVERTRICK_DATA", settings.DATA))
    free = shutil.disk_usage(folder).free
    seen = f"{free / (1 << 30):.1f} GB free where the server keeps its files"
    if free < ROOM:
        return Finding("disk", State.ILL, seen, "Free disk space: no result can be posted once the disk is full.")
    return Finding("disk", State.WELL, seen)


def copies(folder: Path) -> Finding:
    """How old the latest backup in a folder is."""
    times = [each.stat().st_mtime for each in folder.rglob("*") if each.is_file()] if folder.is_dir() else []
    if not times:
        return Finding("copies", State.ILL, f"no backup in {folder}", "Make a backup (see the operators’ guide).")
    hours = (datetime.now(UTC).timestamp() - max(times)) / 3600
    if hours > BACKUP:
        return Finding(
            "copies", State.ILL, f"the last backup is {hours:.0f} hours old", "Find out why no newer backup was made."
        )
    return Finding("copies", State.WELL, f"the last backup is {hours:.1f} hours old")


def since_last_posting() -> timedelta | None:
    """The time since the last posting in any book; None if there is none."""
    day = Head.objects.aggregate(last=Max("day"))["last"]
    kept = None if day is None else Head.objects.filter(day=day).aggregate(last=Max("kept"))["last"]
    return None if kept is None else datetime.now(UTC) - kept


def _one(question: str) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(question)
        return cursor.fetchone()[0]
