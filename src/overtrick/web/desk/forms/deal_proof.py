"""Forms of the proof that nobody chose the deals: the plan, the value it waits for, and the keys after play."""

from typing import Any

from django import forms

from overtrick.core import limits
from overtrick.core.dealing.squaredeal import Plan
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import Act, DealKeysReleased, DealsPlanned, DealsValued
from overtrick.core.event.fold.tournament import Tournament
from overtrick.formats.deals.squaredeal import read_plan
from overtrick.web.congress.access import Action
from overtrick.web.desk.forms.act_form import ActForm
from overtrick.web.translation import plain


class PlanDeals(ActForm):
    """A plan, as its file has it."""

    path, title, button = "deals-planned", "Fix the deals", "Publish the plan"
    says = (
        "Everybody sees the plan and the hash of its keys from now on. The keys stay with you: never paste the "
        ".sqk file here."
    )
    action = Action.ORGANISE
    back = "deals"
    file = forms.CharField(
        label="The plan",
        max_length=limits.PROSE,
        widget=forms.Textarea(attrs={"rows": 10, "placeholder": "TN …"}),
        help_text="What is in the .sqd file that `overtrick deals plan` or SquareDeal wrote.",
    )

    def clean_file(self) -> Plan:
        """The plan itself; one that has its value already proves nothing."""
        try:
            found = read_plan(str(self.cleaned_data["file"]).encode(), "The plan")
        except DirectorError as refused:
            raise forms.ValidationError(plain(refused)) from refused
        if found.value:
            raise forms.ValidationError("The plan has its value (DV) already: post it as it was published before.")
        return found

    def act(self) -> Act:
        """The plan published."""
        found: Plan = self.cleaned_data["file"]
        return DealsPlanned(found.name, found.delayed, tuple(map(str, found.phases)), found.key_hash)


class OfPlan(ActForm):
    """A form about a plan that is in the book."""

    action = Action.ORGANISE
    back = "deals"
    plan = forms.ChoiceField(label="Plan")

    def __init__(self, *args: Any, event: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, event=event, **kwargs)
        self.fields["plan"].choices = [(each, each) for each in event.dealing]  # type: ignore[attr-defined]  # by its class


class ValueDeals(OfPlan):
    """The value that a plan waited for."""

    path, title, button = "deals-valued", "The value of a plan of deals", "Publish the value"
    says = "Write it exactly as it was published: every deal follows from it."
    value = forms.CharField(max_length=100)
    source = forms.CharField(label="Where it can be looked up", max_length=300, required=False)

    def act(self) -> Act:
        """The value published."""
        return DealsValued(self.text("plan"), self.text("value"), self.text("source"))


class ReleaseKeys(OfPlan):
    """The keys of a plan, after play."""

    path, title, button = "deal-keys", "Publish the keys of the deals", "Publish the keys"
    says = "When all boards are played: from then on anybody can deal them again and see that nobody chose them."
    keys = forms.CharField(
        label="The keys",
        max_length=limits.FILE,
        widget=forms.Textarea(attrs={"rows": 10, "placeholder": "1,1:…", "autocomplete": "off", "spellcheck": "false"}),
        help_text="What is in the .sqk file.",
    )

    def act(self) -> Act:
        """The keys published."""
        return DealKeysReleased(self.text("plan"), tuple(self.text("keys").split()))
