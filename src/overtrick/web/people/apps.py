"""The Django app of persons over events."""

from django.apps import AppConfig


class PeopleConfig(AppConfig):
    """Who played where, as the books say it and as the organisation ties it."""

    name = "overtrick.web.people"
    label = "people"
    verbose_name = "People"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Have a book listed anew when its name or its congress's is changed, and be asked of people who enter."""
        from django.db.models.signals import post_save

        from overtrick.web.congress.models import BookRecord, Congress
        from overtrick.web.congress.post import ASKED
        from overtrick.web.people.other_books import ask_people
        from overtrick.web.people.register import renamed

        if ask_people not in ASKED:
            ASKED.append(ask_people)

        for model in (BookRecord, Congress):
            post_save.connect(renamed, sender=model, dispatch_uid=f"listed anew {model.__name__}")
