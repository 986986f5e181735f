"""Setting an event up: the rulebook's events to choose from, and what is confirmed before one is opened."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from overtrick.core.errors import OvertrickError
from overtrick.core.event.acts import Act, FormatChosen, ReadingChosen
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.plan.stages import Entrants
from overtrick.core.wording import phrase
from overtrick.regulations.describe.conditions import Conditions
from overtrick.regulations.describe.event import conditions_of
from overtrick.regulations.grammar.event import EventFile
from overtrick.regulations.grammar.selection import SelectionFile
from overtrick.regulations.plan.event_book import event_files, find_event
from overtrick.regulations.plan.events import build_event
from overtrick.regulations.read.editions import use_edition
from overtrick.regulations.read.library import library
from overtrick.web.congress.preview import format_text
from overtrick.web.congress.rules import edition_of
from overtrick.web.translation import plain

DEFAULT = "default"


@dataclass(frozen=True, slots=True)
class ListedEvent:
    """An event in the list to choose from."""

    id: str
    name: str
    says: str
    contest: str
    entries: str
    clause: str


@dataclass(frozen=True, slots=True)
class AskedReading:
    """A reading that an organiser may change: the question, our reading, the alternatives, and the one chosen."""

    id: str
    matter: str
    we: str
    ways: tuple[str, ...]
    chosen: str = DEFAULT


@dataclass(frozen=True, slots=True)
class AskedChoice:
    """A choice that the regulation leaves to an official, and whether it is made."""

    id: str
    by: str
    says: str
    clause: str
    chosen: bool = False


def rulebook_events(wanted: str = "") -> tuple[ListedEvent, ...]:
    """The events of the rulebook whose name, document or description contains every word of the search."""
    return listed_events(event_files().values(), wanted)


def listed_events(files: Iterable[EventFile], wanted: str = "") -> tuple[ListedEvent, ...]:
    """The events that contain every word of the search, for the list to choose from, by name."""
    words = wanted.casefold().split()
    found = []
    for file in files:
        event = file.event
        text = f"{event.id} {event.name} {event.says} {event.contest} {event.clause.document}".casefold()
        if all(word in text for word in words):
            found.append(
                ListedEvent(
                    event.id, event.name, event.says, plain(event.contest), plain(event.entries), event.clause.cite
                )
            )
    return tuple(sorted(found, key=lambda each: each.name))


def asked_readings(file: EventFile | SelectionFile) -> tuple[AskedReading, ...]:
    """The readings with alternatives in this event or selection."""
    known = library().readings.get(file.cites, {})
    return tuple(
        AskedReading(
            each.id,
            known[each.id].matter if each.id in known else "",
            known[each.id].we if each.id in known else "",
            tuple(way.way for way in each.other),
        )
        for each in file.reading
        if each.other
    )


def asked_choices(file: EventFile) -> tuple[AskedChoice, ...]:
    """The choices that the regulation leaves open in this event."""
    return tuple(AskedChoice(each.id, each.by, each.says, each.clause.cite) for each in file.choice)


def confirming(file: EventFile, given: Mapping[str, str], before: Tournament | None = None) -> dict[str, object]:
    """The context of the page that confirms an event; choices and readings are from *given*, or else from *before*."""
    choices, readings = (before.choices, before.readings) if before is not None else (frozenset(), {})
    asked = [
        replace(each, chosen=given.get(f"reading {each.id}", readings.get(each.id, DEFAULT)))
        for each in asked_readings(file)
    ]
    made = [
        replace(each, chosen=bool(given.get(f"choice {each.id}")) if given else each.id in choices)
        for each in asked_choices(file)
    ]
    entries, usual = file.event.entries, file.event.usual
    sizes = sorted({entries.least or 2, usual, entries.most or usual})
    formats = [format_for(file, size) for size in sizes]
    otherwise = any(each.chosen != DEFAULT for each in asked)
    return {
        "file": file.event, "readings": asked, "readings_chosen": otherwise, "choices": made, "formats": formats,
        "default": DEFAULT,
    }  # fmt: skip


def chosen_acts(file: EventFile, given: Mapping[str, str]) -> Iterator[Act]:
    """The acts for the readings and choices of a submitted page, to be posted after the event is opened."""
    reason = given.get("reason", "")[:300]
    for reading in asked_readings(file):
        way = given.get(f"reading {reading.id}", DEFAULT)
        if way != DEFAULT:
            yield ReadingChosen(reading.id, way, reason)
    for choice in asked_choices(file):
        if given.get(f"choice {choice.id}"):
            yield FormatChosen(choice.id, reason)


def format_for(file: EventFile, entries: int) -> str:
    """The format for this number of entries, in a sentence; or the reason why there is none."""
    try:
        made = format_text(build_event(file, Entrants(entries), (), {}))
        return plain(phrase("With {entries:#entry/entries}: {format}.", entries=entries, format=made))
    except OvertrickError as refused:
        return plain(refused)


def conditions(event: Tournament, rules: str) -> tuple[Conditions, str]:
    """The conditions of contest for the current entries, or for a usual number if that fails; and which it is."""
    with use_edition(edition_of(event, rules)):
        return _conditions(event, find_event(rules))


def _conditions(event: Tournament, file: EventFile) -> tuple[Conditions, str]:
    entrants = event.planned_for or event.entrants
    try:
        return conditions_of(file, entrants, event.choices, event.readings), plain(
            phrase("Conditions for the current entries.")
        )
    except OvertrickError:
        usual = Entrants(file.event.usual)
        found = conditions_of(file, usual, event.choices, event.readings)
        which = phrase(
            "Conditions for a typical field of {usual} {contest}, because the format for the current entries is not "
            "settled yet.",
            usual=file.event.usual,
            contest=file.event.contest,
        )
        return found, plain(which)
