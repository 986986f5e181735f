"""The Django app of leading and following."""

from django.apps import AppConfig


class LeadConfig(AppConfig):
    """Books that are led from here or elsewhere, and what a leader still had when another took over."""

    name = "overtrick.web.lead"
    label = "lead"
    verbose_name = "Lead"
    default_auto_field = "django.db.models.BigAutoField"
