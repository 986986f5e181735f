"""The page that says whether the server is well, for whoever wonders whether it is they or the server.

It says how each thing is and no more: what was seen of it, and what to do, is the doctor's.
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
from overtrick.ledger.durable.tenancy import EVERYBODY, within
from overtrick.web.telemetry import checks, metrics
from overtrick.web.telemetry.checks import State
from overtrick.web.telemetry.views import LATE

FRESH = 10.0
"""Seconds for which an answer serves everybody who asks."""
_HOUR, _DAY = 3600, 24 * 3600
_SAID = {
    State.WELL: phrase("well"),
    State.WATCH: phrase("slow"),
    State.ILL: phrase("not well"),
}


@dataclass(frozen=True, slots=True)
class Row:
    """A thing the server leans on: what it is, and how."""

    what: Phrase
    how: Phrase


@dataclass(frozen=True, slots=True)
class Status:
    """All of them, and whether all is well."""

    rows: tuple[Row, ...]
    well: bool


_lock = Lock()
_last: list[tuple[float, Status]] = []


@never_cache
@require_safe
def status(request: HttpRequest) -> HttpResponse:
    """Whether the server is well: 200 if it is, else 503, as `/health` says it to machines."""
    found = _status()
    return render(request, "room/status.html", {"status": found}, status=200 if found.well else 503)


def _status() -> Status:
    """How the server is; looked at once in some seconds, however many ask."""
    with _lock:
        if not _last or monotonic() > _last[0][0]:
            rows = list(_looked())
            well = State.ILL not in {state for _, state, _ in rows}
            made = Status(tuple(Row(what, how) for what, _, how in rows), well)
            _last[:] = [(monotonic() + FRESH, made)]
        return _last[0][1]


def _looked() -> Iterator[tuple[Phrase, State, Phrase]]:
    answers = checks.database().state
    yield phrase("Database"), answers, _SAID[answers]
    lag = metrics.live_lag()
    live = State.WELL if lag is None or lag < LATE else State.ILL
    yield phrase("Live pages"), live, _SAID[live]
    if answers is not State.ILL:
        try:
            with within(EVERYBODY):
                since = checks.since_last_posting()
                archives = list(checks.archive())
        except DatabaseError:
            return
        if since is not None:
            yield phrase("Last posting"), State.WELL, _ago(since.total_seconds())
        for each in archives:
            yield phrase("Archive of the database"), each.state, _SAID[each.state]
    if settings.BACKUPS:
        copies = checks.copies(Path(settings.BACKUPS)).state
        yield phrase("Copies"), copies, _SAID[copies]


def _ago(seconds: float) -> Phrase:
    """How long ago, no more exactly than somebody wants to know.

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
