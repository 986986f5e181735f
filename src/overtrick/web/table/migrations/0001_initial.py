"""Revoked links and typed codes; the database shows the links of one organisation at a time."""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from overtrick.ledger.durable.append_only import show_of_one


def show(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:  # noqa: ARG001 - Django's own signature
    """Create the policy of PostgreSQL."""
    show_of_one(editor, "tables_revoked")


class Migration(migrations.Migration):
    initial = True

    dependencies = [("congress", "0001_initial"), ("organisations", "0001_initial")]

    operations = [
        migrations.CreateModel(
            name="Revoked",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("table", models.PositiveIntegerField(default=0)),
                ("room", models.CharField(blank=True, max_length=10)),
                ("times", models.PositiveIntegerField(default=0)),
                (
                    "organisation",
                    models.ForeignKey(
                        editable=False, on_delete=models.PROTECT, related_name="+", to="organisations.organisation"
                    ),
                ),
                (
                    "record",
                    models.ForeignKey(
                        db_column="held_id",
                        on_delete=models.CASCADE,
                        related_name="revoked_links",
                        to="congress.bookrecord",
                    ),
                ),
            ],
            options={"constraints": [models.UniqueConstraint(fields=("record", "table", "room"), name="revoked_once")]},
        ),
        migrations.CreateModel(
            name="Typed",
            fields=[
                ("code", models.CharField(max_length=6, primary_key=True, serialize=False)),
                ("table", models.PositiveIntegerField()),
                ("room", models.CharField(blank=True, max_length=10)),
                ("of_all", models.PositiveIntegerField()),
                ("of_table", models.PositiveIntegerField()),
                ("at", models.DateTimeField()),
                (
                    "record",
                    models.ForeignKey(
                        db_column="held_id",
                        on_delete=models.CASCADE,
                        related_name="typed_codes",
                        to="congress.bookrecord",
                    ),
                ),
            ],
            options={"constraints": [models.UniqueConstraint(fields=("record", "table", "room"), name="typed_once")]},
        ),
        migrations.RunPython(show),
    ]
