"""An organisation's own folders of rules: whole documents in editions, checked before they are stored.

An edition never changes, and its hash is checked when it is read. A book opened with one of its events stores the parts
that the event refers to, as it does with the built-in rulebook, so later changes to the folder affect no book. Only the
organisation itself can use it.
"""

from collections import OrderedDict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from threading import Lock
from time import monotonic

from django.db import transaction
from django.db.models import QuerySet

from overtrick.core.wording import phrase
from overtrick.lab.trial import folder_refusals
from overtrick.ledger.texts import ChangedText
from overtrick.regulations.grammar.event import EventFile
from overtrick.regulations.grammar.rules import Document
from overtrick.regulations.lint.files import check_folder
from overtrick.regulations.plan.event_book import edition_for, find_event
from overtrick.regulations.read.editions import DOCUMENT, Edition, program_edition, use_edition
from overtrick.regulations.read.event_texts import EVENTS, event_paths
from overtrick.regulations.read.load import add_folder, read_as
from overtrick.regulations.read.zipped_folder import RuleFolder
from overtrick.web.organisations.handed_in import RulesRefused, by_line
from overtrick.web.organisations.models import OwnFolder

MOST = 20
"""The most folders of one organisation."""
EDITIONS = 100
"""The most editions of all folders of one organisation."""
KEPT = 32
"""The most parsed editions that a process caches, for all organisations."""

_read: OrderedDict[str, Edition] = OrderedDict()
"""The parsed editions, by fingerprint; they never change."""
_lock = Lock()


@dataclass(frozen=True, slots=True)
class KeptFolder:
    """A folder that was stored, and those of its events that there was no time to simulate."""

    row: OwnFolder
    untried: tuple[str, ...] = ()


def current_folders(organisation: int) -> "QuerySet[OwnFolder]":
    """The current folders of an organisation, by the titles of their documents."""
    found = OwnFolder.objects.filter(organisation=organisation, current=True)
    return found.order_by("title", "name").defer("texts")


def folder_editions(organisation: int, name: str) -> "QuerySet[OwnFolder]":
    """The editions of a folder, latest first."""
    return OwnFolder.objects.filter(organisation=organisation, name=name).order_by("-at", "-pk").defer("texts")


def keep_folder(organisation: int, folder: RuleFolder, by: str, seconds: float | None = None) -> KeptFolder:
    """Store a folder, as a new edition if the name exists; refused with every fault that `rules check` finds.

    Its events are simulated as `rules check` does, for at most this many *seconds* if someone is waiting.
    """
    document, untried = _validate_folder(folder, seconds)
    own = _of_texts(folder)
    with transaction.atomic():
        there = OwnFolder.objects.filter(organisation=organisation)
        last = there.filter(name=folder.name, current=True).first()
        if last is not None and last.fingerprint == own.hash:
            raise RulesRefused("{folder} has not changed since it was last saved", folder=folder.name)
        if last is None and there.filter(current=True).count() >= MOST:
            raise RulesRefused(
                "Your organisation already has {most:#folder}, the most it can have",
                remedy="Retire a folder first.",
                most=MOST,
            )
        if there.count() >= EDITIONS:
            raise RulesRefused(
                "Your organisation has saved {editions:#edition} of its folders, the most it can save",
                remedy="Ask the server administrator for help, because editions cannot be deleted here.",
                editions=EDITIONS,
            )
        cited = there.filter(current=True, cite=document.cite).exclude(name=folder.name).first()
        if cited is not None:
            raise RulesRefused(
                "The folder {cited} already uses the citation {cite}",
                remedy="Choose another citation for this document.",
                cited=cited.name,
                cite=document.cite,
            )
        there.filter(name=folder.name, current=True).update(current=False)
        row = OwnFolder.objects.create(
            organisation_id=organisation, name=folder.name, cite=document.cite[:40], title=document.title[:200],
            texts=dict(folder.texts), fingerprint=own.hash, by=by[:200],
        )  # fmt: skip
    return KeptFolder(row, tuple(untried))


