"""Head and line in one statement; the functions of the release before stay beside it and go on giving notice."""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from overtrick.ledger.durable.append_only import append_in_postgresql


def add(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:  # noqa: ARG001 - Django's own signature
    """By hand: Django would make a table of SQLite anew, without the triggers that keep its rows."""
    editor.execute("ALTER TABLE book_head ADD COLUMN prev varchar(64) NOT NULL DEFAULT ''", params=None)
    if editor.connection.vendor == "postgresql":
        append_in_postgresql(editor)


class Migration(migrations.Migration):
    dependencies = [("book", "0006_policies")]
    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AddField("head", "prev", models.CharField(max_length=64, default="", db_default=""))
            ],
            database_operations=[migrations.RunPython(add)],
        )
    ]
