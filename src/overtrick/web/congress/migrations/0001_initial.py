"""Congresses and what they consist of; the database shows those of one organisation at a time."""

from django.conf import settings
from django.core.validators import RegexValidator
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from overtrick.ledger.durable.append_only import show_of_one
from overtrick.web.organisations.models import home_number

NAME = RegexValidator(r"^(?:[a-z0-9-]+\.)?[-a-zA-Z0-9_]+$")


def show(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:  # noqa: ARG001 - Django's own signature
    """Create the policies of PostgreSQL."""
    for table in ("congress", "held", "official", "ladder", "snapshot"):
        show_of_one(editor, f"congress_{table}")


class Migration(migrations.Migration):
    initial = True

    dependencies = [("organisations", "0001_initial"), migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        migrations.CreateModel(
            name="Congress",
            fields=[
                ("slug", models.CharField(max_length=100, primary_key=True, serialize=False, validators=[NAME])),
                ("name", models.CharField(max_length=200)),
                ("venue", models.CharField(blank=True, max_length=200)),
                ("starts", models.DateField(blank=True, null=True)),
                ("ends", models.DateField(blank=True, null=True)),
                (
                    "organisation",
                    models.ForeignKey(
                        default=home_number,
                        on_delete=models.PROTECT,
                        related_name="congresses",
                        to="organisations.organisation",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["organisation", "-starts", "name"], name="congress_newest"),
                    models.Index(fields=["ends"], name="congress_ends"),
                ]
            },
        ),
        migrations.CreateModel(
            name="BookRecord",
            fields=[
                ("slug", models.CharField(max_length=150, primary_key=True, serialize=False, validators=[NAME])),
                (
                    "kind",
                    models.CharField(
                        choices=[("event", "event"), ("selection year", "selection year")],
                        default="event",
                        max_length=20,
                    ),
                ),
                ("rules", models.CharField(max_length=200)),
                ("title", models.CharField(max_length=200)),
                ("shown", models.BooleanField(default=True)),
                ("place", models.PositiveIntegerField(default=0)),
                ("links", models.PositiveIntegerField(default=1)),
                (
                    "organisation",
                    models.ForeignKey(
                        editable=False,
                        on_delete=models.PROTECT,
                        related_name="records",
                        to="organisations.organisation",
                    ),
                ),
                (
                    "congress",
                    models.ForeignKey(on_delete=models.PROTECT, related_name="events", to="congress.congress"),
                ),
            ],
            options={"db_table": "congress_held", "ordering": ("place", "slug")},
        ),
        migrations.CreateModel(
            name="Snapshot",
            fields=[
                (
                    "record",
                    models.OneToOneField(
                        on_delete=models.CASCADE,
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
                        on_delete=models.CASCADE,
                        related_name="snapshots",
                        to="organisations.organisation",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Ladder",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("short", models.CharField(max_length=60, validators=[RegexValidator("^[-a-z0-9]+$")])),
                ("title", models.CharField(max_length=200)),
                ("rule", models.CharField(max_length=200)),
                ("edition", models.CharField(max_length=64)),
                ("events", models.JSONField(default=list)),
                (
                    "congress",
                    models.ForeignKey(on_delete=models.CASCADE, related_name="ladders", to="congress.congress"),
                ),
                (
                    "organisation",
                    models.ForeignKey(
                        editable=False,
                        on_delete=models.PROTECT,
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
        migrations.CreateModel(
            name="Official",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("organiser", "organiser"),
                            ("chief director", "chief director"),
                            ("director", "director"),
                            ("scorer", "scorer"),
                            ("captain", "captain"),
                        ],
                        max_length=20,
                    ),
                ),
                ("contestant", models.CharField(blank=True, max_length=40)),
                (
                    "congress",
                    models.ForeignKey(on_delete=models.CASCADE, related_name="officials", to="congress.congress"),
                ),
                ("event", models.ForeignKey(blank=True, null=True, on_delete=models.CASCADE, to="congress.bookrecord")),
                (
                    "organisation",
                    models.ForeignKey(
                        editable=False,
                        on_delete=models.PROTECT,
                        related_name="officials",
                        to="organisations.organisation",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(on_delete=models.CASCADE, related_name="offices", to=settings.AUTH_USER_MODEL),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("user", "congress", "role", "event", "contestant"),
                        name="office_once",
                        nulls_distinct=False,
                    )
                ]
            },
        ),
        migrations.RunPython(show),
    ]
