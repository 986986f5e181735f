"""What binds a stage besides its play, in plain English: times, penalties, players, systems."""

from collections.abc import Iterator
from datetime import time
from typing import assert_never

from overtrick.core.conduct.clocks import Clock, Elapsed, NextWeekday
from overtrick.core.conduct.consequences import Charge, Free, Impose, Refer, Step, Warn
from overtrick.core.conduct.penalties import Ladder
from overtrick.core.conduct.stage import StageConduct
from overtrick.core.conduct.timetable import Slots
from overtrick.core.exact import exact_text
from overtrick.core.provenance import Unit
from overtrick.regulations.describe.rules import cited, listed
from overtrick.regulations.grammar.conduct import Conduct
from overtrick.regulations.grammar.eligibility import Eligibilities
from overtrick.regulations.grammar.stages import ConductWords, PlayersWords
from overtrick.regulations.read.documents import said_of


def conduct_lines(words: ConductWords, folder: str) -> Iterator[str]:
    """Times and penalties, as an event file names them."""
    conduct = said_of(Conduct, folder)
    if conduct is None:
        return
    yield from _times(words, conduct)
    for name in words.clocks:
        clock = conduct.clocks[name]
        yield cited(f"{clock.name}: {_clock(clock)}", clock.clause)
    for period in words.rolling:
        rule = conduct.rolling[period]
        yield cited(
            f"{period}: {exact_text(rule.minutes)} minutes, or until the next start; within {exact_text(rule.minutes)} "
            "minutes of that the next round's time holds",
            rule.clause,
        )
    if words.penalties is not None:
        stage = conduct.stages[words.penalties]
        yield from _tariffs(stage)
        yield from _breaches(words.penalties, stage, conduct)
    if words.slow_play is not None:
        scale = conduct.slow_play[words.slow_play]
        yield cited(f"slow play: {_ladder(scale.ladder)}", scale.ladder.clause)
        each = listed([str(amount) for amount in scale.extra.amounts], "or")
        yield cited(f"and {each} for every board unplayed, where more than {scale.more_than} is", scale.extra.clause)
    for called in words.ladders:
        ladder = conduct.ladders[called]
        yield cited(f"{called}: {_ladder(ladder)}", ladder.clause)


def _times(words: ConductWords, conduct: Conduct) -> Iterator[str]:
    for row in conduct.timetable:
        if row.event in words.timetable:
            until = f"{row.ends.value} {_at(row.until)}" if row.ends is not row.starts else _at(row.until)
            yield cited(f"{row.event}: {row.starts.value} {_at(row.at)} to {until}", row.clause)
    if words.slots is not None:
        slots = conduct.slots[words.slots]
        yield cited(f"matches start: {_slots(slots)}", slots.clause)
    if words.allowance is not None:
        rule = conduct.allowances[words.allowance]
        closing = f", none begun in the last {exact_text(rule.closing)} minutes" if rule.closing else ""
        pause = f", and a pause of {exact_text(rule.pause)} minutes" if rule.pause else ""
        yield cited(f"time allowed: {exact_text(rule.per_board)} minutes a board{closing}{pause}", rule.clause)


def _at(at: time) -> str:
    return f"{at.hour}.{at.minute:02}"


def _slots(slots: Slots) -> str:
    return "; ".join(f"{day.value} {listed([_at(start) for start in starts])}" for day, starts in slots.days)


def _clock(clock: Clock) -> str:
    match clock:
        case Elapsed(of=of, minutes=minutes, needs=needs):
            of = of.replace("scores posted", "scores are posted")
            word = f"until {exact_text(minutes)} minutes after the {of}" if minutes > 0 else f"until the {of}"
            word = f"at the latest {exact_text(-minutes)} minutes before the {of}" if minutes < 0 else word
            return word + (f", with the {listed(list(needs))}" if needs else "")
        case NextWeekday(of=of, weekday=weekday, at=at):
            return f"until {_at(at)} on the {weekday.value} after the {of}"
        case _:
            assert_never(clock)


