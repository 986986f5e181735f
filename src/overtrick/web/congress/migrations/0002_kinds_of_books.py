"""Books of more than one kind: events, and selection years."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """All books that are there are events'."""

    dependencies = [("congress", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="held",
            name="kind",
            field=models.CharField(
                choices=[("event", "event"), ("selection year", "selection year")], default="event", max_length=20
            ),
        ),
    ]
