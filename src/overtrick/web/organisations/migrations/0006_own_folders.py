"""An organisation has folders of rules of its own; the database shows those of one at a time."""

import django.core.validators
import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from overtrick.ledger.durable.append_only import show_of_one


def show(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:  # noqa: ARG001 - Django's own signature
    """The policy of PostgreSQL."""
    show_of_one(editor, "organisations_ownfolder")


class Migration(migrations.Migration):
    dependencies = [
        ("organisations", "0005_look_and_own_rules"),
    ]

    operations = [
        migrations.CreateModel(
            name="OwnFolder",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "name",
                    models.CharField(
                        max_length=40, validators=[django.core.validators.RegexValidator("^[a-z0-9][a-z0-9-]*$")]
                    ),
                ),
                ("cite", models.CharField(max_length=40)),
                ("title", models.CharField(max_length=200)),
                ("texts", models.JSONField()),
                ("fingerprint", models.CharField(max_length=64)),
                ("by", models.CharField(max_length=200)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("current", models.BooleanField(default=True)),
                (
                    "organisation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="own_folders",
                        to="organisations.organisation",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("current", True)),
                        fields=("organisation", "name"),
                        name="own_folder_current_once",
                    )
                ],
            },
        ),
        migrations.RunPython(show),
    ]
