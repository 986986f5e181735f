"""The Django app of accounts."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Sign-in, and the limits on guessing passwords."""

    name = "overtrick.web.accounts"
    label = "accounts"
    verbose_name = "Accounts"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Record the browser of every sign-in."""
        from django.contrib.auth.signals import user_logged_in

        from overtrick.web.accounts.sessions import remember

        user_logged_in.connect(remember, dispatch_uid="overtrick signed in")
