"""The Django app of persons over events."""

from django.apps import AppConfig


class PeopleConfig(AppConfig):
    """Who played where, as the books say it and as the organisation ties it."""

    name = "overtrick.web.people"
    label = "people"
    verbose_name = "People"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Have a book listed anew when its name or its congress's is changed."""
        from django.db.models.signals import post_save

        from overtrick.web.congress.models import BookRecord, Congress
        from overtrick.web.people.register import renamed

        for model in (BookRecord, Congress):
            post_save.connect(renamed, sender=model, dispatch_uid=f"listed anew {model.__name__}")
