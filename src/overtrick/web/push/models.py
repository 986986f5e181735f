"""Browsers that asked to be told of one contestant of one event, and what each was told."""

from typing import Any

from django.db import models
from django.utils import timezone

from overtrick.web.congress.models import BookRecord
from overtrick.web.organisations.models import Organisation

ENDPOINT = 600
"""Characters of the address of a browser at its push service."""
SAID = 200
"""Characters of a push service's words that are kept."""


class PushSubscription(models.Model):
    """A browser that is told of a contestant, and its place in the queue.

    *told* are marks of what it was told, and need not be again; *seen* is the last posting that was looked at for it.
    *due* is when it is looked at next: while somebody sends, and after a failure, that lies ahead.
    """

    organisation = models.ForeignKey(Organisation, on_delete=models.PROTECT, related_name="+", editable=False)
    record = models.ForeignKey(BookRecord, on_delete=models.CASCADE, related_name="+")
    contestant = models.CharField(max_length=40)
    endpoint = models.CharField(max_length=ENDPOINT)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=30)
    language = models.CharField(max_length=10, blank=True)
    made = models.DateTimeField(default=timezone.now)
    told = models.JSONField(default=list)
    seen = models.PositiveIntegerField(default=0)
    due = models.DateTimeField(default=timezone.now)
    tries = models.PositiveIntegerField(default=0)
    failed = models.DateTimeField(null=True, blank=True)
    said = models.CharField(max_length=SAID, blank=True)

    class Meta:
        """A browser once for each contestant of an event."""

        constraints = (models.UniqueConstraint(fields=("endpoint", "record", "contestant"), name="told_once"),)

    def __str__(self) -> str:
        return f"{self.record_id}, {self.contestant}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """It is whose its event is."""
        self.organisation_id = self.record.organisation_id
        super().save(*args, **kwargs)
