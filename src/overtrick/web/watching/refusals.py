"""Refusals that somebody should hear of: who was turned away, where from, and why; never what they sent."""

import ipaddress
import logging

from django.conf import settings
from django.http import HttpRequest

_log = logging.getLogger("overtrick.security")


def address_of(request: HttpRequest) -> str:
    """Where a request comes from, past as many proxies of our own as the settings name."""
    proxies: int = settings.TRUSTED_PROXIES
    hops = [hop.strip() for hop in request.headers.get("X-Forwarded-For", "").split(",") if hop.strip()]
    direct = str(request.META.get("REMOTE_ADDR", ""))
    found = hops[-proxies] if proxies and len(hops) >= proxies else direct
    return found[:45]


def is_here(request: HttpRequest) -> bool:
    """Whether a request comes from this machine itself, and was not handed on by a proxy that we do not count."""
    if "X-Forwarded-For" in request.headers and not settings.TRUSTED_PROXIES:
        return False
    try:
        return ipaddress.ip_address(address_of(request)).is_loopback
    except ValueError:
        return False


def note_refusal(request: HttpRequest, why: str) -> None:
    """Write down that somebody was turned away."""
    user = getattr(request, "user", None)
    who = user.get_username() if user is not None and user.is_authenticated else ""
    _log.warning(
        "refused: %s %s", request.method, request.path, extra={"why": why, "who": who, "address": address_of(request)}
    )
