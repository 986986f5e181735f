"""Forms about contestants in play: penalties, warnings, substitutes, lateness, forfeits, withdrawals, line-ups."""

from fractions import Fraction
from typing import Any, cast

from django import forms

from overtrick.core.event.acts import (
    ABANDONED,
    CANCELLED,
    FORFEITED,
    NEITHER,
    Act,
    ArrivedLate,
    Declined,
    EntryTaken,
    LatePairSeated,
    LineUpPosted,
    MatchForfeited,
    NoteMade,
    PenaltyLifted,
    RoundClosed,
    ScoreAwarded,
    StageClosed,
    SubstituteUsed,
    Withdrawn,
)
from overtrick.core.event.after.ending import berths
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.plan.stages import Contest
from overtrick.core.event.play.by_table import round_in_play
from overtrick.director.late_pairs import late_pair
from overtrick.formats.players import read_players
from overtrick.ledger.durable.tenancy import DEFAULT, current
from overtrick.web.congress.access import Action
from overtrick.web.desk.forms.act_form import PLAYERS, ActForm, AmountField, ContestantField, number_field, reason_field
from overtrick.web.desk.forms.entries import from_list, next_number, players_field
from overtrick.web.organisations.people import filled


class OfContestant(ActForm):
    """A form about a contestant in a round of a stage."""

    back = "rulings"
    contestant = ContestantField()
    stage = forms.ChoiceField()
    round = number_field()


class Lift(ActForm):
    """A penalty or a warning taken back."""

    path, title, button = "lift", "Take back a penalty or a warning", "Take it back"
    back = "rulings"
    posting = number_field("Number of the posting that gave it")
    reason = reason_field()

    def act(self) -> Act:
        """What takes it back."""
        return PenaltyLifted(self.whole("posting"), self.text("reason"))


class UseSubstitute(ActForm):
    """A substitute for a player."""

    path, title, button = "substitute", "A substitute", "Record the substitute"
    back = "rulings"
    contestant = ContestantField()
    stage = forms.ChoiceField()
    rounds = forms.CharField(max_length=60, help_text="One or more: 3 4.")
    out = forms.CharField(label="Player who is out", max_length=100, widget=forms.TextInput(attrs={"list": PLAYERS}))
    substitute = forms.CharField(max_length=100)
    reason = reason_field(required=False)
    half = forms.BooleanField(required=False, label="For half of the session only")
    foreseen = forms.BooleanField(required=False, label="The need was known before the event")

    def __init__(self, *args: Any, event: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, event=event, **kwargs)
        stage = self.fields["stage"].initial
        self.fields["rounds"].initial = round_in_play(event.stages[stage]) if stage in event.stages else ""

    def clean_rounds(self) -> tuple[int, ...]:
        """The rounds."""
        words = str(self.cleaned_data["rounds"]).replace(",", " ").split()
        if not words or not all(word.isdecimal() for word in words):
            raise forms.ValidationError("Write the numbers of the rounds, like 3 4.")
        return tuple(int(word) for word in words)

    def act(self) -> Act:
        """The substitution."""
        return SubstituteUsed(
            self.text("contestant"), self.text("stage"), self.cleaned_data["rounds"], self.text("out"),
            self.text("substitute"), self.text("reason"), foreseen=bool(self.cleaned_data["foreseen"]),
            part=Fraction(1, 2) if self.cleaned_data["half"] else 1,
        )  # fmt: skip


class Late(OfContestant):
    """A late arrival."""

    path, title, button = "late", "A late arrival", "Record the late arrival"
    says = "This records the lateness; a penalty or a warning for it is given separately."
    minutes = AmountField(label="Minutes late")

    def act(self) -> Act:
        """The lateness."""
        return ArrivedLate(self.text("contestant"), self.text("stage"), self.whole("round"), self.exact("minutes"))


class Forfeit(ActForm):
    """A match forfeited."""

    path, title, button = "forfeit", "A forfeited match", "Declare the match forfeited"
    back = "rulings"
    stage = forms.ChoiceField()
    round = number_field()
    table = number_field()
    how = forms.ChoiceField(
        label="What happened", required=False,
        choices=[
            (FORFEITED, "One side forfeited it"), (NEITHER, "Neither side appeared"),
            (CANCELLED, "It could not be played, through nobody's fault"),
            (ABANDONED, "It could not be finished, through nobody's fault"),
        ],
    )  # fmt: skip
    offender = ContestantField(
        required=False, help_text="The side at fault, or the side that could not come or go on; empty if neither."
    )
    reason = reason_field(required=False)

    def act(self) -> Act:
        """The forfeit."""
        return MatchForfeited(
            self.text("stage"), self.whole("round"), self.whole("table"), self.text("offender"), self.text("reason"),
            self.text("how") or FORFEITED,
        )  # fmt: skip


class Award(OfContestant):
    """A score for a round that was not played."""

    path, title, button = "award", "A score for a round not played", "Give the score"
    score = AmountField()
    clause = forms.CharField(max_length=60)
    reason = reason_field()

    def act(self) -> Act:
        """The score given."""
        return ScoreAwarded(
            self.text("contestant"), self.text("stage"), self.whole("round"), self.exact("score"),
            self.text("clause"), self.text("reason"),
        )  # fmt: skip


