"""Writing the log of accounts: for the organiser's page, and a line for the server's own log."""

import logging
from datetime import timedelta

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, User
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone

from overtrick.web.accounts.models import Logged, What
from overtrick.web.congress.access import called
from overtrick.web.congress.models import Congress, Held
from overtrick.web.watching.refusals import Refusal, address_of, note_refusal

GROUPS = {
    "sign-ins": (What.SIGNED_IN, What.WRONG, What.LOCKED, What.UNLOCKED, What.ENDED),
    "roles": (What.INVITED, What.UNINVITED, What.JOINED, What.ROLE_GIVEN, What.ROLE_TAKEN),
    "accounts": (
        What.MADE,
        What.PASSWORD,
        What.MAIL,
        What.LINKED,
        What.ASKED,
        What.DISABLED,
        What.ENABLED,
        What.SECOND_ON,
        What.SECOND_OFF,
        What.PASSKEY_ADDED,
        What.PASSKEY_REMOVED,
    ),
    "tokens": (What.TOKEN_MADE, What.TOKEN_TAKEN),
    "exports": (What.EXPORTED,),
}
"""What the log can be asked for."""
KEPT = timedelta(days=400)
"""How long a line is kept: a congress and the next one a year later."""
_REFUSED = {What.WRONG: (Refusal.SIGN_IN, "password or code"), What.LOCKED: (Refusal.THROTTLED, "passwords")}
"""What stands in the security log too."""
_UNKNOWN = (What.WRONG, What.LOCKED, What.ASKED)
"""What anybody may have done, whosever account it was tried on."""
_log = logging.getLogger("overtrick.accounts")


def note(
    what: What,
    by: HttpRequest | str,
    *,
    user: AbstractBaseUser | AnonymousUser | None = None,
    congress: Congress | None = None,
    about: str = "",
) -> None:
    """Write down what happened: by whom (a request, or a name at the prompt), and to whose account."""
    address = "" if isinstance(by, str) else address_of(by)
    name = by if isinstance(by, str) else _name(by, user if what not in _UNKNOWN else None)
    whose = user if isinstance(user, User) else None
    Logged.objects.create(what=what, by=name[:200], user=whose, congress=congress, about=about[:300], address=address)
    account = whose.get_username() if whose is not None else None
    if not isinstance(by, str) and what in _REFUSED:
        note_refusal(by, *_REFUSED[what], who=account or "")
    _log.info("%s", what.value, extra={"by": name, "account": account, "address": address})


def note_export(event: str, by: str) -> None:
    """Write down that a book was taken out at the prompt."""
    held = Held.objects.select_related("congress").filter(slug=event).first()
    note(What.EXPORTED, by, congress=held.congress if held else None, about=str(held or event))


def lines_for(congress: Congress, of: str = "") -> QuerySet[Logged]:
    """What happened at a congress, and to the accounts of its officials; the last first."""
    officials = congress.officials.values("user")
    found = Logged.objects.filter(Q(congress=congress) | Q(congress=None, user__in=officials)).select_related("user")
    if of in GROUPS:
        found = found.filter(what__in=GROUPS[of])
    return found.order_by("-at", "-pk")


def forget_old() -> None:
    """Forget lines that are kept long enough."""
    Logged.objects.filter(at__lt=timezone.now() - KEPT).delete()


def _name(request: HttpRequest, user: AbstractBaseUser | AnonymousUser | None) -> str:
    """Who sits at the browser: who is signed in there, or whom the line is about."""
    if request.user.is_authenticated:
        return called(request.user)
    return called(user) if isinstance(user, User) else "somebody"
