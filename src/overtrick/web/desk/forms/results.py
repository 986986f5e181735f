"""Forms for results: entered, confirmed, corrected, voided, ruled on; and for fouled, repeated or missing boards."""

import re
from typing import Any

from django import forms

from overtrick.core.event.acts import (
    Act,
    BoardFouled,
    BoardPutOff,
    OtherFieldScored,
    ResultConfirmed,
    ResultCorrected,
    ResultPosted,
    RulingGiven,
    SidesSwitched,
)
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.laws.adjusted import Fault
from overtrick.core.model.results import Artificial, NotPlayed
from overtrick.core.wording import phrase
from overtrick.director.played_twice import Twice, ruled_on
from overtrick.director.wrong_way import ENTERED, SAT, put_round
from overtrick.web.congress.access import Action
from overtrick.web.desk.forms.act_form import ActForm, ResultField, clause_field, number_field, reason_field, room_field
from overtrick.web.translation import plain


class PlaceForm(ActForm):
    """A form about the result of a table on a board."""

    action = Action.SCORE
    back = "results"
    stage = forms.ChoiceField()
    round = number_field()
    table = number_field()
    room = room_field(required=False)
    board = number_field()

    def __init__(self, *args: Any, event: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, event=event, **kwargs)
        if not any(state.plan.scoring.in_rooms for state in event.stages.values()):
            self.fields["room"].widget = forms.HiddenInput()

    @property
    def where(self) -> tuple[str, int, int, int]:
        """The stage, round, table and board."""
        return self.text("stage"), self.whole("round"), self.whole("table"), self.whole("board")


class EnterResult(PlaceForm):
    """A table's result on a board."""

    makes = ResultPosted
    path, title, button = "result", "Enter a result", "Post result"
    result = ResultField(label="Result")
    lead = forms.CharField(required=False, max_length=3, help_text="The card led, if known, for example HK.")


class AgreeResult(PlaceForm):
    """The opponents' confirmation of a result."""

    path, title, button = "agree", "Confirm a result", "Confirm the result"
    says = "If the table’s result has changed, nothing is posted and you see the current result."
    result = ResultField(label="Agreed result")

    def act(self) -> Act:
        """The confirmation of the result that is recorded now; its preview is shown before it is posted."""
        stage, number, table, board = self.where
        state = self.event.stage(stage)
        known = state.result_at(number, table, self.text("room"), board) if number in state.rounds else None
        seen = known.latest if known is not None else 0
        return ResultConfirmed(*self.where, self.text("room"), self.cleaned_data["result"], seen)


class CorrectResult(PlaceForm):
    """A correction of a result."""

    makes = ResultCorrected
    path, title, button = "correct", "Correct a result", "Correct result"
    says = "The new result counts. The history keeps the old one."
    result = ResultField(label="Corrected result")
    kind = forms.ChoiceField(label="Kind of error", required=False)
    reason = reason_field()

    def __init__(self, *args: Any, event: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, event=event, **kwargs)
        windows = [window for plan in event.current_plan().stages for window in plan.rules.times.windows]
        kinds = dict.fromkeys(kind for window in windows for kind in window.kinds)
        self.choose("kind", [("", "–"), *((kind, kind) for kind in kinds)])
        if not kinds:
            del self.fields["kind"]


class VoidResult(PlaceForm):
    """A result that does not count, with nothing in its place."""

    path, title, button = "void", "Void a result", "Void the result"
    says = "The board counts as not played at this table. For an artificial adjusted score, rule on the board instead."
    action = Action.DIRECT
    reason = reason_field()

    def act(self) -> Act:
        """The act that voids the result."""
        return ResultCorrected(*self.where, NotPlayed(self.text("reason")), self.text("reason"), self.text("room"))


FAULTS = [
    ("", "–"),
    *((str(fault), phrase("{fault}: {award}", fault=fault, award=fault.award)) for fault in Fault),
]
"""How far a side is at fault, with the award for it (Law 12C2)."""


class Rule(PlaceForm):
    """A director's ruling on a board."""

    makes = RulingGiven
    path, title, button = "rule", "Rule on a board", "Post ruling"
    says = (
        "Write the score as in these examples: AV+ AV- (artificial); 3NT N -1 (assigned); 60% 4S S =, 40% 4S S -1 "
        "(weighted); NS 4S S -1 | EW 4S S = (split)."
    )
    action = Action.DIRECT
    back = "rulings"
    result = ResultField(label="Score", required=False)
    ns_fault = forms.ChoiceField(
        label="North–South’s fault", required=False, choices=FAULTS,
        help_text="If you leave the score blank, the fault of each side decides its artificial adjusted score.",
    )  # fmt: skip
    ew_fault = forms.ChoiceField(label="East–West’s fault", required=False, choices=FAULTS)
    clause = clause_field(initial="Law 12C")
    reason = reason_field()
    fouled = forms.BooleanField(
        label="The board was fouled", required=False,
        help_text="Some regulations score a match differently if fouled boards leave too few comparisons.",
    )  # fmt: skip

    def clean(self) -> dict[str, Any]:
        """Require a score, or each side's fault for an artificial score."""
        cleaned = super().clean() or {}
        ns, ew = (cleaned.get(side) for side in ("ns_fault", "ew_fault"))
        if ns and ew and not cleaned.get("result"):
            cleaned["result"] = Artificial(Fault(ns).award, Fault(ew).award)
        elif not cleaned.get("result") and "result" not in self.errors:
            raise forms.ValidationError(plain(phrase("Enter a score, or say how far each side is at fault.")))
        return cleaned


