"""The Django app of word to browsers."""

from django.apps import AppConfig


class PushConfig(AppConfig):
    """Browsers that asked to be told."""

    name = "overtrick.web.push"
    label = "push"
    verbose_name = "Push"
    default_auto_field = "django.db.models.BigAutoField"
