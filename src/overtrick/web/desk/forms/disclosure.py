"""Forms for disclosure and authority: lodged systems and their colours, psychic calls and determinations."""

from typing import Any

from django import forms

from overtrick.core.event.acts import Act, Determined, PsychicRecorded, SystemClassified, SystemLodged
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.plan.rules import StageRules
from overtrick.web.congress.access import Action
from overtrick.web.desk.forms.act_form import ActForm, ContestantField, number_field, reason_field
from overtrick.web.desk.forms.rulings import OfContestant


def colours_of(event: Tournament) -> tuple[str, ...]:
    """The colours that a system can have in this event; empty if no regulation names them."""
    known = next((state.plan.rules.players.systems for state in event.stages.values()), None)
    return (*known.anywhere, *known.limited) if known is not None else ()


class LodgeSystem(ActForm):
    """A lodged system."""

    makes = SystemLodged
    path, title, button = "lodge-system", "Lodge a system", "Lodge system"
    action = Action.ENTER
    back = "systems"
    contestant = ContestantField()
    system = forms.CharField(max_length=100, help_text="Name of the system.")
    colour = forms.CharField(max_length=40)
    pages = forms.IntegerField(label="Number of supplementary sheets", min_value=0, required=False)
    leave = reason_field(label="Reason for accepting the system despite a rule", required=False)

    def __init__(self, *args: Any, event: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, event=event, **kwargs)
        if colours := colours_of(event):
            self.choose_named("colour", colours)


COVERED = "covered"
MATTERS = (
    ("not_covered", "not covered by the regulations"),
    ("not_adequately_covered", "not adequately covered by the regulations"),
    (COVERED, "covered by the regulations"),
)
"""How far the regulations cover the matter that is determined, in the terms of the rules."""


def rules_of(event: Tournament) -> StageRules | None:
    """The rules of the event's first stage, which include those on systems and bodies; None before it is opened."""
    return event.any_plan().stages[0].rules if event.opened else None


class Classify(ActForm):
    """The colour of a lodged system."""

    makes = SystemClassified
    path, title, button = "classify-system", "Classify a system", "Classify system"
    says = (
        "Where the regulations say who classifies systems, the first classification applies until the final one, which "
        "cannot be changed. Otherwise a system counts as the colour under which it was lodged."
    )
    back = "systems"
    contestant = ContestantField()
    system = forms.CharField(max_length=100, help_text="The name under which the system was lodged.")
    colour = forms.CharField(max_length=40)
    by = forms.CharField(label="Decided by", max_length=100)
    reason = reason_field(required=False)

    def __init__(self, *args: Any, event: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, event=event, **kwargs)
        lodged = [system for _, system in event.conducted.lodged]
        if lodged:
            self.choose_named("system", dict.fromkeys(lodged))
            self.fields["system"].help_text = ""
        if colours := colours_of(event):
            self.choose_named("colour", colours)
        rules = rules_of(event)
        if rules is not None and (rule := rules.players.classifying) is not None:
            self.choose_named("by", (rule.first, rule.final))


class Psychic(OfContestant):
    """A psychic call."""

    path, title, button = "psychic-call", "Record a psychic call", "Record the call"
    says = "If the call was not allowed, you are asked to adjust the score in a separate ruling."
    back = "systems"
    table = number_field()
    board = number_field()
    call = forms.CharField(max_length=10, help_text="For example, 1S or 2NT.")
    one = forms.CharField(label="Rank of one opponent", max_length=60)
    two = forms.CharField(label="Rank of the other opponent", max_length=60)
    intentional = forms.BooleanField(required=False, initial=True, label="The call was intentional")

    def __init__(self, *args: Any, event: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, event=event, **kwargs)
        rules = rules_of(event)
        if rules is None or (rule := rules.players.psychic) is None:
            return
        for name in ("one", "two"):
            self.choose_named(name, rule.below.ladder)

    def act(self) -> Act:
        """The call."""
        return PsychicRecorded(
            self.text("contestant"), self.text("stage"), self.whole("round"), self.whole("table"), self.whole("board"),
            self.text("call"), (self.text("one"), self.text("two")), bool(self.cleaned_data.get("intentional")),
        )  # fmt: skip


class Determine(ActForm):
    """A matter that a body determined for the event."""

    path, title, button = "determination", "Record a determination", "Record"
    says = "Some regulations allow only matters that they leave open to be determined once the event has started."
    action = Action.ORGANISE
    back = "systems"
    by = forms.CharField(label="Determined by", max_length=100)
    matter = forms.ChoiceField(label="Matter", choices=MATTERS)
    words = forms.CharField(label="Determination", max_length=1000, widget=forms.Textarea(attrs={"rows": 3}))

    def act(self) -> Act:
        """The determination."""
        return Determined(self.text("matter"), self.text("words"), self.text("by"))
