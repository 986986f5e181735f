"""Deliveries; the database shows those of one organisation at a time."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from overtrick.ledger.durable.append_only import show_of_one


def show(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:  # noqa: ARG001 - Django's own signature
    """Add the policies of PostgreSQL."""
    show_of_one(editor, "deliveries_delivery")
    show_of_one(editor, "deliveries_following")


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("congress", "0001_initial"),
        ("organisations", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="Delivery",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("destination", models.CharField(max_length=60)),
                (
                    "state",
                    models.CharField(
                        choices=[("queued", "queued"), ("sent", "sent"), ("refused", "refused")],
                        default="queued",
                        max_length=10,
                    ),
                ),
                ("asked_by", models.CharField(max_length=200)),
                ("asked", models.DateTimeField()),
                ("due", models.DateTimeField()),
                ("tries", models.PositiveIntegerField(default=0)),
                ("trying", models.BooleanField(default=False)),
                ("again", models.BooleanField(default=False)),
                ("done", models.PositiveIntegerField(default=0)),
                ("of", models.PositiveIntegerField(default=0)),
                ("last", models.PositiveIntegerField(default=0)),
                ("said", models.CharField(blank=True, max_length=500)),
                ("ended", models.DateTimeField(blank=True, null=True)),
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
                        on_delete=django.db.models.deletion.CASCADE, related_name="deliveries", to="congress.bookrecord"
                    ),
                ),
            ],
            options={
                "ordering": ("-id",),
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state", "queued")),
                        fields=("record", "destination"),
                        name="delivery_waits_once",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Following",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("destination", models.CharField(max_length=60)),
                ("asked_by", models.CharField(max_length=200)),
                ("closed", models.PositiveIntegerField(default=0)),
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
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="followed_by",
                        to="congress.bookrecord",
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("record", "destination"), name="followed_once")],
            },
        ),
        migrations.RunPython(show),
    ]
