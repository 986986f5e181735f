"""Sign-in sessions: each browser is recorded, listed for its owner, and can be signed out."""

from typing import Any

from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from overtrick.core.wording import Said, phrase
from overtrick.web.accounts.models import SignedIn
from overtrick.web.congress import session_lifetime
from overtrick.web.telemetry.refusals import address_of

_PROGRAMS = (("Edg", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("FxiOS", "Firefox"), ("CriOS", "Chrome"),
             ("SamsungBrowser", "Samsung Internet"), ("Chrome/", "Chrome"), ("Safari/", "Safari"))  # fmt: skip
_DEVICES: tuple[tuple[str, Said], ...] = (
    ("iPhone", phrase("an iPhone")), ("iPad", phrase("an iPad")), ("Android", "Android"), ("Windows", "Windows"),
    ("Mac OS X", phrase("a Mac")), ("CrOS", phrase("a Chromebook")), ("Linux", "Linux"),
)  # fmt: skip
_ANY = phrase("a browser")
_ON = " on "


def remember(sender: object, request: HttpRequest, user: User, **_: Any) -> None:  # noqa: ARG001 - a signal handler's signature
    """Record that this browser has been signed in."""
    if request.session.session_key is None:
        request.session.create()
    elif SignedIn.objects.filter(session_id=request.session.session_key).exists():
        request.session.cycle_key()  # Django keeps the key when the same user signs in again
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
    program = next((name for mark, name in _PROGRAMS if mark in agent), str(_ANY))
    device = next((str(name) for mark, name in _DEVICES if mark in agent), "")
    return f"{program}{_ON}{device}" if device else program


def browser_name(kept: str) -> Said:
    """A recorded browser, whose name is in English, in the language of the page.

    >>> print(browser_name("Safari on an iPhone"), browser_name("a browser"), browser_name("Chrome"), sep="; ")
    Safari on an iPhone; a browser; Chrome
    """
    program, _, device = kept.partition(_ON)
    said = {str(each): each for each in (_ANY, *(name for _, name in _DEVICES))}
    if not device:
        return said.get(program, program)
    return phrase("{program} on {device}", program=said.get(program, program), device=said.get(device, device))


def sessions_of(user: User) -> QuerySet[SignedIn]:
    """A user's sessions, latest first."""
    return SignedIn.objects.filter(user=user, session__expire_date__gt=timezone.now()).order_by("-at")


def end(user: User, number: int) -> int:
    """End one of a user's sessions; return how many were ended."""
    return _end(SignedIn.objects.filter(user=user, pk=number))


def end_others(user: User, here: str | None) -> int:
    """End all of a user's sessions except this one; return how many were ended."""
    return _end(SignedIn.objects.filter(user=user).exclude(session_id=here))


def end_all(user: User) -> int:
    """End all of a user's sessions; return how many were ended."""
    return _end(SignedIn.objects.filter(user=user))


def _end(chosen: QuerySet[SignedIn]) -> int:
    keys = list(chosen.values_list("session_id", flat=True))
    Session.objects.filter(pk__in=keys).delete()
    return len(keys)
