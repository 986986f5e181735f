"""Organisations, first of all the installation's own; the database shows one organisation's rows at a time."""

from django.conf import settings
from django.core.validators import RegexValidator
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.utils import timezone

from overtrick.ledger.durable.append_only import show_of_one


def add_home(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:  # noqa: ARG001 - Django's own signature
    """Create the installation's own organisation."""
    apps.get_model("organisations", "Organisation").objects.create(number=1, slug="home")


def show(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:  # noqa: ARG001 - Django's own signature
    """Create the policies of PostgreSQL."""
    for table in ("member", "person", "logo", "ownrules", "ownfolder"):
        show_of_one(editor, f"organisations_{table}")


class Migration(migrations.Migration):
    initial = True

    dependencies = [migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        migrations.CreateModel(
            name="Organisation",
            fields=[
                ("number", models.PositiveIntegerField(primary_key=True, serialize=False)),
                ("slug", models.CharField(max_length=40, unique=True, validators=[RegexValidator("^[a-z0-9-]+$")])),
                ("name", models.CharField(blank=True, max_length=200)),
                ("time_zone", models.CharField(blank=True, max_length=60)),
                ("colour", models.CharField(blank=True, max_length=7, validators=[RegexValidator("^#[0-9a-f]{6}$")])),
                ("logo", models.CharField(blank=True, editable=False, max_length=64)),
                (
                    "host",
                    models.CharField(
                        blank=True,
                        db_default="",
                        default="",
                        max_length=253,
                        validators=[
                            RegexValidator(
                                "^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z0-9-]{2,63}$",
                                "This is not a valid host name.",
                            )
                        ],
                    ),
                ),
                ("most_events", models.PositiveIntegerField(blank=True, null=True)),
                ("most_postings", models.PositiveIntegerField(blank=True, null=True)),
                ("counted_on", models.DateField(blank=True, editable=False, null=True)),
                ("counted_from", models.BigIntegerField(db_default=0, default=0, editable=False)),
                ("erased", models.DateTimeField(blank=True, editable=False, null=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("host", ""), _negated=True), fields=("host",), name="organisation_host_once"
                    )
                ],
                "ordering": ("name", "slug"),
            },
        ),
        migrations.CreateModel(
            name="Member",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "rank",
                    models.CharField(
                        choices=[("owner", "owner"), ("organiser", "organiser"), ("member", "member")],
                        default="member",
                        max_length=20,
                    ),
                ),
                (
                    "organisation",
                    models.ForeignKey(
                        on_delete=models.CASCADE, related_name="members", to="organisations.organisation"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=models.CASCADE, related_name="memberships", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={"constraints": [models.UniqueConstraint(fields=("organisation", "user"), name="member_once")]},
        ),
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
                    models.ForeignKey(on_delete=models.CASCADE, related_name="people", to="organisations.organisation"),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("number", ""), _negated=True),
                        fields=("organisation", "number"),
                        name="number_once",
                    )
                ],
                "ordering": ("name", "number"),
            },
        ),
        migrations.CreateModel(
            name="Logo",
            fields=[
                (
                    "organisation",
                    models.OneToOneField(
                        on_delete=models.CASCADE,
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
        migrations.CreateModel(
            name="OwnRules",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=60, validators=[RegexValidator("^[a-z0-9][a-z0-9-]*\\.toml$")])),
                ("title", models.CharField(max_length=200)),
                ("text", models.TextField()),
                ("fingerprint", models.CharField(max_length=64)),
                ("by", models.CharField(max_length=200)),
                ("at", models.DateTimeField(default=timezone.now)),
                ("current", models.BooleanField(default=True)),
                (
                    "organisation",
                    models.ForeignKey(
                        on_delete=models.CASCADE, related_name="own_rules", to="organisations.organisation"
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
                ]
            },
        ),
        migrations.CreateModel(
            name="OwnFolder",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=40, validators=[RegexValidator("^[a-z0-9][a-z0-9-]*$")])),
                ("cite", models.CharField(max_length=40)),
                ("title", models.CharField(max_length=200)),
                ("texts", models.JSONField()),
                ("fingerprint", models.CharField(max_length=64)),
                ("by", models.CharField(max_length=200)),
                ("at", models.DateTimeField(default=timezone.now)),
                ("current", models.BooleanField(default=True)),
                (
                    "organisation",
                    models.ForeignKey(
                        on_delete=models.CASCADE, related_name="own_folders", to="organisations.organisation"
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
                ]
            },
        ),
        migrations.RunPython(add_home),
        migrations.RunPython(show),
    ]
