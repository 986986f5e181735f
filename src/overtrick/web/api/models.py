"""Tokens, with which a program acts for a user, with that user's roles and under their name."""

from collections.abc import Mapping

from django.conf import settings
from django.db import models

from overtrick.core.wording import Phrase, phrase
from overtrick.web.congress.access import Action
from overtrick.web.congress.models import BookRecord, Congress


class Scope(models.TextChoices):
    """The scope of a token, which never exceeds what its owner may do."""

    READ = "read", "read the desk and the books"
    SCORE = "score", "read the desk and the books, take entries and post results"
    LEAD = "lead", "run events from a laptop at the venue"
    ALL = "all", "everything I can do"


COVERS: Mapping[Scope, frozenset[Action]] = {
    Scope.READ: frozenset({Action.SEE}),
    Scope.SCORE: frozenset({Action.SEE, Action.ENTER, Action.SCORE}),
    Scope.LEAD: frozenset({Action.SEE, Action.LEAD}),
    Scope.ALL: frozenset(Action),
}


class Token(models.Model):
    """A user's token. Only its fingerprint is stored, so that a copy of the database lets no one in."""

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

    @property
    def allows(self) -> Phrase:
        """What a program may do with the token, and where, in words."""
        return phrase(
            "Permissions: {scope}[, only in {event}][, at {congress}].",
            scope=Phrase(Scope(self.scope).label),
            event=str(self.event or ""),
            congress="" if self.event else str(self.congress or ""),
        )

    def covers(self, action: Action, congress: Congress | None = None, record: BookRecord | None = None) -> bool:
        """Whether the token's scope includes this action at this place."""
        at = None if congress is None else congress.slug
        of = None if record is None else record.slug
        return action in COVERS[Scope(self.scope)] and self.congress_id in (None, at) and self.event_id in (None, of)
