"""The record of a book is called so. Its table keeps its name, which policies and other programs go by."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    # What points at the record by its old name comes first.
    dependencies = [
        ("congress", "0004_policies"),
        ("tables", "0004_typed"),
        ("api", "0002_scope_and_end"),
        ("accounts", "0007_kept_and_of_one"),
    ]

    operations = [
        migrations.AlterModelTable("held", "congress_held"),
        migrations.RenameModel("Held", "BookRecord"),
        migrations.AlterField(
            "bookrecord",
            "organisation",
            models.ForeignKey(
                editable=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="records",
                to="organisations.organisation",
            ),
        ),
    ]
