"""The Django app of players across events."""

from django.apps import AppConfig


class PeopleConfig(AppConfig):
    """Who played where, according to the books and to the organisation's links."""

    name = "overtrick.web.people"
    label = "people"
    verbose_name = "People"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Relist a book when its name or its congress's changes, and check the people in new entries."""
        from django.db.models.signals import post_save

        from overtrick.web.congress.models import BookRecord, Congress
        from overtrick.web.congress.post import ASKED
        from overtrick.web.people.other_books import ask_people
        from overtrick.web.people.register import renamed

        if ask_people not in ASKED:
            ASKED.append(ask_people)

        for model in (BookRecord, Congress):
            post_save.connect(renamed, sender=model, dispatch_uid=f"listed anew {model.__name__}")
