"""The models of players: what the books say about them, and who they are according to an organisation.

`BookRead`, `Player` and `Word` are derived from the books and may be deleted at any moment; `Tie` and `HiddenPerson`
are decisions of officials, and stay.
"""

from django.db import models
from django.utils import timezone

from overtrick.web.congress.models import BookRecord
from overtrick.web.organisations.models import Organisation


class BookRead(models.Model):
    """A book whose players are listed; *seal* says what they were listed from, and is empty if that must be redone."""

    record = models.OneToOneField(BookRecord, on_delete=models.CASCADE, primary_key=True, related_name="+")
    organisation = models.ForeignKey(Organisation, on_delete=models.CASCADE, related_name="+")
    seal = models.CharField(max_length=64, blank=True)
    day = models.CharField(max_length=10, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        """A partial index finds the books that must be listed again."""

        indexes = (models.Index(fields=("organisation",), condition=models.Q(seal=""), name="book_to_list"),)

    def __str__(self) -> str:
        return f"the players of {self.record_id}"


class Player(models.Model):
    """A player of an event according to its book: their contestant, their place in it, and who they are (*person*).

    *person* is a key (`keys`), and empty if the book has no number and no one linked the player. *plain* is the name
    without accents and capitals, with its words in alphabetical order. *results* are those of closed stages.
    """

    organisation = models.ForeignKey(Organisation, on_delete=models.CASCADE, related_name="+")
    record = models.ForeignKey(BookRecord, on_delete=models.CASCADE, related_name="+")
    contestant = models.CharField(max_length=40)
    called = models.CharField(max_length=400)
    seat = models.PositiveSmallIntegerField()
    person = models.CharField(max_length=40, blank=True)
    name = models.CharField(max_length=200)
    plain = models.CharField(max_length=200)
    number = models.CharField(max_length=40, blank=True)
    results = models.JSONField(default=list)

    class Meta:
        """Queried by person and by name."""

        indexes = (
            models.Index(fields=("organisation", "person"), name="player_person"),
            models.Index(fields=("organisation", "plain"), name="player_plain"),
        )
        constraints = (models.UniqueConstraint(fields=("record", "contestant", "seat"), name="player_once"),)

    def __str__(self) -> str:
        return f"{self.name} in {self.record_id}"


class Tie(models.Model):
    """An official's decision on who a player of an event is: a person's key, or empty for an unknown person."""

    organisation = models.ForeignKey(Organisation, on_delete=models.CASCADE, related_name="+")
    record = models.ForeignKey(BookRecord, on_delete=models.CASCADE, related_name="+")
    contestant = models.CharField(max_length=40)
    name = models.CharField(max_length=200)
    person = models.CharField(max_length=40, blank=True)
    by = models.CharField(max_length=200)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        """One decision per player of an event."""

        constraints = (models.UniqueConstraint(fields=("record", "contestant", "name"), name="tied_once"),)

    def __str__(self) -> str:
        return f"{self.name} in {self.record_id}: {self.person or 'nobody known'}"


class HiddenPerson(models.Model):
    """A person whose page is hidden: it cannot be opened, and no search finds it."""

    organisation = models.ForeignKey(Organisation, on_delete=models.CASCADE, related_name="+")
    person = models.CharField(max_length=40)
    by = models.CharField(max_length=200)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        """Once per person."""

        constraints = (models.UniqueConstraint(fields=("organisation", "person"), name="hidden_once"),)

    def __str__(self) -> str:
        return f"{self.person} is hidden"


class Word(models.Model):
    """A word that the search finds something by: a person, a contestant, an event or a congress of a public event."""

    class Kind(models.TextChoices):
        """What the word finds."""

        PERSON = "p", "person"
        CONTESTANT = "c", "contestant"
        EVENT = "e", "event"
        CONGRESS = "g", "congress"

    organisation = models.ForeignKey(Organisation, on_delete=models.CASCADE, related_name="+")
    record = models.ForeignKey(BookRecord, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=1, choices=Kind.choices)
    ref = models.CharField(max_length=150)
    word = models.CharField(max_length=60)

    class Meta:
        """Queried by the beginning of a word."""

        indexes = (
            models.Index(fields=("kind", "word"), name="word_begins", opclasses=("", "varchar_pattern_ops")),
            models.Index(
                fields=("organisation", "kind", "word"),
                name="word_begins_in",
                opclasses=("", "", "varchar_pattern_ops"),
            ),
            models.Index(fields=("record", "kind", "ref"), name="word_of"),
        )

    def __str__(self) -> str:
        return f"{self.word}: {self.kind} {self.ref}"
