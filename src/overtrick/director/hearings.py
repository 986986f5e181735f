"""The committee of an appeal: who sits, when it hears, what it may decide, and what the appeal may be fined."""

from dataclasses import replace

from overtrick.core.conduct.appeal_rules import AppealRules
from overtrick.core.conduct.appeals import Brings, may_reverse, may_sit
from overtrick.core.conduct.caps import check_fine
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
from overtrick.director.appeal_files import (
    bringing,
    file_of,
    involved_in,
    known_fields,
    latest_hearing,
    rules_for,
    taken,
)
from overtrick.director.decision import Decided, allow, refuse


def name_committee(event: Tournament, act: CommitteeNamed) -> Decided:
    """A committee of people who are not directly involved; those who are stay on the list and do not sit."""
    file = file_of(event, act.appeal)
    rules = rules_for(event, file.lodged.stage)
    state = file.state(rules.course)
    if file.heard is not None or state in rules.course.ends:
        raise refuse(
            "Appeal {appeal} has been heard or has ended",
            clause=rules.reversal.clause,
            remedy="The committee that heard it stands.",
            appeal=act.appeal,
        )
    out = tuple(dict.fromkeys((*act.involved, *(name for name in act.members if name in involved_in(event, file)))))
    sitting = may_sit(act.members, out)
    clause = _sitting_clause(rules)
    if not sitting:
        raise refuse("Nobody is left to hear the appeal", clause=clause, remedy="Name others.")
    if act.chair and act.chair not in sitting:
        raise refuse(
            "{chair} is directly involved and cannot preside", clause=clause, remedy="Name another.", chair=act.chair
        )
    kept = tuple(name for name in out if name in act.members)
    said = f"{', '.join(kept)} is directly involved and does not sit ({clause})" if kept else ""
    return allow(replace(act, involved=out), cautions=(said,))


def _sitting_clause(rules: AppealRules) -> object:
    steps = (step.clause for step in rules.course.steps if step.brings is Brings.SITTING)
    return next(steps, rules.course.clause)


def set_hearing(event: Tournament, act: HearingSet) -> Decided:
    """A hearing at the time agreed, or on the date the document falls back on."""
    file = file_of(event, act.appeal)
    rules = rules_for(event, file.lodged.stage)
    step = bringing(event, file, Brings.HEARING)
    agreed = event.conducted.local(act.agreed)
    when = agreed or latest_hearing(event, file)
    if when is None:
        raise refuse(
            "It is not known when play usually starts, so there is no date to fall back on",
            clause=rules.hearing.clause, remedy="Name the time that is agreed, or set the timetable.",
        )  # fmt: skip
    if file.at is not None and when < file.at:
        raise refuse("A hearing cannot be before the appeal", clause=rules.hearing.clause, remedy="Check the time.")
    said = "" if agreed else f"nothing earlier is agreed: heard at {when:%Y-%m-%d %H:%M} ({rules.hearing.clause})"
    flags = taken(event, file, step.act)
    return allow(replace(act, step=step.act, at=when.isoformat(timespec="minutes")), cautions=(*flags, said))


def hear(event: Tournament, act: AppealHeard) -> Decided:
    """A hearing by members of the committee who may sit."""
    file = file_of(event, act.appeal)
    rules = rules_for(event, file.lodged.stage)
    step = bringing(event, file, Brings.SITTING)
    if file.committee is None:
        raise refuse("No committee is named for this appeal", clause=step.clause, remedy="Name its members first.")
    allowed = may_sit(file.committee.members, file.committee.involved)
    sat = act.sat or allowed
    if strangers := [name for name in sat if name not in allowed]:
        raise refuse(
            "{strangers:,} may not sit on appeal {appeal}",
            clause=step.clause,
            remedy="Those who may are {allowed:,}.",
            strangers=tuple(strangers),
            appeal=act.appeal,
            allowed=tuple(allowed),
        )
    flags = taken(event, file, step.act)
    late = ""
    when = event.conducted.local(act.time)
    if file.hearing is not None and when is not None and when < file.hearing:
        late = f"the hearing was fixed for {file.hearing:%Y-%m-%d %H:%M} ({rules.hearing.clause})"
    return allow(replace(act, sat=sat, step=step.act), cautions=(*flags, late))


def give_decision(event: Tournament, act: AppealDecided) -> Decided:
    """A decision the committee may make: a ruling that rests on neither fact nor discretion it cannot reverse."""
    file = file_of(event, act.appeal)
    rules = rules_for(event, file.lodged.stage)
    step = bringing(event, file, Brings.DECISION)
    if act.outcome not in OUTCOMES:
        raise refuse(
            "“{outcome}” is not how an appeal is decided",
            remedy="It is {outcomes:,}.",
            outcome=act.outcome,
            outcomes=tuple(OUTCOMES),
        )
    further = bool(file.decisions)
    if act.outcome == UPHELD and not further and not may_reverse(act.ground, rules.reversal):
        grounds = " or ".join(rules.reversal.grounds)
        raise refuse(
            "The committee may reverse a ruling that rests on {grounds}, not on {ground}",
            clause=rules.reversal.clause,
            remedy="Record what it recommends; the director may then rule again.",
            grounds=grounds,
            ground=act.ground,
        )
    known_fields(act.filled, rules)
    taken(event, file, step.act, act.filled)
    finding = ""
    if act.frivolous:
        found = rules.step_for(step.to or "", Brings.FINDING)
        if found is None or act.outcome == UPHELD:
            raise refuse(
                "This appeal cannot be found frivolous now", clause=step.clause,
                remedy="Only the committee that dismisses an appeal may find it frivolous.",
            )  # fmt: skip
        finding = found.act
    cautions = [f"now give the ruling on board {file.lodged.board} its score"] if act.outcome == UPHELD else []
    return allow(replace(act, step=step.act, finding=finding), cautions=tuple(cautions))


def fine(event: Tournament, act: AppealFined) -> Decided:
    """A fine for an appeal found frivolous, within its limit, taken from the score with it."""
    file = file_of(event, act.appeal)
    rules, state = rules_for(event, file.lodged.stage), event.stage(file.lodged.stage)
    step = bringing(event, file, Brings.FINE)
    if not act.reason:
        raise refuse("A fine needs its reason", clause=step.clause, remedy="Say in a few words what it is for.")
    check = check_fine(act.amount, state.unit, rules.fine) if rules.fine is not None else None
    if check is not None and check.allowed is False:
        raise refuse(
            "The fine cannot be so high: {says}", clause=check.clause, remedy="Fine less, or nothing.", says=check.says
        )
    flags = taken(event, file, step.act, fine=True)
    name = rules.fine.name if rules.fine is not None else "appeal"
    penalty = PenaltyGiven(
        file.lodged.contestant, name, file.lodged.stage, file.lodged.round, amount=act.amount, unit=state.unit.many,
        clause=step.clause.cite, reason=act.reason,
    )  # fmt: skip
    said = check.says if check is not None and check.allowed is None else ""
    return allow(replace(act, step=step.act), penalty, cautions=(*flags, said))
