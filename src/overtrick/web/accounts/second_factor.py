"""The second factor: a code from the owner's phone after the password, a passkey, or one of ten codes on paper.

The secret is kept under the installation's own (`OVERTRICK_SECRET`), and of the paper codes only digests under it: who
has a copy of the database has neither.
"""

import secrets
from base64 import urlsafe_b64encode
from hashlib import sha256
from time import time

from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from overtrick.web.accounts import totp
from overtrick.web.accounts.models import Paper, Passkey, Second

PAPERS = 10
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without what is taken for something else on paper."""


def wanted(user: User) -> bool:
    """Whether somebody signs in with a second factor."""
    return by_phone(user) or Passkey.objects.filter(user=user).exists()


def by_phone(user: User) -> bool:
    """Whether somebody's phone shows codes."""
    return Second.objects.filter(user=user).exclude(confirmed=None).exists()


def begin(user: User) -> None:
    """A new secret for somebody, which counts when a code of it has been given."""
    Second.objects.filter(user=user, confirmed=None).delete()
    Second.objects.create(user=user, secret=_box().encrypt(totp.new_secret().encode()).decode())


def waiting(user: User) -> str:
    """The secret that waits for its first code, or nothing."""
    found = Second.objects.filter(user=user, confirmed=None).first()
    return _secret(found) if found is not None else ""


@transaction.atomic
def confirm(user: User, given: str) -> bool:
    """Let the phone's codes count from now on, if this is one of them."""
    found = Second.objects.filter(user=user, confirmed=None).first()
    step = totp.step_of(_secret(found), given, int(time())) if found is not None else None
    if found is None or step is None:
        return False
    found.confirmed, found.step = timezone.now(), step
    found.save()
    return True


@transaction.atomic
def new_papers(user: User) -> list[str]:
    """Ten new codes on paper, shown once; those there were are void."""
    Paper.objects.filter(user=user).delete()
    made = ["-".join("".join(secrets.choice(_LETTERS) for _ in range(4)) for _ in range(3)) for _ in range(PAPERS)]
    Paper.objects.bulk_create(Paper(user=user, digest=_digest(each)) for each in made)
    return made


def right(user: User, given: str) -> str:
    """How a second factor was shown: by the phone, by paper, or not at all. Each code is good once."""
    found = Second.objects.filter(user=user).exclude(confirmed=None).first()
    secret = _secret(found) if found is not None else ""
    step = totp.step_of(secret, given, int(time())) if secret else None
    if found is not None and step is not None and Second.objects.filter(pk=found.pk, step__lt=step).update(step=step):
        return "by the phone"
    if Paper.objects.filter(user=user, digest=_digest(given)).delete()[0]:
        return "by a paper code"
    return ""


@transaction.atomic
def off(user: User) -> None:
    """Let the password be enough again."""
    Second.objects.filter(user=user).delete()
    Passkey.objects.filter(user=user).delete()
    Paper.objects.filter(user=user).delete()


@transaction.atomic
def without(user: User, passkey: int | None) -> Passkey | None:
    """Take one passkey away, or the phone if none is named; the paper codes go with the last of them.

    The passkey that was taken away, if it was one.
    """
    gone = Passkey.objects.filter(user=user, pk=passkey).first() if passkey is not None else None
    if gone is not None:
        Passkey.objects.filter(pk=gone.pk).delete()
    elif passkey is None:
        Second.objects.filter(user=user).delete()
    if not wanted(user):
        Paper.objects.filter(user=user).delete()
    return gone


def papers_left(user: User) -> int:
    """How many paper codes are left."""
    return Paper.objects.filter(user=user).count()


def _box() -> Fernet:
    return Fernet(urlsafe_b64encode(sha256(b"overtrick second factor" + settings.SECRET_KEY.encode()).digest()))


def _secret(kept: Second) -> str:
    """A secret, or nothing if it was kept under another installation's."""
    try:
        return _box().decrypt(kept.secret.encode()).decode()
    except InvalidToken:
        return ""


def _digest(given: str) -> str:
    plain = "".join(each for each in given.casefold() if each.isalnum())
    return salted_hmac("overtrick paper code", plain, algorithm="sha256").hexdigest()
