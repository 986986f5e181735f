"""Times of postings: report one that goes backwards."""

from datetime import UTC, datetime, timedelta

from overtrick.core.wording import Phrase, phrase

SKEW = timedelta(seconds=2)
"""How far the clocks of two synchronised machines may differ."""


def clock_went_back(before: str, at: str) -> Phrase | None:
    """The warning for a posting whose time is before that of the previous posting; `None` if it is not.

    >>> print(clock_went_back("2026-07-04T14:02:11Z", "2026-07-02T14:02:11Z"))
    the server’s clock went back from 2026-07-04T14:02:11Z to 2026-07-02T14:02:11Z, so time limits may be wrong
    >>> clock_went_back("2026-07-04T14:02:11+10:00", "2026-07-04T04:02:10Z")
    """
    earlier, now = _read(before), _read(at)
    if earlier is None or now is None or earlier - now <= SKEW:
        return None
    return phrase(
        "the server’s clock went back from {before} to {at}, so time limits may be wrong", before=before, at=at
    )


def _read(at: str) -> datetime | None:
    """A time, read as UTC where it has no offset; `None` if it is not a time."""
    try:
        read = datetime.fromisoformat(at)
    except ValueError:
        return None
    return read if read.tzinfo else read.replace(tzinfo=UTC)
