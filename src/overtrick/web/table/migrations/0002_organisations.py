"""What is taken back is whose the event is."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tables", "0001_initial"), ("congress", "0003_organisations")]

    operations = [
        migrations.AddField(
            "revoked",
            "organisation",
            models.ForeignKey(
                default=1,
                editable=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="organisations.organisation",
            ),
            preserve_default=False,
        ),
    ]
