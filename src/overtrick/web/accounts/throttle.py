"""Keeping guessing slow: after a few failures a sign-in is refused for a while, right or wrong.

A venue shares one address, so a name at an address has the tight limit, and an address as a whole a loose one. A name
as a whole has one too, loose enough that a stranger elsewhere does not shut a director out within minutes.

Every try takes its place before the password is looked at, and gives it back when it was right: however many come at
once, no more of them are looked at than may fail.
"""

from datetime import datetime, timedelta
from zlib import crc32

from django.db import connection, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import salted_hmac

from overtrick.web.accounts.models import Failure

WINDOW = timedelta(minutes=15)
HERE = 5
"""Failures of one name from one address within the window."""
ADDRESS = 100
"""Failures from one address within the window."""
NAME = 50
"""Failures of one name, from anywhere, within the window."""
FORGET = timedelta(days=1)
WAIT = "Too many wrong passwords. Wait fifteen minutes, or ask the organiser of your congress to lift the lock."
_NAME_LOCK, _ADDRESS_LOCK = 0x0B1E, 0x0B1F
"""Advisory locks on PostgreSQL, taken in this order by everybody."""
MISTYPED = 60
"""Table codes from one address that were none, within the window."""
SUBSCRIBED = 600
"""Browsers at one address that ask to be told, or no longer, within the window."""


@transaction.atomic
def admitted(name: str, address: str) -> bool:
    """Take a place for one try; none is left where too many failed lately, or are being looked at now."""
    digest, now = _digest(name), timezone.now()
    _one_at_a_time((_NAME_LOCK, digest), (_ADDRESS_LOCK, address))
    if _spent(digest, address):
        return False
    Failure.objects.filter(at__lt=now - FORGET).delete()
    Failure.objects.create(name=digest, address=address, at=now)
    return True


def _one_at_a_time(*locks: tuple[int, str]) -> None:
    """Wait for whoever is counting the same; SQLite has one writer at a time anyway."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            for kind, text in locks:
                cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [kind, _key(text)])


def _spent(digest: str, address: str) -> bool:
    lately = Failure.objects.filter(at__gt=timezone.now() - WINDOW)
    failures = list(lately.filter(Q(name=digest) | Q(address=address)).values_list("name", "address")[: NAME + ADDRESS])
    here = sum(failure == (digest, address) for failure in failures)
    same_name = sum(failed == digest for failed, _ in failures)
    same_address = sum(came_from == address for _, came_from in failures)
    return here >= HERE or same_name >= NAME or same_address >= ADDRESS


@transaction.atomic
def admitted_to_type(address: str) -> Failure | None:
    """Take a place for one table's code that is typed; it is given back by deleting it, if there was such a table.

    These are counted apart from passwords: many people type at one venue, and none of them locks an official out.
    """
    return _place(f"code {address}", MISTYPED)


@transaction.atomic
def admitted_to_subscribe(address: str) -> bool:
    """Take a place for a browser that asks to be told, or no longer: a whole venue may, a machine not for long."""
    return _place(f"push {address}", SUBSCRIBED) is not None


def _place(counted: str, most: int) -> Failure | None:
    at, now = counted[:45], timezone.now()
    _one_at_a_time((_ADDRESS_LOCK, at))
    if Failure.objects.filter(at__gt=now - WINDOW, address=at).count() >= most:
        return None
    return Failure.objects.create(name=_digest(counted.partition(" ")[0]), address=at, at=now)


def succeeded(name: str, address: str) -> None:
    """Start afresh for a name at an address."""
    Failure.objects.filter(name=_digest(name), address=address).delete()


def locked_until(name: str) -> datetime | None:
    """When a name that must wait, from one address or from all, may be tried there again."""
    digest = _digest(name)
    failed = list(Failure.objects.filter(name=digest, at__gt=timezone.now() - WINDOW).order_by("at"))
    by_address: dict[str, list[Failure]] = {}
    for each in failed:
        by_address.setdefault(each.address, []).append(each)
    began = [tries[-HERE].at for tries in by_address.values() if len(tries) >= HERE]
    began += [failed[-NAME].at] if len(failed) >= NAME else []
    return max(began) + WINDOW if began else None


def lift(name: str) -> int:
    """Lift the lock of a name, wherever it was tried; how many failures are forgotten."""
    return Failure.objects.filter(name=_digest(name)).delete()[0]


def _digest(name: str) -> str:
    return salted_hmac("overtrick sign-in name", name.strip().casefold()[:150], algorithm="sha256").hexdigest()


def _key(text: str) -> int:
    """A whole number of PostgreSQL's for a text."""
    return crc32(text.encode()) - 2**31
