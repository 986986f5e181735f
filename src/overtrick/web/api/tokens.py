"""Creating and checking tokens."""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.utils import timezone
from ninja.security import HttpBearer

from overtrick.web.api.models import Scope, Token
from overtrick.web.congress.access import Action
from overtrick.web.congress.models import BookRecord, Congress
from overtrick.web.telemetry.refusals import Refusal, note_refusal

DAYS = 90
"""How many days a token is valid by default."""
_SEEN = timedelta(minutes=1)
"""The precision of the stored time of a token's last use."""


class OutOfScope(PermissionDenied):
    """The user may do this, but not with this token."""


@dataclass(frozen=True, slots=True)
class Purpose:
    """The purpose of a token: its scope, its place, and how many days it is valid."""

    scope: Scope = Scope.ALL
    congress: Congress | None = None
    event: BookRecord | None = None
    days: int = DAYS


def new_token(user: User, name: str, purpose: Purpose | None = None) -> str:
    """Create a token for a user and return it; it cannot be read again."""
    wanted = purpose or Purpose()
    token = f"ot_{secrets.token_urlsafe(32)}"
    Token.objects.create(
        user=user,
        name=name,
        fingerprint=_fingerprint(token),
        scope=wanted.scope,
        congress=wanted.congress,
        event=wanted.event,
        ends=timezone.now() + timedelta(days=wanted.days),
    )
    return token


def _fingerprint(token: str) -> str:
    return sha256(token.encode()).hexdigest()


class Bearer(HttpBearer):
    """`Authorization: Bearer …`, with a valid token of an active user."""

    def authenticate(self, request: HttpRequest, token: str) -> Token | None:
        """The token, if it is valid; the request's user is then its owner."""
        now = timezone.now()
        found = Token.objects.select_related("user").filter(fingerprint=_fingerprint(token)).first()
        if found is None or found.ends <= now or not found.user.is_active:
            why = "unknown" if found is None else "expired" if found.ends <= now else "account disabled"
            note_refusal(request, Refusal.TOKEN, why, who="" if found is None else found.user.get_username())
            return None
        if found.used is None or found.used < now - _SEEN:
            Token.objects.filter(pk=found.pk).update(used=now)
        request.user = found.user
        request.token = found  # type: ignore[attr-defined]  # for the check of its scope
        return found


def check_scope(
    request: HttpRequest, wanted: Iterable[Action], congress: Congress | None = None, record: BookRecord | None = None
) -> None:
    """Raise `OutOfScope` if the request's token covers none of the wanted actions."""
    token = getattr(request, "token", None)
    if not isinstance(token, Token) or not any(token.covers(each, congress, record) for each in wanted):
        raise OutOfScope
