"""The database shows the books of one organisation at a time."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from overtrick.ledger.durable.append_only import show_of_one


def show(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:  # noqa: ARG001 - Django's own signature
    """The policies of PostgreSQL."""
    show_of_one(editor, "book_head", "organisation")
    show_of_one(editor, "book_line", "organisation")
    show_of_one(editor, "book_signed_head", "organisation")


class Migration(migrations.Migration):
    dependencies = [("book", "0005_organisations")]
    operations = [migrations.RunPython(show)]
