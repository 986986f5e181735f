"""Forms for appeals: lodging one, its steps, the committee, the hearing, the decision and a fine.

The fields of the appeal's own form come from the regulations; each step asks for those that are filled in with it.
"""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils import timezone

from overtrick.core.conduct.appeal_rules import AppealRules
from overtrick.core.conduct.appeals import Brings, FormPart, may_sit
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import (
    OUTCOMES,
    UPHELD,
    Act,
    AppealDecided,
    AppealFined,
    AppealHeard,
    AppealLodged,
    AppealMoved,
    CommitteeNamed,
    Filled,
    HearingSet,
    RulingGiven,
)
from overtrick.core.event.fold.conducted import AppealFile
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.wording import Phrase, phrase
from overtrick.director.appeal_files import file_of, rules_for
from overtrick.web.congress.access import Action
from overtrick.web.desk.forms.act_form import (
    ActForm,
    AmountField,
    ContestantField,
    ResultField,
    number_field,
    reason_field,
    room_field,
)
from overtrick.web.translation import plain

ONE_A_LINE = "One per line."
NO_REVERSAL = {"law": phrase("law"), "discipline": phrase("discipline")}
"""Grounds of a ruling besides those that the regulations let a committee reverse."""


class MomentField(forms.DateTimeField):
    """A day and a time at the venue."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
        super().__init__(**{"widget": widget, "required": False, **kwargs})

    def clean(self, value: Any) -> Any:
        """The time as a book has it; empty if none is given."""
        moment = super().clean(value)
        return timezone.localtime(moment).isoformat(timespec="minutes") if moment else ""


class OnForm(ActForm):
    """A form that fills in parts of the appeal's own form."""

    back = "appeals"

    def parts(self) -> tuple[FormPart, ...]:
        """The parts that are filled in here."""
        return ()

    def ask_parts(self, known: dict[str, str], optional: Iterable[str]) -> None:
        """Add a field for every field of the parts, with its earlier text."""
        spare = set(optional)
        for name in (each for part in self.parts() for each in part.fields):
            short = any(word in name for word in ("number", "signature"))
            widget = forms.TextInput() if short else forms.Textarea(attrs={"rows": 4})
            asked = forms.CharField(
                label=name[:1].upper() + name[1:], required=False, max_length=4000, widget=widget,
                initial=known.get(name, ""), help_text=plain(phrase("Optional.")) if name in spare else "",
            )  # fmt: skip
            self.ask(_key(name), asked)

    def filled_fields(self) -> tuple[Filled, ...]:
        """The texts of the appeal's own form that are filled in."""
        named = [name for part in self.parts() for name in part.fields]
        return tuple(Filled(name, text) for name in named if (text := self.text(_key(name)).strip()))


def _key(name: str) -> str:
    return "form_" + "".join(letter if letter.isalnum() else "_" for letter in name.lower())


def _lines(text: str) -> tuple[str, ...]:
    return tuple(line.strip() for line in text.splitlines() if line.strip())


class Lodge(OnForm):
    """An appeal."""

    path, title, button = "lodge-appeal", "Lodge an appeal", "Lodge the appeal"
    says = (
        "Enter the appeal as it was handed in. If it is late and the director extends the time, give the reason. "
        "Otherwise lodge it all the same, then reject it."
    )
    contestant = ContestantField(label="Appellant")
    stage = forms.ChoiceField()
    round = number_field()
    table = number_field(required=False)
    room = room_field(required=False)
    board = number_field(required=False)
    against = forms.ChoiceField(label="Decision given by")
    ruled = MomentField(label="Time of the decision")
    signed = forms.CharField(
        label="Signed by", max_length=300, widget=forms.Textarea(attrs={"rows": 2}), help_text=ONE_A_LINE
    )
    concurs = forms.BooleanField(label="Partner or captain concurs", required=False)
    extended = reason_field(label="Reason for extending the time", required=False)

    def __init__(self, *args: Any, event: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, event=event, **kwargs)
        rules = self.rules()
        self.choose_named("against", rules.against if rules else ())
        self.ask_parts({}, rules.form.optional if rules else ())

    def rules(self) -> AppealRules | None:
        """The event's rules for appeals."""
        return next((state.plan.rules.appeals for state in self.event.stages.values()), None)

    def parts(self) -> tuple[FormPart, ...]:
        """The parts that the appellants fill in."""
        rules = self.rules()
        step = rules.step_for(rules.course.start, Brings.LODGING) if rules else None
        return rules.parts_at(step.act) if rules and step else ()

    def act(self) -> Act:
        """The appeal."""
        return AppealLodged(
            self.text("contestant"), self.text("stage"), self.whole("round"), _lines(self.text("signed")),
            self.filled_fields(), table=self.whole("table"), board=self.whole("board"), room=self.text("room"),
            against=self.text("against"), concurs=bool(self.cleaned_data.get("concurs")), ruled=self.text("ruled"),
            extended=self.text("extended"),
        )  # fmt: skip


