"""Holding something at a congress: its address, and its book opened with its first acts, or nothing kept of it."""

from collections.abc import Iterable

from django.contrib import messages
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils.text import slugify

from overtrick.core.errors import OvertrickError
from overtrick.core.event.acts import Act
from overtrick.web.congress.access import called
from overtrick.web.congress.addresses import check_slug
from overtrick.web.congress.models import Congress, Held
from overtrick.web.congress.post import post
from overtrick.web.desk.views.shared import key_of, told


def free_slug(congress: Congress, name: str) -> str:
    """An address that nothing has yet."""
    base = slugify(f"{congress.slug} {name}")[:80]
    taken = set(Held.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    return next(slug for slug in (base, *(f"{base}-{n}" for n in range(2, 1000))) if slug not in taken)


def hold(request: HttpRequest, held: Held, acts: Iterable[Act]) -> Held | None:
    """Hold it after all that is held there, and open its book; nothing is kept of one that is refused."""
    key = key_of(request)
    held.place = held.congress.events.count() + 1
    try:
        check_slug(held.slug)
        with transaction.atomic():
            held.save(force_insert=True)
            for place, act in enumerate(acts):
                post(held, act, called(request.user), f"{key}-{place}")
    except OvertrickError as refused:
        told(request, refused)
    except IntegrityError:
        messages.error(request, f"There is a book at the address {held.slug} already. Choose another.")
    else:
        return held
    return None
