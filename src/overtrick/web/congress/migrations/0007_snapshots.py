"""Snapshots of folded events; the database shows those of one organisation at a time."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from overtrick.ledger.durable.append_only import show_of_one


def show(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:  # noqa: ARG001 - Django's own signature
    """The policy of PostgreSQL."""
    show_of_one(editor, "congress_snapshot")


class Migration(migrations.Migration):
    dependencies = [("congress", "0006_ladders"), ("organisations", "0006_own_folders")]

    operations = [
        migrations.CreateModel(
            name="Snapshot",
            fields=[
                (
                    "record",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="snapshot",
                        serialize=False,
                        to="congress.bookrecord",
                    ),
                ),
                ("last", models.BigIntegerField()),
                ("fingerprint", models.CharField(max_length=64)),
                ("code", models.CharField(max_length=64)),
                ("mac", models.CharField(max_length=64)),
                ("body", models.BinaryField()),
                (
                    "organisation",
                    models.ForeignKey(
                        editable=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="snapshots",
                        to="organisations.organisation",
                    ),
                ),
            ],
        ),
        migrations.RunPython(show),
    ]
