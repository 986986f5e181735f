"""Tickets to the stream of an event that is not public: signed, for one event, and limited in time.

An official's page carries one in the stream's address. The stream itself uses no database and knows no accounts.
"""

import hmac
from hashlib import sha256
from time import time

LASTS = 14 * 3600
"""Seconds for which a ticket is valid: as long as an official's session."""


def ticket(event: str, secret: str, now: float | None = None) -> str:
    """A ticket for an event, valid from now."""
    until = int((time() if now is None else now) + LASTS)
    return f"{until}-{_signature(event, until, secret)}"


def admits(given: str, event: str, secret: str, now: float | None = None) -> bool:
    """Whether a ticket was issued by this installation, is for this event, and has not expired."""
    until, _, signature = given.partition("-")
    if not (until.isascii() and until.isdigit() and len(until) < 16):
        return False
    good = hmac.compare_digest(signature.encode(), _signature(event, int(until), secret).encode())
    return good and int(until) > (time() if now is None else now)


def _signature(event: str, until: int, secret: str) -> str:
    return hmac.new(secret.encode(), f"overtrick live {event} {until}".encode(), sha256).hexdigest()[:40]
