"""Invitations: a role behind a link that is good once.

The link is signed and not kept: who has a copy of the database has no link.
"""

from dataclasses import dataclass
from datetime import timedelta

from django.contrib.auth.models import User
from django.core import signing
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from overtrick.ledger.durable.tenancy import EVERYBODY, within
from overtrick.web.accounts.models import Invitation
from overtrick.web.congress.models import BookRecord, Congress, Official, Role
from overtrick.web.organisations.requests import answer_for
from overtrick.web.telemetry.refusals import RefusedLink

GOOD_FOR = timedelta(days=14)
_SALT = "overtrick invitation"


class NoSuchInvitation(RefusedLink):
    """A link that opens nothing: changed, out of date, used, or taken back."""


@dataclass(frozen=True, slots=True)
class Office:
    """A role at a congress; a captain's is for one contestant of one event."""

    congress: Congress
    role: Role
    event: BookRecord | None = None
    contestant: str = ""

    def given_to(self, user: User) -> bool:
        """Give it to somebody; nothing is new if it is held already."""
        _, new = Official.objects.get_or_create(
            user=user, congress=self.congress, role=self.role, event=self.event, contestant=self.contestant
        )
        return new

    def __str__(self) -> str:
        of = f" of {self.contestant} in {self.event}" if self.event and self.contestant else ""
        return f"{self.role}{of}" if of or not self.event else f"{self.role} in {self.event}"


def invite(office: Office, by: str, for_whom: str = "") -> Invitation:
    """Make an invitation, good for a fortnight."""
    return Invitation.objects.create(
        congress=office.congress,
        role=office.role,
        event=office.event,
        contestant=office.contestant,
        for_whom=for_whom,
        by=by,
        ends=timezone.now() + GOOD_FOR,
    )


def path_of(invitation: Invitation) -> str:
    """The path of an invitation's link; its moment is signed too, so that no later row under its number is opened."""
    token = signing.Signer(salt=_SALT).sign(f"{invitation.pk}.{_moment(invitation)}")
    return reverse("invited", args=[token])


def _moment(invitation: Invitation) -> str:
    return str(int(invitation.made.timestamp()))


def opened(token: str) -> Invitation:
    """The invitation that a link opens; refused if it was changed, has expired, was used or taken back.

    The rest of the request is answered for the organisation whose congress it is.
    """
    ask = "Ask who invited you for a new one."
    try:
        number, _, moment = signing.Signer(salt=_SALT).unsign(token).partition(".")
    except signing.BadSignature as fault:
        raise NoSuchInvitation("This is not an invitation's link", why="changed", remedy=ask) from fault
    with within(EVERYBODY):  # whose it is, it says itself
        found = Invitation.objects.filter(pk=number).first()
    if found is None or _moment(found) != moment:
        raise NoSuchInvitation("This is not an invitation's link", why="changed", remedy=ask)
    if found.taken is not None:
        raise NoSuchInvitation("This invitation has been used", why="used", remedy="If it was you, sign in.")
    if found.taken_back is not None:
        raise NoSuchInvitation("This invitation was taken back", why="taken back", remedy=ask)
    if found.ends <= timezone.now():
        raise NoSuchInvitation("This invitation has expired", why="expired", remedy=ask)
    answer_for(found.congress_id)
    return found


def office_of(invitation: Invitation) -> Office:
    """The role that waits."""
    return Office(invitation.congress, Role(invitation.role), invitation.event, invitation.contestant)


@transaction.atomic
def take(invitation: Invitation, user: User) -> None:
    """Give the role to who took the invitation: one of two who come at once, and the other is told."""
    mine = Invitation.objects.filter(Invitation.still_open(), pk=invitation.pk).update(taken=timezone.now())
    if not mine:
        raise NoSuchInvitation("This invitation has been used", why="used", remedy="If it was you, sign in.")
    office_of(invitation).given_to(user)
