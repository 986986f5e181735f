"""The Django app of double-dummy results."""

from django.apps import AppConfig


class DoubleDummyConfig(AppConfig):
    """The double-dummy results of deals."""

    name = "overtrick.web.congress.double_dummy"
    label = "double_dummy"
    verbose_name = "Double dummy"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Make the database the source of double-dummy results from now on."""
        from overtrick.double_dummy.asked import known
        from overtrick.web.congress.double_dummy.keeper import kept

        known.keeper = kept
