"""The models around the books: congresses, the records of their books, and officials.

Nothing here is a score. Everything that a number is made from is in an event's book.
"""

from typing import Any

from django.conf import settings
from django.core.validators import RegexValidator
from django.db import models
from django.urls import get_script_prefix

from overtrick.ledger.durable.tenancy import DEFAULT
from overtrick.web.organisations.models import Organisation, home_number
from overtrick.web.organisations.names import NAME, short

_NAME = RegexValidator(f"^{NAME}$")


class Congress(models.Model):
    """A congress of an organisation: some events held together, by the same officials."""

    slug = models.CharField(primary_key=True, max_length=100, validators=[_NAME])
    organisation = models.ForeignKey(
        Organisation, on_delete=models.PROTECT, related_name="congresses", default=home_number
    )
    name = models.CharField(max_length=200)
    venue = models.CharField(max_length=200, blank=True)
    starts = models.DateField(null=True, blank=True)
    ends = models.DateField(null=True, blank=True)

    class Meta:
        """Queried for an organisation's newest congresses and for those in progress."""

        indexes = (
            models.Index(fields=("organisation", "-starts", "name"), name="congress_newest"),
            models.Index(fields=("ends",), name="congress_ends"),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def short(self) -> str:
        """The slug without the prefix of its organisation."""
        return short(self.slug)

    @property
    def whose(self) -> int:
        """The number of its organisation."""
        return self.organisation_id or DEFAULT


class Kind(models.TextChoices):
    """The kinds of books. `book_kinds.py` says how each is begun and how its acts are decided."""

    EVENT = "event", "event"
    YEAR = "selection year", "selection year"


class BookRecord(models.Model):
    """The record of a book that a congress holds: its kind, rules and title. The book has the same slug.

    *rules* is an event's id in the rulebook, or the document that a selection year goes by.
    """

    slug = models.CharField(primary_key=True, max_length=150, validators=[_NAME])
    organisation = models.ForeignKey(Organisation, on_delete=models.PROTECT, related_name="records", editable=False)
    kind = models.CharField(max_length=20, choices=Kind.choices, default=Kind.EVENT)
    congress = models.ForeignKey(Congress, on_delete=models.PROTECT, related_name="events")
    rules = models.CharField(max_length=200)
    title = models.CharField(max_length=200)
    shown = models.BooleanField(default=True)
    place = models.PositiveIntegerField(default=0)
    links = models.PositiveIntegerField(default=1)  # counts up when all table links are revoked

    class Meta:
        """Sorted in programme order."""

        db_table = "congress_held"
        ordering = ("place", "slug")

    def __str__(self) -> str:
        return self.title

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Set the organisation to that of the congress."""
        self.organisation_id = self.congress.whose
        super().save(*args, **kwargs)

    @property
    def letter(self) -> str:
        """The first part of its addresses, at the desk and on the public pages."""
        return {Kind.EVENT: "e", Kind.YEAR: "y"}[Kind(self.kind)]

    @property
    def desk(self) -> str:
        """The address of its desk."""
        return f"{get_script_prefix()}desk/{self.letter}/{self.slug}/"

    @property
    def room(self) -> str:
        """The address of its public pages, in the language of the page that links there."""
        return f"{get_script_prefix()}{self.letter}/{self.slug}/"


class Snapshot(models.Model):
    """A snapshot of an event folded up to its *last* posting, whose line has that *fingerprint* (`snapshots`).

    It may be deleted at any moment. *code* is the fingerprint of the program and the rules that folded it; *mac* proves
    that this installation wrote it.
    """

    record = models.OneToOneField(BookRecord, on_delete=models.CASCADE, primary_key=True, related_name="snapshot")
    organisation = models.ForeignKey(Organisation, on_delete=models.CASCADE, related_name="snapshots", editable=False)
    last = models.BigIntegerField()
    fingerprint = models.CharField(max_length=64)
    code = models.CharField(max_length=64)
    mac = models.CharField(max_length=64)
    body = models.BinaryField()

    def __str__(self) -> str:
        return f"{self.record_id} to {self.last}"


class Ladder(models.Model):
    """A ladder over several sessions on a congress's pages: its title, the events that count, and its rule.

    *edition* is the hash of the edition that its rule was chosen from. *events* lists the slugs of its organisation's
    events, in order.
    """

    organisation = models.ForeignKey(Organisation, on_delete=models.PROTECT, related_name="ladders", editable=False)
    congress = models.ForeignKey(Congress, on_delete=models.CASCADE, related_name="ladders")
    short = models.CharField(max_length=60, validators=[RegexValidator(r"^[-a-z0-9]+$")])
    title = models.CharField(max_length=200)
    rule = models.CharField(max_length=200)
    edition = models.CharField(max_length=64)
    events = models.JSONField(default=list)

    class Meta:
        """Sorted by title; an address is used once per congress."""

        ordering = ("title", "short")
        constraints = (models.UniqueConstraint(fields=("congress", "short"), name="ladder_once"),)

    def __str__(self) -> str:
        return self.title

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Set the organisation to that of the congress."""
        self.organisation_id = self.congress.whose
        super().save(*args, **kwargs)


class Role(models.TextChoices):
    """The role of an official at a congress."""

    ORGANISER = "organiser", "organiser"
    CHIEF_DIRECTOR = "chief director", "chief director"
    DIRECTOR = "director", "director"
    SCORER = "scorer", "scorer"
    CAPTAIN = "captain", "captain"


class Official(models.Model):
    """A person's role at a congress; a captain's is for one contestant of one event."""

    organisation = models.ForeignKey(Organisation, on_delete=models.PROTECT, related_name="officials", editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="offices")
    congress = models.ForeignKey(Congress, on_delete=models.CASCADE, related_name="officials")
    role = models.CharField(max_length=20, choices=Role.choices)
    event = models.ForeignKey(BookRecord, on_delete=models.CASCADE, null=True, blank=True)
    contestant = models.CharField(max_length=40, blank=True)

    class Meta:
        """The same role is given once."""

        constraints = (
            models.UniqueConstraint(
                fields=("user", "congress", "role", "event", "contestant"), name="office_once", nulls_distinct=False
            ),
        )

    def __str__(self) -> str:
        return f"{self.user}, {self.role} at {self.congress}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Set the organisation to that of the congress."""
        self.organisation_id = self.congress.whose
        super().save(*args, **kwargs)
