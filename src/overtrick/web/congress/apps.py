"""The Django app of congresses, events and officials."""

from django.apps import AppConfig


class CongressConfig(AppConfig):
    """Congresses and who may do what in them."""

    name = "overtrick.web.congress"
    label = "congress"
    verbose_name = "Congresses"
    default_auto_field = "django.db.models.BigAutoField"
