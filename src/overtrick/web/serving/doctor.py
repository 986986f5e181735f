"""The doctor: looks at everything a server leans on, changes nothing, and says what to do about what is not well."""

import os
import shutil
import socket
import ssl
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

from cryptography import x509
from django.conf import settings
from django.db import DatabaseError, connection

from overtrick.core.errors import DirectorError
from overtrick.ledger.durable.models import Head
from overtrick.web.congress.book_transfer import prove_kept
from overtrick.web.serving.run import steps_behind

SLOW = 0.1
"""Seconds for the smallest question to the database, above which a director would feel it."""
CLOCK = 2.0
"""Seconds that two clocks may differ: receipts and time limits are by the clock."""
ROOM = 1 << 30
"""Bytes that are left on a disk, at the least."""
CERTIFICATE = 21
"""Days a certificate is still good for, at the least."""
BACKUP = 26
"""Hours since the last copy, at the most: a day, and the time it takes."""
RECENT = 20
"""Books whose chains are proved unless all are asked for: those that grew last."""
PATIENCE = 5.0
"""Seconds that another machine may take to show its certificate."""


class State(StrEnum):
    """How something is."""

    WELL = "well"
    WATCH = "watch"
    ILL = "ill"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at: how it is, what was seen, and what to do."""

    what: str
    state: State
    seen: str
    remedy: str = ""


def examine(url: str = "", backups: Path | None = None, *, every_book: bool = False) -> Iterator[Finding]:
    """Look at the database, the clocks, the disk, certificates, copies and books.

    *url* is the public address whose certificate is looked at, and *backups* the folder of copies. Where the database
    does not answer, what is in it is left out.
    """
    answers = _database()
    yield answers
    if answers.state is not State.ILL:
        yield _schema()
        yield from _clock()
        yield from _archive()
    yield _disk()
    if url:
        yield _certificate(url)
    if backups is not None:
        yield _copies(backups)
    if answers.state is not State.ILL:
        yield from _books(every_book=every_book)


def _database() -> Finding:
    began = monotonic()
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except (DatabaseError, DirectorError) as fault:
        return Finding("database", State.ILL, str(fault).splitlines()[0], "Start it, or correct DATABASE_URL.")
    took = monotonic() - began
    kind = f"{connection.vendor}, answered in {took * 1000:.0f} ms"
    if connection.vendor == "postgresql" and _one("SELECT pg_is_in_recovery()"):
        kind += ", a standby that can only be read"
    if took > SLOW:
        return Finding("database", State.WATCH, kind, "Bring it nearer, or see what else it is busy with.")
    return Finding("database", State.WELL, kind)


def _schema() -> Finding:
    behind = steps_behind()
    if behind:
        return Finding("schema", State.ILL, f"{len(behind)} steps behind this program", "Run `overtrick migrate`.")
    return Finding("schema", State.WELL, "as this program wants it")


def _clock() -> Iterator[Finding]:
    if connection.vendor != "postgresql":
        return
    before = datetime.now(UTC)
    theirs = _one("SELECT clock_timestamp()")
    between = before + (datetime.now(UTC) - before) / 2
    apart = abs((theirs - between).total_seconds())
    seen = f"{apart:.1f} s between this machine and the database"
    if apart > CLOCK:
        yield Finding("clock", State.ILL, seen, "Set both by NTP: receipts and time limits are by the clock.")
    else:
        yield Finding("clock", State.WELL, seen)


def _archive() -> Iterator[Finding]:
    """What PostgreSQL archives, for whoever restores to a moment."""
    if connection.vendor != "postgresql" or _one("SHOW archive_mode") == "off":
        return
    question = "SELECT last_archived_time, failed_count, last_failed_time > last_archived_time FROM pg_stat_archiver"
    with connection.cursor() as cursor:
        cursor.execute(question)
        last, failed, failing = cursor.fetchone()
    if failing or last is None:
        remedy = "See the log of PostgreSQL: what is not archived cannot be restored to a moment."
        yield Finding("archive", State.ILL, f"the last attempt failed, {failed} in all", remedy)
    else:
        hours = (datetime.now(UTC) - last).total_seconds() / 3600
        yield Finding("archive", State.WELL, f"the last piece {hours:.1f} hours ago")


def _disk() -> Finding:
    folder = Path(os.environ.get("OVERTRICK_DATA", settings.DATA))
    free = shutil.disk_usage(folder).free
    seen = f"{free / (1 << 30):.1f} GB free where the server keeps its files"
    if free < ROOM:
        return Finding("disk", State.ILL, seen, "Make room: a book that cannot be written takes no result.")
    return Finding("disk", State.WELL, seen)


def _certificate(url: str) -> Finding:
    parts = urlsplit(url)
    if parts.scheme != "https" or not parts.hostname:
        return Finding("certificate", State.WATCH, f"{url} is not reached by TLS", "Serve with --https, or by a proxy.")
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE  # its days are looked at, nothing is sent
    try:
        with (
            socket.create_connection((parts.hostname, parts.port or 443), PATIENCE) as line,
            context.wrap_socket(line, server_hostname=parts.hostname) as secure,
        ):
            shown = x509.load_der_x509_certificate(secure.getpeercert(binary_form=True) or b"")
    except (OSError, ValueError) as fault:
        return Finding("certificate", State.ILL, f"{parts.hostname} does not answer: {fault}", "Look at the proxy.")
    days = (shown.not_valid_after_utc - datetime.now(UTC)).days
    if days < CERTIFICATE:
        return Finding("certificate", State.ILL, f"good for {days} days", "Renew it; phones refuse the day after.")
    return Finding("certificate", State.WELL, f"good for {days} days")


def _copies(folder: Path) -> Finding:
    times = [each.stat().st_mtime for each in folder.rglob("*") if each.is_file()] if folder.is_dir() else []
    if not times:
        return Finding("copies", State.ILL, f"there is no copy in {folder}", "See how-to: back up and restore.")
    hours = (datetime.now(UTC).timestamp() - max(times)) / 3600
    if hours > BACKUP:
        return Finding("copies", State.ILL, f"the last is {hours:.0f} hours old", "See why none was made since.")
    return Finding("copies", State.WELL, f"the last is {hours:.1f} hours old")


def _books(*, every_book: bool) -> Iterator[Finding]:
    """The chains of the books that grew last, or of all."""
    heads = Head.objects.order_by("-kept").values_list("event", flat=True)
    events = list(heads if every_book else heads[:RECENT])
    postings, wrong = 0, False
    for event in events:
        proved = prove_kept(event, None)
        postings += proved.postings
        for each in proved.wrong:
            wrong = True
            remedy = f"Write nothing to it. Compare `overtrick book verify {event}` with a copy and with a witness."
            yield Finding(f"book {event}", State.ILL, each, remedy)
    if not wrong:
        yield Finding("books", State.WELL, f"{len(events)} looked at, {postings} postings, every chain whole")


def _one(question: str) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(question)
        return cursor.fetchone()[0]