class Withdraw(ActForm):
    """A contestant leaves."""

    path, title, button = "withdraw", "A withdrawal", "Withdraw the contestant"
    back = "rulings"
    contestant = ContestantField()
    stage = forms.ChoiceField()
    after = number_field("After round", min_value=0)
    expunged = forms.BooleanField(required=False, label="Wipe its scores", help_text="Its matches count for nobody.")
    reason = reason_field(required=False)

    def act(self) -> Act:
        """The withdrawal."""
        return Withdrawn(
            self.text("contestant"), self.text("stage"), self.whole("after"),
            bool(self.cleaned_data.get("expunged")), self.text("reason"),
        )  # fmt: skip


class Decline(ActForm):
    """A qualifier does not go on."""

    path, title, button = "decline", "A qualifier who does not go on", "Pass on to the next"
    back = "close"
    contestant = ContestantField()
    stage = forms.ChoiceField(label="To")
    reason = reason_field(required=False)

    def stage_names(self) -> list[str]:
        """The stages that have not started, and the events that this one qualifies for."""
        ahead = [plan.name for plan in self.event.planned().stages if plan.name not in self.event.stages]
        return [*ahead, *berths(self.event)]

    def act(self) -> Act:
        """The refusal to go on."""
        return Declined(self.text("contestant"), self.text("stage"), self.text("reason"))


class LineUp(OfContestant):
    """A team's line-up."""

    path, title, button = "line-up", "A line-up", "Post the line-up"
    action = Action.CAPTAIN
    back = "line-ups"
    players = forms.CharField(max_length=400, help_text="By name, apart by commas.")
    system = forms.ChoiceField(required=False, label="Limited system in use")
    agreed = forms.BooleanField(required=False, label="The opponents agreed to it before the match")

    def __init__(self, *args: Any, event: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, event=event, **kwargs)
        rules = event.any_plan().stages[0].rules.players.systems
        limited = tuple(rules.limited) if rules is not None else ()
        cast("forms.ChoiceField", self.fields["system"]).choices = [("", "none"), *((each, each) for each in limited)]
        if not limited:
            del self.fields["system"], self.fields["agreed"]

    def act(self) -> Act:
        """The line-up."""
        players = tuple(name.strip() for name in self.text("players").split(",") if name.strip())
        stage, number, contestant = self.text("stage"), self.whole("round"), self.text("contestant")
        agreed = bool(self.cleaned_data.get("agreed"))
        return LineUpPosted(stage, number, contestant, players, self.text("system"), agreed)


class Note(ActForm):
    """Something worth writing down."""

    path, title, button = "note", "A note", "Write it down"
    action = Action.SCORE
    back = "history"
    note = forms.CharField(label="Note", max_length=1000, widget=forms.Textarea(attrs={"rows": 3}))

    def act(self) -> Act:
        """The note."""
        return NoteMade(self.text("note"))


class LatePair(ActForm):
    """A pair that came late is entered, and comes into the movement."""

    path, title, button = "late-pair", "A late pair", "Seat the late pair"
    says = (
        "It takes the seat that is empty, or one that somebody left, or moves about where all tables are full. "
        "What it has missed is sat out, and counts as the conditions say. In a Swiss it plays whoever sits out, or "
        "from the next round on, and has no score for what it missed unless one is given."
    )
    stage = forms.ChoiceField()
    contestant = forms.CharField(label="Number", max_length=40)
    name = forms.CharField(required=False, label="Team's name", max_length=100)
    players = players_field()
    round = number_field(label="From round")
    reason = reason_field(required=False)

    def __init__(self, *args: Any, event: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, event=event, **kwargs)
        self.fields["contestant"].initial = next_number(event)
        if event.any_plan().contest is not Contest.TEAMS:
            del self.fields["name"]

    def must_be_entered(self) -> bool:
        """A pair that is new is entered here."""
        return False

    def entry(self) -> EntryTaken:
        """The entry of the pair."""
        players = filled(current() or DEFAULT, read_players(self.text("players")))
        entry = EntryTaken(self.text("contestant"), self.text("name"), players)
        return from_list(self.event, current() or DEFAULT, entry)

    def act(self) -> LatePairSeated:
        """The pair at its seat, as it would be found."""
        return late_pair(
            self.event, self.text("stage"), self.text("contestant"), self.whole("round"), self.text("reason")
        )

    def acts(self) -> tuple[Act, ...]:
        """The entry first, unless it is there already."""
        known = self.text("contestant") in self.event.entries
        return (self.act(),) if known else (self.entry(), self.act())


class CloseRound(ActForm):
    """A round is complete."""

    path, title, button = "close-round", "Close a round", "Close the round"
    back = "close"
    at_once = True
    stage = forms.ChoiceField()
    round = number_field()

    def act(self) -> Act:
        """The round closed."""
        return RoundClosed(self.text("stage"), self.whole("round"))


class CloseStage(ActForm):
    """A stage is complete."""

    path, title, button = "close-stage", "Close a stage", "Close the stage: its order stands"
    action = Action.CLOSE
    back = "close"
    at_once = True
    stage = forms.ChoiceField()

    def act(self) -> Act:
        """The stage closed."""
        return StageClosed(self.text("stage"))
