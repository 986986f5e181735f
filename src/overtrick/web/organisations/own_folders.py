"""Folders of rules of an organisation's own: whole documents, each in its editions, checked before they are kept.

An edition is never changed, and proves itself by its hash when it is read. A book that is opened by one of its events
keeps what the event reaches of it, as it does what ships; whatever is done to the folder later changes no book. Nobody
but the organisation is offered it.
"""

from collections import OrderedDict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from threading import Lock
from time import monotonic

from django.db import transaction
from django.db.models import QuerySet

from overtrick.core.wording import count_of
from overtrick.lab.trial import folder_refusals
from overtrick.ledger.texts import ChangedText
from overtrick.regulations.grammar.event import EventFile
from overtrick.regulations.grammar.rules import Document
from overtrick.regulations.lint.files import check_folder
from overtrick.regulations.plan.event_book import edition_for, find_event
from overtrick.regulations.read.editions import DOCUMENT, Edition, program_edition, under
from overtrick.regulations.read.event_texts import EVENTS, event_paths
from overtrick.regulations.read.load import beside, read_as
from overtrick.regulations.read.zipped_folder import RuleFolder
from overtrick.web.organisations.handed_in import RulesRefused, by_line
from overtrick.web.organisations.models import OwnFolder

MOST = 20
"""Folders of one organisation."""
EDITIONS = 100
"""Editions of one organisation, of all its folders together."""
KEPT = 32
"""Editions that a process keeps read, of all organisations."""

_read: OrderedDict[str, Edition] = OrderedDict()
"""Editions this process has read, by what they hold: they never change."""
_lock = Lock()


@dataclass(frozen=True, slots=True)
class KeptFolder:
    """A folder that was kept, and its events that were not played through in the time there was."""

    row: OwnFolder
    untried: tuple[str, ...] = ()


def current_folders(organisation: int) -> "QuerySet[OwnFolder]":
    """The folders of an organisation that are offered, by the titles of their documents."""
    found = OwnFolder.objects.filter(organisation=organisation, current=True)
    return found.order_by("title", "name").defer("texts")


def folder_editions(organisation: int, name: str) -> "QuerySet[OwnFolder]":
    """The editions of a folder, the last first."""
    return OwnFolder.objects.filter(organisation=organisation, name=name).order_by("-at", "-pk").defer("texts")


def keep_folder(organisation: int, folder: RuleFolder, by: str, seconds: float | None = None) -> KeptFolder:
    """Keep a folder, as a new edition if there is one of its name; refused with every fault that `rules check` finds.

    Its events are played through as `rules check` does, for so many *seconds* where somebody waits.
    """
    document, untried = _checked(folder, seconds)
    own = _of_texts(folder)
    with transaction.atomic():
        there = OwnFolder.objects.filter(organisation=organisation)
        last = there.filter(name=folder.name, current=True).first()
        if last is not None and last.fingerprint == own.hash:
            raise RulesRefused("{folder} is here already, letter for letter", folder=folder.name)
        if there.count() >= EDITIONS or (last is None and there.filter(current=True).count() >= MOST):
            raise RulesRefused(
                "An organisation has at most {MOST} folders, and {EDITIONS} editions of them",
                MOST=MOST,
                EDITIONS=EDITIONS,
            )
        cited = there.filter(current=True, cite=document.cite).exclude(name=folder.name).first()
        if cited is not None:
            raise RulesRefused(
                "{cited} is cited as {cite}; cite this document otherwise", cited=cited.name, cite=document.cite
            )
        there.filter(name=folder.name, current=True).update(current=False)
        row = OwnFolder.objects.create(
            organisation_id=organisation, name=folder.name, cite=document.cite[:40], title=document.title[:200],
            texts=dict(folder.texts), fingerprint=own.hash, by=by[:200],
        )  # fmt: skip
    return KeptFolder(row, tuple(untried))


