"""Tokens: a program acts for a person, with that person's offices and under that person's name."""

from django.conf import settings
from django.db import models


class Token(models.Model):
    """A token of somebody's: only its fingerprint is kept, so that a copy of the database lets nobody in."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=80)
    fingerprint = models.CharField(max_length=64, unique=True)
    made = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.name} of {self.user}"
