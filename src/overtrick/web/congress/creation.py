"""What a congress holds, created: address, record, and a book opened with its first acts; or nothing is kept of it."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import version

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils.text import slugify

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import Act, EventOpened
from overtrick.ledger.book import Draft
from overtrick.ledger.durable.book import DurableBook
from overtrick.ledger.durable.texts import DurableTexts
from overtrick.regulations.grammar.event import EventFile
from overtrick.regulations.plan.event_book import edition_for, find_event
from overtrick.regulations.read.editions import Edition, program_edition
from overtrick.regulations.read.event_texts import event_paths
from overtrick.web.congress.addresses import check_slug
from overtrick.web.congress.models import BookRecord, Congress, Official, Role
from overtrick.web.congress.post import post
from overtrick.web.organisations.handed_in import EventText
from overtrick.web.organisations.own_rules import own_edition, own_event
from overtrick.web.organisations.quota import check_events


class AddressTaken(DirectorError):
    """Something is at that address already."""


def rulebook_event(name: str, congress: Congress) -> EventFile:
    """An event of the rulebook or of a folder of the organisation's own by its id, or by the name of a file of its own.

    A browser names no file of the server, whether there is one or not.
    """
    if own := own_event(name, congress.whose):
        return own
    if name not in event_paths():
        raise DirectorError(
            "The rulebook has no event called “{name}”", remedy="Choose one of the list.", name=f"{name:.60}"
        )
    return find_event(name)


def standing(rules: str, congress: Congress) -> Edition:
    """The rules that an event to be opened is shown by: the organisation's own if it is of those, or the program's."""
    return own_edition(rules, congress.whose) or program_edition()


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
    taken = set(BookRecord.objects.filter(slug__startswith=named(base)).values_list("slug", flat=True))
    return next(slug for slug in (base, *(f"{base}-{n}" for n in range(2, 1000))) if named(slug) not in taken)


def open_book(record: BookRecord, acts: Iterable[Act], by: str, key: str, edition: Edition | None = None) -> BookRecord:
    """Save the record after all others of its congress, and open its book; nothing is kept of one that is refused.

    It comes with its address as its organisation says it. *edition* are the texts it goes by, where they were
    handed in for it: they are kept with its book.
    """
    with _begun(record, edition):
        for place, act in enumerate(acts):
            post(record, act, by, f"{key}-{place}")
    return record


def open_played(record: BookRecord, drafts: Sequence[Draft], edition: Edition) -> BookRecord:
    """Save the record with a whole book that was decided on elsewhere, letter for letter, or nothing of it."""
    with _begun(record, edition):
        DurableBook(record.slug, organisation=record.congress.whose).append(drafts, seen=0)
    return record


@contextmanager
def _begun(record: BookRecord, edition: Edition | None) -> Iterator[None]:
    """A record with its address, place and texts; what is done within is kept with it, or nothing is."""
    short = record.slug
    check_slug(short)
    check_events(record.congress.organisation)
    record.slug = record.congress.organisation.named(short)
    record.place = record.congress.events.count() + 1
    try:
        with transaction.atomic():
            record.save(force_insert=True)
            if edition is not None:
                DurableTexts().keep(edition)
            yield
    except IntegrityError as fault:
        raise AddressTaken(
            "There is a book at the address {short} already", remedy="Choose another.", short=short
        ) from fault
