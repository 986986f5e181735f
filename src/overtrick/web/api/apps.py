"""The Django app of the API, with the tokens that programs authenticate with."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    """The API's tokens."""

    name = "overtrick.web.api"
    label = "api"
    verbose_name = "API"
    default_auto_field = "django.db.models.BigAutoField"
