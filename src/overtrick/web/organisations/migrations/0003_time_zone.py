"""An organisation has a time zone of its own."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Until it says one, the installation's."""

    dependencies = [("organisations", "0002_policies")]

    operations = [
        migrations.AddField("organisation", "time_zone", models.CharField(blank=True, default="", max_length=60)),
        migrations.AlterField("organisation", "time_zone", models.CharField(blank=True, max_length=60)),
    ]
