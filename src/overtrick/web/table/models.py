"""The models of table links: how often they were revoked, and the codes to type for them."""

from typing import Any

from django.db import models

from overtrick.web.congress.models import BookRecord
from overtrick.web.organisations.models import Organisation


class Revoked(models.Model):
    """How often a table's links have been revoked; table 0 stands for the whole event."""

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
        """Set the organisation to that of the event."""
        self.organisation_id = self.record.organisation_id
        super().save(*args, **kwargs)


class Typed(models.Model):
    """The code to type for a table's link, valid for as long as that link would be.

    It is looked up before the organisation is known, so the row belongs to none; its event belongs to one.
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
