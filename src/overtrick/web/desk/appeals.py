"""The page of an appeal: its state, deadlines, possible next steps, form and record."""

from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlencode

from overtrick.core.conduct.appeals import AppealStep, Brings
from overtrick.core.event.acts import AppealDecided, SystemLodged
from overtrick.core.event.fold.conducted import AppealFile
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.model.boards import Board
from overtrick.core.provenance import PERCENT, Unit
from overtrick.core.wording import Phrase, phrase
from overtrick.director.appeal_files import appeal_clocks, lodging_until, rules_for
from overtrick.views.names import Who, who
from overtrick.web.desk.forms.appeals import BY_WHAT_IT_BRINGS, MoveOn, NameCommittee
from overtrick.web.desk.times import PageClock, minutes
from overtrick.web.translation import plain


@dataclass(frozen=True, slots=True)
class Following:
    """A possible next step: in words, its clause, and the form that records it."""

    says: str
    clause: str
    form: str
    query: str
    hears: bool


@dataclass(frozen=True, slots=True)
class FormField:
    """A field of the appeal's form, and its text."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class FormSection:
    """A part of the appeal's form: who fills it, and its fields."""

    by: str
    fields: tuple[FormField, ...]


@dataclass(frozen=True, slots=True)
class AppealRecordLine:
    """A step in the appeal's record."""

    says: str
    at: str
    posting: int
    reason: str


@dataclass(frozen=True, slots=True)
class AppealPage:
    """One appeal, ready to be shown or printed."""

    file: AppealFile
    state: str
    ended: bool
    appellant: Who
    respondents: tuple[Who, ...]
    board: Board | None
    until: str
    clause: str
    clocks: tuple[PageClock, ...]
    following: tuple[Following, ...]
    sections: tuple[FormSection, ...]
    record: tuple[AppealRecordLine, ...]
    systems: tuple[SystemLodged, ...]
    fine: Phrase | None = None
    """The fine for a frivolous appeal, with its unit."""

    @property
    def decision(self) -> AppealDecided | None:
        """The decision in force, if there is one."""
        return self.file.decision


def heard_here(event: Tournament) -> bool:
    """Whether the event's regulations have a procedure for appeals."""
    return any(state.plan.rules.appeals is not None for state in event.stages.values())


def appeal_page(event: Tournament, file: AppealFile, at: str) -> AppealPage:
    """An appeal as it stands."""
    rules, lodged = rules_for(event, file.lodged.stage), file.lodged
    course, state = rules.course, file.state(rules.course)
    until = lodging_until(event, lodged.stage, lodged.round, lodged.against)
    says = {step.act: step.shown for step in course.steps}
    parties = (lodged.contestant, *lodged.respondents)
    return AppealPage(
        file,
        course.in_words(state),
        state in course.ends,
        who(event, lodged.contestant),
        tuple(who(event, each) for each in lodged.respondents),
        Board.from_number(lodged.board) if lodged.board else None,
        plain(until.phrased) if until else "",
        rules.form.clause.cite,
        tuple(each for each in timed_appeals(event, at, file.number)),
        tuple(_following(file, step) for step in course.open_to(state) if step.brings is not Brings.FINDING)
        + _committee(file, ended=state in course.ends, clause=rules.course.clause.cite),
        tuple(
            FormSection(part.by, tuple(FormField(name, file.form.get(name, "")) for name in part.fields))
            for part in rules.form.parts
        ),
        tuple(
            AppealRecordLine(
                says.get(each.step, each.step),
                _time(each.at),
                each.posting,
                each.reason,
            )
            for each in file.taken
        ),
        tuple(act for (contestant, _), (act, _) in event.conducted.lodged.items() if contestant in parties),
        _fine(file, event.stage(lodged.stage).unit),
    )


def _fine(file: AppealFile, unit: Unit) -> Phrase | None:
    if file.fine is None:
        return None
    if unit.like(PERCENT):
        return phrase("{amount:short}%", amount=file.fine.amount)
    name = Phrase(unit.one if file.fine.amount == 1 else unit.many)
    return phrase("{amount:short} {unit}", amount=file.fine.amount, unit=name)


def _time(at: datetime | None) -> str:
    return f"{at:%Y-%m-%d %H:%M}" if at else ""


def _following(file: AppealFile, step: AppealStep) -> Following:
    form = BY_WHAT_IT_BRINGS.get(step.brings, MoveOn) if step.brings else MoveOn
    asked = {"appeal": file.number} | ({"step": step.act} if form is MoveOn else {})
    return Following(step.shown, step.clause.cite, form.path, urlencode(asked), form.action.name == "HEAR")


def _committee(file: AppealFile, *, ended: bool, clause: str) -> tuple[Following, ...]:
    if ended or file.heard is not None:
        return ()
    says = phrase("Change the committee") if file.committee else phrase("Name the committee")
    return (Following(plain(says), clause, NameCommittee.path, urlencode({"appeal": file.number}), hears=False),)


def timed_appeals(event: Tournament, at: str, number: int | None = None) -> list[PageClock]:
    """The clocks of all appeals, or of one."""
    return [
        PageClock(
            plain(phrase("Appeal {appeal}: {says}", appeal=each.appeal, says=each.says)),
            plain(phrase("{day:date}, {time}", day=each.until.at, time=f"{each.until.at:%H:%M}")),
            each.until.at.isoformat(),
            minutes(each.left), each.until.clause.cite, each.out,
        )
        for each in appeal_clocks(event, at)
        if number in (None, each.appeal)
    ]  # fmt: skip
