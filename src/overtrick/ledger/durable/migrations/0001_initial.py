"""The tables of the durable book, whose rows the database itself protects."""

from datetime import UTC

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.db.models.functions import TruncDate
from django.utils import timezone

from overtrick.ledger.durable.append_only import append_in_postgresql, keep_for_ever, keep_going_on, show_of_one

FILL = "ALTER TABLE book_head SET (fillfactor = 20)"
"""The head of a book changes with every posting, so its page has space for the next versions of the row."""
FOLLOWS = """
CREATE TRIGGER book_line_follows BEFORE INSERT ON book_line
WHEN NEW.number <> (SELECT COALESCE(MAX(number), 0) + 1 FROM book_line WHERE event = NEW.event) BEGIN
    SELECT RAISE(ABORT, 'a posting follows from the last one');
END;
"""


def add_day(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:  # noqa: ARG001 - Django's own signature
    """Add the column by hand: Django's own in SQLite needs a function that only Django's connections have.

    An index on the time itself would be written by every posting; one on the day only by the first of each day.
    """
    if editor.connection.vendor == "postgresql":
        made = "((kept AT TIME ZONE 'UTC')::date) STORED"
    else:
        made = "(date(kept)) VIRTUAL"
    editor.execute(f"ALTER TABLE book_head ADD COLUMN day date GENERATED ALWAYS AS {made}", params=None)


def protect(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:  # noqa: ARG001 - Django's own signature
    """Refuse to change or delete rows, show those of one organisation at a time, and append by functions only."""
    if editor.connection.vendor == "postgresql":
        editor.execute(FILL, params=None)
        append_in_postgresql(editor)
    else:
        editor.execute(FOLLOWS, params=None)
    for table in ("book_line", "book_signed_head", "book_leadership", "book_text", "book_edition"):
        keep_for_ever(editor, table)
    keep_going_on(editor, "book_head", "last", "term")
    for table in ("book_head", "book_line", "book_signed_head", "book_leadership"):
        show_of_one(editor, table, "organisation")


def primary_key(*fields: str) -> models.CompositePrimaryKey:
    """A primary key of these fields."""
    return models.CompositePrimaryKey(*fields, blank=True, editable=False, primary_key=True, serialize=False)


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Head",
            fields=[
                ("event", models.CharField(max_length=200, primary_key=True, serialize=False)),
                ("last", models.BigIntegerField(default=0)),
                ("fingerprint", models.CharField(default="", max_length=64)),
                ("prev", models.CharField(db_default="", default="", max_length=64)),
                ("kept", models.DateTimeField(null=True)),
                ("organisation", models.IntegerField(db_default=1, default=1)),
                ("term", models.BigIntegerField(db_default=0, default=0)),
                ("led", models.BooleanField(db_default=False, default=False)),
            ],
            options={"indexes": [models.Index(fields=["organisation"], name="book_head_whose")]},
        ),
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
            database_operations=[migrations.RunPython(add_day)],
        ),
        migrations.AddIndex("head", models.Index(fields=["day"], name="book_head_day")),
        migrations.CreateModel(
            name="Leadership",
            fields=[
                ("pk", primary_key("event", "term")),
                ("event", models.CharField(max_length=200)),
                ("term", models.BigIntegerField()),
                ("leader", models.CharField(max_length=200)),
                ("key", models.CharField(max_length=44)),
                ("last", models.BigIntegerField()),
                ("by", models.CharField(max_length=200)),
                ("at", models.DateTimeField(default=timezone.now)),
                ("organisation", models.IntegerField(default=1)),
            ],
        ),
        migrations.CreateModel(
            name="Line",
            fields=[
                ("pk", primary_key("event", "number")),
                ("event", models.CharField(max_length=200)),
                ("number", models.BigIntegerField()),
                ("key", models.CharField(max_length=200)),
                ("act", models.CharField(max_length=40)),
                ("by", models.CharField(max_length=200)),
                ("device", models.CharField(blank=True, default="", max_length=200)),
                ("at", models.CharField(max_length=40)),
                ("written", models.TextField()),
                ("kept_at", models.DateTimeField(default=timezone.now)),
                ("organisation", models.IntegerField(db_default=1, default=1)),
            ],
            options={"constraints": [models.UniqueConstraint(fields=("event", "key"), name="book_key_once")]},
        ),
        migrations.CreateModel(
            name="SignedHead",
            fields=[
                ("pk", primary_key("event", "number", "key")),
                ("event", models.CharField(max_length=200)),
                ("number", models.BigIntegerField()),
                ("hash", models.CharField(max_length=64)),
                ("time", models.CharField(max_length=32)),
                ("key", models.CharField(max_length=44)),
                ("signature", models.CharField(max_length=88)),
                ("organisation", models.IntegerField(db_default=1, default=1)),
            ],
            options={"db_table": "book_signed_head"},
        ),
        migrations.CreateModel(
            name="KeptText",
            fields=[
                ("fingerprint", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("text", models.TextField()),
            ],
            options={"db_table": "book_text"},
        ),
        migrations.CreateModel(
            name="KeptEdition",
            fields=[
                ("fingerprint", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("former", models.CharField(db_index=True, max_length=64)),
                ("manifest", models.TextField()),
            ],
            options={"db_table": "book_edition"},
        ),
        migrations.RunPython(protect),
    ]
