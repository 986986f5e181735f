"""The quota of an organisation: a number of events and of postings per day, without a limit unless one is set.

Postings are not counted as they are made: the heads of the books say how many there are, and the organisation's row
how many there were when the day began. A process checks only every few seconds, so the limit may be slightly exceeded.
"""

from time import monotonic

from django.db.models import Sum
from django.utils import timezone

from overtrick.core.errors import DirectorError
from overtrick.ledger.durable.models import Head
from overtrick.web.organisations.models import Organisation
from overtrick.web.organisations.requests import current_organisation

LOOK = 20.0
"""Seconds for which a process reuses its last check."""

_full: dict[int, tuple[float, int]] = {}
"""By organisation: until when the check is valid, and the daily limit if it is used up, otherwise 0."""


class OverQuota(DirectorError):
    """The organisation has used up its quota."""


def check_events(organisation: Organisation) -> None:
    """Refuse another event if the organisation has as many as it may."""
    most = organisation.most_events
    if most is not None and organisation.records.count() >= most:
        raise OverQuota(
            "Your organisation has reached its limit of {most:#event}",
            remedy="Ask the server administrator to raise the limit.",
            most=most,
        )


def check_postings(organisation: int) -> None:
    """Refuse a posting if the organisation has made as many today as it may."""
    until, most = _full.get(organisation, (0.0, 0))
    if monotonic() > until:
        most = _used_up(organisation)
        _full[organisation] = (monotonic() + LOOK, most)
    if most:
        raise OverQuota(
            "Your organisation has reached its limit of {most} results, rulings and other changes a day",
            remedy="Ask the server administrator to raise the limit.",
            most=most,
        )


def _used_up(organisation: int) -> int:
    found = current_organisation()
    if found is None or found.number != organisation or found.most_postings is None:
        return 0  # on the command line there is no current organisation, and no quota applies
    total = Head.objects.filter(organisation=organisation).aggregate(all=Sum("last"))["all"] or 0
    today = timezone.localdate()
    row = Organisation.objects.filter(number=organisation)
    row.exclude(counted_on=today).update(counted_on=today, counted_from=total)  # the first check of the day sets it
    began = row.values_list("counted_from", flat=True).get()
    return found.most_postings if total - began >= found.most_postings else 0
