"""Creating events and years in a congress: address, record, and a book with its first acts, or nothing at all."""

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
from overtrick.web.organisations.quota import check_events
from overtrick.web.organisations.rule_files import own_edition, own_event


class AddressTaken(DirectorError):
    """The address is in use."""


def rulebook_event(name: str, congress: Congress) -> EventFile:
    """The event with this id in the rulebook or in one of the organisation's own folders.

    A path to a file on the server is refused, whether or not the file exists.
    """
    if own := own_event(name, congress.whose):
        return own
    if name not in event_paths():
        raise DirectorError(
            "The rulebook has no event called “{name}”", remedy="Choose from the list.", name=f"{name:.60}"
        )
    return find_event(name)


def standing(rules: str, congress: Congress) -> Edition:
    """The edition by which an event is shown before it is opened: the organisation's own, or the program's."""
    return own_edition(rules, congress.whose) or program_edition()


def opening_act(rules: str, title: str, congress: Congress) -> EventOpened:
    """The act that opens the book of an event by the current edition of its rules."""
    edition = own_edition(rules, congress.whose) or edition_for(rules)
    return EventOpened(rules, title, edition.hash, f"overtrick {version('overtrick')}")


def opened_by(file: EventText, title: str) -> EventOpened:
    """The act that opens the book of an event by an event file that was uploaded for it."""
    return EventOpened(file.name, title, file.edition.hash, f"overtrick {version('overtrick')}")


def give_offices(congress: Congress, user: User) -> None:
    """Make the user who creates a congress its organiser and chief director."""
    for role in (Role.ORGANISER, Role.CHIEF_DIRECTOR):
        Official.objects.create(user=user, congress=congress, role=role)


def free_slug(congress: Congress, name: str) -> str:
    """An address that no book of the organisation has yet."""
    base = slugify(f"{congress.short} {name}")[:80]
    named = congress.organisation.full_slug
    taken = set(BookRecord.objects.filter(slug__startswith=named(base)).values_list("slug", flat=True))
    return next(slug for slug in (base, *(f"{base}-{n}" for n in range(2, 1000))) if named(slug) not in taken)


def open_book(record: BookRecord, acts: Iterable[Act], by: str, key: str, edition: Edition | None = None) -> BookRecord:
    """Save the record as the last of its congress and open its book. If an act is refused, nothing is stored.

    The record's slug is its address within the organisation. *edition* holds the texts of rules that were uploaded for
    this book; they are stored with it.
    """
    with _save_record(record, edition):
        for place, act in enumerate(acts):
            post(record, act, by, f"{key}-{place}")
    return record


def open_played(record: BookRecord, drafts: Sequence[Draft], edition: Edition) -> BookRecord:
    """Save the record with a whole book that was played elsewhere, its postings unchanged; all of it or nothing."""
    with _save_record(record, edition):
        DurableBook(record.slug, organisation=record.congress.whose).append(drafts, seen=0)
    return record


@contextmanager
def _save_record(record: BookRecord, edition: Edition | None) -> Iterator[None]:
    """Save a record with its address, place and texts, in one transaction with the body of the `with` block."""
    short = record.slug
    check_slug(short)
    check_events(record.congress.organisation)
    record.slug = record.congress.organisation.full_slug(short)
    record.place = record.congress.events.count() + 1
    try:
        with transaction.atomic():
            record.save(force_insert=True)
            if edition is not None:
                DurableTexts().keep(edition)
            yield
    except IntegrityError as fault:
        raise AddressTaken(
            "The address {short} is already used by a book", remedy="Choose another address.", short=short
        ) from fault
