"""Congresses, what they hold and their officials are an organisation's; all that are there are the first one's."""

import django.core.validators
import django.db.models.deletion
from django.db import migrations, models

import overtrick.web.organisations.models

NAME = django.core.validators.RegexValidator("^(?:[a-z0-9-]+\\.)?[-a-zA-Z0-9_]+$")


class Migration(migrations.Migration):
    dependencies = [("congress", "0002_kinds_of_books"), ("organisations", "0001_initial")]

    operations = [
        migrations.AlterField(
            "congress", "slug", models.CharField(max_length=100, primary_key=True, serialize=False, validators=[NAME])
        ),
        migrations.AlterField(
            "held", "slug", models.CharField(max_length=150, primary_key=True, serialize=False, validators=[NAME])
        ),
        migrations.AddField(
            "congress",
            "organisation",
            models.ForeignKey(
                default=1,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="congresses",
                to="organisations.organisation",
            ),
        ),
        migrations.AlterField(
            "congress",
            "organisation",
            models.ForeignKey(
                default=overtrick.web.organisations.models.home_number,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="congresses",
                to="organisations.organisation",
            ),
        ),
        *(
            migrations.AddField(
                model,
                "organisation",
                models.ForeignKey(
                    default=1,
                    editable=False,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name=related,
                    to="organisations.organisation",
                ),
                preserve_default=False,
            )
            for model, related in (("held", "held"), ("official", "officials"))
        ),
    ]
