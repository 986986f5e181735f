"""Since when nothing was heard from a venue that leads an event which this server follows.

A laptop that leads says a word every few seconds, also when nothing is posted. So a minute without one means that its
line is cut or that it is gone, never that the hall is quiet.
"""

from datetime import UTC, datetime, timedelta

SILENT = timedelta(seconds=60)
"""After so long without a word the pages say since when."""


def silent_since(heard: datetime | None) -> datetime | None:
    """When a venue was last heard, if that is too long ago; nothing while it is heard, or where none leads.

    It stays the same for as long as the silence lasts: pages that say it are the same for everybody who reads.
    """
    return heard if heard is not None and datetime.now(UTC) - heard > SILENT else None