def _checked(folder: RuleFolder, seconds: float | None) -> tuple[Document, list[str]]:
    """The document of a folder in which nothing is wrong, and its events that there was no time to play through."""
    if folder.name in program_edition().folders:
        raise RulesRefused(
            "The program has a folder called {folder}; give yours another name, and its ids too", folder=folder.name
        )
    if not any(path.startswith("events/") for path in folder.texts):
        raise RulesRefused("{folder} has no events: they are files in its folder events", folder=folder.name)
    texts = {f"{folder.name}/{path}": text for path, text in folder.texts.items()}
    until = None if seconds is None else monotonic() + seconds
    with under(program_edition()):
        faults, findings = check_folder(folder.name, folder.texts)
        wrong, untried = [*faults, *(each.located for each in findings if each.fault)], list[str]()
        if not wrong:
            goes_on = lambda: until is None or monotonic() < until  # noqa: E731 - asked between two events
            wrong, untried = folder_refusals(folder.name, folder.texts, goes_on)
    if wrong:
        told = f"{folder.name} is not kept: it has {count_of(len(wrong), 'fault', 'faults')}"
        raise RulesRefused(told, by_line(wrong, texts))
    return read_as(Document, folder.texts[DOCUMENT], f"{folder.name}/{DOCUMENT}"), untried


def retire_folder(organisation: int, name: str) -> None:
    """Offer a folder no more. Books that go by it keep its texts; its editions stay listed."""
    OwnFolder.objects.filter(organisation=organisation, name=name, current=True).update(current=False)


def _of_texts(folder: RuleFolder) -> Edition:
    return Edition({f"{folder.name}/{path}": text for path, text in folder.texts.items()})


def folder_of(row: OwnFolder) -> RuleFolder:
    """The folder of a row; refused if it is not what it was when it was kept."""
    folder = RuleFolder(row.name, row.texts)
    if _of_texts(folder).hash != row.fingerprint:
        raise ChangedText(f"The folder {row.name} in the database is not what its hash says: restore it from a copy.")
    return folder


def standing_edition(row: OwnFolder) -> Edition:
    """A folder with all that it reaches of what ships, in which its events are found."""
    with _lock:
        found = _read.get(row.fingerprint)
        if found is not None:
            _read.move_to_end(row.fingerprint)
            return found
    texts = folder_of(row).texts
    found = beside(program_edition(), row.name, texts).reached_from([f"{row.name}/{path}" for path in texts])
    with _lock:
        _read[row.fingerprint] = found
        while len(_read) > KEPT:
            _read.popitem(last=False)
    return found


def is_hidden(row: OwnFolder) -> bool:
    """Whether the program has got a folder of the same name since, which then comes first."""
    return row.name in program_edition().folders


def events_of(row: OwnFolder) -> Mapping[str, EventFile]:
    """The events of a folder by their ids."""
    with under(standing_edition(row)):
        names = [name for name, path in event_paths().items() if path.startswith(f"{row.name}{EVENTS}")]
        return {name: find_event(name) for name in names}


def folder_having(event: str, organisation: int) -> OwnFolder | None:
    """The folder offered to an organisation that has an event of this id; none for nobody, nor for everybody."""
    row = next(iter(_editions_having(event, organisation)), None)
    return row if row is not None and row.current else None


def editions_having(event: str, organisation: int) -> Iterator[Edition]:
    """What an event of this id stands on in its folder as it is, and as it was before: somebody may just open it."""
    for row in _editions_having(event, organisation):
        yield event_edition(row, event)


def _editions_having(event: str, organisation: int) -> Iterator[OwnFolder]:
    name, found, _ = event.partition("/")
    if found and organisation > 0 and name not in program_edition().folders:
        rows = folder_editions(organisation, name)
        for row in sorted(rows[:2], key=lambda each: not each.current):
            with under(standing_edition(row)):
                if event in event_paths():
                    yield row


def event_edition(row: OwnFolder, event: str) -> Edition:
    """The edition that an event of a folder stands on: what it reaches of the folder and of what ships."""
    with under(standing_edition(row)):
        return edition_for(event)
