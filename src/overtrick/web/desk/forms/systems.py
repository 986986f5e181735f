"""The form of a system that is handed in."""

from typing import Any

from django import forms

from overtrick.core.event.acts import Act, SystemLodged
from overtrick.core.event.fold.tournament import Tournament
from overtrick.web.congress.access import Action
from overtrick.web.desk.forms.act_form import ActForm, ContestantField, reason_field


def colours_of(event: Tournament) -> tuple[str, ...]:
    """The colours a system can have here; none where no regulation names them."""
    known = next((state.plan.rules.players.systems for state in event.stages.values()), None)
    return (*known.anywhere, *known.limited) if known is not None else ()


class LodgeSystem(ActForm):
    """A system handed in."""

    path, title, button = "lodge-system", "A system is lodged", "Put it in the register"
    action = Action.ENTER
    back = "systems"
    contestant = ContestantField()
    system = forms.CharField(max_length=100, help_text="What it is called.")
    colour = forms.CharField(max_length=40)
    pages = forms.IntegerField(label="Supplementary sheets", min_value=0, required=False)
    leave = reason_field(label="Taken by leave, because", required=False)

    def __init__(self, *args: Any, event: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, event=event, **kwargs)
        if colours := colours_of(event):
            self.fields["colour"] = forms.ChoiceField(choices=[(each, each) for each in colours])

    def act(self) -> Act:
        """The system lodged."""
        return SystemLodged(
            self.text("contestant"), self.text("system"), self.text("colour"), self.whole("pages"),
            leave=self.text("leave"),
        )  # fmt: skip
