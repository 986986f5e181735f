"""An organisation's own rules: event files in editions, checked before they are stored; and its folders.

A book opened with one stores its texts, by their hash, as it does with the built-in rulebook, so later changes to the
file affect no book. Only the organisation itself can use it.
"""

from collections.abc import Iterator

from django.db import transaction
from django.db.models import QuerySet

from overtrick.regulations.grammar.event import EventFile
from overtrick.regulations.plan.event_book import OWN
from overtrick.regulations.read.editions import Edition, text_hash
from overtrick.web.organisations.handed_in import RulesRefused, checked_event, edition_of_text, event_of_text
from overtrick.web.organisations.models import OwnRules
from overtrick.web.organisations.rule_folders import editions_having, event_edition, events_of, folder_having

MOST = 50
"""The most files of one organisation."""
EDITIONS = 200
"""The most editions of all files of one organisation."""


def current_rules(organisation: int) -> QuerySet[OwnRules]:
    """The current files of an organisation, by the names of their events."""
    return OwnRules.objects.filter(organisation=organisation, current=True).order_by("title", "name")


def editions_of(organisation: int, name: str) -> QuerySet[OwnRules]:
    """The editions of a file, latest first."""
    return OwnRules.objects.filter(organisation=organisation, name=name).order_by("-at", "-pk")


def keep_rules(organisation: int, name: str, text: str, by: str) -> OwnRules:
    """Store a file, as a new edition if the name exists; refused with every fault that `rules check` finds."""
    found = checked_event(name, text)
    name, text = found.name, found.text
    with transaction.atomic():
        there = OwnRules.objects.filter(organisation=organisation)
        last = there.filter(name=name, current=True).first()
        if last is not None and last.text == text:
            raise RulesRefused("{name} has not changed since it was last saved", name=name)
        if last is None and there.filter(current=True).count() >= MOST:
            raise RulesRefused(
                "Your organisation already has {most:#event file}, the most it can have",
                remedy="Retire an event file first.",
                most=MOST,
            )
        if there.count() >= EDITIONS:
            raise RulesRefused(
                "Your organisation has saved {editions:#edition} of its event files, the most it can save",
                remedy="Ask the server administrator for help, because editions cannot be deleted here.",
                editions=EDITIONS,
            )
        there.filter(name=name, current=True).update(current=False)
        return OwnRules.objects.create(
            organisation_id=organisation, name=name, title=found.event.event.name[:200], text=text,
            fingerprint=text_hash(text), by=by[:200],
        )  # fmt: skip


def withdraw_rules(organisation: int, name: str) -> None:
    """Stop offering a file. Books that use it keep its texts, and its editions stay listed."""
    OwnRules.objects.filter(organisation=organisation, name=name, current=True).update(current=False)


def own_event(name: str, organisation: int) -> EventFile | None:
    """The event in an organisation's own file, by the file's name, or in one of its folders, by the event's id."""
    if name.endswith(OWN):
        found = _current_file(name, organisation)
        return event_of_text(name, found.text) if found is not None else None
    folder = folder_having(name, organisation)
    return events_of(folder)[name] if folder is not None else None


def own_edition(name: str, organisation: int) -> Edition | None:
    """The edition of an organisation's own event: its file or folder, and the built-in parts that it refers to."""
    if name.endswith(OWN):
        found = _current_file(name, organisation)
        return edition_of_text(name, found.text) if found is not None else None
    folder = folder_having(name, organisation)
    return event_edition(folder, name) if folder is not None else None


def own_editions(name: str, organisation: int) -> Iterator[Edition]:
    """The current edition of an organisation's own event and the one before, since a book may just be opened by it."""
    if not name.endswith(OWN):
        yield from editions_having(name, organisation)
    elif organisation > 0:
        for each in editions_of(organisation, name)[:2]:
            yield edition_of_text(name, each.text)


def _current_file(name: str, organisation: int) -> OwnRules | None:
    """The current file with this name; None if there is no single organisation."""
    return current_rules(organisation).filter(name=name).first() if organisation > 0 else None
