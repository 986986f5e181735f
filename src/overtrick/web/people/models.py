"""What is kept of persons: what the books say of players, and what an organisation says of who they are.

`BookRead`, `Player` and `Word` follow from the books and may be thrown away at any moment; `Tie` and `HiddenPerson` are
an official's acts, and stay.
"""

from django.db import models
from django.utils import timezone

from overtrick.web.congress.models import BookRecord
from overtrick.web.organisations.models import Organisation


class BookRead(models.Model):
    """A book whose players are listed: *seal* is what they were listed from, and empty where they must be again."""

    record = models.OneToOneField(BookRecord, on_delete=models.CASCADE, primary_key=True, related_name="+")
    organisation = models.ForeignKey(Organisation, on_delete=models.CASCADE, related_name="+")
    seal = models.CharField(max_length=64, blank=True)
    day = models.CharField(max_length=10, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        """Found where it is to be listed again."""

        indexes = (models.Index(fields=("organisation",), condition=models.Q(seal=""), name="book_to_list"),)

    def __str__(self) -> str:
        return f"the players of {self.record_id}"


class Player(models.Model):
    """A player of an event as its book has him: as which contestant, in which seat, and who he is (*person*).

    *person* is a key (`keys`), and empty where the book has no number and nobody tied him. *plain* is the name without
    accents and capitals, its words in the order of the alphabet. *results* are those of closed stages.
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
        """Found by person and by name."""

        indexes = (
            models.Index(fields=("organisation", "person"), name="player_person"),
            models.Index(fields=("organisation", "plain"), name="player_plain"),
        )
        constraints = (models.UniqueConstraint(fields=("record", "contestant", "seat"), name="player_once"),)

    def __str__(self) -> str:
        return f"{self.name} in {self.record_id}"


class Tie(models.Model):
    """An official's word who a player of an event is: a person's key, or nobody that is known (empty)."""

    organisation = models.ForeignKey(Organisation, on_delete=models.CASCADE, related_name="+")
    record = models.ForeignKey(BookRecord, on_delete=models.CASCADE, related_name="+")
    contestant = models.CharField(max_length=40)
    name = models.CharField(max_length=200)
    person = models.CharField(max_length=40, blank=True)
    by = models.CharField(max_length=200)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        """One word on each."""

        constraints = (models.UniqueConstraint(fields=("record", "contestant", "name"), name="tied_once"),)

    def __str__(self) -> str:
        return f"{self.name} in {self.record_id}: {self.person or 'nobody known'}"


class HiddenPerson(models.Model):
    """Somebody who has no page: it is not there, and no search finds it."""

    organisation = models.ForeignKey(Organisation, on_delete=models.CASCADE, related_name="+")
    person = models.CharField(max_length=40)
    by = models.CharField(max_length=200)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        """Once each."""

        constraints = (models.UniqueConstraint(fields=("organisation", "person"), name="hidden_once"),)

    def __str__(self) -> str:
        return f"{self.person} is hidden"


class Word(models.Model):
    """A word under which something is found: a person, a contestant, an event or a congress of a shown event."""

    class Kind(models.TextChoices):
        """What is found."""

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
        """By how a word begins."""

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
