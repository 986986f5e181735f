"""What is kept of tables' links: how often they were taken back, and the codes by which they are typed."""

from typing import Any

from django.db import models

from overtrick.web.congress.models import BookRecord
from overtrick.web.organisations.models import Organisation


class Revoked(models.Model):
    """A table whose links have been taken back so many times; table 0 stands for the whole event."""

    record = models.ForeignKey(BookRecord, on_delete=models.CASCADE, related_name="revoked_links", db_column="held_id")
    organisation = models.ForeignKey(Organisation, on_delete=models.PROTECT, related_name="+", editable=False)
    table = models.PositiveIntegerField(default=0)
    room = models.CharField(max_length=10, blank=True)
    times = models.PositiveIntegerField(default=0)

    class Meta:
        """One count for each table."""

        constraints = (models.UniqueConstraint(fields=("record", "table", "room"), name="revoked_once"),)

    def __str__(self) -> str:
        return f"{self.record} table {self.table} {self.room}: {self.times}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """It is whose the event is."""
        self.organisation_id = self.record.organisation_id
        super().save(*args, **kwargs)


class Typed(models.Model):
    """The code that stands for a table's link where somebody types it: good while that link would be.

    It is looked for before it is known whose it is, and so is nobody's; the event it leads to is its organisation's.
    """

    code = models.CharField(max_length=6, primary_key=True)
    record = models.ForeignKey(BookRecord, on_delete=models.CASCADE, related_name="typed_codes", db_column="held_id")
    table = models.PositiveIntegerField()
    room = models.CharField(max_length=10, blank=True)
    of_all = models.PositiveIntegerField()
    of_table = models.PositiveIntegerField()
    at = models.DateTimeField()

    class Meta:
        """One code for each table."""

        constraints = (models.UniqueConstraint(fields=("record", "table", "room"), name="typed_once"),)

    def __str__(self) -> str:
        return f"{self.code}: {self.record_id} table {self.table} {self.room}"
