"""How much an organisation may hold: so many events, so many postings a day; where nothing is said, any number.

Nothing is counted where postings are made: the heads of its books say how many there are, and the organisation's row
how many there were when the day began. A process looks once in some seconds, so that a little more may get in.
"""

from time import monotonic

from django.db.models import Sum
from django.utils import timezone

from overtrick.core.errors import DirectorError
from overtrick.ledger.durable.models import Head
from overtrick.web.organisations.models import Organisation
from overtrick.web.organisations.requests import current_organisation

LOOK = 20.0
"""Seconds for which a process takes its last answer."""

_full: dict[int, tuple[float, int]] = {}
"""Of an organisation: until when the answer holds, and the postings a day that are used up; 0 while they are not."""


class OverQuota(DirectorError):
    """The organisation has as much as it may."""


def check_events(organisation: Organisation) -> None:
    """Refuse one event more than an organisation may hold."""
    most = organisation.most_events
    if most is not None and organisation.records.count() >= most:
        raise OverQuota(
            "Your organisation may hold {most:#event}, and does",
            remedy="Ask whoever keeps this server for more.",
            most=most,
        )


def check_postings(organisation: int) -> None:
    """Refuse a posting where an organisation has made as many today as it may."""
    until, most = _full.get(organisation, (0.0, 0))
    if monotonic() > until:
        most = _used_up(organisation)
        _full[organisation] = (monotonic() + LOOK, most)
    if most:
        raise OverQuota(
            "Your organisation may post {most} times a day, and has",
            remedy="Ask whoever keeps this server for more.",
            most=most,
        )


def _used_up(organisation: int) -> int:
    found = current_organisation()
    if found is None or found.number != organisation or found.most_postings is None:
        return 0  # at the prompt everybody's books are worked on, and by whoever keeps the server
    total = Head.objects.filter(organisation=organisation).aggregate(all=Sum("last"))["all"] or 0
    today = timezone.localdate()
    row = Organisation.objects.filter(number=organisation)
    row.exclude(counted_on=today).update(counted_on=today, counted_from=total)  # whoever is first that day
    began = row.values_list("counted_from", flat=True).get()
    return found.most_postings if total - began >= found.most_postings else 0
