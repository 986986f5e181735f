"""Codes that stand for tables' links where somebody types them."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tables", "0003_policies"), ("congress", "0003_organisations")]

    operations = [
        migrations.CreateModel(
            name="Typed",
            fields=[
                ("code", models.CharField(max_length=6, primary_key=True, serialize=False)),
                ("table", models.PositiveIntegerField()),
                ("room", models.CharField(blank=True, max_length=10)),
                ("of_all", models.PositiveIntegerField()),
                ("of_table", models.PositiveIntegerField()),
                ("at", models.DateTimeField()),
                (
                    "held",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="typed_codes", to="congress.held"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("held", "table", "room"), name="typed_once")],
            },
        ),
    ]
