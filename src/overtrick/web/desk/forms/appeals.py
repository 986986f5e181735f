"""Forms of appeals: lodged, taken a step further, a committee, a hearing, a decision and a fine.

The fields of the appeal's own form are the document's; each step asks for those that are filled with it.
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
from overtrick.core.event.fold.appealed import AppealFile
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.score.rounds import CLOSED, OPEN
from overtrick.director.appeal_files import file_of, rules_for
from overtrick.web.congress.access import Action
from overtrick.web.desk.forms.act_form import (
    ActForm,
    AmountField,
    ContestantField,
    ResultField,
    number_field,
    reason_field,
)
from overtrick.web.translation import plain

ONE_A_LINE = "One a line."
NO_REVERSAL = ("law", "discipline")
"""Grounds a ruling may rest on besides those a document lets its committee reverse."""


class MomentField(forms.DateTimeField):
    """A day and a time at the venue."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
        super().__init__(widget=widget, required=False, **kwargs)

    def clean(self, value: Any) -> Any:
        """The moment as a book has it, or nothing."""
        moment = super().clean(value)
        return timezone.localtime(moment).isoformat(timespec="minutes") if moment else ""


class OnForm(ActForm):
    """A form that fills parts of the appeal's own form."""

    back = "appeals"

    def parts(self) -> tuple[FormPart, ...]:
        """The parts that are filled here."""
        return ()

    def ask_parts(self, known: dict[str, str], optional: Iterable[str]) -> None:
        """Ask for every field of these parts, as it was filled before."""
        spare = set(optional)
        for name in (each for part in self.parts() for each in part.fields):
            short = any(word in name for word in ("number", "signature"))
            widget = forms.TextInput() if short else forms.Textarea(attrs={"rows": 4})
            self.fields[_key(name)] = forms.CharField(
                label=name[:1].upper() + name[1:], required=False, max_length=4000, widget=widget,
                initial=known.get(name, ""), help_text="May stay empty." if name in spare else "",
            )  # fmt: skip

    def filled(self) -> tuple[Filled, ...]:
        """What was written on the form."""
        named = [name for part in self.parts() for name in part.fields]
        return tuple(Filled(name, text) for name in named if (text := self.text(_key(name)).strip()))


def _key(name: str) -> str:
    return "form_" + "".join(letter if letter.isalnum() else "_" for letter in name.lower())


def _lines(text: str) -> tuple[str, ...]:
    return tuple(line.strip() for line in text.splitlines() if line.strip())


class Lodge(OnForm):
    """An appeal."""

    path, title, button = "lodge-appeal", "An appeal", "Lodge the appeal"
    says = "As it was handed in. One that is late is recorded and can then be rejected, or its time extended."
    contestant = ContestantField(label="Appellant")
    stage = forms.ChoiceField()
    round = number_field()
    table = number_field(required=False)
    room = forms.ChoiceField(choices=[("", "–"), (OPEN, OPEN), (CLOSED, CLOSED)], required=False)
    board = number_field(required=False)
    against = forms.ChoiceField(label="Against a decision of the")
    ruled = MomentField(label="Decision given at")
    signed = forms.CharField(label="Signed by", max_length=300, widget=forms.Textarea(attrs={"rows": 2}))
    concurs = forms.BooleanField(label="The partner or the captain agrees", required=False)
    extended = reason_field(label="Time extended by the director, because", required=False)

    def __init__(self, *args: Any, event: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, event=event, **kwargs)
        self.fields["signed"].help_text = ONE_A_LINE
        rules = self.rules()
        whose = tuple(rules.against) if rules else ()
        self.fields["against"] = forms.ChoiceField(
            label="Against a decision of the", choices=[(each, each) for each in whose]
        )
        self.ask_parts({}, rules.form.optional if rules else ())

    def rules(self) -> AppealRules | None:
        """How appeals of the event are heard."""
        return next((state.plan.rules.appeals for state in self.event.stages.values()), None)

    def parts(self) -> tuple[FormPart, ...]:
        """The appellants' parts."""
        rules = self.rules()
        step = rules.step_for(rules.course.start, Brings.LODGING) if rules else None
        return rules.parts_at(step.act) if rules and step else ()

    def act(self) -> Act:
        """The appeal."""
        return AppealLodged(
            self.text("contestant"), self.text("stage"), self.whole("round"), _lines(self.text("signed")),
            self.filled(), table=self.whole("table"), board=self.whole("board"), room=self.text("room"),
            against=self.text("against"), concurs=bool(self.cleaned_data.get("concurs")), ruled=self.text("ruled"),
            extended=self.text("extended"),
        )  # fmt: skip


