"""What accounts keep beside Django's own users and sessions: failed tries, invitations, and the log of accounts."""

from typing import Any

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import models
from django.db.models import Q
from django.utils import timezone

from overtrick.ledger.durable.tenancy import DEFAULT
from overtrick.web.congress.models import BookRecord, Congress, Role
from overtrick.web.organisations.models import Organisation


class Failure(models.Model):
    """A try to sign in that failed, or is not decided yet: under which name, from where, when. Forgotten after a day.

    The name stands as its digest, because people type passwords where a name belongs.
    """

    name = models.CharField(max_length=150)
    address = models.CharField(max_length=45)
    at = models.DateTimeField(db_index=True)

    class Meta:
        """Asked by name and by address."""

        indexes = (models.Index(fields=("name", "at")), models.Index(fields=("address", "at")))

    def __str__(self) -> str:
        return f"{self.name} from {self.address}"


class SignedIn(models.Model):
    """A browser that is signed in: whose, since when, from where, and what it says it is. Gone with its session."""

    session = models.OneToOneField(Session, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="signed_in")
    at = models.DateTimeField(default=timezone.now)
    address = models.CharField(max_length=45, blank=True)
    browser = models.CharField(max_length=60, blank=True)

    def __str__(self) -> str:
        return f"{self.user} with {self.browser}"


class Second(models.Model):
    """Somebody's second factor: its secret, sealed, and the last step whose code was taken."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    secret = models.CharField(max_length=300)
    step = models.BigIntegerField(default=0)
    confirmed = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"second factor of {self.user}"


class Passkey(models.Model):
    """A passkey or a security key of somebody's: its public key, good where the server is opened under *host*.

    The counter is what the key said last; many keys have none, and say 0.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=60)
    host = models.CharField(max_length=253)
    data = models.BinaryField(max_length=2048)
    digest = models.CharField(max_length=64, unique=True)
    count = models.BigIntegerField(default=0)
    made = models.DateTimeField(default=timezone.now)
    used = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.name


class Paper(models.Model):
    """A code on paper that stands in for the phone or the passkey, once: its digest."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    digest = models.CharField(max_length=64)

    class Meta:
        """Each once."""

        constraints = (models.UniqueConstraint(fields=("user", "digest"), name="paper_once"),)

    def __str__(self) -> str:
        return f"a paper code of {self.user}"


class Invitation(models.Model):
    """A role that waits for somebody: whoever has its link takes it, once, before it ends."""

    organisation = models.ForeignKey(Organisation, on_delete=models.PROTECT, related_name="+", editable=False)
    congress = models.ForeignKey(Congress, on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=20, choices=Role.choices)
    event = models.ForeignKey(BookRecord, on_delete=models.CASCADE, null=True, blank=True)
    contestant = models.CharField(max_length=40, blank=True)
    for_whom = models.CharField(max_length=100, blank=True)
    by = models.CharField(max_length=200)
    made = models.DateTimeField(default=timezone.now)
    ends = models.DateTimeField()
    taken = models.DateTimeField(null=True, blank=True)
    taken_back = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.role} at {self.congress}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """It is whose its congress is."""
        self.organisation_id = self.congress.whose
        super().save(*args, **kwargs)

    @staticmethod
    def still_open() -> Q:
        """What an invitation fulfils that can be taken now."""
        return Q(taken=None, taken_back=None, ends__gt=timezone.now())


class What(models.TextChoices):
    """What happens to accounts, and is written down."""

    SIGNED_IN = "signed in", "signed in"
    WRONG = "sign-in failed", "sign-in failed"
    LOCKED = "sign-in locked", "sign-in refused: too many tries"
    UNLOCKED = "lock lifted", "lock lifted"
    INVITED = "invited", "invited somebody"
    UNINVITED = "invitation taken back", "invitation taken back"
    JOINED = "joined", "took an invitation"
    MADE = "account made", "account made"
    ROLE_GIVEN = "role given", "role given"
    ROLE_TAKEN = "role taken back", "role taken back"
    PASSWORD = "password changed", "password changed"
    MAIL = "mail address changed", "mail address changed"
    SECOND_ON = "second factor on", "second factor switched on"
    SECOND_OFF = "second factor off", "second factor switched off"
    PASSKEY_ADDED = "passkey added", "passkey added"
    PASSKEY_REMOVED = "passkey removed", "passkey removed"
    DISABLED = "account disabled", "account disabled"
    ENABLED = "account enabled", "account enabled"
    ENDED = "signed out", "signed out from elsewhere"
    LINKED = "password link made", "link for a new password made"
    ASKED = "password link asked for", "link for a new password asked for"
    TOKEN_MADE = "token made", "token made"
    TOKEN_TAKEN = "token taken back", "token taken back"
    EXPORTED = "book taken out", "book taken out"
    PERSON_HIDDEN = "person hidden", "a person’s page hidden"
    PERSON_SHOWN = "person shown", "a person’s page shown again"
    ENTRY_TIED = "entry tied", "an entry tied to a person"
    ENTRY_UNTIED = "entry untied", "an entry untied from a person"


class Logged(models.Model):
    """A line of the log of accounts: what happened, who did it, to whose account, at which congress, from where.

    It is one organisation's: what happens to somebody who works for two is a line of each. It is never changed, and
    taken away only when it is old enough (`keep_for_days`); so it holds on to no row that may go.
    """

    organisation = models.IntegerField(default=DEFAULT)
    at = models.DateTimeField(default=timezone.now, db_index=True)
    what = models.CharField(max_length=30, choices=What.choices)
    by = models.CharField(max_length=200)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.DO_NOTHING, db_constraint=False, null=True, related_name="+"
    )
    congress = models.ForeignKey(
        Congress, on_delete=models.DO_NOTHING, db_constraint=False, null=True, related_name="+"
    )
    about = models.CharField(max_length=300, blank=True)
    address = models.CharField(max_length=45, blank=True)

    class Meta:
        """Asked by organisation, by congress and by account, the last first."""

        indexes = (
            models.Index(fields=("organisation", "-at")),
            models.Index(fields=("congress", "-at")),
            models.Index(fields=("user", "-at")),
        )

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.what} by {self.by}"
