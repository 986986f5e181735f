"""Organisations and who works for them: what is there is the installation's own, and its superusers own that."""

import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def home(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:  # noqa: ARG001 - Django's own signature
    """The installation's own organisation, owned by whoever owned the installation."""
    made = apps.get_model("organisations", "Organisation").objects.create(number=1, slug="home")
    members = apps.get_model("organisations", "Member").objects
    label, model = settings.AUTH_USER_MODEL.split(".")
    for user in apps.get_model(label, model).objects.filter(is_superuser=True):
        members.create(organisation=made, user=user, rank="owner")


class Migration(migrations.Migration):
    initial = True

    dependencies = [migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        migrations.CreateModel(
            name="Organisation",
            fields=[
                ("number", models.PositiveIntegerField(primary_key=True, serialize=False)),
                (
                    "slug",
                    models.CharField(
                        max_length=40,
                        unique=True,
                        validators=[django.core.validators.RegexValidator("^[a-z0-9-]+$")],
                    ),
                ),
                ("name", models.CharField(blank=True, max_length=200)),
            ],
            options={"ordering": ("name", "slug")},
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
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="members",
                        to="organisations.organisation",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("organisation", "user"), name="member_once")],
            },
        ),
        migrations.RunPython(home),
    ]
