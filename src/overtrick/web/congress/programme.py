"""The congresses that an organisation shows to the public, newest first."""

from django.db.models import Exists, OuterRef, QuerySet

from overtrick.web.congress.models import BookRecord, Congress


def shown_congresses(organisation: int) -> "QuerySet[Congress]":
    """The congresses of an organisation that have a public event, newest first."""
    shown = BookRecord.objects.filter(congress=OuterRef("slug"), shown=True)
    return Congress.objects.filter(Exists(shown), organisation=organisation).order_by("-starts", "name")
