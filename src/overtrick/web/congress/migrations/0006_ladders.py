"""Ladders on a congress's pages; the database shows those of one organisation at a time."""

import django.core.validators
import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from overtrick.ledger.durable.append_only import show_of_one


def show(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:  # noqa: ARG001 - Django's own signature
    """The policy of PostgreSQL."""
    show_of_one(editor, "congress_ladder")


class Migration(migrations.Migration):
    dependencies = [
        ("congress", "0005_book_record"),
        ("organisations", "0006_own_folders"),
    ]

    operations = [
        migrations.CreateModel(
            name="Ladder",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "short",
                    models.CharField(max_length=60, validators=[django.core.validators.RegexValidator("^[-a-z0-9]+$")]),
                ),
                ("title", models.CharField(max_length=200)),
                ("rule", models.CharField(max_length=200)),
                ("edition", models.CharField(max_length=64)),
                ("events", models.JSONField(default=list)),
                (
                    "congress",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="ladders", to="congress.congress"
                    ),
                ),
                (
                    "organisation",
                    models.ForeignKey(
                        editable=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="ladders",
                        to="organisations.organisation",
                    ),
                ),
            ],
            options={
                "ordering": ("title", "short"),
                "constraints": [models.UniqueConstraint(fields=("congress", "short"), name="ladder_once")],
            },
        ),
        migrations.RunPython(show),
    ]