class OfAppeal(OnForm):
    """A form about an appeal that is there."""

    appeal = forms.IntegerField(widget=forms.HiddenInput())

    def __init__(self, *args: Any, event: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, event=event, **kwargs)
        self.file = self._file()
        if self.file is not None:
            rules = rules_for(event, self.file.lodged.stage)
            self.ask_parts({**self.known(self.file), **self.file.form}, rules.form.optional)
            self.prepare(self.file, rules)

    def given(self, name: str) -> str:
        """An answer as it came, from the form or from the address."""
        return str((self.data if self.is_bound else self.initial).get(name) or "")

    def _file(self) -> AppealFile | None:
        number = self.given("appeal")
        return self.event.conducted.appeals.get(int(number)) if number.isdecimal() and len(number) < 10 else None

    def known(self, file: AppealFile) -> dict[str, str]:  # noqa: ARG002 - each form knows something else
        """What the desk can write on the form by itself."""
        return {}

    def prepare(self, file: AppealFile, rules: AppealRules) -> None:
        """Offer what this appeal leaves open."""

    def brought(self, brings: Brings) -> tuple[FormPart, ...]:
        """The parts that are filled with the step that brings something now."""
        if self.file is None:
            return ()
        rules = rules_for(self.event, self.file.lodged.stage)
        step = rules.step_for(self.file.state(rules.course), brings)
        return rules.parts_at(step.act) if step else ()

    def clean_appeal(self) -> int:
        """An appeal of this event."""
        number = int(self.cleaned_data["appeal"])
        try:
            return file_of(self.event, number).number
        except DirectorError as refused:
            raise forms.ValidationError(plain(refused)) from refused


class MoveOn(OfAppeal):
    """A step of an appeal."""

    path, title, button = "appeal-step", "An appeal goes on", "Record it"
    step = forms.ChoiceField(label="What happened")
    reason = reason_field(label="Reason or remark", required=False)

    def prepare(self, file: AppealFile, rules: AppealRules) -> None:
        """The steps that may follow."""
        steps = rules.course.open_to(file.state(rules.course))
        self.fields["step"] = forms.ChoiceField(
            label="What happened", choices=[(step.act, step.says or step.act) for step in steps]
        )
        if self.given("step"):
            self.fields["step"].widget = forms.HiddenInput()
            self.step_says = next((step.says for step in steps if step.act == self.given("step")), "")

    def parts(self) -> tuple[FormPart, ...]:
        """The parts that are filled with this step."""
        return rules_for(self.event, self.file.lodged.stage).parts_at(self.given("step")) if self.file else ()

    def act(self) -> Act:
        """The step."""
        return AppealMoved(self.whole("appeal"), self.text("step"), self.filled(), self.text("reason"))


class NameCommittee(OfAppeal):
    """The committee of an appeal."""

    path, title, button = "committee", "The committee", "Name the committee"
    says = "Players of either side do not sit; name others who are directly involved."
    members = forms.CharField(widget=forms.Textarea(attrs={"rows": 4}), max_length=600, help_text=ONE_A_LINE)
    chair = forms.CharField(max_length=100, required=False)
    involved = forms.CharField(
        label="Of them directly involved", widget=forms.Textarea(attrs={"rows": 2}), max_length=600, required=False
    )

    def act(self) -> Act:
        """The committee."""
        members, involved = _lines(self.text("members")), _lines(self.text("involved"))
        return CommitteeNamed(self.whole("appeal"), members, involved, self.text("chair").strip())


class SetHearing(OfAppeal):
    """The date of a hearing."""

    path, title, button = "hearing", "The hearing", "Fix the hearing"
    says = "With no time agreed, the date the regulations fall back on."
    agreed = MomentField(label="Agreed for")

    def act(self) -> Act:
        """The date."""
        return HearingSet(self.whole("appeal"), self.text("agreed"))


