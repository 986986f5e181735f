"""What an organisation shows to everybody: its congresses, the newest first."""

from django.db.models import QuerySet

from overtrick.web.congress.models import Congress


def shown_congresses(organisation: int) -> "QuerySet[Congress]":
    """The congresses of an organisation that have something to show."""
    shown = Congress.objects.filter(organisation=organisation, events__shown=True)
    return shown.distinct().order_by("-starts", "name")
