"""Forms about results: entered, agreed, put right, voided, ruled on; fouled boards, and scores of another field."""

import re
from typing import Any, cast

from django import forms

from overtrick.core.event.acts import (
    Act,
    BoardFouled,
    OtherFieldScored,
    ResultConfirmed,
    ResultCorrected,
    ResultPosted,
    RulingGiven,
    SidesSwitched,
)
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.score.rounds import CLOSED, OPEN
from overtrick.core.laws.adjusted import Fault
from overtrick.core.model.results import Artificial, NotPlayed
from overtrick.director.wrong_way import ENTERED, SAT, put_round
from overtrick.web.congress.access import Action
from overtrick.web.desk.forms.act_form import ActForm, ResultField, number_field, reason_field


class PlaceForm(ActForm):
    """A form about the result of a table on a board."""

    action = Action.SCORE
    back = "results"
    stage = forms.ChoiceField()
    round = number_field()
    table = number_field()
    room = forms.ChoiceField(choices=[("", "–"), (OPEN, OPEN), (CLOSED, CLOSED)], required=False)
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

    path, title, button = "result", "Enter a result", "Enter the result"
    result = ResultField(label="Result")
    lead = forms.CharField(required=False, max_length=3, help_text="The card led, if you have it: HK.")

    def act(self) -> Act:
        """The result posted."""
        return ResultPosted(*self.where, self.cleaned_data["result"], self.text("room"), self.text("lead"))


class AgreeResult(PlaceForm):
    """The opponents agree."""

    path, title, button = "agree", "Agree a result", "Mark the result as agreed"
    says = "If the table has another result by now, nothing is posted, and you are shown what stands."
    result = ResultField(label="The result they agree to")

    def act(self) -> Act:
        """The result confirmed, as it was seen; what is said against it is shown before it is posted."""
        stage, number, table, board = self.where
        state = self.event.stage(stage)
        known = state.recorded(number, table, self.text("room"), board) if number in state.rounds else None
        seen = known.latest if known is not None else 0
        return ResultConfirmed(*self.where, self.text("room"), self.cleaned_data["result"], seen)


class CorrectResult(PlaceForm):
    """A result put right."""

    path, title, button = "correct", "Put a result right", "Put the result right"
    says = "The old result stays in the book; the new one counts from now on."
    result = ResultField(label="The right result")
    kind = forms.ChoiceField(label="What was wrong", required=False)
    reason = reason_field()

    def __init__(self, *args: Any, event: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, event=event, **kwargs)
        windows = [window for plan in event.planned().stages for window in plan.rules.times.windows]
        kinds = dict.fromkeys(kind for window in windows for kind in window.kinds)
        cast("forms.ChoiceField", self.fields["kind"]).choices = [("", "–"), *((kind, kind) for kind in kinds)]
        if not kinds:
            del self.fields["kind"]

    def act(self) -> Act:
        """The result corrected."""
        return ResultCorrected(
            *self.where, self.cleaned_data["result"], self.text("reason"), self.text("room"),
            kind=str(self.cleaned_data.get("kind", "")),
        )  # fmt: skip


class VoidResult(PlaceForm):
    """A result that does not count, with nothing in its place."""

    path, title, button = "void", "Void a result", "Void the result"
    says = "The board counts as not played at this table. To give an artificial score instead, rule on it."
    action = Action.DIRECT
    reason = reason_field()

    def act(self) -> Act:
        """The result taken out."""
        return ResultCorrected(*self.where, NotPlayed(self.text("reason")), self.text("reason"), self.text("room"))


FAULTS = [("", "–"), *((str(fault), f"{fault}: {fault.award}") for fault in Fault)]
"""How far a side is to blame, with the award for it (Law 12C2)."""


class Rule(PlaceForm):
    """A director's ruling on a board."""

    path, title, button = "rule", "Rule on a board", "Give the ruling"
    says = "Artificial: AV+ AV-. Assigned: 3NT N -1. Weighted: 60% 4S S =, 40% 4S S -1. Split: NS 4S S -1 | EW 4S S =."
    action = Action.DIRECT
    back = "rulings"
    result = ResultField(label="Score", required=False)
    ns_fault = forms.ChoiceField(label="Or an artificial score: North–South are", required=False, choices=FAULTS)
    ew_fault = forms.ChoiceField(label="East–West are", required=False, choices=FAULTS)
    clause = forms.CharField(initial="Law 12C", max_length=60)
    reason = reason_field()
    fouled = forms.BooleanField(
        label="The board was fouled", required=False,
        help_text="Some regulations score a match otherwise when fouled boards leave too little of it to compare.",
    )  # fmt: skip

    def clean(self) -> dict[str, Any]:
        """A score, or how far each side is to blame that there is none."""
        cleaned = super().clean() or {}
        ns, ew = (cleaned.get(side) for side in ("ns_fault", "ew_fault"))
        if ns and ew and not cleaned.get("result"):
            cleaned["result"] = Artificial(Fault(ns).award, Fault(ew).award)
        elif not cleaned.get("result") and "result" not in self.errors:
            raise forms.ValidationError("Write the score, or say how far each side is at fault.")
        return cleaned

    def act(self) -> Act:
        """The ruling."""
        given, fouled = self.cleaned_data["result"], self.cleaned_data["fouled"]
        return RulingGiven(*self.where, given, self.text("clause"), self.text("reason"), self.text("room"), fouled)


