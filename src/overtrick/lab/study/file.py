"""The file of a study: the formats to compare, the field, the runs."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from overtrick.core.errors import DirectorError
from overtrick.core.event.fold.tournament import PlanFor
from overtrick.lab.study.strength import Spread, Strength
from overtrick.regulations.plan.event_book import find_event
from overtrick.regulations.plan.events import plan_of
from overtrick.regulations.read.file_kinds import InputKind, refuse_other_kinds

LARGEST = 1_000_000
"""The maximum number of runs."""

EACH_READING = "each"
"""The value for readings that stands for the event as it is read, followed by each alternative reading in turn."""

OTHER_LUCK = "other"
"""The luck of a format that shares the field of the others but has luck of its own."""


@dataclass(frozen=True, slots=True)
class Format:
    """One of the formats to compare: an event, with the choices and readings it is played by.

    With *dealt* boards are dealt, played at every table and scored against each other, through the whole engine. With
    *luck* `other` everything except the field differs at random: the difference from the same event with the common
    luck shows the effect of chance alone.
    """

    name: str
    event: str
    choices: tuple[str, ...] = ()
    readings: Mapping[str, str] = field(default_factory=dict)
    dealt: bool = False
    luck: str = field(default="", repr=False)  # not part of the key, so that stored older runs stay valid

    def plan(self) -> PlanFor:
        """The regulation of the format."""
        return plan_of(find_event(self.event))


@dataclass(frozen=True, slots=True)
class Study:
    """What to play, how often, and with what field.

    The formats are compared with the first of them. *select* is how many the event chooses, such as the members of a
    team or those who go on to another event.
    """

    name: str
    formats: tuple[Format, ...]
    entries: tuple[int, ...]
    runs: int
    seed: str = "1"
    select: int = 4
    says: str = ""
    strength: Strength = field(default_factory=Strength)

    def seed_of(self, run: int) -> str:
        """The seed of a run: common to all formats except those with luck of their own."""
        return f"{self.seed}/{run}"


def read_study(path: Path) -> Study:
    """The study in a file; an event in it may be a file beside it."""
    try:
        refuse_other_kinds(path, InputKind.RULES)
        said = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as fault:
        why = (fault.strerror or "") if isinstance(fault, OSError) else str(fault)
        raise DirectorError(
            "{path} cannot be read as a study: {fault}", remedy="Give a TOML file.", path=str(path), fault=why
        ) from None
    study = {**_table(said, "study"), "formats": _formats(said, path.parent)}
    listed = study.get("entries", ())
    study["entries"] = tuple(listed) if isinstance(listed, list) else (listed,) if listed else ()
    study["strength"] = _strength(_table(said, "strength"))
    _check_keys(said, {"study", "strength", "format"}, "the study")
    _check_keys(study, {each.name for each in fields(Study)}, "[study]")
    if missing := [key for key in ("name", "entries", "runs") if not study.get(key)]:
        raise _wrong(f"[study] has no {missing[0]}")
    numbers: list[Any] = [*study["entries"], study["runs"], study.get("select", 1)]
    if not all(isinstance(each, int) and 0 < each <= LARGEST for each in numbers):
        raise _wrong("entries, runs and select are whole numbers")
    return Study(**{**study, "seed": str(study.get("seed", "1"))})


def with_runs(study: Study, runs: int | None) -> Study:
    """The study with another number of runs."""
    return study if runs is None else replace(study, runs=runs)


def _formats(said: Mapping[str, Any], folder: Path) -> tuple[Format, ...]:
    listed = said.get("format", [])
    if not isinstance(listed, list) or not listed:
        raise _wrong("there is no [[format]]")
    found = []
    for table in listed:
        _check_keys(table, {each.name for each in fields(Format)}, "[[format]]")
        if not table.get("name") or not table.get("event"):
            raise _wrong("a [[format]] has a name and an event")
        own = folder / str(table["event"])
        event = str(own) if own.suffix == ".toml" and own.is_file() else str(table["event"])
        choices = tuple(map(str, table.get("choices", ())))
        readings, each = table.get("readings", {}), table.get("readings") == EACH_READING
        if not each and not isinstance(readings, dict):
            raise _wrong(f"readings is a table, or “{EACH_READING}”")
        if (luck := table.get("luck", "")) not in ("", OTHER_LUCK):
            raise _wrong(f"luck is “{OTHER_LUCK}”, or not said")
        asked = Format(
            str(table["name"]),
            event,
            choices,
            {} if each else dict(readings),
            dealt=table.get("dealt") is True,
            luck=luck,
        )
        found += [asked, *other_readings(asked), by_chance(asked)] if each else [asked]
    if len({each.name for each in found}) < len(found):
        raise _wrong("two formats have one name")
    return tuple(found)


def other_readings(asked: Format) -> Iterator[Format]:
    """A format with each alternative reading that the event lists, one at a time."""
    for reading in find_event(asked.event).reading:
        for way in reading.other:
            yield replace(asked, name=f"{reading.id}: {way.way}", readings={**asked.readings, reading.id: way.way})


def by_chance(asked: Format) -> Format:
    """The format with different luck, to compare the effect of a reading with that of chance."""
    return replace(asked, name=f"{asked.name}, other luck", luck=OTHER_LUCK)


def _strength(table: Mapping[str, Any]) -> Strength:
    _check_keys(table, {each.name for each in fields(Strength)}, "[strength]")
    numbers = {key: value for key, value in table.items() if key != "shape"}
    if not all(isinstance(value, int | float) and value >= 0 for value in numbers.values()):
        raise _wrong("the values of [strength] are numbers from 0 up")
    words = [str(each) for each in Spread]
    shape = table.get("shape", str(Spread.NORMAL))
    if shape not in words:
        raise _wrong(f"the shape is one of {', '.join(words)}, not “{shape}”")
    made = Strength(**{key: float(value) for key, value in numbers.items()}, shape=Spread(shape))
    if not made.board or made.flat >= 1:
        raise _wrong("a board needs some luck: board is above 0, and flat below 1")
    return made


def _table(said: Mapping[str, Any], name: str) -> dict[str, Any]:
    table = said.get(name, {})
    if not isinstance(table, dict):
        raise _wrong(f"[{name}] is a table")
    return table


def _check_keys(table: Mapping[str, Any], words: set[str], where: str) -> None:
    if strange := sorted(set(table) - words):
        raise _wrong(f"{where} has no “{strange[0]}”, only {', '.join(sorted(words))}")


def _wrong(what: str) -> DirectorError:
    return DirectorError(
        "The study cannot be played: {what}", remedy="See docs/organisers/compare-formats.md.", what=what
    )
