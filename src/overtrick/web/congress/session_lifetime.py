"""How long a browser stays signed in: a long day, and not past some hours in which nothing is asked."""

from time import time

from django.contrib.auth import logout
from django.http import HttpRequest

LONGEST = 14 * 3600
"""Seconds from the sign-in, whatever is asked: a long day at a congress."""
IDLE = 4 * 3600
"""Seconds in which nothing of the desk is asked: an afternoon's session, and the dinner after it."""
SEEN_TO = 600
"""How exactly, in seconds, it is written down when something was last asked."""
_BEGAN, _SEEN = "began", "seen"


def begin(request: HttpRequest) -> None:
    """Somebody has just signed in with this browser."""
    request.session[_BEGAN] = request.session[_SEEN] = int(time())


def is_alive(request: HttpRequest) -> bool:
    """Whether somebody is signed in and has not been for too long; if too long, they are signed out by this."""
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
