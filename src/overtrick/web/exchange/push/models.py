"""Push subscriptions: browsers that get notifications about one contestant of one event, and what each has got."""

from typing import Any

from django.db import models
from django.utils import timezone

from overtrick.web.congress.models import BookRecord
from overtrick.web.organisations.models import Organisation

ENDPOINT = 600
"""The most characters of a browser's address at its push service."""
SAID = 200
"""How many characters of a push service's answer are stored."""


class PushSubscription(models.Model):
    """A browser that gets notifications about a contestant, and its place in the queue.

    *told* lists the marks of notifications it has got; *seen* is the last posting that was checked for it. *due* is
    when it is checked next, which is in the future while a worker is sending and after a failure.
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
        """One subscription per browser and contestant of an event."""

        constraints = (models.UniqueConstraint(fields=("endpoint", "record", "contestant"), name="told_once"),)

    def __str__(self) -> str:
        return f"{self.record_id}, {self.contestant}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Set the organisation to that of the event."""
        self.organisation_id = self.record.organisation_id
        super().save(*args, **kwargs)
