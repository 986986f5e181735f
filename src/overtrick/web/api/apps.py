"""The Django app of the API: the tokens programs sign in with."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    """Tokens."""

    name = "overtrick.web.api"
    label = "api"
    verbose_name = "API"
    default_auto_field = "django.db.models.BigAutoField"
