"""The newest congresses of an organisation, and those that are on, without reading the others."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("congress", "0007_snapshots")]
    operations = [
        migrations.AddIndex(
            "congress", models.Index(fields=["organisation", "-starts", "name"], name="congress_newest")
        ),
        migrations.AddIndex("congress", models.Index(fields=["ends"], name="congress_ends")),
    ]
