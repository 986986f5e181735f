"""Writing the log of accounts: for the organiser's page, and a line for the server's own log."""

import logging
from datetime import datetime, timedelta

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, User
from django.db import InternalError
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone

from overtrick.ledger.durable.tenancy import DEFAULT, EVERYBODY, within
from overtrick.web.accounts.models import Logged, What
from overtrick.web.congress.access import called
from overtrick.web.congress.models import BookRecord, Congress, Official
from overtrick.web.organisations.models import Member
from overtrick.web.telemetry.refusals import Refusal, address_of, note_refusal

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
    "people": (What.PERSON_HIDDEN, What.PERSON_SHOWN, What.ENTRY_TIED, What.ENTRY_UNTIED),
}
"""What the log can be asked for."""
KEPT = timedelta(days=400, hours=1)
"""How long a line is kept, at least 400 days: a congress and the next one a year later."""
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
    organisation: int | None = None,
    about: str = "",
) -> None:
    """Write down what happened: by whom (a request, or a name at the prompt), and to whose account.

    At a congress it is a line of its organisation's, and so is what an *organisation* does as such; otherwise of each
    that the account works for.
    """
    address = "" if isinstance(by, str) else address_of(by)
    name = by if isinstance(by, str) else _name(by, user if what not in _UNKNOWN else None)
    whose = user if isinstance(user, User) else None
    at, said = timezone.now(), {"by": name[:200], "about": about[:300], "address": address}
    with within(EVERYBODY):  # of whom it is told, the request may not be answered for
        whom = congress.whose if congress is not None else organisation
        for number in (whom,) if whom is not None else _organisations(whose):
            Logged.objects.create(organisation=number, at=at, what=what, user=whose, congress=congress, **said)
    account = whose.get_username() if whose is not None else None
    if not isinstance(by, str) and what in _REFUSED:
        note_refusal(by, *_REFUSED[what], who=account or "")
    _log.info("%s", what.value, extra={"by": name, "account": account, "address": address})


def _organisations(user: User | None) -> list[int]:
    """Whose people somebody is, in order; the installation's own, if nobody's."""
    if user is None:
        return [DEFAULT]
    ranks = Member.objects.filter(user=user).values_list("organisation", flat=True)
    offices = Official.objects.filter(user=user).values_list("organisation", flat=True)
    own = {DEFAULT} if user.is_superuser else set()
    return sorted({*ranks, *offices, *own}) or [DEFAULT]


def note_export(event: str, by: str) -> None:
    """Write down that a book was taken out at the prompt; a standby keeps nothing: there in the server's log alone."""
    record = BookRecord.objects.select_related("congress").filter(slug=event).first()
    try:
        note(What.EXPORTED, by, congress=record.congress if record else None, about=str(record or event))
    except InternalError:  # the database takes nothing
        _log.warning("%s, and it cannot be kept here", What.EXPORTED.value, extra={"by": by})


def lines_for(congress: Congress, of: str = "") -> QuerySet[Logged]:
    """What happened at a congress, and to the accounts of its officials; the last first."""
    officials = congress.officials.values("user")
    found = lines_of(congress.whose, of)
    return found.filter(Q(congress=congress) | Q(congress=None, user__in=officials))


def lines_of(organisation: int, of: str = "") -> QuerySet[Logged]:
    """What happened at the congresses of an organisation, and to its people's accounts; the last first."""
    found = Logged.objects.filter(organisation=organisation).select_related("user")
    if of in GROUPS:
        found = found.filter(what__in=GROUPS[of])
    return found.order_by("-at", "-pk")


def asked_lately(since: datetime, *, user: User | None = None, address: str = "") -> int:
    """How often a link for a new password was asked for, for an account or from an address; wherever it is told."""
    with within(EVERYBODY):
        found = Logged.objects.filter(what=What.ASKED, at__gt=since)
        found = found.filter(user=user) if user is not None else found.filter(address=address)
        return found.values("at", "user").distinct().count()


def forget_old() -> None:
    """Forget lines that are kept long enough; the database takes none away that is younger."""
    with within(EVERYBODY):
        Logged.objects.filter(at__lt=timezone.now() - KEPT).delete()


def _name(request: HttpRequest, user: AbstractBaseUser | AnonymousUser | None) -> str:
    """Who sits at the browser: who is signed in there, or whom the line is about."""
    if request.user.is_authenticated:
        return called(request.user)
    return called(user) if isinstance(user, User) else "somebody"
