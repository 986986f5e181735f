"""Holding something at a congress: its address, and its book opened with its first acts, or nothing kept of it."""

from collections.abc import Iterable
from importlib.metadata import version

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils.text import slugify

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import Act, EventOpened
from overtrick.ledger.durable.texts import DurableTexts
from overtrick.regulations.grammar.event import EventFile
from overtrick.regulations.plan.event_book import edition_for, find_event
from overtrick.regulations.read.editions import Edition
from overtrick.regulations.read.event_texts import event_paths
from overtrick.web.congress.addresses import check_slug
from overtrick.web.congress.models import Congress, Held, Official, Role
from overtrick.web.congress.post import post
from overtrick.web.organisations.handed_in import EventText
from overtrick.web.organisations.own_rules import own_edition, own_event


class Taken(DirectorError):
    """Something is at that address already."""


def rulebook_event(name: str, congress: Congress) -> EventFile:
    """An event of the rulebook by its id, or one of the organisation's own by its file's name.

    A browser names no file of the server, whether there is one or not.
    """
    if own := own_event(name, congress.whose):
        return own
    if name not in event_paths():
        raise DirectorError(f"The rulebook has no event called “{name:.60}”", remedy="Choose one of the list.")
    return find_event(name)


def opened(rules: str, title: str, congress: Congress) -> EventOpened:
    """The act that opens the book of an event, by the edition of its rules that there is now."""
    edition = own_edition(rules, congress.whose) or edition_for(rules)
    return EventOpened(rules, title, edition.hash, f"overtrick {version('overtrick')}")


def opened_by(file: EventText, title: str) -> EventOpened:
    """The act that opens the book of an event by a file that was handed in for it."""
    return EventOpened(file.name, title, file.edition.hash, f"overtrick {version('overtrick')}")


def give_offices(congress: Congress, user: User) -> None:
    """Who makes a congress organises it."""
    for role in (Role.ORGANISER, Role.CHIEF_DIRECTOR):
        Official.objects.create(user=user, congress=congress, role=role)


def free_slug(congress: Congress, name: str) -> str:
    """An address that nothing of the organisation's has yet."""
    base = slugify(f"{congress.short} {name}")[:80]
    named = congress.organisation.named
    taken = set(Held.objects.filter(slug__startswith=named(base)).values_list("slug", flat=True))
    return next(slug for slug in (base, *(f"{base}-{n}" for n in range(2, 1000))) if named(slug) not in taken)


def hold(held: Held, acts: Iterable[Act], by: str, key: str, edition: Edition | None = None) -> Held:
    """Hold it after all that is held there, and open its book; nothing is kept of one that is refused.

    It comes with its address as its organisation says it. *edition* are the texts it goes by, where they were
    handed in for it: they are kept with its book.
    """
    short = held.slug
    check_slug(short)
    held.slug = held.congress.organisation.named(short)
    held.place = held.congress.events.count() + 1
    try:
        with transaction.atomic():
            held.save(force_insert=True)
            if edition is not None:
                DurableTexts().keep(edition)
            for place, act in enumerate(acts):
                post(held, act, by, f"{key}-{place}")
    except IntegrityError as fault:
        raise Taken(f"There is a book at the address {short} already", remedy="Choose another.") from fault
    return held
