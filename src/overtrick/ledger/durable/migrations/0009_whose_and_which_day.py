"""Heads are found by whose they are, and by the day of their last line, without reading the others.

An index on the time itself would be written by every posting. That on the day is, by the day's first.
"""

from datetime import UTC

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.db.models.functions import TruncDate


def by_day(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:  # noqa: ARG001 - Django's own signature
    """By hand: Django would make a table of SQLite anew, without the triggers that keep its rows."""
    if editor.connection.vendor == "postgresql":
        made = "((kept AT TIME ZONE 'UTC')::date) STORED"
    else:
        made = "(date(kept)) VIRTUAL"
    editor.execute(f"ALTER TABLE book_head ADD COLUMN day date GENERATED ALWAYS AS {made}", params=None)


class Migration(migrations.Migration):
    dependencies = [("book", "0008_leadership")]
    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AddField(
                    "head",
                    "day",
                    models.GeneratedField(
                        db_persist=True,
                        expression=TruncDate("kept", tzinfo=UTC),
                        output_field=models.DateField(null=True),
                    ),
                )
            ],
            database_operations=[migrations.RunPython(by_day)],
        ),
        migrations.AddIndex("head", models.Index(fields=["organisation"], name="book_head_whose")),
        migrations.AddIndex("head", models.Index(fields=["day"], name="book_head_day")),
    ]
