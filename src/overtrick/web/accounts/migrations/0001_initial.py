"""Accounts' security and invitations, and the log, which the database lets no one change."""

from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.utils import timezone

from overtrick.ledger.durable.append_only import keep_for_days, show_of_one

DAYS = 400
"""How long a line is kept at least (`overtrick.web.accounts.log.KEPT`)."""


def protect(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:  # noqa: ARG001 - Django's own signature
    """Show the rows of one organisation at a time, and refuse to change the log or to delete its recent lines."""
    show_of_one(editor, "accounts_invitation")
    show_of_one(editor, "accounts_logged", "organisation")
    keep_for_days(editor, "accounts_logged", "at", DAYS)


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("congress", "0001_initial"),
        ("organisations", "0001_initial"),
        ("sessions", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Failure",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=150)),
                ("address", models.CharField(max_length=45)),
                ("at", models.DateTimeField(db_index=True)),
            ],
            options={
                "indexes": [
                    models.Index(fields=["name", "at"], name="accounts_fa_name_33e00d_idx"),
                    models.Index(fields=["address", "at"], name="accounts_fa_address_c029cf_idx"),
                ]
            },
        ),
        migrations.CreateModel(
            name="Invitation",
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
                ("for_whom", models.CharField(blank=True, max_length=100)),
                ("by", models.CharField(max_length=200)),
                ("made", models.DateTimeField(default=timezone.now)),
                ("ends", models.DateTimeField()),
                ("taken", models.DateTimeField(blank=True, null=True)),
                ("taken_back", models.DateTimeField(blank=True, null=True)),
                (
                    "congress",
                    models.ForeignKey(on_delete=models.CASCADE, related_name="invitations", to="congress.congress"),
                ),
                ("event", models.ForeignKey(blank=True, null=True, on_delete=models.CASCADE, to="congress.bookrecord")),
                (
                    "organisation",
                    models.ForeignKey(
                        editable=False, on_delete=models.PROTECT, related_name="+", to="organisations.organisation"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Passkey",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=60)),
                ("host", models.CharField(max_length=253)),
                ("data", models.BinaryField(max_length=2048)),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("count", models.BigIntegerField(default=0)),
                ("made", models.DateTimeField(default=timezone.now)),
                ("used", models.DateTimeField(blank=True, null=True)),
                ("user", models.ForeignKey(on_delete=models.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name="Second",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("secret", models.CharField(max_length=300)),
                ("step", models.BigIntegerField(default=0)),
                ("confirmed", models.DateTimeField(blank=True, null=True)),
                ("user", models.OneToOneField(on_delete=models.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name="SignedIn",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(default=timezone.now)),
                ("address", models.CharField(blank=True, max_length=45)),
                ("browser", models.CharField(blank=True, max_length=60)),
                ("session", models.OneToOneField(on_delete=models.CASCADE, related_name="+", to="sessions.session")),
                (
                    "user",
                    models.ForeignKey(on_delete=models.CASCADE, related_name="signed_in", to=settings.AUTH_USER_MODEL),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Logged",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("organisation", models.IntegerField(default=1)),
                ("at", models.DateTimeField(db_index=True, default=timezone.now)),
                (
                    "what",
                    models.CharField(
                        choices=[
                            ("signed in", "signed in"),
                            ("sign-in failed", "sign-in failed"),
                            ("sign-in locked", "sign-in refused: too many attempts"),
                            ("lock lifted", "account unlocked"),
                            ("invited", "invitation created"),
                            ("invitation taken back", "invitation cancelled"),
                            ("joined", "invitation accepted"),
                            ("account made", "account created"),
                            ("role given", "role given"),
                            ("role taken back", "role removed"),
                            ("password changed", "password changed"),
                            ("mail address changed", "email address changed"),
                            ("second factor on", "two-step sign-in turned on"),
                            ("second factor off", "two-step sign-in turned off"),
                            ("passkey added", "passkey added"),
                            ("passkey removed", "passkey removed"),
                            ("account disabled", "account deactivated"),
                            ("account enabled", "account reactivated"),
                            ("signed out", "signed out remotely"),
                            ("password link made", "password link created"),
                            ("password link asked for", "password link requested"),
                            ("token made", "token created"),
                            ("token taken back", "token revoked"),
                            ("book taken out", "book exported"),
                            ("person hidden", "player page hidden"),
                            ("person shown", "player page restored"),
                            ("entry tied", "entry linked to a player"),
                            ("entry untied", "entry unlinked from a player"),
                        ],
                        max_length=30,
                    ),
                ),
                ("by", models.CharField(max_length=200)),
                ("about", models.CharField(blank=True, max_length=300)),
                ("address", models.CharField(blank=True, max_length=45)),
                (
                    "congress",
                    models.ForeignKey(
                        db_constraint=False,
                        null=True,
                        on_delete=models.DO_NOTHING,
                        related_name="+",
                        to="congress.congress",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        db_constraint=False,
                        null=True,
                        on_delete=models.DO_NOTHING,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["organisation", "-at"], name="accounts_lo_organis_1d0e2c_idx"),
                    models.Index(fields=["congress", "-at"], name="accounts_lo_congres_fc39f5_idx"),
                    models.Index(fields=["user", "-at"], name="accounts_lo_user_id_8c7a88_idx"),
                ]
            },
        ),
        migrations.CreateModel(
            name="Paper",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("digest", models.CharField(max_length=64)),
                ("user", models.ForeignKey(on_delete=models.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL)),
            ],
            options={"constraints": [models.UniqueConstraint(fields=("user", "digest"), name="paper_once")]},
        ),
        migrations.RunPython(protect),
    ]
