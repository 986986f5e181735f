"""Every book is an organisation's; all that are there are the first one's."""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from overtrick.ledger.durable.append_only import append_in_postgresql

_TABLES = {"head": "book_head", "line": "book_line", "signedhead": "book_signed_head"}


def own(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:  # noqa: ARG001 - Django's own signature
    """By hand: Django would make a table of SQLite anew, without the triggers that keep its rows."""
    for table in _TABLES.values():
        editor.execute(f"ALTER TABLE {table} ADD COLUMN organisation integer NOT NULL DEFAULT 1", params=None)
    if editor.connection.vendor == "postgresql":
        append_in_postgresql(editor)


class Migration(migrations.Migration):
    dependencies = [("book", "0004_texts")]
    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AddField(model, "organisation", models.IntegerField(default=1)) for model in _TABLES
            ],
            database_operations=[migrations.RunPython(own)],
        )
    ]
