"""Checks of the times in a line that another server pushed: they must be valid, in order and not in the future."""

from datetime import datetime, timedelta

from django.utils import timezone

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import Posting
from overtrick.core.model.written import YEARS
from overtrick.core.wording import phrase
from overtrick.ledger.durable.book import written_time

AHEAD = timedelta(minutes=10)
"""How far a venue's clock may be ahead of this server's."""


VERIFY = phrase("Check the book on the laptop and on the server with `overtrick book verify`.")
"""What to do about a push that does not fit the book."""


class InvalidPush(DirectorError):
    """The push is not from a leader, or does not continue the book."""


def check_times(posting: Posting, kept_before: str) -> None:
    """Refuse a posting with an invalid or future time, or one stored earlier than the posting before it.

    A posting without a time is from an older version of the program.
    """
    latest = timezone.now() + AHEAD
    for called, said in (("at", posting.at), ("kept", posting.kept)):
        if said and _moment(posting, called, said) > latest:
            raise InvalidPush(
                "Posting {number} is dated in the future: its “{called}” is {said}",
                number=posting.number, called=called,
                said=f"{said:.40}",
                remedy="Correct the laptop’s clock, and push again once that time has passed.",
            )  # fmt: skip
    if posting.kept and posting.kept != written_time(datetime.fromisoformat(posting.kept)):
        raise _no_time(posting, "kept", posting.kept)
    if posting.kept and posting.kept < kept_before:
        raise InvalidPush(
            "Posting {number} was stored at {kept}, earlier than the posting before it",
            number=posting.number, kept=posting.kept,
            remedy=VERIFY,
        )  # fmt: skip


def _moment(posting: Posting, called: str, said: str) -> datetime:
    try:
        moment = datetime.fromisoformat(said)
    except (ValueError, OverflowError) as fault:
        raise _no_time(posting, called, said) from fault
    if moment.tzinfo is None or moment.year not in YEARS:
        raise _no_time(posting, called, said)
    return moment


def _no_time(posting: Posting, called: str, said: str) -> InvalidPush:
    return InvalidPush(
        "In posting {number}, “{called}” is “{said}”, not a time and time zone in the required form",
        number=posting.number, called=called, said=f"{said:.40}",
        remedy=VERIFY,
    )  # fmt: skip
