"""What accounts keep beside Django's own users and sessions: the sign-ins that failed lately."""

from django.db import models


class Failure(models.Model):
    """A sign-in that failed: under which name, from where, when. Forgotten after a day."""

    name = models.CharField(max_length=150)
    address = models.CharField(max_length=45)
    at = models.DateTimeField(db_index=True)

    class Meta:
        """Asked by name and by address."""

        indexes = (models.Index(fields=("name", "at")), models.Index(fields=("address", "at")))

    def __str__(self) -> str:
        return f"{self.name} from {self.address}"
