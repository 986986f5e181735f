"""Forms for boards that were played twice or not at all: they are cancelled, adjusted by fault, or played later."""

from typing import Any

from django import forms

from overtrick.core.event.acts import Act, BoardPutOff, ResultCorrected, ResultPosted, RulingGiven
from overtrick.core.laws.adjusted import Fault
from overtrick.core.model.results import Artificial, NotPlayed
from overtrick.core.wording import phrase
from overtrick.director.played_twice import Twice, ruled_on
from overtrick.web.congress.access import Action
from overtrick.web.desk.forms.act_form import number_field, reason_field
from overtrick.web.desk.forms.results import FAULTS, PlaceForm
from overtrick.web.translation import plain

LATER, AWARDED, NOTHING = "later", "awarded", "nothing"
BY_FAULT = "Law 12C2(a)"


class OfFaults(PlaceForm):
    """A form that may ask how far each side is at fault."""

    action = Action.DIRECT

    def faults(self) -> tuple[Fault, Fault] | None:
        """The fault of North-South and of East-West; None unless both are given."""
        ns, ew = self.text("ns_fault"), self.text("ew_fault")
        return (Fault(ns), Fault(ew)) if ns and ew else None


class NotPlayedBoard(OfFaults):
    """A board that a table did not play."""

    path, title, button = "not-played", "Board not played", "Record"
    says = (
        "A board to be played later needs its result before the stage closes, but not before the round closes. An "
        "artificial adjusted score depends on fault (Law 12C2(a)). A board without a score does not count, unless the "
        "conditions of contest say otherwise."
    )
    what = forms.ChoiceField(
        label="Decision", initial=LATER,
        choices=[
            (LATER, "To be played later"), (AWARDED, "Artificial adjusted score, by fault"), (NOTHING, "No score"),
        ],
    )  # fmt: skip
    ns_fault = forms.ChoiceField(label="North–South’s fault", required=False, choices=FAULTS)
    ew_fault = forms.ChoiceField(label="East–West’s fault", required=False, choices=FAULTS)
    reason = reason_field()

    def clean(self) -> dict[str, Any]:
        """Refuse an artificial score without both sides' fault."""
        cleaned = super().clean() or {}
        if cleaned.get("what") == AWARDED and self.faults() is None:
            raise forms.ValidationError(plain(phrase("Say how far each side is at fault.")))
        return cleaned

    def act(self) -> Act:
        """The act that postpones the board, rules on it, or records that it has no score."""
        reason, room, faults = self.text("reason"), self.text("room"), self.faults()
        if self.text("what") == AWARDED and faults is not None:
            given = Artificial(*(fault.award for fault in faults))
            return RulingGiven(*self.where, given, BY_FAULT, reason, room)
        if self.text("what") == NOTHING:
            return ResultPosted(*self.where, NotPlayed(reason), room)
        return BoardPutOff(*self.where, reason, room)


class PlayedTwice(OfFaults):
    """A board that a contestant had played before."""

    path, title, button = "played-twice", "Board played twice", "Keep the first result"
    says = (
        "If the same two contestants played the board twice, the first result entered stands. If one of them had "
        "already played the board in another round, the earlier result stands, the later one is cancelled, and each "
        "side gets an artificial adjusted score according to its fault (Law 15B)."
    )
    instead = number_field(
        "Board the table should have played",
        required=False,
        help_text="Only if the table should have played a different board.",
    )
    ns_fault = forms.ChoiceField(label="North–South’s fault", required=False, choices=FAULTS)
    ew_fault = forms.ChoiceField(label="East–West’s fault", required=False, choices=FAULTS)
    reason = reason_field()

    def acts(self) -> tuple[ResultCorrected] | tuple[RulingGiven]:
        """The acts that restore the first result, or rule on the board for both sides."""
        stage, number, table, board = self.where
        twice = Twice(stage, number, table, board, self.text("room"), self.whole("instead"))
        return ruled_on(self.event, twice, self.faults(), self.text("reason"))
