"""Servers that were taken over, barred until somebody readmits them."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from overtrick.ledger.durable.append_only import show_of_one


def show(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:  # noqa: ARG001 - Django's own signature
    """The policy of PostgreSQL."""
    show_of_one(editor, "lead_bar")


class Migration(migrations.Migration):
    dependencies = [
        ("congress", "0008_newest_first"),
        ("lead", "0001_initial"),
        ("organisations", "0007_host_and_quota"),
    ]

    operations = [
        migrations.AddField(
            model_name="heard",
            name="token",
            field=models.CharField(blank=True, db_default="", default="", max_length=64),
        ),
        migrations.CreateModel(
            name="Bar",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("leader", models.CharField(max_length=200)),
                ("key", models.CharField(max_length=44)),
                ("token", models.CharField(blank=True, max_length=64)),
                ("by", models.CharField(max_length=200)),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("readmitted_by", models.CharField(blank=True, max_length=200)),
                ("readmitted", models.DateTimeField(blank=True, null=True)),
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
                "abstract": False,
            },
        ),
        migrations.RunPython(show, migrations.RunPython.noop),
    ]
