"""The days of finals: those the document prescribes, and what it takes to play a match on another day."""

from collections.abc import Iterator
from datetime import date

from overtrick.core.conduct.clocks import Weekday
from overtrick.core.conduct.timetable import FinalsDatesRule, MoveRule, finals_dates, may_play_earlier, may_postpone
from overtrick.core.event.acts import MissedWeeks, TimetableSet
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.plan.stages import Stage
from overtrick.core.model.written import read_day
from overtrick.core.wording import Phrase, phrase
from overtrick.director.decision import refuse


def laid_down(event: Tournament, plan: Stage, missed: tuple[MissedWeeks, ...] = ()) -> tuple[date, ...]:
    """The day of each week of a stage by its document; none where it prescribes none or the day before is unknown.

    Only the weeks of events that the clause names are skipped.
    """
    rule = plan.rules.times.finals_dates
    if rule is None:
        return ()
    if other := [each.event for each in missed if each.event not in rule.missed]:
        raise refuse(
            "The weeks of “{other}” are not skipped",
            clause=rule.clause,
            remedy="Only the weeks of {missed} are skipped.",
            other=other[0],
            missed=rule.missed,
        )
    last = _last_day_before(event, plan)
    return finals_dates(last, [_days(each) for each in missed], rule) if last is not None else ()


def _days(each: MissedWeeks) -> tuple[date, date]:
    first, last = read_day(each.first), read_day(each.last)
    if last < first:
        raise refuse(
            "{event} would end before it starts", remedy="Give the first day, then the last.", event=each.event
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


def check_finals_dates(event: Tournament, act: TimetableSet) -> tuple[Phrase, ...]:
    """Check the days set for finals; a match postponed for a reason that the rule does not name is refused."""
    plan = event.plan(act.stage)
    rule, dated = plan.rules.times.moves, plan.rules.times.finals_dates
    if rule is None:
        return ()
    days = laid_down(event, plan, act.missed)
    said = list(_round_cautions(event, act, rule, days))
    if dated is not None and not days:
        said.append(_unknown(dated))
    return tuple(said)


def _round_cautions(event: Tournament, act: TimetableSet, rule: MoveRule, days: tuple[date, ...]) -> Iterator[Phrase]:
    for each in act.rounds:
        when, before = event.conducted.local(each.start), event.conducted.start(act.stage, each.round)
        due = days[each.round - 1] if each.round <= len(days) else before.date() if before is not None else None
        if when is None or due is None or when.date() == due:
            continue
        if when.date() > due:
            yield _put_off(act, each.round, when.date(), due, rule)
        else:
            yield _brought_forward(act, each.round, due, rule)


def _brought_forward(act: TimetableSet, number: int, due: date, rule: MoveRule) -> Phrase:
    if act.ordered_by:
        return phrase(
            "round {number} is brought forward from {due} by order of {by} ({clause})",
            number=number, due=_day(due), by=act.ordered_by, clause=rule.order or rule.clause,
        )  # fmt: skip
    answer = may_play_earlier(act.agreed, rule)
    if not answer.allowed:
        raise refuse(
            "Round {number} of {stage} is due on {due} and cannot be brought forward yet: {says}",
            clause=rule.clause,
            remedy="Confirm that {earlier_needs: and}, or leave the date as it is.",
            number=number,
            stage=act.stage,
            due=_day(due),
            says=answer.says,
            earlier_needs=tuple(rule.earlier_needs),
        )
    return phrase(
        "round {number} is brought forward from {due}: {needs} ({clause})",
        number=number, due=_day(due), needs=rule.earlier_needs, clause=rule.clause,
    )  # fmt: skip


def _put_off(act: TimetableSet, number: int, when: date, due: date, rule: MoveRule) -> Phrase:
    if act.ordered_by:
        return phrase(
            "round {number} is postponed from {due} to {when} by order of {by} ({clause})",
            number=number, due=_day(due), when=_day(when), by=act.ordered_by, clause=rule.order or rule.clause,
        )  # fmt: skip
    if may_postpone(act.reason, rule).allowed:
        return phrase(
            "round {number} is postponed from {due} to {when}: {reason} ({clause})",
            number=number, due=_day(due), when=_day(when), reason=act.reason, clause=rule.clause,
        )  # fmt: skip
    raise refuse(
        "Round {number} of {stage} is due by {due}; {when} is too late",
        clause=rule.clause,
        remedy="Give one of these reasons for the postponement: {reasons:or}[, or name the member of {by} who ordered "
        "it]."
        if rule.later_reasons
        else "Name the events whose weeks are skipped, with their dates[, or the member of {by} who ordered the change"
        "].",
        number=number,
        stage=act.stage,
        due=_day(due),
        when=_day(when),
        reasons=rule.later_reasons,
        by=rule.by,
    )


def _day(day: date) -> Phrase:
    return phrase("{weekday} {day:date}", weekday=list(Weekday)[day.weekday()], day=day)


def _unknown(rule: FinalsDatesRule) -> Phrase:
    return phrase(
        "the last day of the previous stage is not known, so the days were not checked ({clause})", clause=rule.clause
    )
