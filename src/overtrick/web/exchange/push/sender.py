"""Sending push notifications: by the worker of the deliveries, over the same guarded connections, and with retries.

Each subscription is its own entry in the queue. Notifications are made from the book when they are sent, so a browser
that could not be reached for a while gets the current state, once.
"""

import json
import logging
from collections.abc import Callable
from datetime import datetime
from time import monotonic

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.wording import render_value
from overtrick.ledger.durable.book import DurableBook
from overtrick.ledger.durable.tenancy import EVERYBODY, use_organisation
from overtrick.views.whys import Number
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.projections import event_projection
from overtrick.web.exchange.deliveries.destinations import Destination
from overtrick.web.exchange.deliveries.queue import FIRST, LEASE, LONGEST
from overtrick.web.exchange.deliveries.wire import Never, NotNow, send_request
from overtrick.web.exchange.push.encryption import encrypt, read
from overtrick.web.exchange.push.models import SAID, PushSubscription
from overtrick.web.exchange.push.news import News, news
from overtrick.web.exchange.push.subscriptions import push_key
from overtrick.web.languages import reading
from overtrick.web.translation import PlainWriter

SERVICE = Destination("push", "push")
"""Any push service that is not in a private network."""
TRIES = 6
"""How many attempts are made before a message is abandoned: after about a quarter of an hour it is old."""
KEEP = 3600
"""Seconds for which a push service keeps a message for a browser that is offline."""
TURN = 30.0
"""Seconds of sending before deliveries get their turn; browsers not reached come first next time."""
REMEMBERED = 40
"""How many marks of sent notifications are kept."""
GONE = (404, 410)
_log = logging.getLogger("overtrick.push")


def tell_due(now: Callable[[], datetime] = timezone.now) -> int:
    """Send every browser what is new for it, one after another; return how many messages were tried."""
    tried, until = 0, monotonic() + TURN
    with use_organisation(EVERYBODY):
        keys = PushSubscription.objects.filter(record__shown=True).values_list("record", flat=True).distinct()
        for record in BookRecord.objects.filter(pk__in=list(keys)).select_related("congress", "organisation"):
            with use_organisation(record.organisation_id):
                last = DurableBook(record.slug).last()
                of = PushSubscription.objects.filter(record=record, due__lte=now())
                waiting = list(of.filter(~Q(seen=last)).order_by("due", "pk"))
                for each in waiting:
                    if monotonic() > until:
                        return tried
                    mine = PushSubscription.objects.filter(pk=each.pk, due=each.due)
                    if mine.update(due=now() + LEASE):  # the worker that changes the row has it
                        tried += _notify(each, record, now)
    return tried


def _notify(to: PushSubscription, record: BookRecord, now: Callable[[], datetime]) -> int:
    """Send one browser everything that is new for it; return how many messages were tried.

    A message that could not be sent is tried again until it is old, unless the failure is permanent. A browser that no
    longer exists is deleted.
    """
    mine, found = PushSubscription.objects.filter(pk=to.pk), event_projection(record)
    with found.lock:
        seen, untold = found.last, _untold(found.event, to)
    told, tried = list(to.told), 0
    after: dict[str, object] = {"seen": seen, "tries": 0, "due": now()}
    try:
        for each in untold:
            tried += 1
            _send(to, record, each)
            told.append(each.mark)
    except NotNow as fault:
        after |= {"failed": now(), "said": _fault_text(fault)}
        if to.tries + 1 < TRIES:
            pause = min(LONGEST, FIRST * 2**to.tries)
            mine.update(**after | {"told": told, "seen": to.seen, "tries": to.tries + 1, "due": now() + pause})
            return tried
    except Never as fault:
        if fault.status in GONE:
            mine.delete()
            return tried
        after |= {"failed": now(), "said": _fault_text(fault)}
    except Exception as fault:  # noqa: BLE001 - one browser's data must not stop the others; the fault is logged in full
        _log.exception("%s: a browser cannot be told", record.slug)
        after |= {"failed": now(), "said": type(fault).__name__}
    told += [each.mark for each in untold if each.mark not in told]
    mine.update(**after, told=told[-REMEMBERED:])
    if tried:
        _log.info("%s: %s tried", record.slug, tried)
    return tried


def _fault_text(fault: Exception) -> str:
    return SERVICE.scrub(str(fault))[:SAID]


def _untold(event: Tournament, to: PushSubscription) -> list[News]:
    if to.contestant not in event.entries:
        return []
    return [each for each in news(event, to.contestant) if each.mark not in to.told]


class _NoticeWriter(PlainWriter):
    """Writes plain text, with figures as the language writes them."""

    def thing(self, value: object) -> str | None:
        """The text of a figure of a page."""
        return self.grammar.numeral(value.text) if isinstance(value, Number) else super().thing(value)


def message(record: BookRecord, each: News, language: str) -> bytes:
    """A message for the browser's push worker, in a language."""
    with reading(language):
        told = {
            "title": render_value(each.title, _NoticeWriter()),
            "body": f"{render_value(each.body, _NoticeWriter())}\n{record.title}",
            "url": record.room + each.page,
        }
    return json.dumps(told, ensure_ascii=False).encode()


def _send(to: PushSubscription, record: BookRecord, each: News) -> None:
    body = encrypt(message(record, each, to.language), read(to.p256dh), read(to.auth))
    contact = settings.URL if settings.URL.startswith("https://") else f"mailto:{settings.DEFAULT_FROM_EMAIL}"
    headers = {
        "Authorization": push_key().authorization(to.endpoint, contact), "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream", "TTL": str(KEEP), "Urgency": "high",
    }  # fmt: skip
    send_request(SERVICE, "POST", to.endpoint, body, headers)
