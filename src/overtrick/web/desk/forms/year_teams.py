"""Forms of a selection year: lots, fields closed, trials and qualifying days, teams, places by club and by ranking."""

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms

from overtrick.core.event.acts import (
    Act,
    BerthDeclined,
    ClubQualifier,
    LotDrawn,
    OfferRanked,
    PairUnavailable,
    QualifyingDayPlaced,
    TeamRatified,
    TeamWithdrawal,
    TrialPlaced,
)
from overtrick.core.selection_year.fields import berth_lot, propose_field
from overtrick.core.selection_year.year import SelectionYear, current_field, team_of
from overtrick.web.desk.forms.act_form import number_field, reason_field
from overtrick.web.desk.forms.years import OfPair, YearForm, choice_of, lines_field, source_field


class EnterLot(YearForm):
    """A lot drawn by hand for the last berth."""

    path, title, button = "lot", "Enter a lot that was drawn by hand", "Enter the lot"
    says = "The pairs in the order they came out, for a tie that nothing else breaks. A lot is drawn once and kept."
    back = "fields"
    target = forms.ChoiceField()
    order = lines_field("Order")

    def act(self) -> Act:
        """The lot."""
        return LotDrawn(berth_lot(self.text("target")), order=self.lines("order"))


class CloseField(YearForm):
    """A field closed as the points make it."""

    path, title, button = "close-field", "Close a field", "Close the field: it stands from now on"
    back = "fields"
    target = forms.ChoiceField()

    def targets(self) -> Iterable[str]:
        """The teams whose fields are open."""
        return [name for name in self.year.rules.targets if name not in self.year.closed]

    def act(self) -> Act:
        """The field as it would be now."""
        return propose_field(self.year, self.text("target")).act


class Decline(OfPair):
    """A pair that gives up its berth."""

    path, title, button = "decline", "A pair declines its berth", "The pair declines"
    says = "The next in the order comes in. Its players may not then enter with others."
    back = "fields"
    reason = reason_field(required=False)

    def act(self) -> Act:
        """The berth declined."""
        return BerthDeclined(self.text("target"), self.text("pair"), self.text("reason"))


class _Ordered(YearForm):
    """The order of something, offered as it is before anybody has played."""

    target = forms.ChoiceField()
    order = lines_field("Order", rows=14, help_text="The pairs that were placed, the best first, one a line.")
    source = source_field()

    def __init__(self, *args: Any, year: SelectionYear, **kwargs: Any) -> None:
        super().__init__(*args, year=year, **kwargs)
        asked = str((kwargs.get("initial") or {}).get("target", ""))
        self.fields["order"].initial = "\n".join(self.offered(asked)) if asked in self.targets() else ""

    def offered(self, target: str) -> Sequence[str]:
        """Who may be in it."""
        raise NotImplementedError


class Day(_Ordered):
    """The order of a qualifying day."""

    path, title, button = "qualifying-day", "The order of a qualifying day", "Enter the order"
    back = "fields"

    def targets(self) -> Iterable[str]:
        """The teams with a qualifying day."""
        return [name for name, act in self.year.closed.items() if act.places]

    def offered(self, target: str) -> Sequence[str]:
        """Those who play for the places left."""
        return self.year.closed[target].qualifiers

    def act(self) -> Act:
        """The order."""
        return QualifyingDayPlaced(self.text("target"), self.lines("order"), self.text("source"))


class Trial(_Ordered):
    """The final order of a trial."""

    path, title, button = "trial", "The order of the trials", "Enter the order"
    says = "The team follows from it: the highest placed pairs that can go."
    back = "teams"

    def targets(self) -> Iterable[str]:
        """The teams whose fields are closed."""
        return list(self.year.closed)

    def offered(self, target: str) -> Sequence[str]:
        """The field."""
        return current_field(self.year, target)

    def act(self) -> Act:
        """The order."""
        return TrialPlaced(self.text("target"), self.lines("order"), self.text("source"))


class Unavailable(OfPair):
    """A pair that cannot go with the team."""

    path, title, button = "unavailable", "A pair is not available", "The pair is not available"
    says = "Before the team is ratified. The next available pair is picked."
    back = "teams"
    reason = reason_field(required=False)

    def targets(self) -> Iterable[str]:
        """The teams whose trials are played."""
        return list(self.year.trials)

    def act(self) -> Act:
        """The pair unavailable."""
        return PairUnavailable(self.text("target"), self.text("pair"), self.text("reason"))


class WithdrawFromTeam(OfPair):
    """A selected pair that withdraws."""

    path, title, button = "withdraw-from-team", "A selected pair withdraws", "Enter the withdrawal"
    says = "The day it was received decides who fills the place; without an accepted reason the players are barred."
    back = "teams"
    received = forms.DateField(widget=forms.DateInput(attrs={"type": "date"}))
    accepted = forms.BooleanField(required=False, label="Its reason was accepted")
    reason = reason_field(required=False)

    def targets(self) -> Iterable[str]:
        """The teams whose trials are played."""
        return list(self.year.trials)

    def act(self) -> Act:
        """The withdrawal."""
        received = self.cleaned_data["received"].isoformat()
        accepted = bool(self.cleaned_data["accepted"])
        return TeamWithdrawal(self.text("target"), self.text("pair"), received, accepted, self.text("reason"))


class Ratify(YearForm):
    """A team ratified, or refused with the reason."""

    path, title, button = "ratify", "Ratify a team", "Enter the decision"
    back = "teams"
    target = forms.ChoiceField()
    on = forms.DateField(label="Decided on", widget=forms.DateInput(attrs={"type": "date"}))
    refused = forms.CharField(required=False, label="Refused because", max_length=300)

    def targets(self) -> Iterable[str]:
        """The teams whose trials are played."""
        return list(self.year.trials)

    def act(self) -> Act:
        """The decision on the team as it stands."""
        target = self.text("target")
        on = self.cleaned_data["on"].isoformat()
        return TeamRatified(target, team_of(self.year, target).pairs, on, self.text("refused"))


class Club(YearForm):
    """A club's report of its qualifying event."""

    path, title, button = "club", "A club’s qualifying event", "Enter the report"
    back = "teams"
    club = forms.CharField(max_length=100)
    teams = number_field("Teams that played", min_value=0, help_text="0 if it held none.")
    source = source_field()

    def act(self) -> Act:
        """The report."""
        return ClubQualifier(self.text("club"), self.whole("teams"), self.text("source"))


class Offer(YearForm):
    """A ranking down which places are offered."""

    path, title, button = "offer", "Places offered down a ranking", "Enter the ranking"
    back = "teams"
    offer = forms.ChoiceField(label="Places")
    order = lines_field("Order", help_text="Teams, the best first, one a line.")
    contending = lines_field("Contending", rows=2, required=False, help_text="Those who said they would take a place.")
    source = source_field()

    def __init__(self, *args: Any, year: SelectionYear, **kwargs: Any) -> None:
        super().__init__(*args, year=year, **kwargs)
        self.fields["offer"] = choice_of("Places", year.rules.offers or {})

    def act(self) -> Act:
        """The ranking."""
        return OfferRanked(self.text("offer"), self.lines("order"), self.text("source"), self.lines("contending"))
