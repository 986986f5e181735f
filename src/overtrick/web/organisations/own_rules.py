"""Rules of an organisation's own: event files, each in its editions, checked before they are kept; and its folders.

A book that is opened by one keeps the texts itself, by their hash, as it does those that ship; what is done to the file
later changes no book. Nobody but the organisation is offered it.
"""

from collections.abc import Iterator

from django.db import transaction
from django.db.models import QuerySet

from overtrick.regulations.grammar.event import EventFile
from overtrick.regulations.plan.event_book import OWN
from overtrick.regulations.read.editions import Edition, text_hash
from overtrick.web.organisations.handed_in import RulesRefused, checked_event, edition_of_text, event_of_text
from overtrick.web.organisations.models import OwnRules
from overtrick.web.organisations.own_folders import editions_having, event_edition, events_of, folder_having

MOST = 50
"""Files of one organisation."""
EDITIONS = 200
"""Editions of one organisation, of all its files together."""


def current_rules(organisation: int) -> QuerySet[OwnRules]:
    """The files of an organisation that are offered, by the names of their events."""
    return OwnRules.objects.filter(organisation=organisation, current=True).order_by("title", "name")


def editions_of(organisation: int, name: str) -> QuerySet[OwnRules]:
    """The editions of a file, the last first."""
    return OwnRules.objects.filter(organisation=organisation, name=name).order_by("-at", "-pk")


def keep_rules(organisation: int, name: str, text: str, by: str) -> OwnRules:
    """Keep a file, as a new edition if there is one of its name; refused with every fault that `rules check` finds."""
    found = checked_event(name, text)
    name, text = found.name, found.text
    with transaction.atomic():
        there = OwnRules.objects.filter(organisation=organisation)
        last = there.filter(name=name, current=True).first()
        if last is not None and last.text == text:
            raise RulesRefused("{name} is here already, letter for letter", name=name)
        if there.count() >= EDITIONS or (last is None and there.filter(current=True).count() >= MOST):
            raise RulesRefused(
                "An organisation has at most {most} files, and {editions} editions of them",
                most=MOST,
                editions=EDITIONS,
            )
        there.filter(name=name, current=True).update(current=False)
        return OwnRules.objects.create(
            organisation_id=organisation, name=name, title=found.event.event.name[:200], text=text,
            fingerprint=text_hash(text), by=by[:200],
        )  # fmt: skip


def withdraw_rules(organisation: int, name: str) -> None:
    """Offer a file no more. Books that go by it keep its texts; its editions stay listed."""
    OwnRules.objects.filter(organisation=organisation, name=name, current=True).update(current=False)


def own_event(name: str, organisation: int) -> EventFile | None:
    """The event in a file of an organisation's own, by the file's name; or in a folder of its own, by its id."""
    if name.endswith(OWN):
        found = _offered(name, organisation)
        return event_of_text(name, found.text) if found is not None else None
    folder = folder_having(name, organisation)
    return events_of(folder)[name] if folder is not None else None


def own_edition(name: str, organisation: int) -> Edition | None:
    """The edition that such an event stands on: its file or its folder, and what it reaches of what ships."""
    if name.endswith(OWN):
        found = _offered(name, organisation)
        return edition_of_text(name, found.text) if found is not None else None
    folder = folder_having(name, organisation)
    return event_edition(folder, name) if folder is not None else None


def own_editions(name: str, organisation: int) -> Iterator[Edition]:
    """The edition that such an event stands on, and the one before: somebody may be opening a book by it."""
    if not name.endswith(OWN):
        yield from editions_having(name, organisation)
    elif organisation > 0:
        for each in editions_of(organisation, name)[:2]:
            yield edition_of_text(name, each.text)


def _offered(name: str, organisation: int) -> OwnRules | None:
    """For nobody, and for everybody at once, none is offered."""
    return current_rules(organisation).filter(name=name).first() if organisation > 0 else None
