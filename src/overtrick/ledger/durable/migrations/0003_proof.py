"""Proof that holds against its keeper: the server's time in each line, signed heads, and no way past the functions."""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.utils import timezone

from overtrick.ledger.durable.append_only import append_in_postgresql, keep_for_ever, keep_going_on


def keep(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:  # noqa: ARG001 - Django's own signature
    """Set up what this kind of database needs."""
    if editor.connection.vendor == "postgresql":
        editor.execute("DROP TRIGGER book_line_is_kept ON book_line; DROP FUNCTION book_line_is_kept()", params=None)
        append_in_postgresql(editor)
    else:
        for name in ("book_line_is_not_changed", "book_line_is_not_taken_away"):
            editor.execute(f"DROP TRIGGER {name}", params=None)
        editor.execute(
            "CREATE TRIGGER book_line_follows BEFORE INSERT ON book_line WHEN NEW.number <> "
            "(SELECT COALESCE(MAX(number), 0) + 1 FROM book_line WHERE event = NEW.event) BEGIN "
            "SELECT RAISE(ABORT, 'a posting follows from the last one'); END;",
            params=None,
        )
    keep_for_ever(editor, "book_line")
    keep_for_ever(editor, "book_signed_head")
    keep_going_on(editor, "book_head", "last")


class Migration(migrations.Migration):
    dependencies = [("book", "0002_kept_for_ever")]
    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.AlterField("line", "kept_at", models.DateTimeField(default=timezone.now))]
        ),
        migrations.AddField("head", "kept", models.DateTimeField(null=True)),
        migrations.CreateModel(
            name="SignedHead",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "event", "number", "key", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("event", models.CharField(max_length=200)),
                ("number", models.BigIntegerField()),
                ("hash", models.CharField(max_length=64)),
                ("time", models.CharField(max_length=32)),
                ("key", models.CharField(max_length=44)),
                ("signature", models.CharField(max_length=88)),
            ],
            options={"db_table": "book_signed_head"},
        ),
        migrations.RunPython(keep),
    ]
