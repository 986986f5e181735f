"""Invitations and lines of the log are an organisation's; what is told of who works for several is a line of each."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def whose(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:  # noqa: ARG001 - Django's own signature
    """What is there is whose its congress is, or whose people its account's owner is of."""
    logged = apps.get_model("accounts", "Logged").objects
    owners = dict(apps.get_model("congress", "Congress").objects.values_list("slug", "organisation"))
    works: dict[int, set[int]] = {}
    for app, model in (("organisations", "Member"), ("congress", "Official")):
        for user, number in apps.get_model(app, model).objects.values_list("user", "organisation"):
            works.setdefault(user, set()).add(number)
    for congress, number in owners.items():
        logged.filter(congress=congress).update(organisation=number)
    for user, numbers in works.items():
        first, *others = sorted(numbers)
        lines = list(logged.filter(user=user, congress=None))
        logged.filter(user=user, congress=None).update(organisation=first)
        for number in others:
            for line in lines:
                line.pk, line.organisation = None, number
            logged.bulk_create(lines)
    for congress, number in owners.items():
        apps.get_model("accounts", "Invitation").objects.filter(congress=congress).update(organisation=number)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0005_passkeys"),
        ("congress", "0004_policies"),
        ("organisations", "0004_people"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField("logged", "organisation", models.IntegerField(default=1)),
        migrations.AlterField(
            "logged",
            "user",
            models.ForeignKey(
                db_constraint=False,
                null=True,
                on_delete=django.db.models.deletion.DO_NOTHING,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AlterField(
            "logged",
            "congress",
            models.ForeignKey(
                db_constraint=False,
                null=True,
                on_delete=django.db.models.deletion.DO_NOTHING,
                related_name="+",
                to="congress.congress",
            ),
        ),
        migrations.AddIndex(
            "logged", models.Index(fields=["organisation", "-at"], name="accounts_lo_organis_1d0e2c_idx")
        ),
        migrations.AddField(
            "invitation",
            "organisation",
            models.ForeignKey(
                default=1,
                editable=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="organisations.organisation",
            ),
            preserve_default=False,
        ),
        migrations.RunPython(whose),
    ]
