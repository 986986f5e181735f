"""The rules that bind a stage besides its play, in plain English: times, penalties, players, systems."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from datetime import time
from typing import Any

from overtrick.core.conduct.clocks import ClockPurpose, IntervalClock, Weekday
from overtrick.core.conduct.consequences import Charge, Step
from overtrick.core.conduct.penalties import Ladder
from overtrick.core.conduct.stage import StageConduct
from overtrick.core.event.plan.rules import PlayersRule
from overtrick.core.exact import Exact
from overtrick.core.provenance import Unit
from overtrick.core.wording import Phrase
from overtrick.regulations.describe.sentences import Sentence, describe_part, named_phrase, thing, told_of
from overtrick.regulations.grammar.conduct import Conduct
from overtrick.regulations.grammar.eligibility import Eligibilities
from overtrick.regulations.grammar.event import EventFile
from overtrick.regulations.grammar.stages import ConductWords, PlayersWords
from overtrick.regulations.plan.rules import reach_of

TARIFFS = ("discipline", "lateness", "slow", "periods", "boards", "scores", "discretion")
"""The tariffs of a stage, in the order in which they are described."""


def conduct_lines(words: ConductWords, file: EventFile) -> Iterator[Sentence]:
    """Sentences about times and penalties, as an event file names them."""
    conduct = reach_of(file).content(Conduct)
    if conduct is None:
        return
    yield from _times(words, conduct)
    for clock in (conduct.clocks[name] for name in words.clocks):
        minutes = clock.minutes if isinstance(clock, IntervalClock) else 0
        yield from told_of(clock, when=_when(clock, minutes))
    for period in words.rolling:
        rule = conduct.rolling[period]
        yield from told_of(rule, period=period, for_reviews=rule.about is ClockPurpose.REVIEWS)
    if words.penalties is not None:
        stage = conduct.stages[words.penalties]
        yield from _tariffs(stage)
        for breach in conduct.breaches.values():
            if not breach.stages or words.penalties in breach.stages:
                steps = tuple(
                    _penalty(each, stage.unit) if each else named_phrase("discipline") for each in breach.steps
                )
                yield from told_of(breach, told=steps)
    for scale in (conduct.slow_play[words.slow_play],) if words.slow_play else ():
        yield from told_of(scale, penalty=_penalty(scale.ladder))
    for called in words.ladders:
        yield from describe_part(
            "ladder", conduct.ladders[called], called=called, penalty=_penalty(conduct.ladders[called])
        )


def _when(clock: object, minutes: Exact) -> Phrase:
    """When a period ends; whole hours are told as hours from two hours on."""
    if minutes >= 120 and minutes % 60 == 0:
        return named_phrase("hours after", clock, hours=minutes // 60)
    return named_phrase("after" if minutes > 0 else "before" if minutes else "at", clock, minutes=minutes)


def _times(words: ConductWords, conduct: Conduct) -> Iterator[Sentence]:
    for row in conduct.timetable:
        if row.event in words.timetable:
            yield from told_of(row, other=None if row.ends is row.starts else row.ends)
    for slots in (conduct.slots[words.slots],) if words.slots else ():
        yield from told_of(slots, times=tuple(_day(day, starts) for day, starts in slots.days))
    yield from told_of(conduct.allowances[words.allowance] if words.allowance else None)


def _day(day: Weekday, starts: Iterable[time]) -> Phrase:
    return named_phrase("day", None, day=day, times=tuple(named_phrase("time", None, at=start) for start in starts))


def _tariffs(stage: StageConduct) -> Iterator[Sentence]:
    for name in TARIFFS:
        found = getattr(stage, name)
        for kind, each in found.items() if isinstance(found, Mapping) else ((name, found),):
            if each is not None:
                yield from describe_part(name, each, kind=kind, **_values(each, stage))


def _values(tariff: Any, stage: StageConduct) -> dict[str, object]:
    """The penalties of a tariff in the unit of its stage, and how many offences are excused."""
    values: dict[str, object] = {"slow": stage.slow_as_late, "excused": None}
    if isinstance(tariff, Ladder | Step):
        return {"penalty": _penalty(tariff, stage.unit)}
    for each in fields(tariff):
        value = getattr(tariff, each.name)
        if isinstance(value, Ladder | Step):
            values[each.name] = _penalty(value, stage.unit)
        elif each.name == "bands":
            ladders = [(band, tariff.ladder(band)) for band in value]
            values["bands"] = tuple(
                named_phrase("band", band, penalty=_penalty(each, stage.unit)) for band, each in ladders
            )
        elif each.name == "free" and value:
            values["excused"] = named_phrase("first free" if value == 1 else "free", tariff)
    return values


def _penalty(given: Ladder | Step, unit: Unit | None = None) -> Phrase:
    """A consequence, or a ladder of them, in a given unit where it has several."""
    if isinstance(given, Ladder):
        steps = tuple(_penalty(step, unit) for step in given.steps)
        return named_phrase("ladder", None, steps=steps, several=len(steps) > 1)
    amounts = given.amounts if isinstance(given, Charge) else ()
    return thing(given, own=tuple(each for each in amounts if each.unit == unit) or amounts)


def player_lines(words: PlayersWords, file: EventFile) -> Iterator[Sentence]:
    """Sentences about who may play, and with which systems."""
    rules = reach_of(file).content(Eligibilities)
    if rules is None:
        return
    others = (words.lodging, words.notice, words.limited)
    for name in (*words.eligibility, *words.titles, *(name for name in others if name)):
        yield from describe_part("says", rules.rules[name])
    yield from told_of(rules.common[words.common] if words.common else None)
    if words.systems and rules.systems is not None:
        yield from describe_part("systems", rules.systems, limits=tuple(rules.systems.limited.values()))


def play_lines(rules: PlayersRule, *, stays: bool) -> Iterator[Sentence]:
    """Sentences about minimum play, substitutes, and what becomes of a contestant that leaves.

    In a stage that everyone *stays* in, no one leaves.
    """
    yield from describe_part("says", rules.play)
    yield from describe_part("substitutes", rules.substitutes)
    yield from describe_part("withdrawal", rules.withdrawal)
    yield from describe_part("leaver", None if stays else rules.leaver)
