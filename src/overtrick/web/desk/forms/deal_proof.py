"""Forms for the proof that no one chose the deals: the plan, its public value, and the keys after play."""

from typing import Any

from django import forms

from overtrick.core import limits
from overtrick.core.dealing.squaredeal import Plan
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import Act, DealKeysReleased, DealsPlanned, DealsValued
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.wording import phrase
from overtrick.formats.deals.squaredeal import read_plan
from overtrick.web.congress.access import Action
from overtrick.web.desk.forms.act_form import ActForm
from overtrick.web.translation import plain


class PlanDeals(ActForm):
    """A plan for the deals, from its file."""

    path, title, button = "deals-planned", "Publish the deal plan", "Publish the plan"
    says = "The plan and the hash of its keys become public. Keep the keys secret: never paste the .sqk file here."
    action = Action.ORGANISE
    back = "deals"
    file = forms.CharField(
        label="Deal plan",
        max_length=limits.PROSE,
        widget=forms.Textarea(attrs={"rows": 10, "placeholder": "TN …"}),
        help_text="The contents of the .sqd file written by `overtrick deals plan` or SquareDeal.",
    )

    def clean_file(self) -> Plan:
        """The plan; refused if it already has its public value, because then it proves nothing."""
        try:
            found = read_plan(str(self.cleaned_data["file"]).encode(), "Plan")
        except DirectorError as refused:
            raise forms.ValidationError(plain(refused)) from refused
        if found.value:
            said = phrase(
                "This plan already has its public value (line DV). Paste the plan as it was before the value was added."
            )
            raise forms.ValidationError(plain(said))
        return found

    def act(self) -> Act:
        """The publication of the plan."""
        found: Plan = self.cleaned_data["file"]
        return DealsPlanned(found.name, found.delayed, tuple(map(str, found.phases)), found.key_hash)


class OfPlan(ActForm):
    """A form about a plan that is in the book."""

    action = Action.ORGANISE
    back = "deals"
    plan = forms.ChoiceField(label="Deal plan")

    def __init__(self, *args: Any, event: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, event=event, **kwargs)
        self.choose_named("plan", event.dealing)


class ValueDeals(OfPlan):
    """The public value of a plan."""

    makes = DealsValued
    path, title, button = "deals-valued", "Publish the public value", "Publish the value"
    says = "Type the value exactly as published: every deal depends on it."
    value = forms.CharField(label="Public value", max_length=100)
    source = forms.CharField(label="Source of the value", max_length=300, required=False)


class ReleaseKeys(OfPlan):
    """The keys of a plan, after play."""

    path, title, button = "deal-keys", "Publish the deal keys", "Publish the keys"
    says = (
        "Publish the keys after play, once every stage that has started is closed. Anyone can then recreate the deals "
        "and check that no one chose them."
    )
    keys = forms.CharField(
        label="Deal keys",
        max_length=limits.FILE,
        widget=forms.Textarea(attrs={"rows": 10, "placeholder": "1,1:…", "autocomplete": "off", "spellcheck": "false"}),
        help_text="The contents of the .sqk file.",
    )

    def act(self) -> Act:
        """The publication of the keys."""
        return DealKeysReleased(self.text("plan"), tuple(self.text("keys").split()))
