"""Since when the venue that leads an event has been silent, for the pages of the following server."""

from collections.abc import Iterable
from datetime import UTC, datetime

from overtrick.ledger.durable.models import Head
from overtrick.web.congress.models import BookRecord
from overtrick.web.exchange.lead.models import Heard
from overtrick.web.live.leader_silence import SILENT, silent_since


def venue_silent_since(record: BookRecord) -> datetime | None:
    """When the other server that leads a book was last heard, if it has stopped reporting; otherwise None."""
    return silent_since(Heard.objects.filter(record=record).values_list("at", flat=True).first())


def silent_among(records: Iterable[BookRecord]) -> frozenset[str]:
    """The slugs of the books whose leading server has stopped reporting, for a list of events."""
    led = Head.objects.filter(event__in=[each.slug for each in records], led=True).values("event")
    heard = Heard.objects.filter(record__in=led, at__lt=datetime.now(UTC) - SILENT)
    return frozenset(heard.values_list("record_id", flat=True))
