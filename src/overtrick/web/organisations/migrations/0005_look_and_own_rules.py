"""An organisation has a look and rules of its own; the database shows those of one at a time."""

import django.core.validators
import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from overtrick.ledger.durable.append_only import show_of_one


def show(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:  # noqa: ARG001 - Django's own signature
    """The policies of PostgreSQL."""
    show_of_one(editor, "organisations_logo")
    show_of_one(editor, "organisations_ownrules")


class Migration(migrations.Migration):
    dependencies = [
        ("organisations", "0004_people"),
    ]

    operations = [
        migrations.CreateModel(
            name="Logo",
            fields=[
                (
                    "organisation",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="organisations.organisation",
                    ),
                ),
                ("kind", models.CharField(max_length=20)),
                ("data", models.BinaryField()),
            ],
        ),
        migrations.AddField(
            model_name="organisation",
            name="colour",
            field=models.CharField(
                blank=True, max_length=7, validators=[django.core.validators.RegexValidator("^#[0-9a-f]{6}$")]
            ),
        ),
        migrations.AddField(
            model_name="organisation",
            name="logo",
            field=models.CharField(blank=True, editable=False, max_length=64),
        ),
        migrations.CreateModel(
            name="OwnRules",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "name",
                    models.CharField(
                        max_length=60, validators=[django.core.validators.RegexValidator("^[a-z0-9][a-z0-9-]*\\.toml$")]
                    ),
                ),
                ("title", models.CharField(max_length=200)),
                ("text", models.TextField()),
                ("fingerprint", models.CharField(max_length=64)),
                ("by", models.CharField(max_length=200)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("current", models.BooleanField(default=True)),
                (
                    "organisation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="own_rules",
                        to="organisations.organisation",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("current", True)),
                        fields=("organisation", "name"),
                        name="own_rules_current_once",
                    )
                ],
            },
        ),
        migrations.RunPython(show),
    ]
