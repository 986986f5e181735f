"""Changes to accounts by people other than their owners, at the desk and on the command line. Every one is logged."""

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils import timezone

from overtrick.core.errors import DirectorError
from overtrick.core.provenance import Json
from overtrick.core.wording import phrase
from overtrick.ledger.durable.tenancy import EVERYBODY, use_organisation
from overtrick.web.accounts import invitations, people, second_factor, sessions, throttle
from overtrick.web.accounts.log import note
from overtrick.web.accounts.models import Invitation, What
from overtrick.web.congress.access import Action, author_name, may
from overtrick.web.congress.models import Congress, Official, Role
from overtrick.web.organisations.models import Member
from overtrick.web.translation import plain


@dataclass(frozen=True, slots=True)
class ListedAccount:
    """An account as a list shows it."""

    name: str
    person: str
    roles: tuple[str, ...]
    active: bool
    state: str
    last: str

    def row(self) -> tuple[str, ...]:
        """The account as a row of a table."""
        return self.name, self.person, "; ".join(self.roles), self.state, self.last

    def as_json(self) -> dict[str, Json]:
        """The account as JSON."""
        roles: list[Json] = list(self.roles)
        return {
            "name": self.name,
            "person": self.person,
            "roles": roles,
            "active": self.active,
            "state": self.state,
            "last_signed_in": self.last,
        }


def all_accounts() -> list[ListedAccount]:
    """Every account, by name."""
    roles: dict[int, list[str]] = {}
    for each in Official.objects.select_related("congress", "event").order_by("congress", "role"):
        office = invitations.Office(each.congress, Role(each.role), each.event, each.contestant)
        roles.setdefault(each.user_id, []).append(f"{office} at {each.congress_id}")
    return [
        ListedAccount(
            user.get_username(),
            user.get_full_name(),
            (*(["owner"] if user.is_superuser else []), *roles.get(user.pk, ())),
            user.is_active,
            state_of(user),
            f"{timezone.localtime(user.last_login):%Y-%m-%d %H:%M}" if user.last_login else "never",
        )
        for user in User.objects.order_by("username")
    ]


def state_of(user: User) -> str:
    """Whether an account can sign in, in words."""
    if not user.is_active:
        return plain(phrase("deactivated"))
    until = throttle.locked_until(user.get_username())
    if until is None:
        return plain(phrase("active"))
    return plain(phrase("locked until {time}", time=f"{timezone.localtime(until):%H:%M}"))


def why_not(manager: User, user: User) -> str:
    """The reason why *manager* may not manage an account; empty if they may.

    They must be able to give every role that the account has. Otherwise an organiser of one congress could take over
    an account with a role at another.
    """
    if user == manager:
        return plain(phrase("This is your own account. Manage it under “Your account”."))
    if user.is_superuser and not manager.is_superuser:
        return plain(
            phrase(
                "This is the account of an owner of the installation. Only another owner can manage it, or the server "
                "administrator on the command line."
            )
        )
    with use_organisation(EVERYBODY):
        congresses = {each.congress for each in Official.objects.filter(user=user).select_related("congress")}
        ranks = Member.objects.filter(user=user).values_list("organisation", flat=True)
        theirs = all(may(manager, Action.ORGANISE, each) for each in congresses)
        theirs = theirs and all(may(manager, Action.STAFF, organisation=each) for each in ranks)
    if not theirs:
        return plain(
            phrase(
                "This account also has roles that you do not manage. Only someone who manages all its roles can manage "
                "it, or the server administrator on the command line."
            )
        )
    return ""


def add(new: people.NewAccount, by: HttpRequest | str) -> User:
    """Create an account. A name that is taken and a weak password are refused."""
    try:
        people.free_name(new.name)
        people.checked_password(new.password, new.name)
    except ValidationError as fault:
        raise DirectorError(" ".join(fault.messages).rstrip(".")) from fault
    user = people.make(new)
    note(What.MADE, by, user=user, about="owner" if new.owner else "")
    return user


def set_password(user: User, password: str, by: HttpRequest | str) -> None:
    """Set a user's password, and sign out every browser they were signed in with."""
    try:
        people.checked_password(password, user.get_username())
    except ValidationError as fault:
        raise DirectorError(" ".join(fault.messages).rstrip(".")) from fault
    user.set_password(password)
    user.save(update_fields=["password"])
    throttle.lift(user.get_username())
    sessions.end_all(user)
    note(What.PASSWORD, by, user=user, about=author_name(user))


def disable(user: User, by: HttpRequest | str, congress: Congress | None = None, reason: str = "") -> None:
    """Deactivate an account. Its roles and its postings stay."""
    if user.is_superuser and not User.objects.filter(is_superuser=True, is_active=True).exclude(pk=user.pk).exists():
        raise DirectorError(
            "{called} is the only active owner of this installation",
            remedy="Create another owner first: `overtrick account add NAME --owner`.",
            called=author_name(user),
        )
    User.objects.filter(pk=user.pk).update(is_active=False)
    sessions.end_all(user)
    note(What.DISABLED, by, user=user, congress=congress, about=_log_text(user, reason))


def enable(user: User, by: HttpRequest | str, congress: Congress | None = None) -> None:
    """Reactivate an account."""
    User.objects.filter(pk=user.pk).update(is_active=True)
    note(What.ENABLED, by, user=user, congress=congress, about=author_name(user))


def sign_out(user: User, by: HttpRequest | str, congress: Congress | None = None) -> None:
    """Sign someone out everywhere."""
    sessions.end_all(user)
    note(What.ENDED, by, user=user, congress=congress, about=author_name(user))


def second_off(user: User, by: HttpRequest | str) -> None:
    """Turn two-step sign-in off, for someone who has lost both the phone and the paper codes."""
    second_factor.remove_all(user)
    note(What.SECOND_OFF, by, user=user, about=author_name(user))


def unlock(user: User, by: HttpRequest | str, congress: Congress | None = None) -> None:
    """Lift the lock after wrong passwords."""
    throttle.lift(user.get_username())
    note(What.UNLOCKED, by, user=user, congress=congress, about=author_name(user))


def _log_text(user: User, reason: str) -> str:
    return f"{author_name(user)}: {reason}" if reason else author_name(user)


def create_invitation(congress: str, role: str, for_whom: str, by: str) -> Invitation:
    """Create an invitation on the command line."""
    found = Congress.objects.filter(slug=congress).first()
    if found is None:
        slugs = ", ".join(Congress.objects.order_by("-starts", "slug").values_list("slug", flat=True)[:10])
        raise DirectorError(
            "There is no congress “{congress}”",
            remedy="Latest congresses: {slugs}.",
            congress=congress,
            slugs=slugs or phrase("none yet"),
        )
    office = invitations.Office(found, Role(role))
    made = invitations.invite(office, by, for_whom)
    note(What.INVITED, by, congress=found, about=f"{office}{f', for {for_whom}' if for_whom else ''}")
    return made
