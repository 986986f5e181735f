"""Making and recognising tokens."""

import secrets
from hashlib import sha256

from django.contrib.auth.models import User
from django.http import HttpRequest
from ninja.security import HttpBearer

from overtrick.web.api.models import Token


def new_token(user: User, name: str) -> str:
    """A new token for somebody; this is the only time it can be read."""
    token = f"ot_{secrets.token_urlsafe(32)}"
    Token.objects.create(user=user, name=name, fingerprint=_fingerprint(token))
    return token


def _fingerprint(token: str) -> str:
    return sha256(token.encode()).hexdigest()


class Bearer(HttpBearer):
    """`Authorization: Bearer …`, with a token that stands and a person who is still active."""

    def authenticate(self, request: HttpRequest, token: str) -> User | None:
        """The person a token acts for."""
        found = Token.objects.select_related("user").filter(fingerprint=_fingerprint(token)).first()
        if found is None or not found.user.is_active:
            return None
        request.user = found.user
        return found.user