def _validate_folder(folder: RuleFolder, seconds: float | None) -> tuple[Document, list[str]]:
    """The document of a valid folder, and those of its events that there was no time to simulate."""
    if folder.name in program_edition().folders:
        raise RulesRefused(
            "Overtrick already has a folder called {folder}",
            remedy="Rename your folder, and change the name in its ids too.",
            folder=folder.name,
        )
    if not any(path.startswith("events/") for path in folder.texts):
        raise RulesRefused(
            "{folder} has no events", remedy="Put event files in its “events” folder.", folder=folder.name
        )
    texts = {f"{folder.name}/{path}": text for path, text in folder.texts.items()}
    until = None if seconds is None else monotonic() + seconds
    with use_edition(program_edition()):
        faults, findings = check_folder(folder.name, folder.texts)
        wrong, untried = [*faults, *(each.located for each in findings if each.fault)], list[str]()
        if not wrong:
            goes_on = lambda: until is None or monotonic() < until  # noqa: E731 - called between two events
            wrong, untried = folder_refusals(folder.name, folder.texts, goes_on)
    if wrong:
        told = phrase("{name} was not saved: it has {wrong:#error}", name=folder.name, wrong=len(wrong))
        raise RulesRefused(told, by_line(wrong, texts))
    return read_as(Document, folder.texts[DOCUMENT], f"{folder.name}/{DOCUMENT}"), untried


def retire_folder(organisation: int, name: str) -> None:
    """Stop offering a folder. Books that use it keep its texts, and its editions stay listed."""
    OwnFolder.objects.filter(organisation=organisation, name=name, current=True).update(current=False)


def _of_texts(folder: RuleFolder) -> Edition:
    return Edition({f"{folder.name}/{path}": text for path, text in folder.texts.items()})


def folder_of(row: OwnFolder) -> RuleFolder:
    """The folder of a row; `ChangedText` if its texts no longer match its hash."""
    folder = RuleFolder(row.name, row.texts)
    if _of_texts(folder).hash != row.fingerprint:
        raise ChangedText(f"The folder {row.name} in the database does not match its hash. Restore it from a backup.")
    return folder


def standing_edition(row: OwnFolder) -> Edition:
    """The edition of a folder together with the parts of the built-in rulebook that it refers to."""
    with _lock:
        found = _read.get(row.fingerprint)
        if found is not None:
            _read.move_to_end(row.fingerprint)
            return found
    texts = folder_of(row).texts
    found = add_folder(program_edition(), row.name, texts).reached_from([f"{row.name}/{path}" for path in texts])
    with _lock:
        _read[row.fingerprint] = found
        while len(_read) > KEPT:
            _read.popitem(last=False)
    return found


def is_hidden(row: OwnFolder) -> bool:
    """Whether the program now has a folder of the same name, which takes precedence."""
    return row.name in program_edition().folders


def events_of(row: OwnFolder) -> Mapping[str, EventFile]:
    """The events of a folder by their ids."""
    with use_edition(standing_edition(row)):
        names = [name for name, path in event_paths().items() if path.startswith(f"{row.name}{EVENTS}")]
        return {name: find_event(name) for name in names}


def folder_having(event: str, organisation: int) -> OwnFolder | None:
    """The current folder of an organisation that has an event with this id; None if there is no single organisation."""
    row = next(iter(_editions_having(event, organisation)), None)
    return row if row is not None and row.current else None


def editions_having(event: str, organisation: int) -> Iterator[Edition]:
    """The editions of an event in its current folder and in the one before, since someone may just be opening it."""
    for row in _editions_having(event, organisation):
        yield event_edition(row, event)


def _editions_having(event: str, organisation: int) -> Iterator[OwnFolder]:
    name, found, _ = event.partition("/")
    if found and organisation > 0 and name not in program_edition().folders:
        rows = folder_editions(organisation, name)
        for row in sorted(rows[:2], key=lambda each: not each.current):
            with use_edition(standing_edition(row)):
                if event in event_paths():
                    yield row


def event_edition(row: OwnFolder, event: str) -> Edition:
    """The edition of an event: the parts of its folder and of the built-in rulebook that it refers to."""
    with use_edition(standing_edition(row)):
        return edition_for(event)
