"""Forms about disclosure and who decides: colours given, cards shown, psychic calls, determinations, powers."""

from typing import Any

from django import forms

from overtrick.core.event.acts import Act, CardsShown, Determined, PowerPassed, PsychicRecorded, SystemClassified
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.plan.rules import StageRules
from overtrick.web.congress.access import Action
from overtrick.web.desk.forms.act_form import ActForm, ContestantField, number_field, reason_field
from overtrick.web.desk.forms.rulings import OfContestant
from overtrick.web.desk.forms.systems import colours_of

COVERED = "covered"
MATTERS = (
    ("not_covered", "not covered by the regulations"),
    ("not_adequately_covered", "not covered well enough"),
    (COVERED, "covered by the regulations"),
)
"""How far the regulations cover what is determined, as the rules name it."""


def rules_of(event: Tournament) -> StageRules | None:
    """The rules of the event's first stage, where those about systems and bodies stand; nothing before it is opened."""
    return event.any_plan().stages[0].rules if event.opened else None


class Classify(ActForm):
    """A colour given to a system that was lodged."""

    path, title, button = "classify-system", "A system's colour is settled", "Give it this colour"
    says = "The first word holds until the final one is given; after that nobody gives another."
    back = "systems"
    contestant = ContestantField()
    system = forms.CharField(max_length=100, help_text="As it was lodged.")
    colour = forms.CharField(max_length=40)
    by = forms.CharField(label="Decided by", max_length=100)
    reason = reason_field(required=False)

    def __init__(self, *args: Any, event: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, event=event, **kwargs)
        lodged = [system for _, system in event.conducted.lodged]
        if lodged:
            self.fields["system"] = forms.ChoiceField(choices=[(each, each) for each in dict.fromkeys(lodged)])
        if colours := colours_of(event):
            self.fields["colour"] = forms.ChoiceField(choices=[(each, each) for each in colours])
        rules = rules_of(event)
        if rules is not None and (rule := rules.players.classifying) is not None:
            bodies = [(each, each) for each in (rule.first, rule.final)]
            self.fields["by"] = forms.ChoiceField(label="Decided by", choices=bodies)

    def act(self) -> Act:
        """The colour given."""
        return SystemClassified(
            self.text("contestant"), self.text("system"), self.text("colour"), self.text("by"), self.text("reason")
        )


class ShowCards(OfContestant):
    """How many system cards a pair showed."""

    path, title, button = "cards-shown", "System cards shown", "Record the cards"
    says = "Missing cards are forgiven as far as the grace of the event goes; beyond it the director penalises."
    back = "systems"
    cards = forms.IntegerField(label="Cards shown", min_value=0, max_value=9)

    def act(self) -> Act:
        """The cards shown."""
        return CardsShown(self.text("contestant"), self.text("stage"), self.whole("round"), self.whole("cards"))


class Psychic(OfContestant):
    """A psychic call."""

    path, title, button = "psychic-call", "A psychic call", "Record the call"
    says = "Where the call is barred, you are told to adjust the board: the score is a ruling of its own."
    back = "systems"
    table = number_field()
    board = number_field()
    call = forms.CharField(max_length=10, help_text="Like 1S or 2NT.")
    one = forms.CharField(label="Rank of one opponent", max_length=60)
    two = forms.CharField(label="Rank of the other", max_length=60)
    intentional = forms.BooleanField(required=False, initial=True, label="It was meant")

    def __init__(self, *args: Any, event: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, event=event, **kwargs)
        rules = rules_of(event)
        if rules is None or (rule := rules.players.psychic) is None:
            return
        for name in ("one", "two"):
            ranks = [(each, each) for each in rule.below.ladder]
            self.fields[name] = forms.ChoiceField(label=self.fields[name].label, choices=ranks)

    def act(self) -> Act:
        """The call."""
        return PsychicRecorded(
            self.text("contestant"), self.text("stage"), self.whole("round"), self.whole("table"), self.whole("board"),
            self.text("call"), (self.text("one"), self.text("two")), bool(self.cleaned_data.get("intentional")),
        )  # fmt: skip


class Determine(ActForm):
    """Something settled for the event by a body."""

    path, title, button = "determination", "Something is settled for this event", "Put it in the book"
    says = "Once the event has started, only what the regulations leave open can be settled."
    action = Action.ORGANISE
    back = "systems"
    by = forms.CharField(label="Settled by", max_length=100)
    matter = forms.ChoiceField(label="The matter is", choices=MATTERS)
    words = forms.CharField(label="What is settled", max_length=1000, widget=forms.Textarea(attrs={"rows": 3}))

    def act(self) -> Act:
        """The determination."""
        return Determined(self.text("matter"), self.text("words"), self.text("by"))


class PassPower(ActForm):
    """A function passed on to somebody else."""

    path, title, button = "power-passed", "A function is passed on", "Put it in the book"
    action = Action.ORGANISE
    back = "systems"
    function = forms.CharField(label="What is passed on", max_length=200)
    by = forms.CharField(label="By", max_length=100)
    to = forms.CharField(label="To", max_length=100)

    def act(self) -> Act:
        """The function passed on."""
        return PowerPassed(self.text("function"), self.text("by"), self.text("to"))
