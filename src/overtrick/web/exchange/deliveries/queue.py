"""The queue of deliveries: filled by the desk and emptied by a worker, with retries, without delaying the desk."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from time import monotonic

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from overtrick.core.errors import OvertrickError
from overtrick.core.event.fold.tournament import Tournament
from overtrick.ledger.durable.book import DurableBook
from overtrick.ledger.durable.tenancy import EVERYBODY, use_organisation
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.projections import event_projection
from overtrick.web.exchange.deliveries.destinations import Destination, destinations
from overtrick.web.exchange.deliveries.models import SAID, Delivery, Following, State
from overtrick.web.exchange.deliveries.senders import MAY_REPEAT, send
from overtrick.web.exchange.deliveries.wire import Never, NotNow

LEASE = timedelta(minutes=15)
"""How long one attempt may take; if a worker dies, another tries the delivery after this time."""
FIRST, LONGEST = timedelta(seconds=30), timedelta(hours=1)
"""The pause after the first failed attempt, and the longest pause: each is twice the one before."""
TRIES = 12
"""How many attempts are made before a delivery is abandoned, which takes about six hours."""
SAY = 1.0
"""The least number of seconds between two updates of a delivery's progress."""
_log = logging.getLogger("overtrick.publishing")


def where_to(record: BookRecord) -> dict[str, Destination]:
    """The destinations of an event's results."""
    return destinations(record.organisation.slug)


def enqueue(record: BookRecord, destination: str, by: str) -> Delivery:
    """Queue the delivery of an event to a destination; one that is queued already is due at once and sent once."""
    now = timezone.now()
    with transaction.atomic():
        delivery, new = Delivery.objects.get_or_create(
            record=record,
            destination=destination,
            state=State.QUEUED,
            defaults={"asked_by": by, "asked": now, "due": now, "organisation_id": record.organisation_id},
        )
        waits = Delivery.objects.filter(pk=delivery.pk, state=State.QUEUED)
        if not new and not waits.filter(trying=False).update(due=now):
            waits.update(again=True)
    return delivery


def follow(record: BookRecord, destination: str, by: str, *, on: bool) -> None:
    """Start or stop sending an event to a destination after every round."""
    if not on:
        Following.objects.filter(record=record, destination=destination).delete()
        return
    closed = closed_rounds(event_projection(record).event)
    Following.objects.update_or_create(
        record=record,
        destination=destination,
        defaults={"asked_by": by, "closed": closed, "organisation_id": record.organisation_id},
    )


def closed_rounds(event: Tournament) -> int:
    """How many rounds of an event are closed."""
    return sum(each.closed for state in event.stages.values() for each in state.rounds.values())


def enqueue_followed() -> None:
    """Queue the events that are sent after every round and have had a round closed since."""
    for each in Following.objects.select_related("record__congress", "record__organisation"):
        with use_organisation(each.organisation_id):
            closed = closed_rounds(event_projection(each.record).event)
            if closed > each.closed:
                enqueue(each.record, each.destination, each.asked_by)
            if closed != each.closed:
                Following.objects.filter(pk=each.pk).update(closed=closed)


def send_due(now: Callable[[], datetime] = timezone.now) -> int:
    """Try every delivery that is due, one after another; return how many were tried."""
    tried = 0
    with use_organisation(EVERYBODY):
        enqueue_followed()
        due = Delivery.objects.filter(state=State.QUEUED, due__lte=now()).order_by("due", "pk")
        for key in list(due.values_list("pk", flat=True)):
            mine = Delivery.objects.filter(pk=key, state=State.QUEUED, due__lte=now())
            if mine.update(
                due=now() + LEASE, tries=F("tries") + 1, trying=True, again=False
            ):  # the worker that changes the row has it
                _try(Delivery.objects.select_related("record__congress", "record__organisation").get(pk=key), now)
                tried += 1
    return tried


def _destination(record: BookRecord, name: str) -> Destination:
    found = where_to(record).get(name)
    if found is None:
        raise Never("this destination no longer exists")
    return found


def _try(delivery: Delivery, now: Callable[[], datetime]) -> None:
    record = delivery.record
    mine = Delivery.objects.filter(pk=delivery.pk, state=State.QUEUED)
    told = [0.0]

    def progress(done: int, of: int) -> None:
        if monotonic() - told[0] > SAY:
            told[0] = monotonic()
            mine.update(done=done, of=of)

    to: Destination | None = None
    try:
        with use_organisation(delivery.organisation_id):
            to = _destination(record, delivery.destination)
            before = DurableBook(record.slug).last()
            earlier = Delivery.objects.filter(record=record, destination=to.name, state=State.SENT, last=before)
            if to.kind != "site" and earlier.exists():
                last, said = before, "nothing new since the last delivery"
            else:
                last, said = send(record, to, progress)
        mine.update(state=State.SENT, last=last, said=said[:SAID], ended=now())
    except NotNow as fault:
        said = to.scrub(str(fault)) if to else ""
        repeat = to is not None and (to.kind in MAY_REPEAT or not fault.arrived)
        if repeat and delivery.tries < TRIES:
            pause = min(LONGEST, FIRST * 2 ** (delivery.tries - 1))
            mine.update(due=now() + pause, said=said[:SAID], done=0, of=0, trying=False)
        else:
            given_up = "given up: " if repeat else "no answer: the results may have arrived: "
            mine.update(state=State.REFUSED, said=(given_up + said)[:SAID], ended=now())
    except (Never, OvertrickError, OSError) as fault:
        said = to.scrub(str(fault)) if to else str(fault)
        mine.update(state=State.REFUSED, said=said[:SAID], ended=now())
    except Exception:  # noqa: BLE001 - one delivery's fault must not stop the others; it is logged in full
        _log.exception("%s to %s", record.slug, delivery.destination)  # the others go on
        mine.update(state=State.REFUSED, said="an error in Overtrick; the server’s log has the details", ended=now())
    ended = Delivery.objects.get(pk=delivery.pk)
    _log.info("%s to %s: %s, try %s", record.slug, delivery.destination, ended.state, delivery.tries)
    if ended.again and ended.state != State.QUEUED:
        with use_organisation(delivery.organisation_id):
            enqueue(record, delivery.destination, delivery.asked_by)
