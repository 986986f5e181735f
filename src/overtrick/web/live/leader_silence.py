"""When a venue that leads an event, which this server follows, has stopped reporting.

A leading laptop sends a message every few seconds even if nothing is posted. So a minute without one means that its
connection is cut or that it is off, never that the venue is quiet.
"""

from datetime import UTC, datetime, timedelta

SILENT = timedelta(seconds=60)
"""How long a venue may send nothing before the pages say so."""


def silent_since(heard: datetime | None) -> datetime | None:
    """When a venue was last heard, if that is too long ago; None while it reports, or if no venue leads.

    The time stays the same for as long as the silence lasts, so that a page that shows it stays the same too.
    """
    return heard if heard is not None and datetime.now(UTC) - heard > SILENT else None
