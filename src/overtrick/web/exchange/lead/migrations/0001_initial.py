"""Books led in one place and shown in another; the database shows those of one organisation at a time."""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from overtrick.ledger.durable.append_only import show_of_one


def show(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:  # noqa: ARG001 - Django's own signature
    """Create the policies of PostgreSQL."""
    for table in ("heard", "venuebook", "proposal", "bar"):
        show_of_one(editor, f"lead_{table}")


class Migration(migrations.Migration):
    initial = True

    dependencies = [("congress", "0001_initial"), ("organisations", "0001_initial")]

    operations = [
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
                        editable=False, on_delete=models.PROTECT, related_name="+", to="organisations.organisation"
                    ),
                ),
                ("record", models.ForeignKey(on_delete=models.CASCADE, related_name="+", to="congress.bookrecord")),
            ],
        ),
        migrations.CreateModel(
            name="Heard",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
                ("token", models.CharField(blank=True, db_default="", default="", max_length=64)),
                (
                    "organisation",
                    models.ForeignKey(
                        editable=False, on_delete=models.PROTECT, related_name="+", to="organisations.organisation"
                    ),
                ),
                (
                    "record",
                    models.OneToOneField(on_delete=models.CASCADE, related_name="heard", to="congress.bookrecord"),
                ),
            ],
        ),
        migrations.CreateModel(
            name="VenueBook",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("address", models.CharField(max_length=300)),
                ("remote", models.CharField(max_length=150)),
                ("term", models.BigIntegerField(default=0)),
                ("pushed", models.BigIntegerField(default=0)),
                (
                    "organisation",
                    models.ForeignKey(
                        editable=False, on_delete=models.PROTECT, related_name="+", to="organisations.organisation"
                    ),
                ),
                ("record", models.OneToOneField(on_delete=models.CASCADE, related_name="+", to="congress.bookrecord")),
            ],
        ),
        migrations.CreateModel(
            name="Proposal",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("term", models.BigIntegerField()),
                ("number", models.BigIntegerField()),
                ("key", models.CharField(max_length=200)),
                ("line", models.TextField()),
                (
                    "fate",
                    models.CharField(
                        choices=[("waiting", "waiting"), ("taken", "taken"), ("refused", "refused")],
                        default="waiting",
                        max_length=10,
                    ),
                ),
                ("decided_by", models.CharField(blank=True, max_length=200)),
                ("decided", models.DateTimeField(blank=True, null=True)),
                (
                    "organisation",
                    models.ForeignKey(
                        editable=False, on_delete=models.PROTECT, related_name="+", to="organisations.organisation"
                    ),
                ),
                (
                    "record",
                    models.ForeignKey(on_delete=models.CASCADE, related_name="proposals", to="congress.bookrecord"),
                ),
            ],
            options={
                "ordering": ("term", "number"),
                "constraints": [models.UniqueConstraint(fields=("record", "term", "number"), name="proposed_once")],
            },
        ),
        migrations.RunPython(show),
    ]
