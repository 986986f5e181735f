"""The security log: who was refused, from which address and why, in one format; never what they sent.

`docs/reference/security-log.md` documents it for administrators.
"""

import ipaddress
import logging
from collections.abc import Iterable
from enum import StrEnum

from django.conf import settings
from django.http import HttpRequest

from overtrick.core.errors import DirectorError
from overtrick.core.wording import Said
from overtrick.web.telemetry import metrics
from overtrick.web.telemetry.logs import without_secrets

_log = logging.getLogger("overtrick.security")


class Refusal(StrEnum):
    """The kinds of refusals in the security log."""

    NO_RIGHT = "no right"
    OTHER_ORGANISATION = "other organisation"
    SIGN_IN = "sign-in failed"
    THROTTLED = "throttled"
    TOKEN = "token refused"  # noqa: S105 - the name of an event
    LINK = "link refused"
    BODY = "body refused"
    FORM = "form refused"
    HOST = "host refused"
    REQUEST = "request refused"


class RefusedLink(DirectorError):
    """The link opens nothing; *why* is the reason in a word, for the log."""

    def __init__(self, what: Said, /, *, why: str, remedy: Said, **values: object) -> None:
        super().__init__(what, clause="", remedy=remedy, **values)
        self.why = why


def address_of(request: HttpRequest) -> str:
    """The client address of a request, behind as many trusted proxies as the settings say."""
    return address_past_proxies(request.headers.get("X-Forwarded-For", ""), str(request.META.get("REMOTE_ADDR", "")))


def address_past_proxies(forwarded: str, direct: str) -> str:
    """The address that contacted the outermost trusted proxy; entries that a client wrote before it are ignored."""
    proxies: int = settings.TRUSTED_PROXIES
    hops = [hop.strip() for hop in forwarded.split(",") if hop.strip()]
    found = hops[-proxies] if proxies and len(hops) >= proxies else direct
    return found[:45]


def is_here(request: HttpRequest) -> bool:
    """Whether a request comes from this machine itself and not through an unconfigured proxy."""
    if "X-Forwarded-For" in request.headers and not settings.TRUSTED_PROXIES:
        return False
    try:
        return ipaddress.ip_address(address_of(request)).is_loopback
    except ValueError:
        return False


def note_refusal(request: HttpRequest, what: Refusal, why: str, who: str = "") -> None:
    """Log a refusal, with the signed-in user or else the account *who* that was tried."""
    user = getattr(request, "user", None)
    if not who and user is not None and user.is_authenticated:
        who = user.get_username()
    _note(what, why, who=who, address=address_of(request), method=request.method or "", path=request.path)


def note_unread(why: str, method: str, path: str, headers: Iterable[tuple[bytes, bytes]], direct: str) -> None:
    """Log that a body was refused before the request reached Django, and so before its user was known."""
    forwarded = ",".join(value.decode("latin-1") for name, value in headers if name == b"x-forwarded-for")
    address = address_past_proxies(forwarded, direct)
    _note(Refusal.BODY, why, who="", address=address, method=method, path=path)


def _note(what: Refusal, why: str, *, who: str, address: str, method: str, path: str) -> None:
    metrics.REFUSALS.labels(what.value).inc()
    told = {"why": why, "who": who, "address": address, "method": method[:20], "path": without_secrets(path)[:300]}
    _log.warning(what.value, extra=told)
