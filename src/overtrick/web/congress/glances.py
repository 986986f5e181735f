"""Summaries of congresses and events for lists, cached by the fingerprint of a book's last line.

Making one from an event that is folded already takes a few milliseconds. Folding an event from its book may take a
second, so a page folds a few and leaves the others without a summary; later requests fill them in.
"""

from collections.abc import Sequence
from datetime import UTC, timedelta
from threading import Lock

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from overtrick.ledger.durable.models import Head
from overtrick.ledger.durable.tenancy import EVERYBODY, use_organisation
from overtrick.views.glance import Glance, glance
from overtrick.web.congress.models import BookRecord, Congress, Kind
from overtrick.web.congress.projections import event_projection, is_folded

FOLDED = 3
"""The most events that one page folds."""
RECENT = timedelta(days=1)
MOST = 24
"""The most events that are listed."""
KEPT = 1000

_kept: dict[str, tuple[str, Glance]] = {}
_lock = Lock()


def glances(records: Sequence[BookRecord]) -> list[tuple[BookRecord, Glance | None]]:
    """Events with their summaries, in the order given; None for events beyond the number that one page folds."""
    ends = dict(Head.objects.filter(event__in=[each.slug for each in records]).values_list("event", "fingerprint"))
    folds = FOLDED
    found: list[tuple[BookRecord, Glance | None]] = []
    for record in records:
        end, made = _kept.get(record.slug, ("none", None))
        if end != ends.get(record.slug, ""):
            warm = is_folded(record.slug)
            folds -= not warm
            made = _make_glance(record) if warm or folds >= 0 else None
        found.append((record, made))
    return found


def _make_glance(record: BookRecord) -> Glance:
    with use_organisation(record.organisation_id):
        now = event_projection(record)
    with now.lock:
        end, made = now.fingerprint, glance(now.event)
    with _lock:
        if len(_kept) >= KEPT:
            _kept.clear()
        _kept[record.slug] = (end, made)
    return made


def lately(organisation: int) -> list[tuple[BookRecord, Glance | None]]:
    """The public events in progress, of one organisation or of all; those with the latest postings come first."""
    with use_organisation(organisation):
        return glances(_on_now(organisation))


def _on_now(organisation: int) -> list[BookRecord]:
    """Events with postings within a day, latest first, then other events of congresses that are on."""
    since, today = timezone.now() - RECENT, timezone.localdate()
    moved = Head.objects.filter(day__gte=since.astimezone(UTC).date(), kept__gte=since)
    shown = BookRecord.objects.filter(shown=True, kind=Kind.EVENT).select_related("congress")
    if organisation != EVERYBODY:
        moved, shown = moved.filter(organisation=organisation), shown.filter(organisation=organisation)
    order = {slug: place for place, slug in enumerate(moved.order_by("-kept").values_list("event", flat=True)[:MOST])}
    grown = sorted(shown.filter(slug__in=order), key=lambda each: order[each.slug])
    others = shown.filter(congress__starts__lte=today, congress__ends__gte=today).exclude(slug__in=order)
    return [*grown, *others[: MOST - len(grown)]]


def shown_congresses(organisation: int) -> "QuerySet[Congress]":
    """The congresses of an organisation that have a public event, newest first."""
    shown = BookRecord.objects.filter(congress=OuterRef("slug"), shown=True)
    return Congress.objects.filter(Exists(shown), organisation=organisation).order_by("-starts", "name")
