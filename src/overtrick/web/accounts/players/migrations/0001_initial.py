"""Players across events; the database shows those of one organisation at a time."""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.utils import timezone

from overtrick.ledger.durable.append_only import show_of_one


def show(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:  # noqa: ARG001 - Django's own signature
    """Create the policies of PostgreSQL."""
    for table in ("bookread", "player", "tie", "hiddenperson", "word"):
        show_of_one(editor, f"people_{table}")


class Migration(migrations.Migration):
    initial = True

    dependencies = [("congress", "0001_initial"), ("organisations", "0001_initial")]

    operations = [
        migrations.CreateModel(
            name="BookRead",
            fields=[
                (
                    "record",
                    models.OneToOneField(
                        on_delete=models.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="congress.bookrecord",
                    ),
                ),
                ("seal", models.CharField(blank=True, max_length=64)),
                ("day", models.CharField(blank=True, max_length=10)),
                ("at", models.DateTimeField(default=timezone.now)),
                (
                    "organisation",
                    models.ForeignKey(on_delete=models.CASCADE, related_name="+", to="organisations.organisation"),
                ),
            ],
            options={
                "indexes": [
                    models.Index(condition=models.Q(("seal", "")), fields=["organisation"], name="book_to_list")
                ]
            },
        ),
        migrations.CreateModel(
            name="HiddenPerson",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("person", models.CharField(max_length=40)),
                ("by", models.CharField(max_length=200)),
                ("at", models.DateTimeField(default=timezone.now)),
                (
                    "organisation",
                    models.ForeignKey(on_delete=models.CASCADE, related_name="+", to="organisations.organisation"),
                ),
            ],
            options={"constraints": [models.UniqueConstraint(fields=("organisation", "person"), name="hidden_once")]},
        ),
        migrations.CreateModel(
            name="Player",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("contestant", models.CharField(max_length=40)),
                ("called", models.CharField(max_length=400)),
                ("seat", models.PositiveSmallIntegerField()),
                ("person", models.CharField(blank=True, max_length=40)),
                ("name", models.CharField(max_length=200)),
                ("plain", models.CharField(max_length=200)),
                ("number", models.CharField(blank=True, max_length=40)),
                ("results", models.JSONField(default=list)),
                (
                    "organisation",
                    models.ForeignKey(on_delete=models.CASCADE, related_name="+", to="organisations.organisation"),
                ),
                ("record", models.ForeignKey(on_delete=models.CASCADE, related_name="+", to="congress.bookrecord")),
            ],
            options={
                "indexes": [
                    models.Index(fields=["organisation", "person"], name="player_person"),
                    models.Index(fields=["organisation", "plain"], name="player_plain"),
                ],
                "constraints": [models.UniqueConstraint(fields=("record", "contestant", "seat"), name="player_once")],
            },
        ),
        migrations.CreateModel(
            name="Tie",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("contestant", models.CharField(max_length=40)),
                ("name", models.CharField(max_length=200)),
                ("person", models.CharField(blank=True, max_length=40)),
                ("by", models.CharField(max_length=200)),
                ("at", models.DateTimeField(default=timezone.now)),
                (
                    "organisation",
                    models.ForeignKey(on_delete=models.CASCADE, related_name="+", to="organisations.organisation"),
                ),
                ("record", models.ForeignKey(on_delete=models.CASCADE, related_name="+", to="congress.bookrecord")),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("record", "contestant", "name"), name="tied_once")]
            },
        ),
        migrations.CreateModel(
            name="Word",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[("p", "person"), ("c", "contestant"), ("e", "event"), ("g", "congress")], max_length=1
                    ),
                ),
                ("ref", models.CharField(max_length=150)),
                ("word", models.CharField(max_length=60)),
                (
                    "organisation",
                    models.ForeignKey(on_delete=models.CASCADE, related_name="+", to="organisations.organisation"),
                ),
                ("record", models.ForeignKey(on_delete=models.CASCADE, related_name="+", to="congress.bookrecord")),
            ],
            options={
                "indexes": [
                    models.Index(fields=["kind", "word"], name="word_begins", opclasses=("", "varchar_pattern_ops")),
                    models.Index(
                        fields=["organisation", "kind", "word"],
                        name="word_begins_in",
                        opclasses=("", "", "varchar_pattern_ops"),
                    ),
                    models.Index(fields=["record", "kind", "ref"], name="word_of"),
                ]
            },
        ),
        migrations.RunPython(show),
    ]
