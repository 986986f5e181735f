"""The people an organisation knows; the database shows those of one at a time."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from overtrick.ledger.durable.append_only import show_of_one


def show(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:  # noqa: ARG001 - Django's own signature
    """The policy of PostgreSQL."""
    show_of_one(editor, "organisations_person")


class Migration(migrations.Migration):
    dependencies = [("organisations", "0003_time_zone")]

    operations = [
        migrations.CreateModel(
            name="Person",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=120)),
                ("number", models.CharField(blank=True, max_length=20)),
                ("club", models.CharField(blank=True, max_length=100)),
                ("state", models.CharField(blank=True, max_length=40)),
                (
                    "organisation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="people",
                        to="organisations.organisation",
                    ),
                ),
            ],
            options={
                "ordering": ("name", "number"),
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("number", ""), _negated=True),
                        fields=("organisation", "number"),
                        name="number_once",
                    )
                ],
            },
        ),
        migrations.RunPython(show),
    ]
