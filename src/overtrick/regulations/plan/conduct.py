"""What binds a stage besides its play, built from the names an event file gives."""

from collections.abc import Mapping
from dataclasses import fields, replace

from overtrick.core.conduct.clocks import Clock, Window
from overtrick.core.conduct.eligibility import Eligibility
from overtrick.core.conduct.penalties import Breach
from overtrick.core.conduct.record import CountRule, Reach, Same
from overtrick.core.conduct.stage import StageConduct
from overtrick.core.event.plan.rules import PlayersRule, StageRules, Tariffs, Times
from overtrick.regulations.grammar.conduct import Conduct
from overtrick.regulations.grammar.eligibility import Eligibilities
from overtrick.regulations.grammar.event import EventFile
from overtrick.regulations.grammar.stages import ConductWords, PlayersWords, StageWords
from overtrick.regulations.plan.rules import built, rule_of
from overtrick.regulations.read.documents import eligibility_with, said_of


def stage_rules(words: StageWords, file: EventFile) -> StageRules:
    """Everything that binds a stage: what its event says of all its stages, and what it says of this one."""
    name = f"{file.known_as or file.event.id}/{words.name}"
    conduct = said_of(Conduct, file.folder)
    tariffs, times = Tariffs(), Times()
    if conduct is not None:
        tariffs, times = _tariffs(words, file, conduct), _times(_both(file.conduct, words.conduct), file, conduct)
    instead: dict[str, str] = dict((*file.players.instead.items(), *words.players.instead.items()))
    rules = eligibility_with(file.folder, instead)
    players = PlayersRule() if rules is None else _players(words.players, file.players, rules, name)
    appeals = conduct.appeal if conduct is not None else None
    heard_as = appeals.remit.events.get(file.known_as or file.event.id, "") if appeals is not None else ""
    grace, determination = (conduct.grace, conduct.determination) if conduct is not None else (None, None)
    return StageRules(name, tariffs, times, players, appeals, heard_as, grace, determination)


def _tariffs(words: StageWords, file: EventFile, conduct: Conduct) -> Tariffs:
    own, whole = words.conduct, file.conduct
    penalties, slow = own.penalties or whole.penalties, own.slow_play or whole.slow_play
    ladders = (*whole.ladders, *own.ladders)
    return Tariffs(
        _stage(own, conduct.stages[penalties], conduct) if penalties else None,
        _breaches(dict((*whole.breaches.items(), *own.breaches.items())), conduct, penalties) if penalties else (),
        {str(name): conduct.ladders[name] for name in ladders},
        conduct.slow_play[slow] if slow else None,
        _count(own.same or whole.same, conduct.count, words),
    )


def _stage(own: ConductWords, stage: StageConduct, conduct: Conduct) -> StageConduct:
    lateness = conduct.lateness[own.lateness] if own.lateness else stage.lateness
    return replace(stage, lateness=lateness, boards=conduct.boards[own.boards] if own.boards else stage.boards)


def _breaches(instead: Mapping[str, str], conduct: Conduct, stage: str) -> tuple[Breach, ...]:
    """The rules of behaviour that bind a stage, each by its kind."""
    kinds = {**conduct.breaches, **{kind: conduct.other_breaches[name] for kind, name in instead.items()}}
    return tuple(breach for breach in kinds.values() if not breach.stages or stage in breach.stages)


def _count(same: Same | None, rule: CountRule | None, words: StageWords) -> CountRule | None:
    if same is None:
        return rule
    return replace(rule, same=same) if rule else CountRule(words.clause, same, Reach.EVENT)


def _both(whole: ConductWords, own: ConductWords) -> ConductWords:
    """What an event says of all its stages and of one: lists are joined, and else the stage's own word stands first."""
    said = {each.name: (getattr(whole, each.name), getattr(own, each.name)) for each in fields(ConductWords)}
    return ConductWords(**{name: a + b if isinstance(a, tuple) else b or a for name, (a, b) in said.items()})


def _times(both: ConductWords, file: EventFile, conduct: Conduct) -> Times:
    clocks: tuple[Clock, ...] = tuple(rule_of(file, name) for name in both.clocks)
    return built(
        Times,
        both,
        file,
        timetable=tuple(row for row in conduct.timetable if row.event in both.timetable),
        first_day=conduct.first_day,
        opening=conduct.opening,
        finals_dates=conduct.finals_dates if both.finals_dates else None,
        windows=_windows(clocks, conduct.windows),
    )


def _windows(clocks: tuple[Clock, ...], windows: tuple[Window, ...]) -> tuple[Window, ...]:
    """The windows whose clocks bind a stage, and those that cover what these cover and more."""
    own = [window for window in windows if window.clock in clocks]
    wider = [each for each in windows if any(set(window.kinds) < set(each.kinds) for window in own)]
    return tuple(dict.fromkeys((*own, *wider)))


def _players(own: PlayersWords, whole: PlayersWords, rules: Eligibilities, name: str) -> PlayersRule:
    def one(key: str) -> Eligibility | None:
        rule = getattr(own, key) or getattr(whole, key)
        return rules.rules[rule] if rule else None

    common = own.common or whole.common
    return PlayersRule(
        tuple(rules.rules[rule] for rule in whole.eligibility),
        tuple(rules.rules[rule] for rule in own.eligibility),
        tuple(rules.rules[rule] for rule in (*whole.titles, *own.titles)),
        {**whole.played, **own.played},
        rules.common[common] if common else None,
        one("lodging"),
        one("notice"),
        one("limited"),
        rules.systems if whole.systems or own.systems else None,
        rules.play[rules.play_stages[name]] if name in rules.play_stages else None,
        rules.substitutes[rules.substitute_stages[name]] if name in rules.substitute_stages else None,
        rules.classifying,
        rules.psychic,
        rules.withdrawal if rules.withdrawal is not None and name in rules.withdrawal.stages else None,
        rules.rejection,
    )
