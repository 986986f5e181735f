"""The deals that are solved or waiting to be solved."""

from django.db import models


class SolvedDeal(models.Model):
    """A deal in PBN notation from North, and its twenty trick counts: None while it waits, empty if it failed.

    It belongs to no organisation, because the tricks depend only on the cards.
    """

    deal = models.CharField(primary_key=True, max_length=80)
    tricks = models.CharField(max_length=80, null=True)
    asked = models.DateTimeField(auto_now_add=True)

    class Meta:
        """A partial index finds the waiting deals."""

        db_table = "solved_deal"
        indexes = (models.Index(fields=("asked",), condition=models.Q(tricks=None), name="deals_that_wait"),)

    def __str__(self) -> str:
        return self.deal
