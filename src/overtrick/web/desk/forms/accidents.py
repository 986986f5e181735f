"""Forms about boards that were played twice, or not at all: cancelled, ruled on by fault, or played later."""

from typing import Any

from django import forms

from overtrick.core.event.acts import Act, BoardPutOff, ResultPosted, RulingGiven
from overtrick.core.laws.adjusted import Fault
from overtrick.core.model.results import Artificial, NotPlayed
from overtrick.director.played_twice import Twice, ruled_on
from overtrick.web.congress.access import Action
from overtrick.web.desk.forms.act_form import number_field, reason_field
from overtrick.web.desk.forms.results import FAULTS, PlaceForm

LATER, AWARDED, NOTHING = "later", "awarded", "nothing"
BY_FAULT = "Law 12C2(a)"


class OfFaults(PlaceForm):
    """A form that may ask how far each side is to blame."""

    action = Action.DIRECT

    def faults(self) -> tuple[Fault, Fault] | None:
        """How far North-South and East-West are to blame, once both are said."""
        ns, ew = self.text("ns_fault"), self.text("ew_fault")
        return (Fault(ns), Fault(ew)) if ns and ew else None


class NotPlayedBoard(OfFaults):
    """A board that a table did not play."""

    path, title, button = "not-played", "A board was not played", "Record it"
    says = (
        "Played later, it is owed: the round can be closed without it, and the stage cannot. An artificial score goes "
        "by who is at fault (Law 12C2(a)). Without a score it counts for nobody, unless the conditions say otherwise."
    )
    what = forms.ChoiceField(
        label="What becomes of it", initial=LATER,
        choices=[(LATER, "They play it later"), (AWARDED, "An artificial score, by fault"), (NOTHING, "No score")],
    )  # fmt: skip
    ns_fault = forms.ChoiceField(label="North–South are", required=False, choices=FAULTS)
    ew_fault = forms.ChoiceField(label="East–West are", required=False, choices=FAULTS)
    reason = reason_field()

    def clean(self) -> dict[str, Any]:
        """An artificial score needs both sides' fault."""
        cleaned = super().clean() or {}
        if cleaned.get("what") == AWARDED and self.faults() is None:
            raise forms.ValidationError("Say how far each side is at fault that it was not played.")
        return cleaned

    def act(self) -> Act:
        """The board put off, ruled on, or without a score."""
        reason, room, faults = self.text("reason"), self.text("room"), self.faults()
        if self.text("what") == AWARDED and faults is not None:
            given = Artificial(*(fault.award for fault in faults))
            return RulingGiven(*self.where, given, BY_FAULT, reason, room)
        if self.text("what") == NOTHING:
            return ResultPosted(*self.where, NotPlayed(reason), room)
        return BoardPutOff(*self.where, reason, room)


class PlayedTwice(OfFaults):
    """A board that somebody had played before."""

    path, title, button = "played-twice", "A board was played twice", "The first result stands"
    says = (
        "If the same two played it twice, the first result that was entered stands. If one of them had played it in "
        "another round, that result stands, this one is cancelled, and both sides have an artificial score here by who "
        "is at fault (Law 15B)."
    )
    instead = number_field("Instead of board", required=False, help_text="If the board was not theirs to play.")
    ns_fault = forms.ChoiceField(label="North–South are", required=False, choices=FAULTS)
    ew_fault = forms.ChoiceField(label="East–West are", required=False, choices=FAULTS)
    reason = reason_field()

    def acts(self) -> tuple[Act, ...]:
        """The first result put back, or a `RulingGiven` to both sides."""
        stage, number, table, board = self.where
        twice = Twice(stage, number, table, board, self.text("room"), self.whole("instead"))
        return ruled_on(self.event, twice, self.faults(), self.text("reason"))
