"""The days of finals: those the document lays down, and what it takes to play a match on another."""

from collections.abc import Iterator
from datetime import date

from overtrick.core.conduct.timetable import FinalsDatesRule, MoveRule, finals_dates, may_play_earlier, may_postpone
from overtrick.core.event.acts import MissedWeeks, TimetableSet
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.plan.stages import Stage
from overtrick.core.model.written import read_day
from overtrick.director.decision import refuse


def laid_down(event: Tournament, plan: Stage, missed: tuple[MissedWeeks, ...] = ()) -> tuple[date, ...]:
    """The day of each week of a stage by its document; none where it says nothing, or the day before is not known.

    Only the weeks of the events that the clause names are missed.
    """
    rule = plan.rules.times.finals_dates
    if rule is None:
        return ()
    if other := [each.event for each in missed if each.event not in rule.missed]:
        raise refuse(
            "The weeks of “{other}” are not missed",
            clause=rule.clause,
            remedy="Only those of {missed:,} and {rule_missed} are.",
            other=other[0],
            missed=tuple(rule.missed[:-1]),
            rule_missed=rule.missed[-1],
        )
    last = _last_day_before(event, plan)
    return finals_dates(last, [_days(each) for each in missed], rule) if last is not None else ()


def _days(each: MissedWeeks) -> tuple[date, date]:
    first, last = read_day(each.first), read_day(each.last)
    if last < first:
        raise refuse(
            "{event} would end before it starts", remedy="Give its first day, then its last.", event=each.event
        )
    return first, last


def _last_day_before(event: Tournament, plan: Stage) -> date | None:
    """The last day of play of the stages that lead to this one, if it is known."""
    ends = []
    for each in plan.sources:
        if each.event:
            continue
        source = event.plan(each.stage)
        names = source.play.adds_up or (source.name,)
        played = event.plan(names[-1])
        ends.append(event.conducted.end(played, played.rounds) or event.conducted.start(played.name, played.rounds))
    return max((end.date() for end in ends if end is not None), default=None)


def moved(event: Tournament, act: TimetableSet) -> tuple[str, ...]:
    """What the rule says of the days set for finals; a match put off for no reason it knows is refused."""
    plan = event.plan(act.stage)
    rule, dated = plan.rules.times.moves, plan.rules.times.finals_dates
    if rule is None:
        return ()
    days = laid_down(event, plan, act.missed)
    said = list(_each(event, act, rule, days))
    if dated is not None and not days:
        said.append(_unknown(dated))
    return tuple(said)


def _each(event: Tournament, act: TimetableSet, rule: MoveRule, days: tuple[date, ...]) -> Iterator[str]:
    for each in act.rounds:
        when, before = event.conducted.local(each.start), event.conducted.start(act.stage, each.round)
        due = days[each.round - 1] if each.round <= len(days) else before.date() if before is not None else None
        if when is None or due is None or when.date() == due:
            continue
        if when.date() > due:
            yield _put_off(act, each.round, when.date(), due, rule)
        else:
            yield _brought_forward(act, each.round, due, rule)


def _brought_forward(act: TimetableSet, number: int, due: date, rule: MoveRule) -> str:
    said = f"round {number} is brought forward from {due:%A %d %B}"
    if act.ordered_by:
        return f"{said} by order of {act.ordered_by} ({rule.order or rule.clause})"
    answer = may_play_earlier(act.agreed, rule)
    if not answer.allowed:
        raise refuse(
            "Round {number} of {stage} is due on {due} and would be brought forward: {says}",
            clause=rule.clause,
            remedy="Say that {earlier_needs: and}, or leave the day as it is.",
            number=number,
            stage=act.stage,
            due=f"{due:%A %d %B}",
            says=answer.says,
            earlier_needs=tuple(rule.earlier_needs),
        )
    return f"{said}: {' and '.join(rule.earlier_needs)} ({rule.clause})"


def _put_off(act: TimetableSet, number: int, when: date, due: date, rule: MoveRule) -> str:
    said = f"round {number} is put off from {due:%A %d %B} to {when:%A %d %B}"
    if act.ordered_by:
        return f"{said} by order of {act.ordered_by} ({rule.order or rule.clause})"
    answer = may_postpone(act.reason, rule)
    if answer.allowed:
        return f"{said}: {act.reason} ({rule.clause})"
    reasons = f"It is put off for {' or '.join(rule.later_reasons)} alone" if rule.later_reasons else ""
    missed = "" if rule.later_reasons else "Name the events whose weeks are missed, with their days"
    order = f"; or say who of {rule.by} ordered it" if rule.by else ""
    raise refuse(
        "Round {number} of {stage} is due by {due}, and {when} is later",
        clause=rule.clause,
        remedy="{reasons}{missed}{order}.",
        number=number,
        stage=act.stage,
        due=f"{due:%A %d %B}",
        when=f"{when:%A %d %B}",
        reasons=reasons,
        missed=missed,
        order=order,
    )


def _unknown(rule: FinalsDatesRule) -> str:
    return f"the last day of the stage before is not known, so the days were not looked at ({rule.clause})"
