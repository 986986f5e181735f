"""Forms for selection years: lots, closing fields, trials and qualifying days, teams, and places by ranking."""

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms

from overtrick.core.event.acts import (
    Act,
    LotDrawn,
    OfferRanked,
    QualifyingDayPlaced,
    TeamRatified,
    TrialPlaced,
)
from overtrick.core.selection_year.fields import berth_lot, propose_field
from overtrick.core.selection_year.year import SelectionYear, current_field, team_of
from overtrick.web.desk.forms.years import DayField, YearForm, lines_field, source_field, target_field


class EnterLot(YearForm):
    """A lot drawn by hand for the last berth."""

    path, title, button = "lot", "Enter lots drawn by hand", "Enter the lots"
    says = "For a tie that no other rule breaks, enter the pairs in the order drawn. Lots are drawn only once."
    back = "fields"
    target = target_field()
    order = lines_field("Order")

    def act(self) -> Act:
        """The lot."""
        return LotDrawn(berth_lot(self.text("target")), order=self.lines("order"))


class CloseField(YearForm):
    """The closing of a field, by the points."""

    path, title, button = "close-field", "Close a field", "Close field"
    back = "fields"
    target = target_field()

    def targets(self) -> Iterable[str]:
        """The teams whose fields are open."""
        return [name for name in self.year.rules.targets if name not in self.year.closed]

    def act(self) -> Act:
        """The closing, with the field as it stands now."""
        return propose_field(self.year, self.text("target")).act


class _OrderForm(YearForm):
    """A finishing order, with the order before play as the initial value."""

    target = target_field()
    order = lines_field("Order", rows=14, help_text="Pairs in finishing order, one per line.")
    source = source_field()

    def __init__(self, *args: Any, year: SelectionYear, **kwargs: Any) -> None:
        super().__init__(*args, year=year, **kwargs)
        asked = str((kwargs.get("initial") or {}).get("target", ""))
        self.fields["order"].initial = "\n".join(self.candidates(asked)) if asked in self.targets() else ""

    def candidates(self, target: str) -> Sequence[str]:
        """The pairs that may be in the order."""
        raise NotImplementedError


class Day(_OrderForm):
    """The order of a qualifying day."""

    path, title, button = "qualifying-day", "Order of the qualifying day", "Save order"
    back = "fields"

    def targets(self) -> Iterable[str]:
        """The teams with a qualifying day."""
        return [name for name, act in self.year.closed.items() if act.places]

    def candidates(self, target: str) -> Sequence[str]:
        """The pairs that play for the remaining places."""
        return self.year.closed[target].qualifiers

    def act(self) -> Act:
        """The order."""
        return QualifyingDayPlaced(self.text("target"), self.lines("order"), self.text("source"))


class Trial(_OrderForm):
    """The final order of a trial."""

    path, title, button = "trial", "Final order of the trial", "Save order"
    says = "The team consists of the highest-placed available pairs."
    back = "teams"

    def targets(self) -> Iterable[str]:
        """The teams whose fields are closed."""
        return list(self.year.closed)

    def candidates(self, target: str) -> Sequence[str]:
        """The pairs of the field."""
        return current_field(self.year, target)

    def act(self) -> Act:
        """The order."""
        return TrialPlaced(self.text("target"), self.lines("order"), self.text("source"))


class Ratify(YearForm):
    """The ratification of a team, or its refusal with the reason."""

    path, title, button = "ratify", "Ratify a team", "Record decision"
    back = "teams"
    target = target_field()
    on = DayField(label="Date of the decision")
    refused = forms.CharField(required=False, label="Reason for refusal", max_length=300)

    def targets(self) -> Iterable[str]:
        """The teams whose trials are played."""
        return list(self.year.trials)

    def act(self) -> Act:
        """The decision on the team as it stands."""
        target = self.text("target")
        return TeamRatified(target, team_of(self.year, target).pairs, self.text("on"), self.text("refused"))


class Offer(YearForm):
    """A ranking by which places are offered."""

    path, title, button = "offer", "Offer places by ranking", "Save ranking"
    back = "teams"
    offer = forms.ChoiceField(label="Places")
    order = lines_field("Order", help_text="Teams, best first, one per line.")
    contending = lines_field(
        "Contending teams",
        rows=2,
        required=False,
        help_text="Teams that are eligible and would accept a place, one per line.",
    )
    source = source_field()

    def __init__(self, *args: Any, year: SelectionYear, **kwargs: Any) -> None:
        super().__init__(*args, year=year, **kwargs)
        self.choose_named("offer", year.rules.offers or {})

    def act(self) -> Act:
        """The ranking."""
        return OfferRanked(self.text("offer"), self.lines("order"), self.text("source"), self.lines("contending"))
