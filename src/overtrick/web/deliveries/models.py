"""What is sent elsewhere: one row a delivery, and one for each event that is sent after every round.

Nothing secret is here: addresses and passwords are in the installation's own file (`destinations`), which a row names.
"""

from typing import Any

from django.db import models

from overtrick.web.congress.models import BookRecord
from overtrick.web.organisations.models import Organisation

SAID = 500
"""Characters of what the other side said that are kept."""


class State(models.TextChoices):
    """How far a delivery is."""

    QUEUED = "queued", "queued"
    SENT = "sent", "sent"
    REFUSED = "refused", "refused"


class Delivery(models.Model):
    """Something of an event that goes to a destination: made from the book when it is sent, not when it is asked for.

    *due* is when it is tried next; while somebody is *trying*, it lies as far ahead as that may take, and whoever asks
    meanwhile has it sent *again*. *last* is the posting that it was made after, once it is sent.
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
        """The latest first; one at a time waits for an event and a destination."""

        ordering = ("-id",)
        constraints = (
            models.UniqueConstraint(
                fields=("record", "destination"), condition=models.Q(state=State.QUEUED), name="delivery_waits_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.record_id} to {self.destination}: {self.state}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """It is whose its event is."""
        self.organisation_id = self.record.organisation_id
        super().save(*args, **kwargs)


class Following(models.Model):
    """An event that goes to a destination after every round; *closed* is how many rounds were closed when it did."""

    organisation = models.ForeignKey(Organisation, on_delete=models.PROTECT, related_name="+", editable=False)
    record = models.ForeignKey(BookRecord, on_delete=models.CASCADE, related_name="followed_by")
    destination = models.CharField(max_length=60)
    asked_by = models.CharField(max_length=200)
    closed = models.PositiveIntegerField(default=0)

    class Meta:
        """Once each."""

        constraints = (models.UniqueConstraint(fields=("record", "destination"), name="followed_once"),)

    def __str__(self) -> str:
        return f"{self.record_id} to {self.destination} after every round"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """It is whose its event is."""
        self.organisation_id = self.record.organisation_id
        super().save(*args, **kwargs)
