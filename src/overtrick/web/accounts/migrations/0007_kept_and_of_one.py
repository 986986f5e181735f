"""The database shows invitations and the log of one organisation at a time, and lets no line of the log be changed."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from overtrick.ledger.durable.append_only import keep_for_days, show_of_one

DAYS = 400
"""How long a line is kept at least (`overtrick.web.accounts.log.KEPT`)."""


def keep(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:  # noqa: ARG001 - Django's own signature
    """The policies of PostgreSQL, and the triggers of both."""
    show_of_one(editor, "accounts_invitation")
    show_of_one(editor, "accounts_logged", "organisation")
    keep_for_days(editor, "accounts_logged", "at", DAYS)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0006_organisations"), ("book", "0006_policies")]
    operations = [migrations.RunPython(keep)]
