"""The texts that books' rules are made of, each once by its hash."""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from overtrick.ledger.durable.append_only import keep_for_ever


def keep(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:  # noqa: ARG001 - Django's own signature
    """Nothing of them is ever changed or taken away."""
    keep_for_ever(editor, "book_text")
    keep_for_ever(editor, "book_edition")


class Migration(migrations.Migration):
    dependencies = [("book", "0003_proof")]
    operations = [
        migrations.CreateModel(
            name="KeptText",
            fields=[
                ("fingerprint", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("text", models.TextField()),
            ],
            options={"db_table": "book_text"},
        ),
        migrations.CreateModel(
            name="KeptEdition",
            fields=[
                ("fingerprint", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("former", models.CharField(db_index=True, max_length=64)),
                ("manifest", models.TextField()),
            ],
            options={"db_table": "book_edition"},
        ),
        migrations.RunPython(keep),
    ]
