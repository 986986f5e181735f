"""The state of an appeal: its rules, its current step, what may follow, and by when."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from overtrick.core.conduct.appeal_rules import AppealRules
from overtrick.core.conduct.appeals import Appeal, AppealStep, Brings, Case, body_for, form_state, hearing
from overtrick.core.conduct.appeals import act as take
from overtrick.core.conduct.clocks import Deadline, deadline, minutes_of
from overtrick.core.event.acts import UPHELD, AppealLodged, Filled
from overtrick.core.event.fold.conducted import AppealFile, names_board
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.exact import Exact
from overtrick.core.wording import Phrase
from overtrick.director.decision import refuse


def rules_for(event: Tournament, stage: str) -> AppealRules:
    """How appeals of a stage are heard, or a refusal where the document does not say."""
    plan = event.stage(stage).plan
    if plan.rules.appeals is None:
        raise refuse(
            "The regulations for {stage} set out no appeals procedure",
            clause=plan.clause,
            remedy="Record the appeal as a request for a review, or in a note.",
            stage=stage,
        )
    return plan.rules.appeals


def file_of(event: Tournament, number: int) -> AppealFile:
    """An appeal by the number of the posting that lodged it."""
    if number not in event.conducted.appeals:
        raise refuse(
            "There is no appeal {number}",
            remedy="Give the appeal’s number from the history.[ Known appeals: {known:,}.]",
            number=number,
            known=tuple(event.conducted.appeals),
        )
    return event.conducted.appeals[number]


def lodging_until(event: Tournament, stage: str, number: int, against: str) -> Deadline | None:
    """The deadline for an appeal about a round; `None` while it is not known."""
    state = event.stage(stage)
    clock = rules_for(event, stage).against.get(against)
    moments = event.conducted.moments(state.plan, number)
    return deadline(clock, moments) if clock is not None and clock.of in moments else None


def copies_until(event: Tournament, file: AppealFile) -> Deadline | None:
    """The deadline for giving the respondents their copy."""
    clock = rules_for(event, file.lodged.stage).copies
    return deadline(clock, {clock.of: file.ruled}) if clock is not None and file.ruled is not None else None


def further_until(event: Tournament, file: AppealFile) -> Deadline | None:
    """The deadline for a further appeal; `None` before a decision."""
    rules = rules_for(event, file.lodged.stage)
    decided = file.when(step.act for step in rules.course.steps if step.brings is Brings.DECISION)
    clock = rules.further
    return deadline(clock, {clock.of: decided}) if clock is not None and decided is not None else None


def in_time(event: Tournament, lodged: AppealLodged) -> bool | None:
    """Whether an appeal was lodged in time or the director extended the time; `None` where that is not known."""
    if lodged.extended:
        return True
    limit = lodging_until(event, lodged.stage, lodged.round, lodged.against)
    when = event.conducted.local(lodged.time)
    return None if limit is None or when is None else limit.is_met(when)


def in_remit(event: Tournament, stage: str) -> bool | None:
    remit = rules_for(event, stage).remit
    body = body_for(event.stage(stage).plan.rules.heard_as, remit)
    return None if body is None else body == remit.own


def case_of(event: Tournament, file: AppealFile, filled: Iterable[Filled] = (), *, fine: bool | None = None) -> Case:
    """What is known of an appeal, as its procedure needs it."""
    rules = rules_for(event, file.lodged.stage)
    full = {*file.form, *(each.field for each in filled if each.text)}
    return Case(
        in_time(event, file.lodged), in_remit(event, file.lodged.stage), form_state(full, rules.form).ready, fine
    )


def take_step(
    event: Tournament, file: AppealFile, step: str, filled: Sequence[Filled] = (), *, fine: bool | None = None
) -> tuple[Phrase, ...]:
    """Take a step that the procedure allows, or refuse it; return cautions about what could not be checked."""
    rules = rules_for(event, file.lodged.stage)
    before = Appeal(file.state(rules.course))
    return take(before, step, rules.course, case_of(event, file, filled, fine=fine)).flags


def bringing(event: Tournament, file: AppealFile, brings: Brings) -> AppealStep:
    """The current step that brings this; out of turn it is refused, with the steps that may follow."""
    rules = rules_for(event, file.lodged.stage)
    state = file.state(rules.course)
    step = rules.step_for(state, brings)
    if step is not None:
        return step
    may = tuple(each.shown for each in rules.course.open_to(state))
    raise refuse(
        "Appeal {number} is {found}, so {brings} cannot follow",
        clause=rules.course.clause,
        remedy="Possible next steps: {may:;}." if may else "The appeal has ended.",
        number=file.number,
        found=rules.course.in_words(state),
        brings=brings,
        may=may,
    )


def known_fields(filled: Iterable[Filled], rules: AppealRules) -> None:
    if strange := [each.field for each in filled if each.field not in rules.fields]:
        raise refuse(
            "The form has no field “{strange}”",
            clause=rules.form.clause,
            remedy="The fields are {fields:,}.",
            strange=strange[0],
            fields=tuple(rules.fields),
        )


def involved_in(event: Tournament, file: AppealFile) -> frozenset[str]:
    """Everyone named on either side of an appeal."""
    sides = (file.lodged.contestant, *file.lodged.respondents)
    names = {player.name for side in sides if side in event.entries for player in event.entries[side].players}
    return frozenset({*names, *file.lodged.signed})


def upheld(event: Tournament, stage: str, number: int, table: int, board: int) -> bool:
    """Whether an appeal about a board was upheld, so that a ruling may change the score of a closed stage."""
    about = (stage, number)
    files = (file for file in event.conducted.appeals.values() if (file.lodged.stage, file.lodged.round) == about)
    return any(
        file.decision is not None and file.decision.outcome == UPHELD and names_board(file.lodged, table, board)
        for file in files
    )


@dataclass(frozen=True, slots=True)
class AppealClock:
    """A deadline of an appeal: what is due, when, and the minutes left (negative once it has passed)."""

    appeal: int
    says: str
    until: Deadline
    left: Exact

    @property
    def out(self) -> bool:
        """Whether the deadline has passed."""
        return self.left < 0


def appeal_clocks(event: Tournament, at: str) -> tuple[AppealClock, ...]:
    """What is due in the appeals that have not ended, soonest first, with dates set by officials that have passed."""
    now = event.conducted.local(at)
    if now is None:
        return ()
    found = [
        AppealClock(file.number, says, until, minutes_of(until.at - now))
        for file in event.conducted.appeals.values()
        for says, until in _due(event, file)
    ]
    return tuple(sorted(found, key=lambda each: (each.until.at, each.appeal)))


def _due(event: Tournament, file: AppealFile) -> Iterator[tuple[str, Deadline]]:
    """The deadlines that an appeal waits for at its current step."""
    rules = rules_for(event, file.lodged.stage)
    course = rules.course
    if file.state(course) in course.ends:
        return
    sent = file.when(step.act for step in course.steps if step.brings is Brings.COPIES)
    copies, further = copies_until(event, file), further_until(event, file)
    if sent is None and copies is not None:
        yield "copies to the respondents", copies
    if file.hearing is not None and file.heard is None:
        yield "hearing", Deadline(file.hearing, rules.hearing.clause, "the hearing that was fixed")
    elif file.heard is None and (latest := latest_hearing(event, file)) is not None:
        yield "hearing, at the latest", Deadline(latest, rules.hearing.clause, "failing an earlier agreement")
    if further is not None and rules.step_for(file.state(course), Brings.FURTHER) is not None:
        yield "further appeal", further


def latest_hearing(event: Tournament, file: AppealFile) -> datetime | None:
    """When an appeal is heard if no earlier time is agreed; `None` where the start of play is not known."""
    plan = event.stage(file.lodged.stage).plan
    usual = event.conducted.start(plan.name, plan.first_of_session(file.lodged.round))
    if usual is None or file.at is None:
        return None
    return hearing(file.at, usual.time(), rules_for(event, file.lodged.stage).hearing)
