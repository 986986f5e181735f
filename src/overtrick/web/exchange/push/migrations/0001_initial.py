"""Push subscriptions; the database shows those of one organisation at a time."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from overtrick.ledger.durable.append_only import show_of_one


def show(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:  # noqa: ARG001 - Django's own signature
    """Add the policies of PostgreSQL."""
    show_of_one(editor, "push_pushsubscription")


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("congress", "0001_initial"),
        ("organisations", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="PushSubscription",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("contestant", models.CharField(max_length=40)),
                ("endpoint", models.CharField(max_length=600)),
                ("p256dh", models.CharField(max_length=100)),
                ("auth", models.CharField(max_length=30)),
                ("language", models.CharField(blank=True, max_length=10)),
                ("made", models.DateTimeField(default=django.utils.timezone.now)),
                ("told", models.JSONField(default=list)),
                ("seen", models.PositiveIntegerField(default=0)),
                ("due", models.DateTimeField(default=django.utils.timezone.now)),
                ("tries", models.PositiveIntegerField(default=0)),
                ("failed", models.DateTimeField(blank=True, null=True)),
                ("said", models.CharField(blank=True, max_length=200)),
                (
                    "organisation",
                    models.ForeignKey(
                        editable=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="organisations.organisation",
                    ),
                ),
                (
                    "record",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="congress.bookrecord"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("endpoint", "record", "contestant"), name="told_once")],
            },
        ),
        migrations.RunPython(show),
    ]