class FoulBoard(ActForm):
    """A board that was not the same at every table."""

    path, title, button = "foul", "Fouled board", "Score as fouled"
    says = (
        "List the tables that played each version of the board. Tables not listed are scored together as "
        "one more version."
    )
    back = "results"
    stage = forms.ChoiceField()
    round = number_field()
    board = number_field()
    by_form = forms.CharField(
        label="Tables by version", widget=forms.TextInput(), max_length=2000,
        help_text="Table numbers or ranges; separate versions with a slash: 1-6 / 7 9 11.",
    )  # fmt: skip
    reason = reason_field()

    def clean_by_form(self) -> tuple[tuple[int, ...], ...]:
        """The tables that played each version of the board."""
        return read_forms(str(self.cleaned_data["by_form"]))

    def act(self) -> Act:
        """The fouled board."""
        given = self.cleaned_data["by_form"]
        return BoardFouled(self.text("stage"), self.whole("round"), self.whole("board"), given, self.text("reason"))


class WrongWay(ActForm):
    """A match whose sides were exchanged, at the table or in scoring."""

    path, title, button = "wrong-way", "Match scored the wrong way round", "Reverse the match"
    says = (
        "If the sides of a pairs match sat the wrong way round, the results stand and each side gets the score of "
        "the seats it held; in a teams match, the results of the two rooms are swapped. If they sat as drawn but "
        "the results were entered for the wrong side, each declarer is corrected."
    )
    back = "results"
    at_once = True
    stage = forms.ChoiceField()
    round = number_field()
    table = number_field()
    how = forms.ChoiceField(
        label="What happened", initial=SAT, required=False,
        choices=[
            (SAT, "The sides sat the other way round"),
            (ENTERED, "The sides sat as drawn; the results were entered the wrong way round"),
        ],
    )  # fmt: skip
    boards = forms.CharField(
        required=False, max_length=200, help_text="For some boards only, like 1-4 7. Leave blank for all."
    )
    reason = reason_field()

    def clean_boards(self) -> tuple[int, ...]:
        """The boards that are affected; empty if all are."""
        given = str(self.cleaned_data["boards"] or "").strip()
        return read_forms(given)[0] if given else ()

    def acts(self) -> tuple[SidesSwitched | ResultCorrected, ...]:
        """The act that switches the sides, or the corrections of each result."""
        return put_round(
            self.event, self.text("stage"), self.whole("round"), self.whole("table"), self.cleaned_data["boards"],
            how=self.text("how") or SAT, reason=self.text("reason"),
        )  # fmt: skip


class OtherField(ActForm):
    """The scores of another event on a board that is also played there."""

    makes = OtherFieldScored
    path, title, button = "other-field", "Scores from another field", "Add to the datum"
    says = (
        "Use this form where the regulations let a small field share a datum. The last scores entered for a board "
        "replace earlier ones."
    )
    back = "results"
    stage = forms.ChoiceField()
    round = number_field()
    board = number_field()
    scores = forms.CharField(
        label="North–South scores", max_length=2000, help_text="Separate with spaces: 620 650 -100."
    )
    source = forms.CharField(label="Source", max_length=200)

    def stage_names(self) -> list[str]:
        """The stages that may share a datum."""
        return [name for name, state in self.event.stages.items() if state.plan.pool is not None]

    def clean_scores(self) -> tuple[int, ...]:
        """The scores as numbers."""
        words = re.split(r"[\s,]+", str(self.cleaned_data["scores"]).replace("−", "-").strip())
        wrong = [word for word in words if not re.fullmatch(r"[+-]?\d{1,4}", word)]
        if wrong:
            said = phrase("“{text}” is not a score. Write scores like 620 or -100.", text=wrong[0])
            raise forms.ValidationError(plain(said))
        return tuple(int(word) for word in words)


def read_forms(text: str) -> tuple[tuple[int, ...], ...]:
    """Parse the tables that played each version of a board.

    >>> read_forms("1-3 / 7, 9")
    ((1, 2, 3), (7, 9))
    """
    found = []
    for part in text.split("/"):
        tables: list[int] = []
        for word in re.split(r"[\s,]+", part.strip()):
            ends = re.fullmatch(r"(\d{1,4})(?:[-–](\d{1,4}))?", word)
            if not ends:
                said = phrase(
                    "“{word}” is not a number or a range of numbers. Write, for example, 7 or 1-6.", word=word
                )
                raise forms.ValidationError(plain(said))
            tables += range(int(ends[1]), int(ends[2] or ends[1]) + 1)
        found.append(tuple(tables))
    return tuple(found)


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
