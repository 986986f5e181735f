"""Organisations, their staff, their lists of people, and their own rules."""

from django.conf import settings
from django.core.validators import RegexValidator
from django.db import models
from django.utils import timezone

from overtrick.core.wording import phrase
from overtrick.ledger.durable.tenancy import DEFAULT
from overtrick.web.organisations.names import DOT
from overtrick.web.translation import plain

HOST = RegexValidator(
    r"^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$", "This is not a valid host name."
)
HOME = "home"
"""The short name of the installation's own organisation, which is left out of its names."""


class Organisation(models.Model):
    """A federation, a state association or a club, which owns congresses, books and a list of people.

    Every installation has one, `HOME`, and a laptop needs no other. *host* is its own host name, under which its pages
    can also be read; *most_events* and *most_postings* are its quota (`quota`), and *counted_from* is the number of
    postings it had when the day *counted_on* began.
    """

    number = models.PositiveIntegerField(primary_key=True)
    slug = models.CharField(max_length=40, unique=True, validators=[RegexValidator(r"^[a-z0-9-]+$")])
    name = models.CharField(max_length=200, blank=True)
    time_zone = models.CharField(max_length=60, blank=True)  # empty: the installation's
    colour = models.CharField(max_length=7, blank=True, validators=[RegexValidator(r"^#[0-9a-f]{6}$")])
    logo = models.CharField(max_length=64, blank=True, editable=False)  # the hash of its picture (`Logo`)
    host = models.CharField(max_length=253, blank=True, default="", db_default="", validators=[HOST])
    most_events = models.PositiveIntegerField(null=True, blank=True)  # null: no limit
    most_postings = models.PositiveIntegerField(null=True, blank=True)  # per day; null: no limit
    counted_on = models.DateField(null=True, blank=True, editable=False)
    counted_from = models.BigIntegerField(default=0, db_default=0, editable=False)
    erased = models.DateTimeField(null=True, blank=True, editable=False)  # when it left; its short name stays taken

    class Meta:
        """Sorted by name; a host name belongs to one organisation."""

        ordering = ("name", "slug")
        constraints = (
            models.UniqueConstraint(fields=("host",), condition=~models.Q(host=""), name="organisation_host_once"),
        )

    def __str__(self) -> str:
        return self.name or (plain(phrase("This server")) if self.number == DEFAULT else self.slug)

    def full_slug(self, short: str) -> str:
        """The full name of something with this short name in the organisation."""
        return short if self.number == DEFAULT else f"{self.slug}{DOT}{short}"


class Rank(models.TextChoices):
    """The rank of a member of an organisation."""

    OWNER = "owner", "owner"
    ORGANISER = "organiser", "organiser"
    MEMBER = "member", "member"


class Member(models.Model):
    """A user who works for an organisation; a user may work for several."""

    organisation = models.ForeignKey(Organisation, on_delete=models.CASCADE, related_name="members")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    rank = models.CharField(max_length=20, choices=Rank.choices, default=Rank.MEMBER)

    class Meta:
        """A user is a member once."""

        constraints = (models.UniqueConstraint(fields=("organisation", "user"), name="member_once"),)

    def __str__(self) -> str:
        return f"{self.user}, {self.rank} of {self.organisation}"


class Person(models.Model):
    """A person in an organisation's list, from which entries are filled in. They need no account and have no rights."""

    organisation = models.ForeignKey(Organisation, on_delete=models.CASCADE, related_name="people")
    name = models.CharField(max_length=120)
    number = models.CharField(max_length=20, blank=True)
    club = models.CharField(max_length=100, blank=True)
    state = models.CharField(max_length=40, blank=True)

    class Meta:
        """Sorted by name; a federation number belongs to one person."""

        ordering = ("name", "number")
        constraints = (
            models.UniqueConstraint(
                fields=("organisation", "number"), condition=~models.Q(number=""), name="number_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.name} ({self.number})" if self.number else self.name


class Logo(models.Model):
    """An organisation's logo: its format is checked, its size is limited, and it is served with its media type."""

    organisation = models.OneToOneField(Organisation, on_delete=models.CASCADE, primary_key=True, related_name="+")
    kind = models.CharField(max_length=20)
    data = models.BinaryField()

    def __str__(self) -> str:
        return f"{self.kind} of {self.organisation}"


class OwnRules(models.Model):
    """One edition of an organisation's own event file; the *current* one is offered."""

    organisation = models.ForeignKey(Organisation, on_delete=models.CASCADE, related_name="own_rules")
    name = models.CharField(max_length=60, validators=[RegexValidator(r"^[a-z0-9][a-z0-9-]*\.toml$")])
    title = models.CharField(max_length=200)
    text = models.TextField()
    fingerprint = models.CharField(max_length=64)
    by = models.CharField(max_length=200)
    at = models.DateTimeField(default=timezone.now)
    current = models.BooleanField(default=True)

    class Meta:
        """One edition of a name is current."""

        constraints = (
            models.UniqueConstraint(
                fields=("organisation", "name"), condition=models.Q(current=True), name="own_rules_current_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.title} ({self.name})"


class OwnFolder(models.Model):
    """One edition of an organisation's own folder of rules; the *current* one is offered.

    *texts* maps paths in the folder to texts. Only *current* of a row ever changes.
    """

    organisation = models.ForeignKey(Organisation, on_delete=models.CASCADE, related_name="own_folders")
    name = models.CharField(max_length=40, validators=[RegexValidator(r"^[a-z0-9][a-z0-9-]*$")])
    cite = models.CharField(max_length=40)
    title = models.CharField(max_length=200)
    texts = models.JSONField()
    fingerprint = models.CharField(max_length=64)
    by = models.CharField(max_length=200)
    at = models.DateTimeField(default=timezone.now)
    current = models.BooleanField(default=True)

    class Meta:
        """One edition of a name is current."""

        constraints = (
            models.UniqueConstraint(
                fields=("organisation", "name"), condition=models.Q(current=True), name="own_folder_current_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.title} ({self.name})"


def organisations_called(asked: str) -> "models.QuerySet[Organisation]":
    """The organisations whose names contain all of these words, by name, without the installation's own."""
    found = Organisation.objects.filter(erased=None).exclude(number=DEFAULT)
    for word in asked.split()[:5]:
        found = found.filter(models.Q(name__icontains=word) | models.Q(slug__icontains=word))
    return found


def home_number() -> int:
    """The number of the installation's own organisation, which is created if it does not exist."""
    Organisation.objects.get_or_create(number=DEFAULT, defaults={"slug": HOME})
    return DEFAULT
