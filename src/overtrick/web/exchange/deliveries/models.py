"""The models of deliveries: one row per delivery, and one for each event that is sent after every round.

They hold no secrets: addresses and passwords are in the installation's own file (`destinations`), which rows refer to.
"""

from typing import Any

from django.db import models

from overtrick.web.congress.models import BookRecord
from overtrick.web.organisations.models import Organisation

SAID = 500
"""How many characters of the other side's answer are stored."""


class State(models.TextChoices):
    """The state of a delivery."""

    QUEUED = "queued", "queued"
    SENT = "sent", "sent"
    REFUSED = "refused", "refused"


class Delivery(models.Model):
    """A delivery of an event's results to a destination, made from the book when it is sent, not when it is requested.

    *due* is when it is tried next. While a worker is *trying*, it is as far ahead as that may take, and a request in
    the meantime has it sent *again*. *last* is the posting that it was made after, once it is sent.
    """

    organisation = models.ForeignKey(Organisation, on_delete=models.PROTECT, related_name="+", editable=False)
    record = models.ForeignKey(BookRecord, on_delete=models.CASCADE, related_name="deliveries")
    destination = models.CharField(max_length=60)
    state = models.CharField(max_length=10, choices=State.choices, default=State.QUEUED)
    asked_by = models.CharField(max_length=200)
    asked = models.DateTimeField()
    due = models.DateTimeField()
    tries = models.PositiveIntegerField(default=0)
    trying = models.BooleanField(default=False)
    again = models.BooleanField(default=False)
    done = models.PositiveIntegerField(default=0)
    of = models.PositiveIntegerField(default=0)
    last = models.PositiveIntegerField(default=0)
    said = models.CharField(max_length=SAID, blank=True)
    ended = models.DateTimeField(null=True, blank=True)

    class Meta:
        """Latest first; at most one delivery is queued per event and destination."""

        ordering = ("-id",)
        constraints = (
            models.UniqueConstraint(
                fields=("record", "destination"), condition=models.Q(state=State.QUEUED), name="delivery_waits_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.record_id} to {self.destination}: {self.state}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Set the organisation to that of the event."""
        self.organisation_id = self.record.organisation_id
        super().save(*args, **kwargs)


class Following(models.Model):
    """An event that is sent to a destination after every round; *closed* counts the closed rounds at the last check."""

    organisation = models.ForeignKey(Organisation, on_delete=models.PROTECT, related_name="+", editable=False)
    record = models.ForeignKey(BookRecord, on_delete=models.CASCADE, related_name="followed_by")
    destination = models.CharField(max_length=60)
    asked_by = models.CharField(max_length=200)
    closed = models.PositiveIntegerField(default=0)

    class Meta:
        """Once per event and destination."""

        constraints = (models.UniqueConstraint(fields=("record", "destination"), name="followed_once"),)

    def __str__(self) -> str:
        return f"{self.record_id} to {self.destination} after every round"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Set the organisation to that of the event."""
        self.organisation_id = self.record.organisation_id
        super().save(*args, **kwargs)
