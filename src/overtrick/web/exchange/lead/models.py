"""The models beside books that are led on one server and shown on another; the ledger itself records who leads."""

from typing import Any

from django.db import models

from overtrick.web.congress.models import BookRecord
from overtrick.web.organisations.models import Organisation


class OfRecord(models.Model):
    """The base of models about one book, with the organisation that the book belongs to."""

    organisation = models.ForeignKey(Organisation, on_delete=models.PROTECT, related_name="+", editable=False)

    class Meta:
        """It has no table of its own."""

        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Set the organisation to that of the event."""
        self.organisation_id = self.record.organisation_id  # type: ignore[attr-defined]  # every subclass has one
        super().save(*args, **kwargs)


class VenueBook(OfRecord):
    """At a venue: a book that another server knows as *remote*, in the congress at *address*.

    *term* is the other server's term in which this one leads the book or last led it; 0 if it never did. *pushed* is
    the last posting that the other server has, in the book or, once that term is over, as a proposal.
    """

    record = models.OneToOneField(BookRecord, on_delete=models.CASCADE, related_name="+")
    address = models.CharField(max_length=300)
    remote = models.CharField(max_length=150)
    term = models.BigIntegerField(default=0)
    pushed = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.record_id} as {self.remote} at {self.address}"


class Heard(OfRecord):
    """On a following server: when the leader of a book was last heard."""

    record = models.OneToOneField(BookRecord, on_delete=models.CASCADE, related_name="heard")
    at = models.DateTimeField()
    token = models.CharField(max_length=64, blank=True, default="", db_default="")
    """The fingerprint of the leader's token."""

    def __str__(self) -> str:
        return f"{self.record_id} at {self.at}"


class Bar(OfRecord):
    """A server that was taken over.

    Until it is readmitted, no server elsewhere can lead the event, and the barred server can lead no event
    of the congress. It is identified by its key and by the fingerprint of its last token: a stolen laptop has both.
    """

    record = models.ForeignKey(BookRecord, on_delete=models.CASCADE, related_name="+")
    leader = models.CharField(max_length=200)
    key = models.CharField(max_length=44)
    token = models.CharField(max_length=64, blank=True)
    by = models.CharField(max_length=200)
    at = models.DateTimeField(auto_now_add=True)
    readmitted_by = models.CharField(max_length=200, blank=True)
    readmitted = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.leader}, barred from {self.record_id}"


class Fate(models.TextChoices):
    """The decision on a proposal."""

    WAITING = "waiting", "waiting"
    TAKEN = "taken", "taken"
    REFUSED = "refused", "refused"


class Proposal(OfRecord):
    """A posting that a leader still had when its term ended: its line as written, and the decision on it."""

    record = models.ForeignKey(BookRecord, on_delete=models.CASCADE, related_name="proposals")
    term = models.BigIntegerField()
    number = models.BigIntegerField()
    key = models.CharField(max_length=200)
    line = models.TextField()
    fate = models.CharField(max_length=10, choices=Fate.choices, default=Fate.WAITING)
    decided_by = models.CharField(max_length=200, blank=True)
    decided = models.DateTimeField(null=True, blank=True)

    class Meta:
        """Each posting once, in the order they were posted."""

        ordering = ("term", "number")
        constraints = (models.UniqueConstraint(fields=("record", "term", "number"), name="proposed_once"),)

    def __str__(self) -> str:
        return f"{self.record_id} {self.term}/{self.number}: {self.fate}"
