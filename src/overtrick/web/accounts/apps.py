"""The Django app of accounts."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Signing in, and what keeps guessing slow."""

    name = "overtrick.web.accounts"
    label = "accounts"
    verbose_name = "Accounts"
    default_auto_field = "django.db.models.BigAutoField"
