"""An event file read for one entry: the format by its size, choices made, alternative readings chosen.

Nothing is built here. The result is the words of each stage that is played, with every `when` decided and every column
filled in.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar

from overtrick.core.by_entry import Cell, FormatGap, FormatRow, FormatTable
from overtrick.core.conduct.facts import Amount, Facts
from overtrick.core.errors import DirectorError, RegulationErrors
from overtrick.core.event.plan.stages import Entrants, Honours
from overtrick.core.provenance import Clause
from overtrick.core.wording import Phrase, phrase
from overtrick.regulations.grammar.event import EventFile, FormatOf
from overtrick.regulations.grammar.graph import GraphWords
from overtrick.regulations.grammar.readings import EventReading, WayWords, WhenWords
from overtrick.regulations.grammar.refs import Ref
from overtrick.regulations.grammar.stages import Column, SourceWords, StageKeys, StageWords
from overtrick.regulations.grammar.tables import otherwise


def runs(sizes: Sequence[int]) -> tuple[str, ...]:
    """Numbers with consecutive ones combined.

    >>> runs([5, 6, 9, 10, 11, 14])
    ('5', '6', '9 to 11', '14')
    """
    runs: list[list[int]] = []
    for size in sizes:
        if runs and size == runs[-1][-1] + 1:
            runs[-1].append(size)
        else:
            runs.append([size])
    return tuple(
        part for run in runs for part in ([f"{run[0]} to {run[-1]}"] if len(run) > 2 else [str(size) for size in run])
    )


T = TypeVar("T")
KEYS = {each.name for each in fields(StageKeys)}
"""What may be said of a stage, and differently for some entries."""


@dataclass(frozen=True, slots=True)
class Situation:
    """What an event is planned for: its entry, the choices made, and the formats that follow."""

    entrants: Entrants
    choices: frozenset[str]
    cells: Mapping[str, Cell]
    rows: tuple[FormatRow, ...] = ()
    gap: FormatGap | None = None

    def holds(self, when: WhenWords | None) -> bool:
        """Whether something under *when* applies here."""
        if when is None:
            return True
        parity = "odd" if self.entrants.playing % 2 else "even"
        return (
            (when.entries is None or self.entrants.entered in when.entries)
            and (when.choice is None or when.choice in self.choices)
            and (when.playing is None or when.playing == parity)
            and (when.column is None or self.cells.get(when.column) == when.is_)
        )


def situation(file: EventFile, entrants: Entrants, choices: Iterable[str]) -> Situation:
    """The event's situation; refused with an entry that it does not accept, or an invalid choice."""
    event, chosen = file.event, frozenset(choices)
    known = [choice.id for choice in file.choice]
    for choice in sorted(chosen - set(known)):
        listed = ", ".join(f"“{name}”" for name in known)
        raise DirectorError(
            "“{choice}” is not a choice in the {event}",
            clause=event.clause.cite,
            remedy=phrase("Available choices: {listed}.", listed=listed)
            if known
            else phrase("Leave this choice out, because the event offers none."),
            choice=choice,
            event=event.name,
        )
    _fitting(file, entrants, chosen)
    plain = Situation(entrants, chosen, {})
    found = next((table for table in file.format if plain.holds(table.when)), None)
    formatted = plain if found is None else _apply_format(found, plain)
    if entrants.entered not in event.entries:
        raise DirectorError(
            "The {event} is for {entries} {contest}, not {entered}",
            clause=event.clause.cite,
            remedy=_near(event.entries.least, event.entries.most, entrants.entered),
            event=event.name,
            entries=event.entries,
            contest=event.contest,
            entered=entrants.entered,
        )
    if not event.takes(entrants.entered):
        raise DirectorError(
            "The {event} takes an even number of {contest}, not {entered}",
            clause=event.even.cite if event.even else "",
            remedy="Find one more entry, or close entries at {entrants_entered}.",
            event=event.name,
            contest=event.contest,
            entered=entrants.entered,
            entrants_entered=entrants.entered - 1,
        )
    _visitors(file, entrants)
    return formatted


def _fitting(file: EventFile, entrants: Entrants, chosen: frozenset[str]) -> None:
    """Refuse a choice that is for another number of entries."""
    for choice in file.choice:
        if choice.id in chosen and choice.entries is not None and entrants.entered not in choice.entries:
            raise DirectorError(
                "“{id}” is for {entries} {contest}, not {entered}",
                clause=choice.clause.cite,
                remedy="Leave this choice out, or replace it with one for {entered} {contest}.",
                id=choice.id,
                entries=choice.entries,
                contest=file.event.contest,
                entered=entrants.entered,
            )


def _visitors(file: EventFile, entrants: Entrants) -> None:
    """Refuse an entry that does not contend, unless the event permits one with this number of contenders."""
    away = entrants.entered - entrants.contend
    if file.event.visitors is None or not away:
        return
    rule = file.event.visitors.rule
    nominated = Amount("eligible nominations", entrants.contend)
    verdict = rule.judge(Facts(amounts=(nominated,)))
    if away > 1 or not verdict.allowed:
        raise DirectorError(
            "{away:#non-contending entry/non-contending entries} cannot play in this event alongside "
            "{contend:#contending entry/contending entries}",
            clause=rule.clause.cite,
            remedy="Enter at most one non-contending entry, and only to make an odd field even.",
            away=away,
            contend=entrants.contend,
        )


