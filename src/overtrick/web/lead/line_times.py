"""The times in a line that another server pushed: what a book may hold, and no later than now."""

from datetime import datetime, timedelta

from django.utils import timezone

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import Posting
from overtrick.core.model.written import YEARS
from overtrick.ledger.durable.lines import written_time

AHEAD = timedelta(minutes=10)
"""How far the clock of a venue may be ahead of this server's."""


class Strange(DirectorError):
    """What was pushed is not a leader's word, or does not follow from the book."""


def check_times(posting: Posting, kept_before: str) -> None:
    """Refuse a posting whose times are none, lie in the future, or were kept before the posting before it.

    A posting without a time is one of an older program.
    """
    latest = timezone.now() + AHEAD
    for called, said in (("at", posting.at), ("kept", posting.kept)):
        if said and _moment(posting, called, said) > latest:
            raise Strange(
                "Posting {number} is of the future: its “{called}” is {said}", number=posting.number, called=called,
                said=f"{said:.40}", remedy="Set the clock of the laptop, and push again once that time has come.",
            )  # fmt: skip
    if posting.kept and posting.kept != written_time(datetime.fromisoformat(posting.kept)):
        raise _no_time(posting, "kept", posting.kept)
    if posting.kept and posting.kept < kept_before:
        raise Strange(
            "Posting {number} was kept at {kept}, before the one before it", number=posting.number, kept=posting.kept,
            remedy="Compare the two books with `overtrick book verify`.",
        )  # fmt: skip


def _moment(posting: Posting, called: str, said: str) -> datetime:
    try:
        moment = datetime.fromisoformat(said)
    except (ValueError, OverflowError) as fault:
        raise _no_time(posting, called, said) from fault
    if moment.tzinfo is None or moment.year not in YEARS:
        raise _no_time(posting, called, said)
    return moment


def _no_time(posting: Posting, called: str, said: str) -> Strange:
    return Strange(
        "Posting {number} has “{said}” for “{called}”, which is no time with its zone", number=posting.number,
        called=called, said=f"{said:.40}", remedy="Compare the two books with `overtrick book verify`.",
    )  # fmt: skip
