"""Revoked links and typed codes name the record of their book; the columns keep their name, and nothing is written."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tables", "0004_typed"), ("congress", "0005_book_record")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                step
                for model, once, related in (
                    ("revoked", "revoked_once", "revoked_links"),
                    ("typed", "typed_once", "typed_codes"),
                )
                for step in (
                    migrations.RemoveConstraint(model, once),
                    migrations.RenameField(model, "held", "record"),
                    migrations.AlterField(
                        model,
                        "record",
                        models.ForeignKey(
                            db_column="held_id",
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name=related,
                            to="congress.bookrecord",
                        ),
                    ),
                    migrations.AddConstraint(
                        model, models.UniqueConstraint(fields=("record", "table", "room"), name=once)
                    ),
                )
            ]
        )
    ]
