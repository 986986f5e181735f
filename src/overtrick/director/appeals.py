"""Appeals: each act is decided on by the document's own procedure, its form and its deadlines.

A party that is late is refused. An official who is late gets a caution, and nothing is voided.
"""

from dataclasses import replace

from overtrick.core.conduct.appeals import AppealStep, Brings, body_for, lodging, ruling_too_late
from overtrick.core.conduct.clocks import moment_phrase
from overtrick.core.errors import OutOfTime
from overtrick.core.event.acts import (
    AppealLodged,
    AppealMoved,
)
from overtrick.core.event.fold.conducted import AppealFile
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.stage import StageState
from overtrick.core.wording import Phrase, phrase
from overtrick.director.appeal_files import (
    copies_until,
    file_of,
    further_until,
    in_time,
    known_fields,
    lodging_until,
    rules_for,
    take_step,
)
from overtrick.director.decision import AllowedActs, allow, plays_in, refuse

NO_TIME = phrase("the time limit for this appeal is not known: the director decides whether the appeal is in time")


def lodge(event: Tournament, act: AppealLodged, at: str) -> AllowedActs:
    """Lodge an appeal on its form, signed by someone who was ruled on; a late one is recorded as late."""
    rules, state = rules_for(event, act.stage), event.stage(act.stage)
    plays_in(state, act.contestant)
    state.round(act.round)
    if act.against not in rules.against:
        raise refuse(
            "These regulations provide for no appeal against decisions of the {against}",
            clause=rules.course.clause,
            remedy="Appeals can be made only against decisions of the {known:or}.",
            against=act.against,
            known=tuple(rules.against),
        )
    found = lodging(
        on_form=act.on_form, signatures=len(set(act.signed)), concur=act.concurs, to=act.to or rules.lodging.to,
        rule=rules.lodging,
    )  # fmt: skip
    if not found.valid:
        raise refuse(
            "The appeal is not properly lodged: {faults:;}",
            clause=rules.lodging.clause,
            remedy="The appeal must be made on the form, signed, and handed to the {to}.",
            faults=tuple(found.faults),
            to=rules.lodging.to,
        )
    known_fields(act.filled, rules)
    step = rules.step_for(rules.course.start, Brings.LODGING)
    respondents = act.respondents or _opponents(state, act)
    if act.contestant in respondents:
        raise refuse(
            "Number {contestant} cannot be on both sides of an appeal",
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
    return seating.opponents_of(act.contestant) if seating is not None and here else ()


def _in_time_said(event: Tournament, lodged: AppealLodged) -> tuple[Phrase, ...]:
    limit = lodging_until(event, lodged.stage, lodged.round, lodged.against)
    if limit is None:
        return (NO_TIME,)
    ruled = event.conducted.local(lodged.ruled)
    late = ruling_too_late(ruled, limit) if ruled is not None else None
    said = [late] if late is not None else []
    if in_time(event, lodged) is False:
        said.append(
            phrase(
                "the appeal is late: it was due {limit}; it can be rejected, or lodged with the director’s "
                "reason for extending the time",
                limit=limit,
            )
        )
    elif lodged.extended:
        said.append(
            phrase(
                "the time to appeal was extended by the director: {reason} ({clause})",
                reason=lodged.extended,
                clause=limit.clause,
            )
        )
    return tuple(said)


def _remit_said(event: Tournament, stage: str) -> tuple[Phrase, ...]:
    remit, plan = rules_for(event, stage).remit, event.stage(stage).plan
    body = body_for(plan.rules.heard_as, remit)
    if body is None:
        return (
            phrase(
                "the regulations do not say who hears appeals in this event: ask the organiser ({clause})",
                clause=remit.clause,
            ),
        )
    if body == remit.own:
        return ()
    return (phrase("appeals in this event are heard by {body} ({clause})", body=body.upper(), clause=remit.clause),)


def move(event: Tournament, act: AppealMoved, at: str) -> AllowedActs:
    """Take a step that brings nothing except what is written on the form."""
    file = file_of(event, act.appeal)
    rules = rules_for(event, file.lodged.stage)
    known_fields(act.filled, rules)
    flags = take_step(event, file, act.step, act.filled)
    step = next(each for each in rules.course.open_to(file.state(rules.course)) if each.act == act.step)
    own = {Brings.LODGING, Brings.HEARING, Brings.SITTING, Brings.DECISION, Brings.FINDING, Brings.FINE}
    if step.brings in own:
        raise refuse(
            "“{says}” needs more details",
            clause=step.clause,
            remedy="Record {brings} with all its details.",
            says=step.shown,
            brings=step.brings,
        )
    return allow(act, cautions=(*flags, *_late(event, file, step, act.time or at)))


def _late(event: Tournament, file: AppealFile, step: AppealStep, at: str) -> tuple[Phrase, ...]:
    """Refuse a further appeal after its deadline; caution if copies went out late or an appeal ends early."""
    when, limit = event.conducted.local(at), further_until(event, file)
    if step.brings is Brings.FURTHER and limit is not None and when is not None and not limit.is_met(when):
        raise OutOfTime(
            "A further appeal had to be made {told}; it is now {when}",
            until=limit.at,
            clause=limit.clause,
            remedy="Let the decision stand.",
            told=limit.told,
            when=moment_phrase(when),
        )
    if step.brings is Brings.END and limit is not None and when is not None and limit.is_met(when):
        return (phrase("a further appeal may still be made {limit}", limit=limit),)
    copies = copies_until(event, file)
    if step.brings is Brings.COPIES and copies is not None and when is not None and not copies.is_met(when):
        return (phrase("the copies are late: they were due {copies}; the appeal goes on", copies=copies),)
    return ()
