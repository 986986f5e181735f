"""The committee of an appeal: its members, when it hears the appeal, what it may decide, and fines for the appeal."""

from dataclasses import replace

from overtrick.core.conduct.appeal_rules import AppealRules
from overtrick.core.conduct.appeals import Brings, may_reverse, may_sit
from overtrick.core.conduct.caps import check_fine
from overtrick.core.conduct.clocks import moment_phrase
from overtrick.core.event.acts import (
    OUTCOMES,
    UPHELD,
    AppealDecided,
    AppealFined,
    AppealHeard,
    CommitteeNamed,
    HearingSet,
    PenaltyGiven,
)
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.provenance.figures import Clause
from overtrick.core.wording import phrase
from overtrick.director.appeal_files import (
    bringing,
    file_of,
    involved_in,
    known_fields,
    latest_hearing,
    rules_for,
    take_step,
)
from overtrick.director.decision import AllowedActs, Caution, allow, refuse


def name_committee(event: Tournament, act: CommitteeNamed) -> AllowedActs:
    """Name a committee of people who are not directly involved; those who are stay listed and do not sit."""
    file = file_of(event, act.appeal)
    rules = rules_for(event, file.lodged.stage)
    state = file.state(rules.course)
    if file.heard is not None or state in rules.course.ends:
        raise refuse(
            "Appeal {appeal} has been heard or has ended",
            clause=rules.reversal.clause,
            remedy="Leave the committee as it is.",
            appeal=act.appeal,
        )
    out = tuple(dict.fromkeys((*act.involved, *(name for name in act.members if name in involved_in(event, file)))))
    sitting = may_sit(act.members, out)
    clause = _sitting_clause(rules)
    if not sitting:
        raise refuse("No committee member is left to hear the appeal", clause=clause, remedy="Name other members.")
    if act.chair and act.chair not in sitting:
        raise refuse(
            "{chair} is not among the members who may sit, and cannot chair the committee",
            clause=clause,
            remedy="Name another chair.",
            chair=act.chair,
        )
    kept = tuple(name for name in out if name in act.members)
    said = phrase(
        "directly involved, so they do not sit on the committee: {kept:,} ({clause})", kept=kept, clause=clause
    )
    return allow(replace(act, involved=out), cautions=(said if kept else "",))


def _sitting_clause(rules: AppealRules) -> Clause:
    steps = (step.clause for step in rules.course.steps if step.brings is Brings.SITTING)
    return next(steps, rules.course.clause)


def set_hearing(event: Tournament, act: HearingSet) -> AllowedActs:
    """Set a hearing at the agreed time, or on the date that the document falls back on."""
    file = file_of(event, act.appeal)
    rules = rules_for(event, file.lodged.stage)
    step = bringing(event, file, Brings.HEARING)
    agreed = event.conducted.local(act.agreed)
    when = agreed or latest_hearing(event, file)
    if when is None:
        raise refuse(
            "The usual starting time is not known, so no default hearing date can be set",
            clause=rules.hearing.clause, remedy="Give the agreed time, or set the timetable.",
        )  # fmt: skip
    if file.at is not None and when < file.at:
        raise refuse("A hearing cannot be before the appeal", clause=rules.hearing.clause, remedy="Check the time.")
    said = phrase(
        "no earlier time has been agreed: the hearing is at {when} ({clause})",
        when=moment_phrase(when),
        clause=rules.hearing.clause,
    )
    flags = take_step(event, file, step.act)
    return allow(
        replace(act, step=step.act, at=when.isoformat(timespec="minutes")), cautions=(*flags, "" if agreed else said)
    )


