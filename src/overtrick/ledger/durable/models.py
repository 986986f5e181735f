"""The tables of the durable book: one line per posting, never changed and never deleted, and its signed heads."""

from datetime import UTC

from django.db import models
from django.db.models.functions import TruncDate
from django.utils import timezone

from overtrick.ledger.durable.tenancy import DEFAULT


class Head(models.Model):
    """The end of a book: the number of its last line, that line's fingerprint and time. Appending locks it.

    *day* is the UTC day of the last line, calculated by the database. *prev* only passes the previous line's hash from
    one part of PostgreSQL's statement to the other; not every way of appending updates it. *term* counts changes of the
    leader, and *led* is whether another server leads the book now: this server then accepts only that server's lines
    for it.
    """

    event = models.CharField(primary_key=True, max_length=200)
    last = models.BigIntegerField(default=0)
    fingerprint = models.CharField(max_length=64, default="")
    prev = models.CharField(max_length=64, default="", db_default="")
    kept = models.DateTimeField(null=True)
    organisation = models.IntegerField(default=DEFAULT, db_default=DEFAULT)
    term = models.BigIntegerField(default=0, db_default=0)
    led = models.BooleanField(default=False, db_default=False)
    day = models.GeneratedField(
        expression=TruncDate("kept", tzinfo=UTC), output_field=models.DateField(null=True), db_persist=True
    )

    class Meta:
        """Indexed by organisation and by day, which only the first posting of a day changes."""

        indexes = (
            models.Index(fields=("organisation",), name="book_head_whose"),
            models.Index(fields=("day",), name="book_head_day"),
        )

    def __str__(self) -> str:
        return f"{self.event} to {self.last}"


class Leadership(models.Model):
    """The leader of a book in a term, from which posting on: one row for each change, kept for ever.

    *leader* is another server's name, empty for this one; *key* is its signing key.
    """

    pk = models.CompositePrimaryKey("event", "term")
    event = models.CharField(max_length=200)
    term = models.BigIntegerField()
    leader = models.CharField(max_length=200)
    key = models.CharField(max_length=44)
    last = models.BigIntegerField()
    by = models.CharField(max_length=200)
    at = models.DateTimeField(default=timezone.now)
    organisation = models.IntegerField(default=DEFAULT)

    def __str__(self) -> str:
        return f"{self.event}, term {self.term}: {self.leader or 'here'} after {self.last}"


class Line(models.Model):
    """One posting, as in the file form; `key` makes it unique, however often it is sent."""

    pk = models.CompositePrimaryKey("event", "number")
    event = models.CharField(max_length=200)
    number = models.BigIntegerField()
    key = models.CharField(max_length=200)
    act = models.CharField(max_length=40)
    by = models.CharField(max_length=200)
    device = models.CharField(max_length=200, default="", blank=True)
    at = models.CharField(max_length=40)
    written = models.TextField()
    kept_at = models.DateTimeField(default=timezone.now)
    organisation = models.IntegerField(default=DEFAULT, db_default=DEFAULT)

    class Meta:
        """The idempotency key is chosen by the poster, and unique within its event."""

        constraints = (models.UniqueConstraint(fields=("event", "key"), name="book_key_once"),)

    def __str__(self) -> str:
        return f"{self.event} {self.number}: {self.act}"


class SignedHead(models.Model):
    """A signed statement that a posting of this number has this hash (`overtrick.ledger.signed_heads`)."""

    pk = models.CompositePrimaryKey("event", "number", "key")
    event = models.CharField(max_length=200)
    number = models.BigIntegerField()
    hash = models.CharField(max_length=64)
    time = models.CharField(max_length=32)
    key = models.CharField(max_length=44)
    signature = models.CharField(max_length=88)
    organisation = models.IntegerField(default=DEFAULT, db_default=DEFAULT)

    class Meta:
        """One of each number is enough, whichever process signed it first."""

        db_table = "book_signed_head"

    def __str__(self) -> str:
        return f"{self.event} to {self.number}, signed {self.time}"


class KeptText(models.Model):
    """A text of the rules, stored once by its hash."""

    fingerprint = models.CharField(primary_key=True, max_length=64)
    text = models.TextField()

    class Meta:
        """Stored beside the lines of books."""

        db_table = "book_text"

    def __str__(self) -> str:
        return self.fingerprint


class KeptEdition(models.Model):
    """An edition: the paths and hashes of its texts, by the hash of that list, and by older books' names for it."""

    fingerprint = models.CharField(primary_key=True, max_length=64)
    former = models.CharField(max_length=64, db_index=True)
    manifest = models.TextField()

    class Meta:
        """Stored beside the lines of books."""

        db_table = "book_edition"

    def __str__(self) -> str:
        return self.fingerprint
