"""Forms for finals: a tied match that the regulation leaves to a committee."""

from typing import Any

from django import forms

from overtrick.core.event.acts import MatchDecided
from overtrick.core.wording import phrase
from overtrick.web.desk.forms.act_form import ActForm, ContestantField, clause_field, number_field, reason_field
from overtrick.web.translation import plain


class DecideLevel(ActForm):
    """The committee's decision on a tied match."""

    makes = MatchDecided
    path, title, button = "decide-level", "Decide a tied match", "Record winner"
    says = (
        "If a match of the finals is tied and no tie-break separates the teams, the committee decides. "
        "The scores do not change."
    )
    back = "close"
    stage = forms.ChoiceField()
    round = number_field("Week or round")
    table = number_field()
    winner = ContestantField()
    clause = clause_field()
    reason = reason_field(label="Committee’s reason")

    def stage_names(self) -> list[str]:
        """The stages that are finals."""
        return [name for name, state in self.event.stages.items() if state.plan.play.must_be_won]

    def clean(self) -> dict[str, Any] | None:
        """Refuse a winner that is not in the event."""
        cleaned = super().clean() or self.cleaned_data
        if (name := cleaned.get("winner")) and name not in self.event.entries:
            self.add_error("winner", plain(phrase("There is no entry {name}.", name=name)))
        return cleaned
