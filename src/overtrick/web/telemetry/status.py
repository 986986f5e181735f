"""The public status page, for users who wonder whether the fault is theirs or the server's.

It shows only the state of each part; the doctor reports details and remedies.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from time import monotonic

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from overtrick.core.wording import Phrase, phrase
from overtrick.ledger.durable.tenancy import EVERYBODY, use_organisation
from overtrick.web.telemetry import checks, metrics
from overtrick.web.telemetry.checks import State
from overtrick.web.telemetry.views import LATE

FRESH = 10.0
"""Seconds for which a result is reused for all readers."""
_HOUR, _DAY = 3600, 24 * 3600
_SAID = {
    State.WELL: phrase("OK"),
    State.WATCH: phrase("slow"),
    State.ILL: phrase("problem"),
}


@dataclass(frozen=True, slots=True)
class Dependency:
    """Something the server depends on, and its state."""

    what: Phrase
    how: Phrase


@dataclass(frozen=True, slots=True)
class Status:
    """The state of all parts, and whether everything is well."""

    rows: tuple[Dependency, ...]
    well: bool


_lock = Lock()
_last: list[tuple[float, Status]] = []


@never_cache
@require_safe
def status(request: HttpRequest) -> HttpResponse:
    """The status page, with 200 if the server is well and otherwise 503, like `/health` for machines."""
    found = _status()
    return render(request, "room/status.html", {"status": found}, status=200 if found.well else 503)


def _status() -> Status:
    """The current status, checked once in `FRESH` seconds, however many readers ask."""
    with _lock:
        if not _last or monotonic() > _last[0][0]:
            rows = list(_status_rows())
            well = State.ILL not in {state for _, state, _ in rows}
            made = Status(tuple(Dependency(what, how) for what, _, how in rows), well)
            _last[:] = [(monotonic() + FRESH, made)]
        return _last[0][1]


def _status_rows() -> Iterator[tuple[Phrase, State, Phrase]]:
    answers = checks.database().state
    yield phrase("Database"), answers, _SAID[answers]
    lag = metrics.live_lag()
    live = State.WELL if lag is None or lag < LATE else State.ILL
    yield phrase("Live pages"), live, _SAID[live]
    if answers is not State.ILL:
        try:
            with use_organisation(EVERYBODY):
                since = checks.since_last_posting()
                archives = list(checks.archive())
        except DatabaseError:
            return
        if since is not None:
            yield phrase("Last change"), State.WELL, _ago(since.total_seconds())
        for each in archives:
            yield phrase("Database archive"), each.state, _SAID[each.state]
    if settings.BACKUPS:
        copies = checks.copies(Path(settings.BACKUPS)).state
        yield phrase("Backups"), copies, _SAID[copies]


def _ago(seconds: float) -> Phrase:
    """How long ago, as exactly as a reader needs.

    >>> str(_ago(30)), str(_ago(7300))
    ('less than two minutes ago', '2 hours ago')
    """
    if seconds < 120:
        return phrase("less than two minutes ago")
    if seconds < 2 * _HOUR:
        return phrase("{minutes} minutes ago", minutes=int(seconds // 60))
    if seconds < 2 * _DAY:
        return phrase("{hours} hours ago", hours=int(seconds // _HOUR))
    return phrase("{days} days ago", days=int(seconds // _DAY))
