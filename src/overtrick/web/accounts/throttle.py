"""Keeping guessing slow: after a few failures a sign-in is refused for a while, right or wrong.

A venue shares one address, so a name at an address has the tight limit, and an address as a whole a loose one. A name
as a whole has one too, loose enough that a stranger elsewhere does not shut a director out within minutes.
"""

from datetime import timedelta

from django.conf import settings
from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone

from overtrick.web.accounts.models import Failure

WINDOW = timedelta(minutes=15)
HERE = 5
"""Failures of one name from one address within the window."""
ADDRESS = 100
"""Failures from one address within the window."""
NAME = 50
"""Failures of one name, from anywhere, within the window."""
FORGET = timedelta(days=1)


def address_of(request: HttpRequest) -> str:
    """Where a request comes from, past as many proxies of our own as the settings name."""
    proxies: int = settings.TRUSTED_PROXIES
    hops = [hop.strip() for hop in request.headers.get("X-Forwarded-For", "").split(",") if hop.strip()]
    direct = str(request.META.get("REMOTE_ADDR", ""))
    found = hops[-proxies] if proxies and len(hops) >= proxies else direct
    return found[:45]


def must_wait(name: str, address: str) -> bool:
    """Whether this name may not try from this address now."""
    name = _folded(name)
    lately = Failure.objects.filter(at__gt=timezone.now() - WINDOW)
    failures = list(lately.filter(Q(name=name) | Q(address=address)).values_list("name", "address")[: NAME + ADDRESS])
    here = sum(failure == (name, address) for failure in failures)
    same_name = sum(failed == name for failed, _ in failures)
    same_address = sum(came_from == address for _, came_from in failures)
    return here >= HERE or same_name >= NAME or same_address >= ADDRESS


def failed(name: str, address: str) -> None:
    """Write down a sign-in that failed, and forget the old ones."""
    now = timezone.now()
    Failure.objects.create(name=_folded(name), address=address, at=now)
    Failure.objects.filter(at__lt=now - FORGET).delete()


def succeeded(name: str, address: str) -> None:
    """Start afresh for a name at an address."""
    Failure.objects.filter(name=_folded(name), address=address).delete()


def _folded(name: str) -> str:
    return name.strip().casefold()[:150]
