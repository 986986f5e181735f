"""Subscribing to push notifications and unsubscribing; subscriptions are small and can only name public addresses."""

from functools import cache
from ipaddress import ip_address
from urllib.parse import urlsplit

from django.conf import settings

from overtrick.core.errors import DirectorError
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.projections import event_projection
from overtrick.web.exchange.push.encryption import PushKey, browser_key, push_key_at, read
from overtrick.web.exchange.push.models import ENDPOINT, PushSubscription
from overtrick.web.exchange.push.news import news
from overtrick.web.languages import current, default_language

MOST = 16
"""The most browsers that get notifications about one contestant of an event."""
AUTH = 16
"""The bytes of the secret shared with a browser."""


@cache
def push_key() -> PushKey:
    """This installation's key, which is kept outside the database and created on first use."""
    return push_key_at(settings.PUSH_KEY)


def subscribe(record: BookRecord, said: dict[str, object]) -> None:
    """Subscribe a browser to a contestant, in the language of the request; current news is not sent again."""
    contestant, endpoint, p256dh, auth = _read(said)
    found = event_projection(record)
    with found.lock:
        if contestant not in found.event.entries:
            raise DirectorError("No contestant in this event has that number", remedy="Open your scorecard again.")
        told, seen = [each.mark for each in news(found.event, contestant)], found.last
    there = PushSubscription.objects.filter(record=record, contestant=contestant)
    if there.exclude(endpoint=endpoint).count() >= MOST:
        raise DirectorError(
            "Too many browsers receive notifications for this contestant",
            remedy="Turn off notifications in one of them.",
        )
    PushSubscription.objects.update_or_create(
        record=record,
        contestant=contestant,
        endpoint=endpoint,
        defaults={
            "p256dh": p256dh, "auth": auth, "told": told, "seen": seen, "tries": 0,
            "language": "" if current() == default_language() else current().prefix,
            "organisation_id": record.organisation_id,
        },
    )  # fmt: skip


def unsubscribe(record: BookRecord, said: dict[str, object]) -> None:
    """Unsubscribe a browser from every contestant of an event."""
    PushSubscription.objects.filter(record=record, endpoint=str(said.get("endpoint", ""))[:ENDPOINT]).delete()


def _read(said: dict[str, object]) -> tuple[str, str, str, str]:
    keys = said.get("keys")
    texts = [said.get("contestant"), said.get("endpoint")]
    texts += [keys.get("p256dh"), keys.get("auth")] if isinstance(keys, dict) else [None, None]
    contestant, endpoint, p256dh, auth = (each if isinstance(each, str) else "" for each in texts)
    if not (_leads_out(endpoint) and _usable(p256dh, auth)):
        raise DirectorError("The request to turn notifications on or off cannot be read", remedy="Reload the page.")
    return contestant[:40], endpoint, p256dh, auth


def _usable(p256dh: str, auth: str) -> bool:
    try:
        browser_key(read(p256dh))
        return len(p256dh) <= 88 and len(auth) <= 24 and len(read(auth)) == AUTH
    except ValueError:
        return False


def _leads_out(endpoint: str) -> bool:
    """Whether an address uses TLS on the default port and is not obviously in a private network.

    What its name resolves to is checked when something is sent (`deliveries.wire`).

    >>> _leads_out("https://push.example.org/x"), _leads_out("https://10.0.0.1/x"), _leads_out("http://example.org/x")
    (True, False, False)
    """
    try:
        parts = urlsplit(endpoint)
        plain = parts.scheme == "https" and parts.port in (None, 443) and "@" not in parts.netloc
    except ValueError:
        return False
    host = parts.hostname or ""
    if not plain or not host or not endpoint.isascii() or not endpoint.isprintable() or len(endpoint) > ENDPOINT:
        return False
    try:
        return ip_address(host).is_global
    except ValueError:
        return "." in host and " " not in endpoint
