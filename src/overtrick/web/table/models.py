"""How often a table's link has been taken back: a link made before the last time opens nothing."""

from django.db import models

from overtrick.web.congress.models import Held


class Revoked(models.Model):
    """A table whose links have been taken back so many times; table 0 stands for the whole event."""

    held = models.ForeignKey(Held, on_delete=models.CASCADE, related_name="revoked_links")
    table = models.PositiveIntegerField(default=0)
    room = models.CharField(max_length=10, blank=True)
    times = models.PositiveIntegerField(default=0)

    class Meta:
        """One count for each table."""

        constraints = (models.UniqueConstraint(fields=("held", "table", "room"), name="revoked_once"),)

    def __str__(self) -> str:
        return f"{self.held} table {self.table} {self.room}: {self.times}"
