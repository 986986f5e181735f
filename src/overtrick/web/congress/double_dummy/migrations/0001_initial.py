"""Deals that are solved or waiting to be solved."""

from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="SolvedDeal",
            fields=[
                ("deal", models.CharField(max_length=80, primary_key=True, serialize=False)),
                ("tricks", models.CharField(max_length=80, null=True)),
                ("asked", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "db_table": "solved_deal",
                "indexes": [
                    models.Index(condition=models.Q(("tricks", None)), fields=["asked"], name="deals_that_wait")
                ],
            },
        ),
    ]
