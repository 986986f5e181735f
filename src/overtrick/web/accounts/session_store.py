"""Sessions in the database under a digest of their key, so that a reader of the database cannot take one over.

Django's own store keeps the key as it is in the cookie. This one has the methods that the server uses; the server runs
Django as WSGI, and so none of the asynchronous ones.
"""

from hashlib import sha256
from typing import Any

from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.contrib.sessions.base_session import AbstractBaseSession
from django.contrib.sessions.models import Session
from django.utils import timezone

LENGTH = 40
"""The length of a stored key, as long as Django's column: 160 bits in hexadecimal."""


def stored_key(session_key: str) -> str:
    """The key of a session's row: a digest of the key in the cookie."""
    return sha256(session_key.encode()).hexdigest()[:LENGTH]


class SessionStore(DatabaseStore):
    """A session whose `session_key` only its browser has."""

    def _get_session_from_db(self) -> Session | None:
        """The row of the session; a session that has none, or an expired one, begins again with a key of its own."""
        key = self.session_key
        found = key and Session.objects.filter(pk=stored_key(key), expire_date__gt=timezone.now()).first()
        if not found:
            self._session_key = None
        return found or None

    def exists(self, session_key: str) -> bool:
        """Whether a session has this key."""
        return bool(super().exists(stored_key(session_key)))

    def create_model_instance(self, data: Any) -> AbstractBaseSession:
        """The row in which the session is stored."""
        row = super().create_model_instance(data)
        row.session_key = stored_key(row.session_key)
        return row

    def delete(self, session_key: str | None = None) -> None:
        """Delete the row of this session, or of the one with this key."""
        if key := session_key or self.session_key:
            super().delete(stored_key(key))