def hear(event: Tournament, act: AppealHeard) -> AllowedActs:
    """Record a hearing by members of the committee who may sit."""
    file = file_of(event, act.appeal)
    rules = rules_for(event, file.lodged.stage)
    step = bringing(event, file, Brings.SITTING)
    if file.committee is None:
        raise refuse(
            "No committee has been named for this appeal",
            clause=step.clause,
            remedy="Name the committee’s members first.",
        )
    allowed = may_sit(file.committee.members, file.committee.involved)
    sat = act.sat or allowed
    if strangers := [name for name in sat if name not in allowed]:
        raise refuse(
            "{strangers} may not sit on appeal {appeal}",
            clause=step.clause,
            remedy="Eligible members: {allowed:,}.",
            strangers=tuple(strangers),
            appeal=act.appeal,
            allowed=tuple(allowed),
        )
    flags = take_step(event, file, step.act)
    late: Caution = ""
    when = event.conducted.local(act.time)
    if file.hearing is not None and when is not None and when < file.hearing:
        late = phrase(
            "the hearing was held before the time set for it, {when} ({clause})",
            when=moment_phrase(file.hearing),
            clause=rules.hearing.clause,
        )
    return allow(replace(act, sat=sat, step=step.act), cautions=(*flags, late))


def give_decision(event: Tournament, act: AppealDecided) -> AllowedActs:
    """Record a decision that the committee may make; facts and discretionary rulings that it cannot reverse stay."""
    file = file_of(event, act.appeal)
    rules = rules_for(event, file.lodged.stage)
    step = bringing(event, file, Brings.DECISION)
    if act.outcome not in OUTCOMES:
        raise refuse(
            "“{outcome}” is not a possible decision on an appeal",
            remedy="Choose from {outcomes:,}.",
            outcome=act.outcome,
            outcomes=tuple(OUTCOMES),
        )
    further = bool(file.decisions)
    if act.outcome == UPHELD and not further and not may_reverse(act.ground, rules.reversal):
        raise refuse(
            "The committee may reverse only a ruling that rests on {grounds:or}, not on {ground:name}",
            clause=rules.reversal.clause,
            remedy="Record the committee’s recommendation; the director may then rule again.",
            grounds=rules.reversal.grounds,
            ground=act.ground,
        )
    known_fields(act.filled, rules)
    take_step(event, file, step.act, act.filled)
    finding = ""
    if act.frivolous:
        found = rules.step_for(step.to or "", Brings.FINDING)
        if found is None or act.outcome == UPHELD:
            raise refuse(
                "This appeal cannot be found frivolous now", clause=step.clause,
                remedy="Record the decision without that finding.",
            )  # fmt: skip
        finding = found.act
    score = phrase("now post the new score[ on board {board}] as a ruling", board=file.lodged.board)
    return allow(replace(act, step=step.act, finding=finding), cautions=(score,) if act.outcome == UPHELD else ())


def fine(event: Tournament, act: AppealFined) -> AllowedActs:
    """Fine a contestant for a frivolous appeal, within the limit; the fine is taken from its score."""
    file = file_of(event, act.appeal)
    rules, state = rules_for(event, file.lodged.stage), event.stage(file.lodged.stage)
    step = bringing(event, file, Brings.FINE)
    if not act.reason:
        raise refuse("A fine needs a reason", clause=step.clause, remedy="Say in a few words what the fine is for.")
    check = check_fine(act.amount, state.unit, rules.fine) if rules.fine is not None else None
    if check is not None and check.allowed is False:
        raise refuse(
            "The fine is too high: {says}",
            clause=check.clause,
            remedy="Impose a smaller fine, or none.",
            says=check.says,
        )
    flags = take_step(event, file, step.act, fine=True)
    name = rules.fine.name if rules.fine is not None else "appeal"
    penalty = PenaltyGiven(
        file.lodged.contestant, name, file.lodged.stage, file.lodged.round, amount=act.amount, unit=state.unit.many,
        clause=step.clause.cite, reason=act.reason,
    )  # fmt: skip
    said: Caution = check.says if check is not None and check.allowed is None else ""
    return allow(replace(act, step=step.act, unit=state.unit.many), penalty, cautions=(*flags, said))
