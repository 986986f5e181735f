"""The Django app of players across events."""

from django.apps import AppConfig


class PeopleConfig(AppConfig):
    """Who played where, according to the books and to the organisation's links."""

    name = "overtrick.web.accounts.players"
    label = "people"
    verbose_name = "People"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Relist a book when its name or its congress's changes, and check the people in new entries."""
        from django.db.models.signals import post_save

        from overtrick.web.accounts.players.other_books import ask_people
        from overtrick.web.accounts.players.register import mark_stale
        from overtrick.web.congress.models import BookRecord, Congress
        from overtrick.web.congress.post import ASKED

        if ask_people not in ASKED:
            ASKED.append(ask_people)

        for model in (BookRecord, Congress):
            post_save.connect(mark_stale, sender=model, dispatch_uid=f"listed anew {model.__name__}")
