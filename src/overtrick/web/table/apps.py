"""The Django app of the tables' links."""

from django.apps import AppConfig


class TableConfig(AppConfig):
    """Which table links have been taken back."""

    name = "overtrick.web.table"
    label = "tables"
    verbose_name = "Tables"
    default_auto_field = "django.db.models.BigAutoField"
