"""The second factor after the password: a code from an authenticator app, a passkey, or one of ten paper codes.

Secrets are encrypted with the installation's own (`OVERTRICK_SECRET`), and paper codes are stored as digests keyed by
it, so a copy of the database reveals neither.
"""

import hmac
import secrets
from base64 import b32decode, b32encode, urlsafe_b64encode
from hashlib import sha256
from time import time
from urllib.parse import quote

from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from overtrick.web.accounts.models import Paper, Passkey, Second

SECONDS = 30
DIGITS = 6
DRIFT = 1
"""How many steps a phone's clock may be wrong in either direction."""


def new_secret() -> str:
    """A new secret of 160 bits, in base 32 as apps expect it."""
    return b32encode(secrets.token_bytes(20)).decode()


def code_at(secret: str, step: int) -> str:
    """The code of a step of thirty seconds.

    >>> code_at(b32encode(b"12345678901234567890").decode(), 59 // SECONDS)
    '287082'
    >>> code_at(b32encode(b"12345678901234567890").decode(), 20000000000 // SECONDS)
    '353130'
    """
    digest = hmac.digest(b32decode(secret), step.to_bytes(8, "big"), "sha1")
    at = digest[-1] & 0x0F
    number = int.from_bytes(digest[at : at + 4], "big") & 0x7FFF_FFFF
    return f"{number % 10**DIGITS:0{DIGITS}}"


def step_of(secret: str, given: str, now: int) -> int | None:
    """The step around *now* whose code this is; None if it is not a code of any of them."""
    typed = "".join(given.split())
    for step in range(now // SECONDS - DRIFT, now // SECONDS + DRIFT + 1):
        if hmac.compare_digest(code_at(secret, step).encode(), typed.encode()):
            return step
    return None


def address(secret: str, name: str, where: str) -> str:
    """The address that an app reads from the QR code on the screen."""
    label, issuer = quote(f"{where}:{name}"), quote(where)
    return f"otpauth://totp/{label}?secret={secret}&issuer={issuer}"


PAPERS = 10
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without characters that are easily confused on paper."""


def is_enabled(user: User) -> bool:
    """Whether a user signs in with a second factor."""
    return by_phone(user) or Passkey.objects.filter(user=user).exists()


def by_phone(user: User) -> bool:
    """Whether a user has a confirmed authenticator app."""
    return Second.objects.filter(user=user).exclude(confirmed=None).exists()


def begin(user: User) -> None:
    """Store a new secret for a user; it takes effect once a code made from it is confirmed."""
    Second.objects.filter(user=user, confirmed=None).delete()
    Second.objects.create(user=user, secret=_box().encrypt(new_secret().encode()).decode())


def waiting(user: User) -> str:
    """The secret that is not confirmed yet; empty if there is none."""
    found = Second.objects.filter(user=user, confirmed=None).first()
    return _secret(found) if found is not None else ""


@transaction.atomic
def confirm(user: User, given: str) -> bool:
    """Turn the phone's codes on if *given* is one of them; return whether it is."""
    found = Second.objects.filter(user=user, confirmed=None).first()
    step = step_of(_secret(found), given, int(time())) if found is not None else None
    if found is None or step is None:
        return False
    found.confirmed, found.step = timezone.now(), step
    found.save()
    return True


@transaction.atomic
def new_papers(user: User) -> list[str]:
    """Make ten new paper codes, which are shown once; the old ones become void."""
    Paper.objects.filter(user=user).delete()
    made = ["-".join("".join(secrets.choice(_LETTERS) for _ in range(4)) for _ in range(3)) for _ in range(PAPERS)]
    Paper.objects.bulk_create(Paper(user=user, digest=_digest(each)) for each in made)
    return made


def right(user: User, given: str) -> str:
    """How the code given was verified: by the phone or by a paper code; empty if it is wrong. Each code works once."""
    found = Second.objects.filter(user=user).exclude(confirmed=None).first()
    secret = _secret(found) if found is not None else ""
    step = step_of(secret, given, int(time())) if secret else None
    if found is not None and step is not None and Second.objects.filter(pk=found.pk, step__lt=step).update(step=step):
        return "by the phone"
    if Paper.objects.filter(user=user, digest=_digest(given)).delete()[0]:
        return "by a paper code"
    return ""


@transaction.atomic
def remove_all(user: User) -> None:
    """Remove every second factor of a user."""
    Second.objects.filter(user=user).delete()
    Passkey.objects.filter(user=user).delete()
    Paper.objects.filter(user=user).delete()


@transaction.atomic
def remove_factor(user: User, passkey: int | None) -> Passkey | None:
    """Remove one passkey, or the phone if *passkey* is None; return the passkey that was removed, if any.

    When no second factor is left, the paper codes are removed too.
    """
    gone = Passkey.objects.filter(user=user, pk=passkey).first() if passkey is not None else None
    if gone is not None:
        Passkey.objects.filter(pk=gone.pk).delete()
    elif passkey is None:
        Second.objects.filter(user=user).delete()
    if not is_enabled(user):
        Paper.objects.filter(user=user).delete()
    return gone


def papers_left(user: User) -> int:
    """How many paper codes are left."""
    return Paper.objects.filter(user=user).count()


def _box() -> Fernet:
    return Fernet(urlsafe_b64encode(sha256(b"overtrick second factor" + settings.SECRET_KEY.encode()).digest()))


def _secret(kept: Second) -> str:
    """The decrypted secret; empty if it was encrypted with another installation's key."""
    try:
        return _box().decrypt(kept.secret.encode()).decode()
    except InvalidToken:
        return ""


def _digest(given: str) -> str:
    plain = "".join(each for each in given.casefold() if each.isalnum())
    return salted_hmac("overtrick paper code", plain, algorithm="sha256").hexdigest()
