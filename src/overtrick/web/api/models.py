"""Tokens: a program acts for a person, with that person's offices and under that person's name."""

from collections.abc import Mapping

from django.conf import settings
from django.db import models

from overtrick.web.congress.access import Action
from overtrick.web.congress.models import BookRecord, Congress


class Scope(models.TextChoices):
    """What a token is for; never more than its owner may do."""

    READ = "read", "read the desk and the books"
    SCORE = "score", "read, take entries and post results"
    LEAD = "lead", "lead events from a laptop at the venue"
    ALL = "all", "everything I may do"


COVERS: Mapping[Scope, frozenset[Action]] = {
    Scope.READ: frozenset({Action.SEE}),
    Scope.SCORE: frozenset({Action.SEE, Action.ENTER, Action.SCORE}),
    Scope.LEAD: frozenset({Action.SEE, Action.LEAD}),
    Scope.ALL: frozenset(Action),
}


class Token(models.Model):
    """A token of somebody's: only its fingerprint is kept, so that a copy of the database lets nobody in."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=80)
    fingerprint = models.CharField(max_length=64, unique=True)
    scope = models.CharField(max_length=10, choices=Scope.choices, default=Scope.ALL)
    congress = models.ForeignKey(Congress, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    event = models.ForeignKey(BookRecord, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    made = models.DateTimeField(auto_now_add=True)
    ends = models.DateTimeField()
    used = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.name} of {self.user}"

    def covers(self, action: Action, congress: Congress | None = None, record: BookRecord | None = None) -> bool:
        """Whether a program with this token may try to do this: its scope has it, there."""
        at = None if congress is None else congress.slug
        of = None if record is None else record.slug
        return action in COVERS[Scope(self.scope)] and self.congress_id in (None, at) and self.event_id in (None, of)
