"""Tokens of programs."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [("congress", "0001_initial"), migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        migrations.CreateModel(
            name="Token",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=80)),
                ("fingerprint", models.CharField(max_length=64, unique=True)),
                (
                    "scope",
                    models.CharField(
                        choices=[
                            ("read", "read the desk and the books"),
                            ("score", "read the desk and the books, take entries and post results"),
                            ("lead", "run events from a laptop at the venue"),
                            ("all", "everything I can do"),
                        ],
                        default="all",
                        max_length=10,
                    ),
                ),
                ("made", models.DateTimeField(auto_now_add=True)),
                ("ends", models.DateTimeField()),
                ("used", models.DateTimeField(blank=True, null=True)),
                (
                    "congress",
                    models.ForeignKey(
                        blank=True, null=True, on_delete=models.CASCADE, related_name="+", to="congress.congress"
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        blank=True, null=True, on_delete=models.CASCADE, related_name="+", to="congress.bookrecord"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(on_delete=models.CASCADE, related_name="tokens", to=settings.AUTH_USER_MODEL),
                ),
            ],
        ),
    ]
