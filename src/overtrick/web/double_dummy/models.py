"""The deals that are solved, or wait to be."""

from django.db import models


class SolvedDeal(models.Model):
    """A deal in the notation of PBN from North, and its twenty numbers; none yet while it waits, empty if it failed.

    It is nobody's: what a deal's tricks are follows from its cards alone.
    """

    deal = models.CharField(primary_key=True, max_length=80)
    tricks = models.CharField(max_length=80, null=True)
    asked = models.DateTimeField(auto_now_add=True)

    class Meta:
        """Those that wait are found without looking at the others."""

        db_table = "solved_deal"
        indexes = (models.Index(fields=("asked",), condition=models.Q(tricks=None), name="deals_that_wait"),)

    def __str__(self) -> str:
        return self.deal
