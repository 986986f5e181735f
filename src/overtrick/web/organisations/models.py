"""Organisations, who works for them, and the people they know."""

from django.conf import settings
from django.core.validators import RegexValidator
from django.db import models
from django.utils import timezone

from overtrick.ledger.durable.tenancy import DEFAULT
from overtrick.web.organisations.names import DOT

HOST = RegexValidator(r"^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$", "This is no host name.")
HOME = "home"
"""The short name of the installation's own organisation; its names stand without it."""


class Organisation(models.Model):
    """A federation, a state or a club: congresses, people and books are its own.

    Every installation has one, `HOME`, and a laptop never hears of another. *host* is the host name of its own under
    which its pages are read too; *most_events* and *most_postings* are its quota (`quota`), and *counted_from* is how
    many postings it had when the day *counted_on* began.
    """

    number = models.PositiveIntegerField(primary_key=True)
    slug = models.CharField(max_length=40, unique=True, validators=[RegexValidator(r"^[a-z0-9-]+$")])
    name = models.CharField(max_length=200, blank=True)
    time_zone = models.CharField(max_length=60, blank=True)  # empty: the installation's
    colour = models.CharField(max_length=7, blank=True, validators=[RegexValidator(r"^#[0-9a-f]{6}$")])
    logo = models.CharField(max_length=64, blank=True, editable=False)  # the hash of its picture (`Logo`)
    host = models.CharField(max_length=253, blank=True, default="", db_default="", validators=[HOST])
    most_events = models.PositiveIntegerField(null=True, blank=True)  # nothing: as many as it likes
    most_postings = models.PositiveIntegerField(null=True, blank=True)  # in a day, likewise
    counted_on = models.DateField(null=True, blank=True, editable=False)
    counted_from = models.BigIntegerField(default=0, db_default=0, editable=False)
    erased = models.DateTimeField(null=True, blank=True, editable=False)  # when it left; its short name stays taken

    class Meta:
        """By name; a host name is one organisation's."""

        ordering = ("name", "slug")
        constraints = (
            models.UniqueConstraint(fields=("host",), condition=~models.Q(host=""), name="organisation_host_once"),
        )

    def __str__(self) -> str:
        return self.name or ("This server" if self.number == DEFAULT else self.slug)

    def named(self, short: str) -> str:
        """The name of something of this organisation's that it calls so."""
        return short if self.number == DEFAULT else f"{self.slug}{DOT}{short}"


class Rank(models.TextChoices):
    """What somebody is in an organisation."""

    OWNER = "owner", "owner"
    ORGANISER = "organiser", "organiser"
    MEMBER = "member", "member"


class Member(models.Model):
    """Somebody who works for an organisation; one may work for several."""

    organisation = models.ForeignKey(Organisation, on_delete=models.CASCADE, related_name="members")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    rank = models.CharField(max_length=20, choices=Rank.choices, default=Rank.MEMBER)

    class Meta:
        """Once."""

        constraints = (models.UniqueConstraint(fields=("organisation", "user"), name="member_once"),)

    def __str__(self) -> str:
        return f"{self.user}, {self.rank} of {self.organisation}"


class Person(models.Model):
    """Somebody an organisation knows: entries are filled from this list. No account, and no right to anything."""

    organisation = models.ForeignKey(Organisation, on_delete=models.CASCADE, related_name="people")
    name = models.CharField(max_length=120)
    number = models.CharField(max_length=20, blank=True)
    club = models.CharField(max_length=100, blank=True)
    state = models.CharField(max_length=40, blank=True)

    class Meta:
        """By name; the federation's number is one person's."""

        ordering = ("name", "number")
        constraints = (
            models.UniqueConstraint(
                fields=("organisation", "number"), condition=~models.Q(number=""), name="number_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.name} ({self.number})" if self.number else self.name


class Logo(models.Model):
    """An organisation's picture: checked, bounded, and served as what it is."""

    organisation = models.OneToOneField(Organisation, on_delete=models.CASCADE, primary_key=True, related_name="+")
    kind = models.CharField(max_length=20)
    data = models.BinaryField()

    def __str__(self) -> str:
        return f"{self.kind} of {self.organisation}"


class OwnRules(models.Model):
    """An event file of an organisation's own, in one of its editions; that which is *current* is offered."""

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
    """A folder of rules of an organisation's own, in one of its editions; that which is *current* is offered.

    Its texts are by their paths in it. A row is never changed but for whether it is current.
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
    """The organisations besides the installation's own that have all of these words in their names, by name."""
    found = Organisation.objects.filter(erased=None).exclude(number=DEFAULT)
    for word in asked.split()[:5]:
        found = found.filter(models.Q(name__icontains=word) | models.Q(slug__icontains=word))
    return found


def home_number() -> int:
    """The installation's own organisation, which is made where it is not there yet."""
    Organisation.objects.get_or_create(number=DEFAULT, defaults={"slug": HOME})
    return DEFAULT
