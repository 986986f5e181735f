"""Books that are to be listed anew, and words in one organisation, without reading the others."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("people", "0001_initial")]
    operations = [
        migrations.AddIndex(
            "bookread", models.Index(condition=models.Q(("seal", "")), fields=["organisation"], name="book_to_list")
        ),
        migrations.AddIndex(
            "word",
            models.Index(
                fields=["organisation", "kind", "word"],
                name="word_begins_in",
                opclasses=("", "", "varchar_pattern_ops"),
            ),
        ),
    ]
