"""Tokens get a scope and an end: those there are may what they could, for a year more."""

from datetime import timedelta

import django.db.models.deletion
from django.db import migrations, models
from django.utils import timezone


def in_a_year() -> object:
    return timezone.now() + timedelta(days=366)


class Migration(migrations.Migration):
    dependencies = [
        ("api", "0001_initial"),
        ("congress", "0003_organisations"),
    ]

    operations = [
        migrations.AddField(
            model_name="token",
            name="scope",
            field=models.CharField(
                choices=[
                    ("read", "read the desk and the books"),
                    ("score", "read, take entries and post results"),
                    ("all", "everything I may do"),
                ],
                default="all",
                max_length=10,
            ),
        ),
        migrations.AddField(
            model_name="token",
            name="congress",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="congress.congress",
            ),
        ),
        migrations.AddField(
            model_name="token",
            name="event",
            field=models.ForeignKey(
                blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="congress.held"
            ),
        ),
        migrations.AddField(
            model_name="token",
            name="ends",
            field=models.DateTimeField(default=in_a_year),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="token",
            name="used",
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
