"""The conditions of contest of an event in plain English, for one entry, with their citations."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum

from overtrick.core.event.plan.stages import Entrants, Event
from overtrick.core.provenance import Clause
from overtrick.core.wording import Phrase, Said, phrase
from overtrick.regulations.describe.conditions import Conditions, Paragraph, Section, render_lines
from overtrick.regulations.describe.conduct import conduct_lines, play_lines, player_lines
from overtrick.regulations.describe.graph import graph_sections
from overtrick.regulations.describe.rules import qualify_lines
from overtrick.regulations.describe.sentences import Sentence, describe_part, named_phrase, told_of
from overtrick.regulations.describe.stages import stage_lines
from overtrick.regulations.grammar.event import EventFile
from overtrick.regulations.plan.draws import Shape, shape_of
from overtrick.regulations.plan.events import AS_READ, build_event
from overtrick.regulations.plan.formats import Situation, planned_stages, situation
from overtrick.regulations.read.library import edition_said, library

SILENT = phrase("Gaps and contradictions in the regulations")


def describe_event(
    file: EventFile, entrants: Entrants, choices: Iterable[str] = (), readings: Mapping[str, str] = AS_READ
) -> Iterator[str]:
    """The conditions of contest for an entry, line by line, ready to print."""
    return render_lines(conditions_of(file, entrants, choices, readings))


def conditions_of(
    file: EventFile, entrants: Entrants, choices: Iterable[str] = (), readings: Mapping[str, str] = AS_READ
) -> Conditions:
    """The conditions of contest for an entry."""
    chosen = frozenset(choices)
    at = situation(file, entrants, chosen)
    event = build_event(file, entrants, chosen, readings)
    about: list[Sentence | Phrase] = [_entry(event, entrants)]
    if edition := edition_said(file.cites):
        about.append(edition)
    for choice in file.choice:
        if choice.id in chosen:
            about += describe_part("chosen", choice)
    sections = [(title, lines) for title, lines in _sections(file, event, at, readings) if lines]
    numbered = [_section(number, title, lines) for number, (title, lines) in enumerate(sections, start=1)]
    return Conditions(event.name, tuple(about), (*numbered, *_silences(file, event, at, readings)))


def _section(number: int, title: Said, sentences: Iterable[Sentence]) -> Section:
    lines = enumerate(sentences, start=1)
    return Section(str(number), title, tuple(Paragraph(f"{number}.{place}", each) for place, each in lines))


def _entry(event: Event, entrants: Entrants) -> Phrase:
    house = (
        phrase("a house {contest}", contest=event.contest.one)
        if entrants.house == 1
        else phrase("{house} house {contest}", house=entrants.house, contest=event.contest)
    )
    contending = None if entrants.contending is None else str(entrants.contend)
    return named_phrase(
        "entry", entrants, contest=event.contest, house=house if entrants.house else "", contending=contending
    )


def _sections(
    file: EventFile, event: Event, at: Situation, readings: Mapping[str, str]
) -> Iterator[tuple[Said, list[Sentence]]]:
    names = tuple(stage.name for stage in event.stages)
    given = {"words": file.event, "at": at, "kind": event.contest, "several": len(names) > 1, "stages": len(names)}
    about = file.event.says or named_phrase("contest", event)
    yield phrase("The event"), list(describe_part("event", event, about=about, names=names, **given))
    if file.graph is not None:
        yield from graph_sections(file, event)
    shapes: dict[str, Shape] = {}
    for each, stage in zip(planned_stages(file, at, readings), event.stages if file.graph is None else (), strict=True):
        shapes[stage.name] = shape_of(each, at.entrants, shapes, file)
        yield stage.name, list(stage_lines(each, stage, shapes[stage.name], event))
        conduct = conduct_lines(each.conduct, file)
        players = player_lines(each.players, file)
        least = play_lines(stage.rules.players, stays=stage.play.stays)
        yield phrase("{stage}: time, penalties and players", stage=stage.name), [*conduct, *players, *least]
    yield phrase("Eligibility"), list(player_lines(file.players, file))
    yield phrase("Corrections, reviews and conduct"), list(conduct_lines(file.conduct, file))
    yield phrase("Awards"), list(_honours(event))
    yield phrase("Choices"), [line for each in file.choice for line in describe_part("choice", each)]


def _honours(event: Event) -> Iterator[Sentence]:
    honours = event.honours
    for award in honours.awards:
        yield from told_of(award, places=len(award.amounts))
    for member in honours.members:
        yield from told_of(member)
    yield from describe_part("honours", honours)
    yield from qualify_lines(honours.team)


def _silences(file: EventFile, event: Event, at: Situation, chosen: Mapping[str, str]) -> Iterator[Section]:
    """The readings the event is based on, each with the chosen reading and the alternatives."""
    rests_on = _readings((event, at.rows, at.gap)) | {(file.cites, each.id) for each in file.reading}
    ways = {name.removeprefix(f"{file.cites} "): way for name, way in chosen.items() if way != "default"}
    settable = {each.id: tuple(way.way for way in each.other) for each in file.reading}
    paragraphs = []
    for document, known in library().readings.items():
        for reading in known.values():
            if (document, reading.id) not in rests_on:
                continue
            own = document == file.cites
            other = settable.get(reading.id, ()) if own else ()
            way = ways.get(reading.id) if own else None
            text = named_phrase("taken" if way else "read", reading, other=other, way=way)
            paragraphs.append(Paragraph(reading.id if own else f"{document} {reading.id}", text))
    if paragraphs:
        yield Section("", SILENT, tuple(paragraphs))


def _readings(value: object) -> set[tuple[str, str]]:
    """The readings that anything in a plan depends on, each with its document."""
    if isinstance(value, Clause):
        return {(value.document, reading) for reading in value.readings}
    if is_dataclass(value) and not isinstance(value, type | Enum):
        return set().union(*(_readings(getattr(value, field.name)) for field in fields(value)), set())
    if isinstance(value, tuple):
        return set().union(*(_readings(part) for part in value), set())
    return set()
