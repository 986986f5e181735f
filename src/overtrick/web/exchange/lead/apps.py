"""The Django app of leading and following."""

from django.apps import AppConfig


class LeadConfig(AppConfig):
    """Books that are led from here or elsewhere, and postings that a leader still had when it was replaced."""

    name = "overtrick.web.exchange.lead"
    label = "lead"
    verbose_name = "Lead"
    default_auto_field = "django.db.models.BigAutoField"
