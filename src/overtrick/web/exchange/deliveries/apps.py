"""The Django app of deliveries."""

from django.apps import AppConfig


class DeliveriesConfig(AppConfig):
    """Queued, sent and refused deliveries."""

    name = "overtrick.web.exchange.deliveries"
    label = "deliveries"
    verbose_name = "Deliveries"
    default_auto_field = "django.db.models.BigAutoField"
