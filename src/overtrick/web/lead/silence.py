"""Since when the venue that leads an event is silent, for the pages of the server that follows."""

from datetime import datetime

from overtrick.web.congress.models import BookRecord
from overtrick.web.lead.models import Heard
from overtrick.web.live.silence import silent_since


def venue_silent_since(record: BookRecord) -> datetime | None:
    """When the leader of a book that another server leads was last heard, if it is silent."""
    return silent_since(Heard.objects.filter(record=record).values_list("at", flat=True).first())
