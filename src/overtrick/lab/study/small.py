"""A small study of an event before it is opened: the effect of its choices and readings, or of a match more or less."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from overtrick.core.errors import OvertrickError
from overtrick.core.event.plan.stages import Entrants
from overtrick.lab.needs import MOST_FORMATS, RUNS
from overtrick.lab.study.file import Format, by_chance
from overtrick.lab.study.totals import by_totals
from overtrick.regulations.grammar.event import EventFile
from overtrick.regulations.plan.event_book import find_event
from overtrick.regulations.plan.events import build_event


def small_study(file: EventFile, entries: int, folder: Path) -> Path:
    """Write a study and the event files it needs to a folder; return the study's file."""
    formats = list(_formats(file, entries, folder))[: MOST_FORMATS - 1]
    if len(formats) > 1:
        formats.append(by_chance(formats[0]))
    select = max(1, min(4, entries // 4))
    head = f"seed = 1\nentries = {entries}\nruns = {RUNS}\nselect = {select}"
    path = folder / "study.toml"
    name = json.dumps(file.event.name, ensure_ascii=False)
    parts = [f"[study]\nname = {name}\n{head}", *map(_toml, formats)]
    path.write_text("\n".join(parts) + "\n", encoding="utf-8")
    return path


def _formats(file: EventFile, entries: int, folder: Path) -> Iterator[Format]:
    """The event as written, with each choice, as a Swiss with a match fewer or more, and with each other reading."""
    event = build_event(file, Entrants(entries))
    across = any(not stage.scoring.in_rooms for stage in event.stages)
    others = any(reading.other for reading in file.reading)
    dealt = not all(by_totals(stage) for stage in event.stages) or (across and others)
    settled = [next((each for each in must.choices if _plays(file, entries, [each])), "") for must in event.must_choose]
    confirmed = [event.graph.confirm] if event.graph is not None and event.graph.confirm else []
    usual = [each for each in (*settled, *confirmed) if each]
    yield Format("as written", file.event.id, tuple(usual), dealt=dealt)
    for choice in file.choice:
        if choice.id not in usual and _plays(file, entries, [*usual, choice.id]):
            yield Format(choice.id, file.event.id, (*usual, choice.id), dealt=dealt)
    for number, stage in enumerate(event.stages, start=1):
        if event.graph is None and stage.play.swiss:
            for rounds in (stage.rounds - 1, stage.rounds + 1):
                own = folder / f"stage-{number}-of-{rounds}.toml"
                own.write_text(_like(file, stage.name, rounds), encoding="utf-8")
                if _plays_from(own, entries, usual):
                    yield Format(f"{stage.name} of {rounds} matches", own.name, tuple(usual), dealt=dealt)
    for reading in file.reading:
        for way in reading.other:
            if _plays(file, entries, usual, {reading.id: way.way}):
                name = f"{reading.id}: {way.way}"
                yield Format(name, file.event.id, tuple(usual), {reading.id: way.way}, dealt)


def _plays_from(own: Path, entries: int, choices: Sequence[str]) -> bool:
    try:
        return _plays(find_event(str(own)), entries, choices)
    except OvertrickError:
        return False


def _plays(file: EventFile, entries: int, choices: Sequence[str], readings: Mapping[str, str] | None = None) -> bool:
    try:
        build_event(file, Entrants(entries), choices, readings or {})
    except OvertrickError:
        return False
    return True


def _toml(asked: Format) -> str:
    """A format as text for a study's file; texts and lists in JSON are valid TOML."""

    def text(value: object) -> str:
        return json.dumps(value, ensure_ascii=False)

    lines = [f"name = {text(asked.name)}", f"event = {text(asked.event)}", f"choices = {text(asked.choices)}"]
    if asked.readings:
        lines.append(f"readings = {{ {', '.join(f'{key} = {text(way)}' for key, way in asked.readings.items())} }}")
    if asked.dealt:
        lines.append("dealt = true")
    if asked.luck:
        lines.append(f"luck = {text(asked.luck)}")
    return "\n".join(["[[format]]", *lines])


def _like(file: EventFile, stage: str, rounds: int) -> str:
    """The event with another number of matches in a stage."""
    named = json.dumps(stage, ensure_ascii=False)
    return (
        f'[event]\nid = "study/{rounds}-matches"\nname = "{rounds} matches"\nclause = "CLUB 1"\n'
        f'like = "{file.event.id}"\n\n[[stage]]\nname = {named}\nmatches = {rounds}\nsessions = 1\n'
    )
