"""The Django app of the tables' links."""

from django.apps import AppConfig


class TableConfig(AppConfig):
    """Revoked table links and typed table codes."""

    name = "overtrick.web.table"
    label = "tables"
    verbose_name = "Tables"
    default_auto_field = "django.db.models.BigAutoField"
