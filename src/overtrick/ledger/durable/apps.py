"""The Django app that keeps the books."""

from django.apps import AppConfig


class DurableConfig(AppConfig):
    """Books in a database; its tables are called `book_…`."""

    name = "overtrick.ledger.durable"
    label = "book"
    verbose_name = "Books"
    default_auto_field = "django.db.models.BigAutoField"
