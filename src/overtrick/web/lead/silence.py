"""Since when the venue that leads an event is silent, for the pages of the server that follows."""

from collections.abc import Iterable
from datetime import UTC, datetime

from overtrick.ledger.durable.models import Head
from overtrick.web.congress.models import BookRecord
from overtrick.web.lead.models import Heard
from overtrick.web.live.silence import SILENT, silent_since


def venue_silent_since(record: BookRecord) -> datetime | None:
    """When the leader of a book that another server leads was last heard, if it is silent."""
    return silent_since(Heard.objects.filter(record=record).values_list("at", flat=True).first())


def silent_among(records: Iterable[BookRecord]) -> frozenset[str]:
    """The short names of those books that another server leads and that is silent, for a list of events."""
    led = Head.objects.filter(event__in=[each.slug for each in records], led=True).values("event")
    heard = Heard.objects.filter(record__in=led, at__lt=datetime.now(UTC) - SILENT)
    return frozenset(heard.values_list("record_id", flat=True))
