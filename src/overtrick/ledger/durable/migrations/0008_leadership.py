"""A book may be led by another server: in which term, whether now, and who led it before."""

import django.utils.timezone
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from overtrick.ledger.durable.append_only import append_in_postgresql, keep_for_ever, keep_going_on, show_of_one


def lead(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:  # noqa: ARG001 - Django's own signature
    """By hand: Django would make a table of SQLite anew, without the triggers that keep its rows."""
    editor.execute("ALTER TABLE book_head ADD COLUMN term bigint NOT NULL DEFAULT 0", params=None)
    editor.execute("ALTER TABLE book_head ADD COLUMN led bool NOT NULL DEFAULT false", params=None)
    if editor.connection.vendor == "postgresql":
        for name in ("is_kept", "is_not_emptied", "is_not_taken_away"):
            editor.execute(f"DROP TRIGGER book_head_{name} ON book_head", params=None)
    else:
        for name in ("is_not_set_back", "is_not_taken_away"):
            editor.execute(f"DROP TRIGGER book_head_{name}", params=None)
    keep_going_on(editor, "book_head", "last", "term")


def keep(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:  # noqa: ARG001 - Django's own signature
    """The new table is kept and shown as the others are."""
    keep_for_ever(editor, "book_leadership")
    show_of_one(editor, "book_leadership", "organisation")
    if editor.connection.vendor == "postgresql":
        append_in_postgresql(editor)


class Migration(migrations.Migration):
    dependencies = [("book", "0007_one_statement")]
    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AddField("head", "term", models.BigIntegerField(default=0, db_default=0)),
                migrations.AddField("head", "led", models.BooleanField(default=False, db_default=False)),
            ],
            database_operations=[migrations.RunPython(lead)],
        ),
        migrations.CreateModel(
            name="Leadership",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "event", "term", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("event", models.CharField(max_length=200)),
                ("term", models.BigIntegerField()),
                ("leader", models.CharField(max_length=200)),
                ("key", models.CharField(max_length=44)),
                ("last", models.BigIntegerField()),
                ("by", models.CharField(max_length=200)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("organisation", models.IntegerField(default=1)),
            ],
        ),
        migrations.RunPython(keep),
    ]
