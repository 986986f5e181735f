"""The rules that bind a stage besides its play, built from the names in an event file."""

from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from typing import Any, TypeVar

from overtrick.core.conduct.clocks import Clock, Window
from overtrick.core.conduct.eligibility import Eligibility
from overtrick.core.conduct.penalties import Breach
from overtrick.core.conduct.record import CountRule, Reach, Same
from overtrick.core.event.plan.rules import UNBOUND, PlayersRule, StageRules, Tariffs, Times
from overtrick.regulations.grammar.conduct import Conduct
from overtrick.regulations.grammar.eligibility import Eligibilities
from overtrick.regulations.grammar.event import EventFile
from overtrick.regulations.grammar.refs import Ref
from overtrick.regulations.grammar.stages import ConductWords, PlayersWords, StageWords
from overtrick.regulations.plan.rules import build_from_words, reach_of, rule_of

T = TypeVar("T", ConductWords, PlayersWords)


def stage_rules(words: StageWords, file: EventFile) -> StageRules:
    """The rules that bind a stage: those of its event for all its stages, and its own."""
    name = f"{file.known_as or file.event.id}/{words.name}"
    conduct, both = reach_of(file).content(Conduct), _join_rules(file.conduct, words.conduct)
    tariffs, times = (_tariffs(words, both, conduct), _times(both, conduct)) if conduct else (Tariffs(), Times())
    instead = _join_rules(file.players, words.players).instead.items()
    rules = _eligibility(file, {str(name): str(other) for name, other in instead})
    players = PlayersRule() if rules is None else _players(words.players, file.players, rules, name)
    appeals = conduct.appeal if conduct is not None else None
    heard_as = appeals.remit.events.get(file.known_as or file.event.id, "") if appeals is not None else ""
    grace, determination = (conduct.grace, conduct.determination) if conduct is not None else (None, None)
    return StageRules(name, tariffs, times, players, appeals, heard_as, grace, determination)


def leaver_rules(file: EventFile) -> StageRules:
    """The rules that bind every stage of a graph: only the document's about a contestant that leaves."""
    rules = _eligibility(file, {})
    return StageRules(players=PlayersRule(leaver=rules.leaver)) if rules is not None else UNBOUND


def _eligibility(file: EventFile, instead: Mapping[str, str]) -> Eligibilities | None:
    """What an event and its document say of who may play, if anything; *instead* are rules that replace others."""
    opened = reach_of(file).find_file(Eligibilities, tuple(sorted(instead.items())))
    if opened is None:
        return None
    read: Eligibilities = opened.said
    return replace(read, rules={**read.rules, **{name: read.rules[other] for name, other in instead.items()}})


def _join_rules(whole: T, own: T) -> T:
    """The rules of an event for all its stages joined with those of one: lists are added, else the stage's own win."""
    said: dict[str, Any] = {}
    for each in fields(whole):
        a, b = getattr(whole, each.name), getattr(own, each.name)
        said[each.name] = a + b if isinstance(a, tuple) else {**a, **b} if isinstance(a, Mapping) else b or a
    return type(whole)(**said)


def _tariffs(words: StageWords, both: ConductWords, conduct: Conduct) -> Tariffs:
    stage = conduct.stages[both.penalties] if both.penalties else None
    if stage is not None:
        lateness, boards = rule_of(words.conduct.lateness), rule_of(words.conduct.boards)
        stage = replace(stage, lateness=lateness or stage.lateness, boards=boards or stage.boards)
    breaches = _breaches(both.breaches, conduct, both.penalties) if both.penalties else ()
    ladders = {str(name): name.rule for name in both.ladders}
    return Tariffs(stage, breaches, ladders, rule_of(both.slow_play), _count(both.same, conduct.count, words))


def _breaches(instead: Mapping[Ref[Breach], Ref[Breach]], conduct: Conduct, stage: str) -> tuple[Breach, ...]:
    """The rules of behaviour that bind a stage, each by its kind."""
    kinds = conduct.breaches | {str(kind): conduct.other_breaches[name] for kind, name in instead.items()}
    return tuple(breach for breach in kinds.values() if not breach.stages or stage in breach.stages)


def _count(same: Same | None, rule: CountRule | None, words: StageWords) -> CountRule | None:
    if same is None:
        return rule
    return replace(rule, same=same) if rule else CountRule(words.clause, same, Reach.EVENT)


def _times(both: ConductWords, conduct: Conduct) -> Times:
    clocks: tuple[Clock, ...] = tuple(name.rule for name in both.clocks)
    return build_from_words(
        Times,
        both,
        timetable=tuple(row for row in conduct.timetable if row.event in both.timetable),
        first_day=conduct.first_day,
        opening=conduct.opening,
        finals_dates=conduct.finals_dates if both.finals_dates else None,
        windows=_windows(clocks, conduct.windows),
    )


def _windows(clocks: tuple[Clock, ...], windows: tuple[Window, ...]) -> tuple[Window, ...]:
    """The windows whose clocks bind a stage, and those that cover all of these and more."""
    own = [window for window in windows if window.clock in clocks]
    wider = [each for each in windows if any(set(window.kinds) < set(each.kinds) for window in own)]
    return tuple(dict.fromkeys((*own, *wider)))


def _players(own: PlayersWords, whole: PlayersWords, rules: Eligibilities, name: str) -> PlayersRule:
    def meant(names: Iterable[str]) -> tuple[Eligibility, ...]:
        return tuple(rules.rules[each] for each in names)

    both = _join_rules(whole, own)
    withdrawal = rules.withdrawal
    return PlayersRule(
        meant(whole.eligibility),
        meant(own.eligibility),
        meant(both.titles),
        both.played,
        rules.common[both.common] if both.common else None,
        rules.rules.get(both.lodging or ""),
        rules.rules.get(both.notice or ""),
        rules.rules.get(both.limited or ""),
        rules.systems if both.systems else None,
        rules.play_at.get(name),
        rules.substitutes_at.get(name),
        rules.classifying,
        rules.psychic,
        withdrawal if withdrawal is not None and name in withdrawal.stages else None,
        rules.leaver,
        rules.rejection,
        tuple(rules.bars.values()),
        rules.first_entered,
    )
