"""Since when the venue that leads an event is silent, for the pages of the server that follows."""

from datetime import datetime

from overtrick.ledger.durable.models import Head
from overtrick.web.congress.models import BookRecord
from overtrick.web.lead.models import Heard
from overtrick.web.live.silence import silent_since


def venue_silent_since(record: BookRecord) -> datetime | None:
    """When the leader of a book was last heard, if it is silent; nothing where this server leads."""
    if not Head.objects.filter(event=record.slug, led=True).exists():
        return None
    return silent_since(Heard.objects.filter(record=record).values_list("at", flat=True).first())
