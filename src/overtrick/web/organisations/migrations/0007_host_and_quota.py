"""An organisation may have a host name of its own and a quota, and leave."""

import django.core.validators
from django.db import migrations, models

HOST = django.core.validators.RegexValidator(
    r"^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$", "This is no host name."
)


class Migration(migrations.Migration):
    dependencies = [("organisations", "0006_own_folders")]
    operations = [
        migrations.AddField(
            "organisation",
            "host",
            models.CharField(blank=True, db_default="", default="", max_length=253, validators=[HOST]),
        ),
        migrations.AddField("organisation", "most_events", models.PositiveIntegerField(blank=True, null=True)),
        migrations.AddField("organisation", "most_postings", models.PositiveIntegerField(blank=True, null=True)),
        migrations.AddField("organisation", "counted_on", models.DateField(blank=True, editable=False, null=True)),
        migrations.AddField(
            "organisation", "counted_from", models.BigIntegerField(db_default=0, default=0, editable=False)
        ),
        migrations.AddField("organisation", "erased", models.DateTimeField(blank=True, editable=False, null=True)),
        migrations.AddConstraint(
            "organisation",
            models.UniqueConstraint(
                condition=models.Q(("host", ""), _negated=True), fields=("host",), name="organisation_host_once"
            ),
        ),
    ]
