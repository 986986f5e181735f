"""The Django app of the deals that are solved."""

from django.apps import AppConfig


class DoubleDummyConfig(AppConfig):
    """What is known of deals when everybody sees all cards."""

    name = "overtrick.web.double_dummy"
    label = "double_dummy"
    verbose_name = "Double dummy"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """From here on whoever asks for tricks asks the database."""
        from overtrick.double_dummy.asked import known
        from overtrick.web.double_dummy.keeper import kept

        known.keeper = kept
