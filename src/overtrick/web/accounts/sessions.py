"""Where people are signed in: each browser remembered, shown to its owner, and ended."""

from typing import Any

from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from overtrick.web.accounts.models import SignedIn
from overtrick.web.congress import session_lifetime
from overtrick.web.telemetry.refusals import address_of

_PROGRAMS = (("Edg", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("FxiOS", "Firefox"), ("CriOS", "Chrome"),
             ("SamsungBrowser", "Samsung Internet"), ("Chrome/", "Chrome"), ("Safari/", "Safari"))  # fmt: skip
_DEVICES = (("iPhone", "an iPhone"), ("iPad", "an iPad"), ("Android", "Android"), ("Windows", "Windows"),
            ("Mac OS X", "a Mac"), ("CrOS", "a Chromebook"), ("Linux", "Linux"))  # fmt: skip


def remember(sender: object, request: HttpRequest, user: User, **_: Any) -> None:  # noqa: ARG001 - a signal's own
    """Remember that this browser is signed in from now on."""
    if request.session.session_key is None:
        request.session.create()
    elif SignedIn.objects.filter(session_id=request.session.session_key).exists():
        request.session.cycle_key()  # Django keeps the key of who signs in again
    session_lifetime.begin(request)
    SignedIn.objects.update_or_create(
        session_id=request.session.session_key,
        defaults={
            "user": user,
            "address": address_of(request),
            "browser": browser(request.META.get("HTTP_USER_AGENT", "")),
        },
    )


def browser(agent: str) -> str:
    """What a browser says it is, in a few words.

    >>> browser("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36")
    'Chrome on Windows'
    >>> browser("")
    'a browser'
    """
    program = next((name for mark, name in _PROGRAMS if mark in agent), "a browser")
    device = next((name for mark, name in _DEVICES if mark in agent), "")
    return f"{program} on {device}" if device else program


def of(user: User) -> QuerySet[SignedIn]:
    """Where somebody is signed in, the last first."""
    return SignedIn.objects.filter(user=user, session__expire_date__gt=timezone.now()).order_by("-at")


def end(user: User, number: int) -> int:
    """End one of somebody's sessions; how many were ended."""
    return _ended(SignedIn.objects.filter(user=user, pk=number))


def end_others(user: User, here: str | None) -> int:
    """End all of somebody's sessions but this one."""
    return _ended(SignedIn.objects.filter(user=user).exclude(session_id=here))


def end_all(user: User) -> int:
    """Sign somebody out everywhere."""
    return _ended(SignedIn.objects.filter(user=user))


def _ended(chosen: QuerySet[SignedIn]) -> int:
    keys = list(chosen.values_list("session_id", flat=True))
    Session.objects.filter(pk__in=keys).delete()
    return len(keys)
