"""Appeals: each act of one decided on by the document's own course, its form and its clocks.

A party that comes too late is refused; an official who does raises an alarm and voids nothing.
"""

from dataclasses import replace

from overtrick.core.conduct.appeals import AppealStep, Brings, body_for, lodging, ruling_too_late
from overtrick.core.errors import OutOfTime
from overtrick.core.event.acts import (
    AppealLodged,
    AppealMoved,
)
from overtrick.core.event.fold.appealed import AppealFile
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.stage import StageState
from overtrick.director.appeal_files import (
    copies_until,
    file_of,
    further_until,
    in_time,
    known_fields,
    lodging_until,
    rules_for,
    taken,
)
from overtrick.director.decision import Decided, allow, plays_in, refuse

NO_TIME = "it is not known when the time for this appeal runs out: whether it is in time is the director's word"


def lodge(event: Tournament, act: AppealLodged, at: str) -> Decided:
    """An appeal on its form, signed, by somebody who was ruled on; one that is late is recorded and said to be."""
    rules, state = rules_for(event, act.stage), event.stage(act.stage)
    plays_in(state, act.contestant)
    state.round(act.round)
    if act.against not in rules.against:
        known = " or ".join(rules.against)
        raise refuse(
            "An appeal against the {against} is not known here",
            clause=rules.course.clause,
            remedy="It is against a decision of the {known}.",
            against=act.against,
            known=known,
        )
    found = lodging(
        on_form=act.on_form, signatures=len(set(act.signed)), concur=act.concurs, to=act.to or rules.lodging.to,
        rule=rules.lodging,
    )  # fmt: skip
    if not found.valid:
        raise refuse(
            "The appeal is not properly lodged: {faults:;}",
            clause=rules.lodging.clause,
            remedy="Let it be written on the form, signed, and handed to the {to}.",
            faults=tuple(found.faults),
            to=rules.lodging.to,
        )
    known_fields(act.filled, rules)
    step = rules.step_for(rules.course.start, Brings.LODGING)
    respondents = act.respondents or _opponents(state, act)
    if act.contestant in respondents:
        raise refuse(
            "{contestant} cannot be on both sides",
            remedy="Name the other side as respondents.",
            contestant=act.contestant,
        )
    lodged = replace(
        act, to=act.to or rules.lodging.to, respondents=respondents, step=step.act if step else "",
        time=act.time or at,
    )  # fmt: skip
    return allow(lodged, cautions=(*found.flags, *_in_time_said(event, lodged), *_remit_said(event, act.stage)))


def _opponents(state: StageState, act: AppealLodged) -> tuple[str, ...]:
    """The other side at the table, by the draw."""
    drawn = state.round(act.round)
    seating = drawn.seatings.get(act.table) if act.table else drawn.seating_of(act.contestant)
    here = seating is not None and act.contestant in seating.names
    return seating.against(act.contestant) if seating is not None and here else ()


def _in_time_said(event: Tournament, lodged: AppealLodged) -> tuple[str, ...]:
    limit = lodging_until(event, lodged.stage, lodged.round, lodged.against)
    if limit is None:
        return (NO_TIME,)
    ruled = event.conducted.local(lodged.ruled)
    said = [ruling_too_late(ruled, limit)] if ruled is not None else []
    if in_time(event, lodged) is False:
        said.append(f"it is late: {limit}; it can be rejected, or lodged with the director's reason to extend the time")
    elif lodged.extended:
        said.append(f"the time to appeal was extended by the director: {lodged.extended} ({limit.clause})")
    return tuple(each for each in said if each)


def _remit_said(event: Tournament, stage: str) -> tuple[str, ...]:
    remit, plan = rules_for(event, stage).remit, event.stage(stage).plan
    body = body_for(plan.rules.heard_as, remit)
    if body is None:
        return (f"the regulations do not say who hears appeals of this event: ask the organiser ({remit.clause})",)
    return () if body == remit.own else (f"appeals of this event are heard by {body.upper()} ({remit.clause})",)


def move(event: Tournament, act: AppealMoved, at: str) -> Decided:
    """A step that brings nothing but itself and what is written on the form."""
    file = file_of(event, act.appeal)
    rules = rules_for(event, file.lodged.stage)
    known_fields(act.filled, rules)
    flags = taken(event, file, act.step, act.filled)
    step = next(each for each in rules.course.open_to(file.state(rules.course)) if each.act == act.step)
    own = {Brings.LODGING, Brings.HEARING, Brings.SITTING, Brings.DECISION, Brings.FINDING, Brings.FINE}
    if step.brings in own:
        raise refuse(
            "“{says}” needs more than the step itself",
            clause=step.clause,
            remedy="Record {brings} with everything that belongs to it.",
            says=step.says or step.act,
            brings=step.brings,
        )
    return allow(act, cautions=(*flags, *_late(event, file, step, act.time or at)))


def _late(event: Tournament, file: AppealFile, step: AppealStep, at: str) -> tuple[str, ...]:
    """Refuse a further appeal after its time; say that copies went out late, or that an end comes early."""
    when, limit = event.conducted.local(at), further_until(event, file)
    if step.brings is Brings.FURTHER and limit is not None and when is not None and not limit.met(when):
        raise OutOfTime(
            "A further appeal could be made {told}; it is {when}",
            until=limit.at,
            clause=str(limit.clause),
            remedy="The decision stands.",
            told=limit.told,
            when=f"{when:%Y-%m-%d %H:%M}",
        )
    if step.brings is Brings.END and limit is not None and when is not None and limit.met(when):
        return (f"a further appeal may still be made {limit}",)
    copies = copies_until(event, file)
    if step.brings is Brings.COPIES and copies is not None and when is not None and not copies.met(when):
        return (f"the copies are late: they were due {copies}; the appeal goes on",)
    return ()
