"""The runs of a study in batches, which workers play on any machine."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from overtrick.core.errors import DirectorError
from overtrick.core.event.fold.tournament import PlanFor
from overtrick.core.event.plan.stages import Entrants, Event
from overtrick.lab.store import key_of
from overtrick.lab.study.file import Format, Study
from overtrick.lab.study.measures import RunMeasurement, measure_event
from overtrick.lab.study.run import BoardRun, Run
from overtrick.lab.study.strength import chance
from overtrick.lab.study.totals import by_totals
from overtrick.regulations.plan.event_book import edition_for, rules_name

SIZE = 50
"""The runs played together: this many are lost when a worker dies."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Some runs of one format with one entry."""

    study: Study
    format: int
    entries: int
    first: int
    count: int

    @property
    def key(self) -> str:
        """The key of the batch: equal inputs give equal keys, and others different ones."""
        study, asked = self.study, self.study.formats[self.format]
        rules = _rules(asked.event)
        own = (asked.luck,) if asked.luck else ()
        return key_of(
            study.seed, study.select, study.strength, asked, rules, self.entries, self.first, self.count, *own
        )

    @property
    def event(self) -> str:
        """The event that is played."""
        return self.study.formats[self.format].event


@dataclass(frozen=True, slots=True)
class SentBatch:
    """A batch to be sent to a worker, which may be on another machine: with its own event file if it has one.

    *rules* is the fingerprint of the rules it is to be played by. A worker with other rules refuses it.
    """

    batch: Batch
    rules: str
    own: str | None

    @classmethod
    def of(cls, batch: Batch) -> "SentBatch":
        """A batch prepared for sending."""
        own = Path(batch.event)
        return cls(batch, _rules(batch.event), own.read_text(encoding="utf-8") if own.is_file() else None)


def batches(study: Study) -> Iterator[Batch]:
    """All batches of a study, beginning with the first runs of every format."""
    for first in range(0, study.runs, SIZE):
        count = min(SIZE, study.runs - first)
        for entries in study.entries:
            for number in range(len(study.formats)):
                yield Batch(study, number, entries, first, count)


def play_sent(sent: SentBatch) -> list[RunMeasurement]:
    """Play the runs of a received batch."""
    batch, study = sent.batch, sent.batch.study
    if sent.own is not None:
        event = Path(_event_folder(Path(batch.event).name, sent.own).name, Path(batch.event).name)
        asked = replace(study.formats[batch.format], event=str(event))
        formats = tuple(asked if number == batch.format else each for number, each in enumerate(study.formats))
        batch = replace(batch, study=replace(study, formats=formats))
    if _rules(batch.event) != sent.rules:
        raise DirectorError(
            "A worker has other rules for {event}", remedy="Install this version there.", event=sent.batch.event
        )
    return play_batch(batch)


@cache
def _event_folder(name: str, text: str) -> TemporaryDirectory[str]:
    """A temporary folder with an event file that was sent along; it is deleted when the worker ends."""
    folder = TemporaryDirectory(prefix="overtrick-study-")
    Path(folder.name, name).write_text(text, encoding="utf-8")
    return folder


def play_batch(batch: Batch) -> list[RunMeasurement]:
    """Play the runs of a batch."""
    asked = batch.study.formats[batch.format]
    return [
        _one(batch.study, asked, batch.entries, run) for run in range(batch.first, batch.first + batch.count)
    ]  # fmt: skip


def _one(study: Study, asked: Format, entries: int, run: int) -> RunMeasurement:
    played = play_once(study, asked, entries, run, BoardRun if asked.dealt else Run)
    chosen = min(study.select, entries)
    return measure_event(played.state, played.strength, name=asked.name, entries=entries, run=run, select=chosen)


def play_once(study: Study, asked: Format, entries: int, run: int, make: Callable[..., Run] = Run) -> Run:
    """Play one run of a format to its end."""
    seed = study.seed_of(run)
    drawn = study.strength.strengths(entries, chance(seed, "field", entries)).tolist()
    seed = f"{seed}/{asked.luck}" if asked.luck else seed
    played = make(
        _planner(asked.event),
        asked.event,
        Random(seed),  # noqa: S311 - a study, not a lot
        choices=asked.choices,
        readings=dict(asked.readings),
        strength={str(number): value for number, value in enumerate(drawn, start=1)},
        model=study.strength,
        seed=seed,
    )
    played.play(entries)
    return played


def refuse_unplayable(study: Study) -> None:
    """Refuse a study before it is played if a format cannot take an entry or a stage has no matches in IMPs."""
    for asked in study.formats:
        for entries in study.entries:
            event = _planner(asked.event)(Entrants(entries), frozenset(asked.choices), asked.readings)
            strange = [stage for stage in event.stages if not by_totals(stage) and not asked.dealt]
            if strange:
                raise DirectorError(
                    "{stage} of {event} is not of matches counted in IMPs, and a study draws nothing else",
                    remedy="Study an event of teams or of Butler pairs.",
                    stage=strange[0].name,
                    event=event.name,
                )


@lru_cache(maxsize=64)
def _rules(event: str) -> str:
    """The fingerprint of the rules of an event: different rules give different runs."""
    return edition_for(rules_name(event)).hash


@lru_cache(maxsize=64)
def _planner(event: str) -> PlanFor:
    """The regulation of an event, which plans each entry once."""
    plan = Format("", event).plan()
    known: dict[tuple[Entrants, frozenset[str], tuple[tuple[str, str], ...]], Event] = {}

    def planned(entrants: Entrants, choices: frozenset[str], readings: Mapping[str, str]) -> Event:
        asked = (entrants, choices, tuple(sorted(readings.items())))
        if asked not in known:
            known[asked] = plan(entrants, choices, readings)
        return known[asked]

    return planned