class FoulBoard(ActForm):
    """A board that was not the same at every table."""

    path, title, button = "foul", "A fouled board", "Score the board in its forms"
    says = "Say which tables played each form of the board. Tables not named played the other form."
    back = "results"
    stage = forms.ChoiceField()
    round = number_field()
    board = number_field()
    by_form = forms.CharField(
        label="Tables by form", widget=forms.TextInput(), max_length=2000,
        help_text="Numbers and ranges, forms apart by a slash: 1-6 / 7 9 11.",
    )  # fmt: skip
    reason = reason_field()

    def clean_by_form(self) -> tuple[tuple[int, ...], ...]:
        """The tables of each form."""
        return read_forms(str(self.cleaned_data["by_form"]))

    def act(self) -> Act:
        """The fouled board."""
        given = self.cleaned_data["by_form"]
        return BoardFouled(self.text("stage"), self.whole("round"), self.whole("board"), given, self.text("reason"))


class WrongWay(ActForm):
    """A match scored with its two sides exchanged."""

    path, title, button = "wrong-way", "A match scored the wrong way round", "Turn the match round"
    says = (
        "If they sat the other way round, what was entered stands as the cards were played, and each pair has what its "
        "seats scored. If they sat as drawn and it was entered for the wrong side, each declarer is put right."
    )
    back = "results"
    at_once = True
    stage = forms.ChoiceField()
    round = number_field()
    table = number_field()
    how = forms.ChoiceField(
        label="What happened", initial=SAT, required=False,
        choices=[(SAT, "They sat the other way round"), (ENTERED, "They sat as drawn; it was entered the wrong way")],
    )  # fmt: skip
    boards = forms.CharField(required=False, max_length=200, help_text="Some only, like 1-4 7; empty for all of them.")
    reason = reason_field()

    def clean_boards(self) -> tuple[int, ...]:
        """The boards that are meant; none, all of them."""
        given = str(self.cleaned_data["boards"] or "").strip()
        return read_forms(given)[0] if given else ()

    def acts(self) -> tuple[SidesSwitched | ResultCorrected, ...]:
        """The sides switched, or each result put right."""
        return put_round(
            self.event, self.text("stage"), self.whole("round"), self.whole("table"), self.cleaned_data["boards"],
            how=self.text("how") or SAT, reason=self.text("reason"),
        )  # fmt: skip


class OtherField(ActForm):
    """The scores of another event on a board that is played there too."""

    path, title, button = "other-field", "Scores of another field", "Let them into the datum"
    says = "Where the regulation lets a small field share its datum. The last ones entered for a board hold."
    back = "results"
    stage = forms.ChoiceField()
    round = number_field()
    board = number_field()
    scores = forms.CharField(label="North–South’s scores", max_length=2000, help_text="Apart by spaces: 620 650 -100.")
    source = forms.CharField(label="Where they are from", max_length=200)

    def stage_names(self) -> list[str]:
        """The stages that may share a datum."""
        return [name for name, state in self.event.stages.items() if state.plan.pool is not None]

    def clean_scores(self) -> tuple[int, ...]:
        """The scores as numbers."""
        words = re.split(r"[\s,]+", str(self.cleaned_data["scores"]).replace("−", "-").strip())
        wrong = [word for word in words if not re.fullmatch(r"[+-]?\d{1,4}", word)]
        if wrong:
            raise forms.ValidationError(f"“{wrong[0]}” is not a score.")
        return tuple(int(word) for word in words)

    def act(self) -> Act:
        """The other field's scores."""
        return OtherFieldScored(
            self.text("stage"), self.whole("round"), self.whole("board"), self.cleaned_data["scores"],
            self.text("source"),
        )  # fmt: skip


def read_forms(text: str) -> tuple[tuple[int, ...], ...]:
    """Tables by the form of a board they played.

    >>> read_forms("1-3 / 7, 9")
    ((1, 2, 3), (7, 9))
    """
    found = []
    for part in text.split("/"):
        tables: list[int] = []
        for word in re.split(r"[\s,]+", part.strip()):
            ends = re.fullmatch(r"(\d{1,4})(?:[-–](\d{1,4}))?", word)
            if not ends:
                raise forms.ValidationError(f"“{word}” is not a table or a range of tables.")
            tables += range(int(ends[1]), int(ends[2] or ends[1]) + 1)
        found.append(tuple(tables))
    return tuple(found)
