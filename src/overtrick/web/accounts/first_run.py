"""The first run: in an installation without accounts, the page that creates the chief director and the first congress.

It asks for a key that the server prints when it starts, so that a stranger on the venue's network cannot get in first.
"""

import hmac
from dataclasses import dataclass
from datetime import date
from hashlib import sha256

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.db import transaction
from django.utils.text import slugify

from overtrick.web.accounts import people
from overtrick.web.congress.addresses import own_words
from overtrick.web.congress.models import Congress, Official, Role
from overtrick.web.organisations.models import Member, Rank


@dataclass(frozen=True, slots=True)
class Beginning:
    """The answers to the first-run page."""

    name: str
    password: str
    congress: str
    venue: str = ""
    starts: date | None = None


def is_needed() -> bool:
    """Whether the installation has no accounts yet."""
    return not get_user_model().objects.exists()


def key() -> str:
    """The setup key, derived from the installation's secret."""
    return hmac.new(settings.SECRET_KEY.encode(), b"overtrick first run", sha256).hexdigest()[:32]


def opens(given: str) -> bool:
    """Whether this is the setup key."""
    return hmac.compare_digest(given.strip().encode(), key().encode())


@transaction.atomic
def begin(beginning: Beginning) -> User:
    """Create the account and the congress. The account owns the installation, and is organiser and chief director."""
    user = people.make(people.NewAccount(beginning.name, beginning.password, owner=True))
    slug = slugify(beginning.congress)[:40] or "congress"
    congress = Congress.objects.create(
        slug=f"{slug}-congress" if slug in own_words() else slug,
        name=beginning.congress,
        venue=beginning.venue,
        starts=beginning.starts,
        ends=beginning.starts,
    )
    Member.objects.create(user=user, organisation=congress.organisation, rank=Rank.OWNER)
    for role in (Role.ORGANISER, Role.CHIEF_DIRECTOR):
        Official.objects.create(user=user, congress=congress, role=role)
    return user
