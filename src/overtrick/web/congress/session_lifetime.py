"""How long a browser stays signed in: at most a long day, and less if it is idle for some hours."""

from time import time

from django.contrib.auth import logout
from django.http import HttpRequest

LONGEST = 14 * 3600
"""Seconds from sign-in to sign-out in any case: a long day at a congress."""
IDLE = 4 * 3600
"""Seconds without a request to the desk, after which the user is signed out: an afternoon session and dinner."""
SEEN_TO = 600
"""The precision, in seconds, of the stored time of the last request."""
_BEGAN, _SEEN = "began", "seen"


def begin(request: HttpRequest) -> None:
    """Record that a user has just signed in with this browser."""
    request.session[_BEGAN] = request.session[_SEEN] = int(time())


def is_alive(request: HttpRequest) -> bool:
    """Whether the user is signed in. A session that has lasted or been idle too long is ended here."""
    if not request.user.is_authenticated:
        return False
    now, session = int(time()), request.session
    if _BEGAN not in session:
        begin(request)
    if now - session[_BEGAN] > LONGEST or now - session[_SEEN] > IDLE:
        logout(request)
        return False
    if now - session[_SEEN] > SEEN_TO:
        session[_SEEN] = now
    return True
