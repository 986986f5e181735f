"""A token may be for leading events from a venue."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("api", "0002_scope_and_end"),
    ]

    operations = [
        migrations.AlterField(
            model_name="token",
            name="scope",
            field=models.CharField(
                choices=[
                    ("read", "read the desk and the books"),
                    ("score", "read, take entries and post results"),
                    ("lead", "lead events from a laptop at the venue"),
                    ("all", "everything I may do"),
                ],
                default="all",
                max_length=10,
            ),
        ),
    ]
