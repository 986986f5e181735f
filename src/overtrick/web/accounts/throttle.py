"""Limits on guessing passwords: after a few failures, sign-in is refused for a while even with the right password.

A venue shares one address, so the tight limit is on a name at an address, and an address as a whole has a loose one.
A name as a whole has one too, loose enough that a stranger elsewhere cannot lock a director out within minutes.

Every attempt is counted before the password is checked and discounted if it was right, so that however many arrive at
once, no more of them are checked than may fail.
"""

from datetime import datetime, timedelta
from zlib import crc32

from django.db import connection, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import salted_hmac

from overtrick.core.wording import phrase
from overtrick.web.accounts.models import Failure

WINDOW = timedelta(minutes=15)
HERE = 5
"""Failures of one name from one address within the window."""
ADDRESS = 100
"""Failures from one address within the window."""
NAME = 50
"""Failures of one name, from anywhere, within the window."""
FORGET = timedelta(days=1)
WAIT = phrase(
    "Too many wrong passwords or codes. Wait 15 minutes, or ask an organiser of your congress to unlock the account."
)
_NAME_LOCK, _ADDRESS_LOCK = 0x0B1E, 0x0B1F
"""Advisory locks on PostgreSQL, always taken in this order."""
MISTYPED = 60
"""Wrong table codes from one address within the window."""
SUBSCRIBED = 600
"""Requests from one address, within the window, to turn notifications on or off."""


@transaction.atomic
def admit(name: str, address: str) -> bool:
    """Count one attempt; False if too many have failed lately or are being checked now."""
    digest, now = _digest(name), timezone.now()
    _one_at_a_time((_NAME_LOCK, digest), (_ADDRESS_LOCK, address))
    if _is_over_limit(digest, address):
        return False
    Failure.objects.filter(at__lt=now - FORGET).delete()
    Failure.objects.create(name=digest, address=address, at=now)
    return True


def _one_at_a_time(*locks: tuple[int, str]) -> None:
    """Wait for other processes that count the same name or address; SQLite has one writer at a time anyway."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            for kind, text in locks:
                cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [kind, _key(text)])


def _is_over_limit(digest: str, address: str) -> bool:
    lately = Failure.objects.filter(at__gt=timezone.now() - WINDOW)
    failures = list(lately.filter(Q(name=digest) | Q(address=address)).values_list("name", "address")[: NAME + ADDRESS])
    here = sum(failure == (digest, address) for failure in failures)
    same_name = sum(failed == digest for failed, _ in failures)
    same_address = sum(came_from == address for _, came_from in failures)
    return here >= HERE or same_name >= NAME or same_address >= ADDRESS


@transaction.atomic
def admitted_to_type(address: str) -> Failure | None:
    """Count one table code that was typed; None if too many were wrong. Delete the row if the code was right.

    These are counted apart from passwords: many people type codes at one venue, and none of them may lock an official
    out.
    """
    return _place(f"code {address}", MISTYPED)


@transaction.atomic
def admitted_to_subscribe(address: str) -> bool:
    """Count one request to turn notifications on or off; the limit leaves room for a whole venue but stops a script."""
    return _place(f"push {address}", SUBSCRIBED) is not None


def _place(counted: str, most: int) -> Failure | None:
    at, now = counted[:45], timezone.now()
    _one_at_a_time((_ADDRESS_LOCK, at))
    if Failure.objects.filter(at__gt=now - WINDOW, address=at).count() >= most:
        return None
    return Failure.objects.create(name=_digest(counted.partition(" ")[0]), address=at, at=now)


def clear_failures(name: str, address: str) -> None:
    """Clear the failures of a name at an address."""
    Failure.objects.filter(name=_digest(name), address=address).delete()


def locked_until(name: str) -> datetime | None:
    """When a name that is locked, at one address or everywhere, may be tried again; None if it is not locked."""
    digest = _digest(name)
    failed = list(Failure.objects.filter(name=digest, at__gt=timezone.now() - WINDOW).order_by("at"))
    by_address: dict[str, list[Failure]] = {}
    for each in failed:
        by_address.setdefault(each.address, []).append(each)
    began = [tries[-HERE].at for tries in by_address.values() if len(tries) >= HERE]
    began += [failed[-NAME].at] if len(failed) >= NAME else []
    return max(began) + WINDOW if began else None


def lift(name: str) -> int:
    """Unlock a name at every address; return how many failures were deleted."""
    return Failure.objects.filter(name=_digest(name)).delete()[0]


def _digest(name: str) -> str:
    return salted_hmac("overtrick sign-in name", name.strip().casefold()[:150], algorithm="sha256").hexdigest()


def _key(text: str) -> int:
    """An advisory lock's 32-bit key for a text."""
    return crc32(text.encode()) - 2**31
