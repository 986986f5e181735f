"""The Django app of what is sent elsewhere."""

from django.apps import AppConfig


class DeliveriesConfig(AppConfig):
    """Deliveries that wait, that went out, and that were refused."""

    name = "overtrick.web.deliveries"
    label = "deliveries"
    verbose_name = "Deliveries"
    default_auto_field = "django.db.models.BigAutoField"
