"""The form for lodging a system."""

from typing import Any

from django import forms

from overtrick.core.event.acts import SystemLodged
from overtrick.core.event.fold.tournament import Tournament
from overtrick.web.congress.access import Action
from overtrick.web.desk.forms.act_form import ActForm, ContestantField, reason_field


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
    leave = reason_field(label="Reason for accepting the system despite the rule", required=False)

    def __init__(self, *args: Any, event: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, event=event, **kwargs)
        if colours := colours_of(event):
            self.choose_named("colour", colours)
