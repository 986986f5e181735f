"""What stands beside books that are led in one place and shown in another; who leads is in the ledger itself."""

from typing import Any

from django.db import models

from overtrick.web.congress.models import BookRecord
from overtrick.web.organisations.models import Organisation


class OfRecord(models.Model):
    """Something of one book, and whose that book is."""

    organisation = models.ForeignKey(Organisation, on_delete=models.PROTECT, related_name="+", editable=False)

    class Meta:
        """Only what it is the base of has a table."""

        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        """It is whose its event is."""
        self.organisation_id = self.record.organisation_id  # type: ignore[attr-defined]  # each has one
        super().save(*args, **kwargs)


class VenueBook(OfRecord):
    """At a venue: a book that another server knows as *remote*, in the congress at *address*.

    *term* is that server's, in which this one leads the book or led it last; 0 where it never did. *pushed* is the last
    posting that the other server has, in the book or, once that term is over, as a proposal.
    """

    record = models.OneToOneField(BookRecord, on_delete=models.CASCADE, related_name="+")
    address = models.CharField(max_length=300)
    remote = models.CharField(max_length=150)
    term = models.BigIntegerField(default=0)
    pushed = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.record_id} as {self.remote} at {self.address}"


class Heard(OfRecord):
    """At a server that follows: when the leader of a book was last heard."""

    record = models.OneToOneField(BookRecord, on_delete=models.CASCADE, related_name="heard")
    at = models.DateTimeField()
    token = models.CharField(max_length=64, blank=True, default="", db_default="")
    """The fingerprint of the token it came with."""

    def __str__(self) -> str:
        return f"{self.record_id} at {self.at}"


class Bar(OfRecord):
    """A server that was taken over: nobody leads this event, and it leads none of the congress, until readmitted.

    It is known by its key and by the fingerprint of the token it was last heard with: who has stolen a laptop has both.
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
    """What became of a proposal."""

    WAITING = "waiting", "waiting"
    TAKEN = "taken", "taken"
    REFUSED = "refused", "refused"


class Proposal(OfRecord):
    """A posting that a leader still had when its term was over: its line as it was written, and what became of it."""

    record = models.ForeignKey(BookRecord, on_delete=models.CASCADE, related_name="proposals")
    term = models.BigIntegerField()
    number = models.BigIntegerField()
    key = models.CharField(max_length=200)
    line = models.TextField()
    fate = models.CharField(max_length=10, choices=Fate.choices, default=Fate.WAITING)
    decided_by = models.CharField(max_length=200, blank=True)
    decided = models.DateTimeField(null=True, blank=True)

    class Meta:
        """In the order they were posted, each once."""

        ordering = ("term", "number")
        constraints = (models.UniqueConstraint(fields=("record", "term", "number"), name="proposed_once"),)

    def __str__(self) -> str:
        return f"{self.record_id} {self.term}/{self.number}: {self.fate}"
