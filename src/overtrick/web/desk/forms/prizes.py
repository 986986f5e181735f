"""The form of the organiser's prizes."""

from typing import Any

from django import forms

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import Act, PrizesSet
from overtrick.core.event.after.honours import OWN_PRIZES
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.exact import Exact, exact_text
from overtrick.core.typed_numbers import read_exact
from overtrick.web.congress.access import Action
from overtrick.web.desk.forms.act_form import ActForm
from overtrick.web.translation import plain


class Prizes(ActForm):
    """What each place wins, where the organiser says so."""

    path, title, button = "prizes", "Prizes", "Set the prizes"
    says = "What each place wins, the best place first. Those who tie share what their places are worth."
    action = Action.DIRECT
    straight = True
    back = "close"
    award = forms.TypedChoiceField(coerce=int, label="Which")
    amounts = forms.CharField(
        max_length=2000, required=False, help_text="Like 500 300 200; empty takes them back.", label="Amounts by place"
    )

    def __init__(self, *args: Any, event: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, event=event, **kwargs)
        rules = enumerate(event.any_plan().honours.awards, start=1)
        choices = [(number, f"{rule.unit.many}, by {rule.clause}") for number, rule in rules if not rule.amounts]
        choices.append((OWN_PRIZES, "prize money of the organiser, in dollars"))
        chosen = choices[0][0]
        self.fields["award"].choices = choices  # type: ignore[attr-defined]  # a field of choices, by its class
        known = event.prizes.get(chosen)
        self.fields["award"].initial = chosen
        self.fields["amounts"].initial = " ".join(map(exact_text, known.amounts)) if known else ""

    def clean_amounts(self) -> tuple[Exact, ...]:
        """The amounts, one a place."""
        try:
            return tuple(map(read_exact, str(self.cleaned_data["amounts"]).replace(",", " ").split()))
        except DirectorError as refused:
            raise forms.ValidationError(plain(refused)) from refused

    def act(self) -> Act:
        """The prizes set."""
        return PrizesSet(self.cleaned_data["amounts"], self.cleaned_data["award"])
