"""What an organisation says of persons is written down too."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0007_kept_and_of_one"),
    ]

    operations = [
        migrations.AlterField(
            model_name="logged",
            name="what",
            field=models.CharField(
                choices=[
                    ("signed in", "signed in"),
                    ("sign-in failed", "sign-in failed"),
                    ("sign-in locked", "sign-in refused: too many tries"),
                    ("lock lifted", "lock lifted"),
                    ("invited", "invited somebody"),
                    ("invitation taken back", "invitation taken back"),
                    ("joined", "took an invitation"),
                    ("account made", "account made"),
                    ("role given", "role given"),
                    ("role taken back", "role taken back"),
                    ("password changed", "password changed"),
                    ("mail address changed", "mail address changed"),
                    ("second factor on", "second factor switched on"),
                    ("second factor off", "second factor switched off"),
                    ("passkey added", "passkey added"),
                    ("passkey removed", "passkey removed"),
                    ("account disabled", "account disabled"),
                    ("account enabled", "account enabled"),
                    ("signed out", "signed out from elsewhere"),
                    ("password link made", "link for a new password made"),
                    ("password link asked for", "link for a new password asked for"),
                    ("token made", "token made"),
                    ("token taken back", "token taken back"),
                    ("book taken out", "book taken out"),
                    ("person hidden", "a person’s page hidden"),
                    ("person shown", "a person’s page shown again"),
                    ("entry tied", "an entry tied to a person"),
                    ("entry untied", "an entry untied from a person"),
                ],
                max_length=30,
            ),
        ),
    ]
