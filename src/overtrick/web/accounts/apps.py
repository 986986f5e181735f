"""The Django app of accounts."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Signing in, and what keeps guessing slow."""

    name = "overtrick.web.accounts"
    label = "accounts"
    verbose_name = "Accounts"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Every sign-in is remembered with its browser."""
        from django.contrib.auth.signals import user_logged_in

        from overtrick.web.accounts.sessions import remember

        user_logged_in.connect(remember, dispatch_uid="overtrick signed in")