def _tariffs(stage: StageConduct) -> Iterator[str]:
    if stage.discipline is not None:
        yield cited(f"disciplinary penalty: {_step(stage.discipline, stage.unit)}", stage.discipline.clause)
    if stage.lateness is not None:
        bands = "; ".join(f"{band.name}, {_ladder(band.ladder, stage.unit)}" for band in stage.lateness.bands)
        beyond = _step(stage.lateness.beyond, stage.unit)
        what = "lateness and slow play" if stage.slow_as_late else "lateness"
        yield cited(f"{what}: {bands}; beyond that, {beyond}", stage.lateness.clause)
    if stage.slow is not None:
        yield cited(f"slow play: {_ladder(stage.slow, stage.unit)}", stage.slow.clause)
    for name, period in stage.periods.items():
        every = f"{_step(period.charge, stage.unit)} for every {exact_text(period.minutes)} minutes or part of them"
        board = f", a board being {exact_text(period.per_board)} minutes" if period.per_board is not None else ""
        yield cited(f"{name}: {every}{board}{_free(period.free)}", period.clause)
    if stage.boards is not None:
        first, further = (_step(step, stage.unit) for step in (stage.boards.first, stage.boards.further))
        optional = ", at the Director's option" if stage.boards.proposed else ""
        yield cited(
            f"boards cancelled for time: {first} for the first, {further} for each further{optional}"
            f"{_free(stage.boards.free)}",
            stage.boards.clause,
        )
    if stage.scores is not None:
        yield cited(f"leaving with a score missing or wrong: {_ladder(stage.scores, stage.unit)}", stage.scores.clause)
    if stage.discretion is not None:
        yield cited(f"lateness and slow play: {_step(stage.discretion, stage.unit)}", stage.discretion.clause)


def _free(offences: int) -> str:
    """That the first offences are free, where they are."""
    return {0: "", 1: "; a first offence is free"}.get(offences, f"; the first {offences} offences are free")


def _breaches(name: str, stage: StageConduct, conduct: Conduct) -> Iterator[str]:
    """The rules of behaviour that bind a stage; the penalty of the stage is named as such."""
    for breach in conduct.breaches.values():
        if not breach.stages or name in breach.stages:
            steps = [_step(step, stage.unit) if step else "the disciplinary penalty" for step in breach.steps]
            yield cited(f"{breach.kind}: {', then '.join(steps)}", breach.clause)


def _ladder(ladder: Ladder, unit: Unit | None = None) -> str:
    steps = [_step(step, unit) for step in ladder.steps]
    if len(steps) == 1:
        return steps[0]
    return f"{', then '.join(steps[:-1])}, then {steps[-1]} each time"


def _step(step: Step, unit: Unit | None) -> str:
    match step:
        case Free(says=says):
            return says
        case Warn():
            return "a warning"
        case Charge(amounts=amounts, at_most=at_most):
            own = [amount for amount in amounts if amount.unit == unit] or list(amounts)
            return ("up to " if at_most else "") + listed([str(amount) for amount in own], "or")
        case Impose(what=what):
            return what
        case Refer(to=to, up_to=up_to):
            return f"{to} decides" + (f", up to {up_to}" if up_to else "")
        case _:
            assert_never(step)


def player_lines(words: PlayersWords, folder: str) -> Iterator[str]:
    """Who may play, and with which systems."""
    rules = said_of(Eligibilities, folder)
    if rules is None:
        return
    others = (words.lodging, words.notice, words.limited)
    for name in (*words.eligibility, *words.titles, *(name for name in others if name)):
        rule = rules.rules[name]
        yield cited(rule.says, rule.clause)
    if words.common is not None:
        common = rules.common[words.common]
        nominated = ", which nominates them" if common.nominated else ""
        yield cited(f"all members are of one {common.of}{nominated}", common.clause)
    if words.systems and rules.systems is not None:
        yield cited(f"systems allowed everywhere: {listed(list(rules.systems.anywhere))}", rules.systems.clause)
        for rule in rules.systems.limited.values():
            yield cited(rule.says, rule.clause)


def play_lines(stage: str, rules: Eligibilities | None) -> Iterator[str]:
    """How much of a stage must be played, and how many substitutes there may be; *stage* is its full name."""
    if rules is None:
        return
    if stage in rules.play_stages:
        play = rules.play_in(stage)
        yield cited(play.says, play.clause)
    if stage in rules.substitute_stages:
        substitutes = rules.substitutes_in(stage)
        yield cited(substitutes.says, substitutes.clause)
        if substitutes.unless:
            yield cited(substitutes.unless, substitutes.clause)
    if rules.withdrawal is not None and stage in rules.withdrawal.stages:
        rule = rules.withdrawal
        yield cited("the scores of one that withdraws before the middle match starts are wiped", rule.before)
        yield cited("of one that withdraws later they stand", rule.later)
