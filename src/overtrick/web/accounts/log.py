"""Writing and reading the log of accounts. Each line goes into the database and into the server's own log."""

import logging
from datetime import datetime, timedelta

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, User
from django.db import InternalError
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone

from overtrick.core.wording import phrase
from overtrick.ledger.durable.tenancy import DEFAULT, EVERYBODY, use_organisation
from overtrick.web.accounts.models import Logged, What
from overtrick.web.congress.access import author_name
from overtrick.web.congress.models import BookRecord, Congress, Official
from overtrick.web.organisations.models import Member
from overtrick.web.telemetry.refusals import Refusal, address_of, note_refusal

GROUPS = {
    str(phrase("sign-ins")): (What.SIGNED_IN, What.WRONG, What.LOCKED, What.UNLOCKED, What.ENDED),
    str(phrase("roles")): (What.INVITED, What.UNINVITED, What.JOINED, What.ROLE_GIVEN, What.ROLE_TAKEN),
    str(phrase("accounts")): (
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
    str(phrase("tokens")): (What.TOKEN_MADE, What.TOKEN_TAKEN),
    str(phrase("exports")): (What.EXPORTED,),
    str(phrase("player pages")): (What.PERSON_HIDDEN, What.PERSON_SHOWN, What.ENTRY_TIED, What.ENTRY_UNTIED),
}
"""The groups that the log can be filtered by, under words that pages look up in the catalogue."""
KEPT = timedelta(days=400, hours=1)
"""How long a line is kept: at least 400 days, which covers a congress and the next one a year later."""
_REFUSED = {What.WRONG: (Refusal.SIGN_IN, "password or code"), What.LOCKED: (Refusal.THROTTLED, "passwords")}
"""What is also written to the security log."""
_UNKNOWN = (What.WRONG, What.LOCKED, What.ASKED)
"""What a stranger may have done to an account, so that the owner's name is not given as its author."""
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
    """Log what happened, *by* whom (a request, or a name on the command line), and to which account.

    The line belongs to the congress's organisation, or to *organisation* where that is given. Otherwise each
    organisation that the account works for gets a line.
    """
    address = "" if isinstance(by, str) else address_of(by)
    name = by if isinstance(by, str) else _name(by, user if what not in _UNKNOWN else None)
    whose = user if isinstance(user, User) else None
    at, said = timezone.now(), {"by": name[:200], "about": about[:300], "address": address}
    with use_organisation(EVERYBODY):  # the lines may belong to other organisations than the request's
        whom = congress.whose if congress is not None else organisation
        for number in (whom,) if whom is not None else _organisations(whose):
            Logged.objects.create(organisation=number, at=at, what=what, user=whose, congress=congress, **said)
    account = whose.get_username() if whose is not None else None
    if not isinstance(by, str) and what in _REFUSED:
        note_refusal(by, *_REFUSED[what], who=account or "")
    _log.info("%s", what.value, extra={"by": name, "account": account, "address": address})


def _organisations(user: User | None) -> list[int]:
    """The organisations that a user works for, in order; the installation's own if there is none."""
    if user is None:
        return [DEFAULT]
    ranks = Member.objects.filter(user=user).values_list("organisation", flat=True)
    offices = Official.objects.filter(user=user).values_list("organisation", flat=True)
    own = {DEFAULT} if user.is_superuser else set()
    return sorted({*ranks, *offices, *own}) or [DEFAULT]


def note_export(event: str, by: str) -> None:
    """Log that a book was exported on the command line. On a standby, only the server's own log gets the line."""
    record = BookRecord.objects.select_related("congress").filter(slug=event).first()
    try:
        note(What.EXPORTED, by, congress=record.congress if record else None, about=str(record or event))
    except InternalError:  # the database is read-only
        _log.warning("%s, and it cannot be kept here", What.EXPORTED.value, extra={"by": by})


def lines_for(congress: Congress, of: str = "") -> QuerySet[Logged]:
    """The lines about a congress and the accounts of its officials, latest first."""
    officials = congress.officials.values("user")
    found = lines_of(congress.whose, of)
    return found.filter(Q(congress=congress) | Q(congress=None, user__in=officials))


def lines_of(organisation: int, of: str = "") -> QuerySet[Logged]:
    """The lines about an organisation's congresses and its people's accounts, latest first."""
    found = Logged.objects.filter(organisation=organisation).select_related("user")
    if of in GROUPS:
        found = found.filter(what__in=GROUPS[of])
    return found.order_by("-at", "-pk")


def asked_lately(since: datetime, *, user: User | None = None, address: str = "") -> int:
    """How often a password link was requested for an account or from an address, in all organisations' logs."""
    with use_organisation(EVERYBODY):
        found = Logged.objects.filter(what=What.ASKED, at__gt=since)
        found = found.filter(user=user) if user is not None else found.filter(address=address)
        return found.values("at", "user").distinct().count()


def forget_old() -> None:
    """Delete lines that are older than `KEPT`. The database refuses to delete younger ones."""
    with use_organisation(EVERYBODY):
        Logged.objects.filter(at__lt=timezone.now() - KEPT).delete()


def _name(request: HttpRequest, user: AbstractBaseUser | AnonymousUser | None) -> str:
    """The name of the person at the browser: the user who is signed in, or else the one whom the line is about."""
    if request.user.is_authenticated:
        return author_name(request.user)
    return author_name(user) if isinstance(user, User) else "someone"
