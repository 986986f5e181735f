"""The Django app of push notifications."""

from django.apps import AppConfig


class PushConfig(AppConfig):
    """Push subscriptions of browsers."""

    name = "overtrick.web.exchange.push"
    label = "push"
    verbose_name = "Push"
    default_auto_field = "django.db.models.BigAutoField"
