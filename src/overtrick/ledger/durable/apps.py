"""The Django app that stores the books."""

from django.apps import AppConfig


class DurableConfig(AppConfig):
    """Books in a database; its tables are named `book_…`."""

    name = "overtrick.ledger.durable"
    label = "book"
    verbose_name = "Books"
    default_auto_field = "django.db.models.BigAutoField"
