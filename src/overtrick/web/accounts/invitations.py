"""Invitations: roles that are offered by a link that works once.

The link is signed and not stored, so a copy of the database contains no links.
"""

from dataclasses import dataclass
from datetime import timedelta

from django.contrib.auth.models import User
from django.core import signing
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from overtrick.core.wording import Phrase, phrase
from overtrick.ledger.durable.tenancy import EVERYBODY, use_organisation
from overtrick.web.accounts.models import Invitation
from overtrick.web.congress.models import BookRecord, Congress, Official, Role
from overtrick.web.organisations.requests import answer_for
from overtrick.web.telemetry.refusals import RefusedLink

GOOD_FOR = timedelta(days=14)
_SALT = "overtrick invitation"


class NoSuchInvitation(RefusedLink):
    """The link opens no invitation: it was altered, or the invitation has expired, been used or been cancelled."""


@dataclass(frozen=True, slots=True)
class Office:
    """A role at a congress; a captain's is for one contestant of one event."""

    congress: Congress
    role: Role
    event: BookRecord | None = None
    contestant: str = ""

    def given_to(self, user: User) -> bool:
        """Give the role to a user; return whether they did not have it before."""
        _, new = Official.objects.get_or_create(
            user=user, congress=self.congress, role=self.role, event=self.event, contestant=self.contestant
        )
        return new

    def __str__(self) -> str:
        return str(self.phrased)

    @property
    def phrased(self) -> Phrase:
        """The role in words, with its event and the contestant whose captain it is for."""
        return phrase(
            "{role}[ of team {contestant}][ in {event}]",
            role=Phrase(str(self.role)),
            contestant=self.contestant if self.event else "",
            event=str(self.event or ""),
        )


def invite(office: Office, by: str, for_whom: str = "") -> Invitation:
    """Create an invitation that is valid for a fortnight."""
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
    """The path of an invitation's link.

    The time of creation is signed too, so that the link does not open a later row with the same number.
    """
    token = signing.Signer(salt=_SALT).sign(f"{invitation.pk}.{_moment(invitation)}")
    return reverse("invited", args=[token])


def _moment(invitation: Invitation) -> str:
    return str(int(invitation.made.timestamp()))


def open_link(token: str) -> Invitation:
    """The invitation that a link opens; raises `NoSuchInvitation` if it was altered, expired, used or cancelled.

    The rest of the request is answered for the organisation that runs the congress.
    """
    ask = phrase("Ask the person who invited you for a new invitation.")
    try:
        number, _, moment = signing.Signer(salt=_SALT).unsign(token).partition(".")
    except signing.BadSignature as fault:
        raise NoSuchInvitation("This is not a valid invitation link", why="changed", remedy=ask) from fault
    with use_organisation(EVERYBODY):  # the organisation is known only from the row
        found = Invitation.objects.filter(pk=number).first()
    if found is None or _moment(found) != moment:
        raise NoSuchInvitation("This is not a valid invitation link", why="changed", remedy=ask)
    if found.taken is not None:
        raise NoSuchInvitation(
            "This invitation has been used", why="used", remedy="If you used the invitation yourself, sign in."
        )
    if found.taken_back is not None:
        raise NoSuchInvitation("This invitation was cancelled", why="taken back", remedy=ask)
    if found.ends <= timezone.now():
        raise NoSuchInvitation("This invitation has expired", why="expired", remedy=ask)
    answer_for(found.congress_id)
    return found


def office_of(invitation: Invitation) -> Office:
    """The role that an invitation offers."""
    return Office(invitation.congress, Role(invitation.role), invitation.event, invitation.contestant)


@transaction.atomic
def take(invitation: Invitation, user: User) -> None:
    """Give the role to the user who accepts the invitation. Of two who accept at once, the second is refused."""
    mine = Invitation.objects.filter(Invitation.still_open(), pk=invitation.pk).update(taken=timezone.now())
    if not mine:
        raise NoSuchInvitation(
            "This invitation has been used", why="used", remedy="If you used the invitation yourself, sign in."
        )
    office_of(invitation).given_to(user)
