"""The models of accounts beside Django's own: failed sign-ins, second factors, invitations, and the log of accounts."""

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
    """An attempt to sign in that failed or is not decided yet: its name, address and time. Deleted after a day.

    The name is stored as a digest, because people type passwords in the field for the name.
    """

    name = models.CharField(max_length=150)
    address = models.CharField(max_length=45)
    at = models.DateTimeField(db_index=True)

    class Meta:
        """Queried by name and by address."""

        indexes = (models.Index(fields=("name", "at")), models.Index(fields=("address", "at")))

    def __str__(self) -> str:
        return f"{self.name} from {self.address}"


class SignedIn(models.Model):
    """A browser that is signed in: its user, time, address, and what it says it is. Deleted with its session."""

    session = models.OneToOneField(Session, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="signed_in")
    at = models.DateTimeField(default=timezone.now)
    address = models.CharField(max_length=45, blank=True)
    browser = models.CharField(max_length=60, blank=True)

    def __str__(self) -> str:
        return f"{self.user} with {self.browser}"


class Second(models.Model):
    """A user's authenticator app: its secret, encrypted, and the last step whose code was accepted."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    secret = models.CharField(max_length=300)
    step = models.BigIntegerField(default=0)
    confirmed = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"second factor of {self.user}"


class Passkey(models.Model):
    """A user's passkey or security key: its public key, valid where the server is opened under *host*.

    *count* is the counter that the key last reported. Many keys have no counter and always report 0.
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
    """The digest of a paper code, which can be used once instead of the phone or the passkey."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    digest = models.CharField(max_length=64)

    class Meta:
        """Each code once per user."""

        constraints = (models.UniqueConstraint(fields=("user", "digest"), name="paper_once"),)

    def __str__(self) -> str:
        return f"a paper code of {self.user}"


class Invitation(models.Model):
    """A role on offer: the first person to open its link before it ends can accept it."""

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
        """Set the organisation to that of the congress."""
        self.organisation_id = self.congress.whose
        super().save(*args, **kwargs)

    @staticmethod
    def still_open() -> Q:
        """The condition for an invitation that can be accepted now."""
        return Q(taken=None, taken_back=None, ends__gt=timezone.now())


class What(models.TextChoices):
    """The kinds of lines in the log of accounts."""

    SIGNED_IN = "signed in", "signed in"
    WRONG = "sign-in failed", "sign-in failed"
    LOCKED = "sign-in locked", "sign-in refused: too many attempts"
    UNLOCKED = "lock lifted", "account unlocked"
    INVITED = "invited", "invitation created"
    UNINVITED = "invitation taken back", "invitation cancelled"
    JOINED = "joined", "invitation accepted"
    MADE = "account made", "account created"
    ROLE_GIVEN = "role given", "role given"
    ROLE_TAKEN = "role taken back", "role removed"
    PASSWORD = "password changed", "password changed"
    MAIL = "mail address changed", "email address changed"
    SECOND_ON = "second factor on", "two-step sign-in turned on"
    SECOND_OFF = "second factor off", "two-step sign-in turned off"
    PASSKEY_ADDED = "passkey added", "passkey added"
    PASSKEY_REMOVED = "passkey removed", "passkey removed"
    DISABLED = "account disabled", "account deactivated"
    ENABLED = "account enabled", "account reactivated"
    ENDED = "signed out", "signed out remotely"
    LINKED = "password link made", "password link created"
    ASKED = "password link asked for", "password link requested"
    TOKEN_MADE = "token made", "token created"
    TOKEN_TAKEN = "token taken back", "token revoked"
    EXPORTED = "book taken out", "book exported"
    PERSON_HIDDEN = "person hidden", "player page hidden"
    PERSON_SHOWN = "person shown", "player page restored"
    ENTRY_TIED = "entry tied", "entry linked to a player"
    ENTRY_UNTIED = "entry untied", "entry unlinked from a player"


class Logged(models.Model):
    """A line of the log of accounts: what happened, who did it, to whose account, at which congress, from where.

    It belongs to one organisation; an event about someone who works for two is logged in each. A line is never changed
    and is deleted only when it is old enough (`keep_for_days`), so its foreign keys constrain no row that may go.
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
        """Queried by organisation, by congress and by account, latest first."""

        indexes = (
            models.Index(fields=("organisation", "-at")),
            models.Index(fields=("congress", "-at")),
            models.Index(fields=("user", "-at")),
        )

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.what} by {self.by}"