class OfAppeal(OnForm):
    """A form about an existing appeal."""

    appeal = forms.IntegerField(widget=forms.HiddenInput())

    def __init__(self, *args: Any, event: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, event=event, **kwargs)
        self.file = self._file()
        if self.file is not None:
            rules = rules_for(event, self.file.lodged.stage)
            self.ask_parts({**self.known_texts(self.file), **self.file.form}, rules.form.optional)
            self.prepare(self.file, rules)

    def raw_answer(self, name: str) -> str:
        """An unvalidated answer, from the form or from the address."""
        return str((self.data if self.is_bound else self.initial).get(name) or "")

    def _file(self) -> AppealFile | None:
        number = self.raw_answer("appeal")
        return self.event.conducted.appeals.get(int(number)) if number.isdecimal() and len(number) < 10 else None

    def known_texts(self, file: AppealFile) -> dict[str, str]:  # noqa: ARG002 - subclasses use it
        """The texts of the appeal's form that are known already."""
        return {}

    def prepare(self, file: AppealFile, rules: AppealRules) -> None:
        """Set the choices and defaults for this appeal."""

    def next_parts(self, brings: Brings) -> tuple[FormPart, ...]:
        """The parts that are filled in with the next step of this kind."""
        if self.file is None:
            return ()
        rules = rules_for(self.event, self.file.lodged.stage)
        step = rules.step_for(self.file.state(rules.course), brings)
        return rules.parts_at(step.act) if step else ()

    def clean_appeal(self) -> int:
        """Refuse an appeal that is not of this event."""
        number = int(self.cleaned_data["appeal"])
        try:
            return file_of(self.event, number).number
        except DirectorError as refused:
            raise forms.ValidationError(plain(refused)) from refused


class MoveOn(OfAppeal):
    """A step of an appeal."""

    path, title, button = "appeal-step", "Record a step of the appeal", "Record"
    step = forms.ChoiceField(label="What happened")
    reason = reason_field(label="Reason or remark", required=False)

    def prepare(self, file: AppealFile, rules: AppealRules) -> None:
        """Offer the possible next steps."""
        steps = rules.course.open_to(file.state(rules.course))
        self.choose("step", [(step.act, step.shown) for step in steps])
        if self.raw_answer("step"):
            self.fields["step"].widget = forms.HiddenInput()
            self.step_says = next((step.says for step in steps if step.act == self.raw_answer("step")), "")

    def parts(self) -> tuple[FormPart, ...]:
        """The parts that are filled in with this step."""
        return rules_for(self.event, self.file.lodged.stage).parts_at(self.raw_answer("step")) if self.file else ()

    def act(self) -> Act:
        """The step."""
        return AppealMoved(self.whole("appeal"), self.text("step"), self.filled_fields(), self.text("reason"))


class NameCommittee(OfAppeal):
    """The committee of an appeal."""

    path, title, button = "committee", "Appeals committee", "Name the committee"
    says = (
        "Members who are directly involved may not hear the appeal. Players of both sides count as involved. List any "
        "other members who are involved."
    )
    members = forms.CharField(widget=forms.Textarea(attrs={"rows": 4}), max_length=600, help_text=ONE_A_LINE)
    chair = forms.CharField(max_length=100, required=False)
    involved = forms.CharField(
        label="Members directly involved", widget=forms.Textarea(attrs={"rows": 2}), max_length=600, required=False
    )

    def act(self) -> Act:
        """The committee."""
        members, involved = _lines(self.text("members")), _lines(self.text("involved"))
        return CommitteeNamed(self.whole("appeal"), members, involved, self.text("chair").strip())


class SetHearing(OfAppeal):
    """The date of a hearing."""

    makes = HearingSet
    path, title, button = "hearing", "Set the hearing", "Set the hearing"
    says = "Leave the agreed time blank to use the default of the regulations."
    agreed = MomentField(label="Agreed time")