class Hear(OfAppeal):
    """A hearing."""

    path, title, button = "heard", "The appeal is heard", "Record the hearing"
    action = Action.HEAR
    sat = forms.CharField(label="Sat", widget=forms.Textarea(attrs={"rows": 4}), max_length=600, help_text=ONE_A_LINE)
    present = forms.CharField(
        label="Argued in person", widget=forms.Textarea(attrs={"rows": 3}), max_length=600, required=False,
        help_text=ONE_A_LINE,
    )  # fmt: skip

    def prepare(self, file: AppealFile, rules: AppealRules) -> None:  # noqa: ARG002 - every form is prepared alike
        """Those who may sit."""
        if file.committee is not None:
            self.fields["sat"].initial = "\n".join(may_sit(file.committee.members, file.committee.involved))

    def act(self) -> Act:
        """The hearing."""
        return AppealHeard(self.whole("appeal"), _lines(self.text("sat")), _lines(self.text("present")))


class Decide(OfAppeal):
    """A decision."""

    path, title, button = "appeal-decision", "The decision", "Record the decision"
    action = Action.HEAR
    outcome = forms.ChoiceField(choices=[(each, each) for each in OUTCOMES])
    ground = forms.ChoiceField(label="The ruling rested on")
    dissents = forms.CharField(
        label="Dissenting", widget=forms.Textarea(attrs={"rows": 2}), max_length=600, required=False,
        help_text=ONE_A_LINE,
    )  # fmt: skip
    frivolous = reason_field(label="Found frivolous, because", required=False)
    result = ResultField(label="The board’s score, if it changes", required=False)

    def prepare(self, file: AppealFile, rules: AppealRules) -> None:  # noqa: ARG002 - every form is prepared alike
        """What a ruling may rest on."""
        grounds = (*rules.reversal.grounds, *NO_REVERSAL)
        self.fields["ground"] = forms.ChoiceField(
            label="The ruling rested on", choices=[(each, each) for each in grounds]
        )

    def parts(self) -> tuple[FormPart, ...]:
        """The committee's parts."""
        return self.brought(Brings.DECISION)

    def known(self, file: AppealFile) -> dict[str, str]:
        """Who presided and who sat."""
        chair = file.committee.chair if file.committee else ""
        sat = ", ".join(file.heard.sat) if file.heard else ""
        names = [name for part in self.parts() for name in part.fields]
        found = {name: chair for name in names if "signature" in name}
        return found | {name: sat for name in names if "members" in name}

    def acts(self) -> tuple[Act, ...]:
        """The decision, and the ruling that gives the board its score if the appeal is upheld."""
        decided = AppealDecided(
            self.whole("appeal"), self.text("outcome"), self.text("ground"), self.filled(),
            _lines(self.text("dissents")), self.text("frivolous"),
        )  # fmt: skip
        result = self.cleaned_data.get("result")
        if result is None or self.file is None:
            return (decided,)
        if decided.outcome != UPHELD:
            raise DirectorError("Only an appeal that is upheld changes a score", remedy="Leave the score empty.")
        at = self.file.lodged
        clause = rules_for(self.event, at.stage).reversal.clause.cite
        reason = f"appeal {self.file.number} upheld"
        return decided, RulingGiven(at.stage, at.round, at.table, at.board, result, clause, reason, at.room)


class Fine(OfAppeal):
    """A fine for a frivolous appeal."""

    path, title, button = "appeal-fine", "A fine for a frivolous appeal", "Fine it"
    action = Action.HEAR
    amount = AmountField(label="Amount")
    reason = reason_field()

    def act(self) -> Act:
        """The fine."""
        return AppealFined(self.whole("appeal"), self.exact("amount"), self.text("reason"))


BY_WHAT_IT_BRINGS: dict[Brings, type[OfAppeal]] = {
    Brings.HEARING: SetHearing,
    Brings.SITTING: Hear,
    Brings.DECISION: Decide,
    Brings.FINE: Fine,
}
"""The form of a step that brings something with it; other steps go by the plain one."""
