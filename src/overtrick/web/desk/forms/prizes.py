"""The form of the organiser's prizes."""

from typing import Any

from django import forms

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import PrizesSet
from overtrick.core.event.after.honours import OWN_PRIZES
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.exact import Exact, exact_text
from overtrick.core.typed_numbers import read_exact
from overtrick.core.wording import Phrase, phrase
from overtrick.web.congress.access import Action
from overtrick.web.desk.forms.act_form import ActForm
from overtrick.web.translation import plain


class Prizes(ActForm):
    """The prizes for each place, set by the organiser."""

    makes = PrizesSet
    path, title, button = "prizes", "Prizes", "Save prizes"
    says = "Enter the prizes from first place down. Tied contestants share the prizes for their places."
    action = Action.DIRECT
    straight = True
    back = "close"
    award = forms.TypedChoiceField(coerce=int, label="Prize")
    amounts = forms.CharField(
        max_length=2000,
        required=False,
        help_text="For example, 500 300 200. Leave blank to remove the prizes.",
        label="Amounts by place",
    )

    def __init__(self, *args: Any, event: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, event=event, **kwargs)
        rules = enumerate(event.any_plan().honours.awards, start=1)
        choices = [
            (number, plain(phrase("{unit} ({clause})", unit=Phrase(rule.unit.many), clause=rule.clause)))
            for number, rule in rules
            if not rule.amounts
        ]
        choices.append((OWN_PRIZES, plain(phrase("organiser’s prize money, in dollars"))))
        chosen = choices[0][0]
        self.choose("award", choices)
        known = event.prizes.get(chosen)
        self.fields["award"].initial = chosen
        self.fields["amounts"].initial = " ".join(map(exact_text, known.amounts)) if known else ""

    def clean_amounts(self) -> tuple[Exact, ...]:
        """The amounts, one per place."""
        try:
            return tuple(map(read_exact, str(self.cleaned_data["amounts"]).replace(",", " ").split()))
        except DirectorError as refused:
            raise forms.ValidationError(plain(refused)) from refused
