"""What the database itself sees to: a line is never changed or taken away."""

from pathlib import Path

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

SQL = Path(__file__).parents[1] / "sql"


def keep(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:  # noqa: ARG001 - Django's own signature
    """Set up what this kind of database needs."""
    if editor.connection.vendor == "postgresql":
        editor.execute((SQL / "postgresql_kept.sql").read_text(encoding="utf-8"), params=None)
    else:
        for statement in (SQL / "sqlite_kept.sql").read_text(encoding="utf-8").split("\n\n"):
            editor.execute(statement, params=None)


class Migration(migrations.Migration):
    dependencies = [("book", "0001_initial")]
    operations = [migrations.RunPython(keep)]