class Hear(OfAppeal):
    """A hearing."""

    path, title, button = "heard", "Record the hearing", "Record the hearing"
    action = Action.HEAR
    sat = forms.CharField(
        label="Members who sat on the committee",
        widget=forms.Textarea(attrs={"rows": 4}),
        max_length=600,
        help_text=ONE_A_LINE,
    )
    present = forms.CharField(
        label="People who appeared in person", widget=forms.Textarea(attrs={"rows": 3}), max_length=600, required=False,
        help_text=ONE_A_LINE,
    )  # fmt: skip

    def prepare(self, file: AppealFile, rules: AppealRules) -> None:  # noqa: ARG002 - the base class's signature
        """Fill in the members who may sit."""
        if file.committee is not None:
            self.fields["sat"].initial = "\n".join(may_sit(file.committee.members, file.committee.involved))

    def act(self) -> Act:
        """The hearing."""
        return AppealHeard(self.whole("appeal"), _lines(self.text("sat")), _lines(self.text("present")))


class Decide(OfAppeal):
    """A decision."""

    path, title, button = "appeal-decision", "Record the decision", "Record the decision"
    action = Action.HEAR
    outcome = forms.ChoiceField(choices=[(each, each) for each in OUTCOMES])
    ground = forms.ChoiceField(label="Ground for the ruling")
    dissents = forms.CharField(
        label="Dissenting members", widget=forms.Textarea(attrs={"rows": 2}), max_length=600, required=False,
        help_text=ONE_A_LINE,
    )  # fmt: skip
    frivolous = reason_field(label="Reason, if the appeal was frivolous", required=False)
    result = ResultField(label="New score for the board", required=False)

    def prepare(self, file: AppealFile, rules: AppealRules) -> None:  # noqa: ARG002 - the base class's signature
        """Offer the possible grounds of the ruling."""
        ours = [(each, plain(said)) for each, said in NO_REVERSAL.items()]
        self.choose("ground", [*((each, each) for each in rules.reversal.grounds), *ours])

    def parts(self) -> tuple[FormPart, ...]:
        """The parts that the committee fills in."""
        return self.next_parts(Brings.DECISION)

    def known_texts(self, file: AppealFile) -> dict[str, str]:
        """The chair and the members who sat."""
        chair = file.committee.chair if file.committee else ""
        sat = ", ".join(file.heard.sat) if file.heard else ""
        names = [name for part in self.parts() for name in part.fields]
        found = {name: chair for name in names if "signature" in name}
        return found | {name: sat for name in names if "members" in name}

    def acts(self) -> tuple[Act, ...]:
        """The decision, and the ruling that gives the board its score if the appeal is upheld."""
        decided = AppealDecided(
            self.whole("appeal"), self.text("outcome"), self.text("ground"), self.filled_fields(),
            _lines(self.text("dissents")), self.text("frivolous"),
        )  # fmt: skip
        result = self.cleaned_data.get("result")
        if result is None or self.file is None:
            return (decided,)
        if decided.outcome != UPHELD:
            raise DirectorError("Only an upheld appeal changes a score", remedy="Leave the score blank.")
        at = self.file.lodged
        clause = rules_for(self.event, at.stage).reversal.clause.cite
        reason = f"appeal {self.file.number} upheld"
        return decided, RulingGiven(at.stage, at.round, at.table, at.board, result, clause, reason, at.room)


class Fine(OfAppeal):
    """A fine for a frivolous appeal."""

    makes = AppealFined
    path, title, button = "appeal-fine", "Fine for a frivolous appeal", "Impose fine"
    action = Action.HEAR
    amount = AmountField(label="Amount")
    reason = reason_field()

    def prepare(self, file: AppealFile, rules: AppealRules) -> None:  # noqa: ARG002 - the base class's signature
        """Name the unit of the amount, which is taken from the score in the stage."""
        unit = self.event.stage(file.lodged.stage).unit
        self.fields["amount"].help_text = plain(phrase("In {unit}.", unit=Phrase(unit.name)))


BY_WHAT_IT_BRINGS: dict[Brings, type[OfAppeal]] = {
    Brings.HEARING: SetHearing,
    Brings.SITTING: Hear,
    Brings.DECISION: Decide,
    Brings.FINE: Fine,
}
"""The forms of the steps that need more than a reason; other steps use `MoveOn`."""
