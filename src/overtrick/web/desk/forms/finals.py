"""Forms about finals: a level match that the regulation leaves to a committee."""

from typing import Any

from django import forms

from overtrick.core.event.acts import Act, MatchDecided
from overtrick.web.desk.forms.act_form import ActForm, ContestantField, number_field, reason_field


class DecideLevel(ActForm):
    """The committee's word on a level match."""

    path, title, button = "decide-level", "Decide a level match", "Record who won"
    says = "A final that ends level, with nothing left to part the teams, is for the committee. Its scores stay."
    back = "close"
    stage = forms.ChoiceField()
    round = number_field("Week")
    table = number_field()
    winner = ContestantField()
    clause = forms.CharField(max_length=60)
    reason = reason_field(label="What the committee went by")

    def stage_names(self) -> list[str]:
        """The stages that are finals."""
        return [name for name, state in self.event.stages.items() if state.plan.play.must_be_won]

    def clean(self) -> dict[str, Any] | None:
        """The winner is one of the event's."""
        cleaned = super().clean() or self.cleaned_data
        if (name := cleaned.get("winner")) and name not in self.event.entries:
            self.add_error("winner", f"There is no entry {name}.")
        return cleaned

    def act(self) -> Act:
        """The decision."""
        return MatchDecided(
            self.text("stage"), self.whole("round"), self.whole("table"), self.text("winner"), self.text("clause"),
            self.text("reason"),
        )  # fmt: skip
