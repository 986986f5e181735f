"""What is done to accounts by others than their owners, at the desk and at the prompt alike: always written down."""

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils import timezone

from overtrick.core.errors import DirectorError
from overtrick.core.provenance import Json
from overtrick.core.wording import phrase
from overtrick.ledger.durable.tenancy import EVERYBODY, within
from overtrick.web.accounts import invitations, people, second_factor, sessions, throttle
from overtrick.web.accounts.log import note
from overtrick.web.accounts.models import Invitation, What
from overtrick.web.congress.access import Action, called, may
from overtrick.web.congress.models import Congress, Official, Role
from overtrick.web.organisations.models import Member


@dataclass(frozen=True, slots=True)
class Listed:
    """An account as a list shows it."""

    name: str
    person: str
    roles: tuple[str, ...]
    state: str
    last: str

    def row(self) -> tuple[str, ...]:
        """Its row of a table."""
        return self.name, self.person, "; ".join(self.roles), self.state, self.last

    def told(self) -> dict[str, Json]:
        """The account as JSON."""
        roles: list[Json] = list(self.roles)
        active = not self.state.startswith("disabled")
        return {
            "name": self.name,
            "person": self.person,
            "roles": roles,
            "active": active,
            "state": self.state,
            "last_signed_in": self.last,
        }


def listed() -> list[Listed]:
    """Every account, by name."""
    roles: dict[int, list[str]] = {}
    for each in Official.objects.select_related("congress", "event").order_by("congress", "role"):
        office = invitations.Office(each.congress, Role(each.role), each.event, each.contestant)
        roles.setdefault(each.user_id, []).append(f"{office} at {each.congress_id}")
    return [
        Listed(
            user.get_username(),
            user.get_full_name(),
            (*(["owner"] if user.is_superuser else []), *roles.get(user.pk, ())),
            state_of(user),
            f"{timezone.localtime(user.last_login):%Y-%m-%d %H:%M}" if user.last_login else "never",
        )
        for user in User.objects.order_by("username")
    ]


def state_of(user: User) -> str:
    """Whether an account can sign in, in words."""
    if not user.is_active:
        return "disabled"
    until = throttle.locked_until(user.get_username())
    return f"locked until {timezone.localtime(until):%H:%M}" if until else "active"


def why_not(manager: User, user: User) -> str:
    """Why an account is not this person's to manage, or nothing: all it may do must be theirs to give.

    Otherwise an organiser of one congress could take an account over that is somebody at another.
    """
    if user == manager:
        return "This is your own account."
    if user.is_superuser and not manager.is_superuser:
        return "This account owns the installation. Whoever runs the server can manage it, at the prompt."
    with within(EVERYBODY):
        congresses = {each.congress for each in Official.objects.filter(user=user).select_related("congress")}
        ranks = Member.objects.filter(user=user).values_list("organisation", flat=True)
        theirs = all(may(manager, Action.ORGANISE, each) for each in congresses)
        theirs = theirs and all(may(manager, Action.STAFF, organisation=each) for each in ranks)
    if not theirs:
        return "This person works elsewhere too. Whoever runs the server can manage the account, at the prompt."
    return ""


def add(new: people.NewAccount, by: HttpRequest | str) -> User:
    """Make an account, with a name that is free and a password that is not weak."""
    try:
        people.free_name(new.name)
        people.checked_password(new.password, new.name)
    except ValidationError as fault:
        raise DirectorError(" ".join(fault.messages).rstrip(".")) from fault
    user = people.make(new)
    note(What.MADE, by, user=user, about="owner" if new.owner else "")
    return user


def set_password(user: User, password: str, by: HttpRequest | str) -> None:
    """Give somebody a new password; browsers that were signed in are signed out by it."""
    try:
        people.checked_password(password, user.get_username())
    except ValidationError as fault:
        raise DirectorError(" ".join(fault.messages).rstrip(".")) from fault
    user.set_password(password)
    user.save(update_fields=["password"])
    throttle.lift(user.get_username())
    sessions.end_all(user)
    note(What.PASSWORD, by, user=user, about=called(user))


def disable(user: User, by: HttpRequest | str, congress: Congress | None = None, reason: str = "") -> None:
    """Let somebody sign in no more. Their roles and what they posted stay."""
    if user.is_superuser and not User.objects.filter(is_superuser=True, is_active=True).exclude(pk=user.pk).exists():
        raise DirectorError(
            "{called} is the only owner of this installation",
            remedy="Make another first: `overtrick account add NAME --owner`.",
            called=called(user),
        )
    User.objects.filter(pk=user.pk).update(is_active=False)
    sessions.end_all(user)
    note(What.DISABLED, by, user=user, congress=congress, about=_told(user, reason))


def enable(user: User, by: HttpRequest | str, congress: Congress | None = None) -> None:
    """Let somebody sign in again."""
    User.objects.filter(pk=user.pk).update(is_active=True)
    note(What.ENABLED, by, user=user, congress=congress, about=called(user))


def sign_out(user: User, by: HttpRequest | str, congress: Congress | None = None) -> None:
    """Sign somebody out everywhere."""
    sessions.end_all(user)
    note(What.ENDED, by, user=user, congress=congress, about=called(user))


def second_off(user: User, by: HttpRequest | str) -> None:
    """Let the password be enough again, for who has lost both the phone and the paper."""
    second_factor.off(user)
    note(What.SECOND_OFF, by, user=user, about=called(user))


def unlock(user: User, by: HttpRequest | str, congress: Congress | None = None) -> None:
    """Lift the lock after wrong passwords."""
    throttle.lift(user.get_username())
    note(What.UNLOCKED, by, user=user, congress=congress, about=called(user))


def _told(user: User, reason: str) -> str:
    return f"{called(user)}: {reason}" if reason else called(user)


def invited(congress: str, role: str, for_whom: str, by: str) -> Invitation:
    """An invitation made at the prompt."""
    found = Congress.objects.filter(slug=congress).first()
    if found is None:
        slugs = ", ".join(Congress.objects.order_by("-starts", "slug").values_list("slug", flat=True)[:10])
        raise DirectorError(
            "There is no congress “{congress}”",
            remedy="There are: {slugs}.",
            congress=congress,
            slugs=slugs or phrase("none yet"),
        )
    office = invitations.Office(found, Role(role))
    made = invitations.invite(office, by, for_whom)
    note(What.INVITED, by, congress=found, about=f"{office}{f', for {for_whom}' if for_whom else ''}")
    return made