def _near(least: int, most: int | None, entered: int) -> Phrase:
    if entered < least:
        return phrase("Find {more:#more entry/more entries}, or choose another event.", more=least - entered)
    return phrase("Close entries at {most}, or run two fields with separate conditions.", most=most)


def _apply_format(chosen: FormatOf, plain: Situation) -> Situation:
    rows, gap, name = [], None, chosen.table
    cells: dict[str, Cell] = {}
    while name:
        table = name.rule
        row, missing = _row(table, chosen, plain.entrants)
        gap = gap or missing
        rows.append(row)
        cells |= row.cells
        name = Ref.make(name.kind, str(row.cells.get(chosen.then or "", "")), name.scope)
    return Situation(plain.entrants, plain.choices, cells, tuple(rows), gap)


def _row(table: FormatTable, chosen: FormatOf, entrants: Entrants) -> tuple[FormatRow, FormatGap | None]:
    count = entrants.contend if table.counts.startswith("contending") else entrants.entered
    found = table.find(count)
    proposed = table.suggested_row(found) if isinstance(found, FormatGap) else None
    if isinstance(found, FormatGap) and proposed is not None and chosen.gaps == "as proposed":
        return proposed, found
    return table.row(count), None


def planned_stages(file: EventFile, at: Situation, readings: Mapping[str, str]) -> tuple[StageWords, ...]:
    """The stages played in this situation, in order, under these readings."""
    ways = [way for way in ways_of(file, readings) if at.holds(way.when)]
    stages = [_resolve_stage(stage, at) for stage in file.stage if at.holds(stage.when)]
    return tuple(_with_ways(stage.name, stage, ways, file) for stage in stages)


def _resolve_stage(stage: StageWords, at: Situation) -> StageWords:
    update: dict[str, Any] = {}
    for instead in stage.instead:
        if at.holds(instead.when):
            update |= {key: getattr(instead, key) for key in instead.written & KEYS}
            own = instead.clause
            update["clause"] = Clause(own.document, own.number).reading(*stage.clause.readings, *own.readings)
    stage = replace(stage, **update)
    filled: dict[str, Any] = {
        key: _cell(value, at, stage)
        for key in ("matches", "boards", "matches_a_session", "sessions")
        if isinstance(value := getattr(stage, key), Column)
    }
    return replace(stage, **filled, source=tuple(_resolve_source(source, at, stage) for source in stage.source))


def _resolve_source(source: SourceWords, at: Situation, stage: StageWords) -> SourceWords:
    """A source with the places that the table of formats gives."""
    places: dict[str, Any] = {
        key: _cell(value, at, stage) for key in ("each", "places") if isinstance(value := getattr(source, key), Column)
    }
    return replace(source, **places)


def _cell(column: Column, at: Situation, stage: StageWords) -> Cell:
    if column.column not in at.cells:
        known = ", ".join(at.cells) or "none"
        raise RegulationErrors(
            [f"{stage.clause.cite}: {stage.name} goes by a column “{column.column}”; there is {known}."]
        )
    cell = at.cells[column.column]
    return tuple(part for part in cell if part) if isinstance(cell, tuple) else cell


def ways_of(file: EventFile, readings: Mapping[str, str]) -> list[WayWords]:
    """The settings of the alternatives chosen for this event's readings; one that applies anyway sets nothing."""
    called = f"The {file.event.name}"
    found = (listed_way(file.reading, file.cites, called, *each) for each in sorted(readings.items()))
    return [way for way in found if way is not None]


def listed_way(listed: Iterable[EventReading], cites: str, called: str, name: str, chosen: str) -> WayWords | None:
    """The settings of an alternative, where the readings in *listed* belong to something named *called*."""
    listed = tuple(listed)
    reading = next((each for each in listed if name in (each.id, f"{cites} {each.id}")), None)
    if reading is None:
        others = ", ".join(each.id for each in listed if each.other)
        raise DirectorError(
            "{called} does not use reading {name}",
            remedy=phrase("Readings that can be chosen: {others}.", others=others)
            if others
            else phrase("Leave this reading out, because every reading here has only its default."),
            called=called,
            name=name,
        )
    if chosen == "default":
        return None
    for way in reading.other:
        if way.way == chosen:
            return way
    ways = tuple(f"“{way.way}”" for way in reading.other)
    raise DirectorError(
        "{called} does not allow “{chosen}” for reading {id}",
        remedy=phrase("Choose {ways:or}, or “default”.", ways=ways)
        if ways
        else phrase("Only the default can be chosen for this reading."),
        id=reading.id,
        chosen=chosen,
        called=called,
    )


def honours_read(file: EventFile, readings: Mapping[str, str]) -> Honours:
    """What an event is played for, under these readings."""
    return _with_ways("honours", file.honours, ways_of(file, readings), file)


def graph_read(file: EventFile, words: GraphWords, readings: Mapping[str, str]) -> GraphWords:
    """The graph of an event under these readings; its row depends on the entry too, and is not set here."""
    ways = [way for way in ways_of(file, readings) if "graph.row" not in way.sets]
    return _with_ways("graph", words, ways, file)


def _with_ways(name: str, words: T, ways: Iterable[WayWords], file: EventFile) -> T:
    """Words with what these alternatives set in them; *name* is the beginning of their paths."""
    for way in ways:
        for path in way.sets:
            first, *keys = path.split(".")
            if first == name:
                words = otherwise(words, keys, way.to, file.scope)
    return words
