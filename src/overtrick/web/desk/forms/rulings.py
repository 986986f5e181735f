"""Forms for contestants during play: substitutes, late pairs, line-ups and notes."""

from fractions import Fraction
from typing import Any

from django import forms

from overtrick.core.event.acts import (
    Act,
    EntryTaken,
    LatePairSeated,
    LineUpPosted,
    NoteMade,
    SubstituteUsed,
)
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.plan.stages import Contest
from overtrick.core.event.play.by_table import round_in_play
from overtrick.core.wording import phrase
from overtrick.director.late_pairs import late_pair
from overtrick.formats.players import read_players
from overtrick.ledger.durable.tenancy import DEFAULT, current
from overtrick.web.congress.access import Action
from overtrick.web.desk.forms.act_form import PLAYERS, ActForm, ContestantField, number_field, reason_field
from overtrick.web.desk.forms.entries import from_list, next_number, players_field
from overtrick.web.organisations.people import complete_players
from overtrick.web.translation import plain


class OfContestant(ActForm):
    """A form about a contestant in a round of a stage."""

    back = "rulings"
    contestant = ContestantField()
    stage = forms.ChoiceField()
    round = number_field()


class UseSubstitute(ActForm):
    """A substitute for a player."""

    path, title, button = "substitute", "Substitute", "Record the substitute"
    back = "rulings"
    contestant = ContestantField()
    stage = forms.ChoiceField()
    rounds = forms.CharField(max_length=60, help_text="One or more round numbers, like 3 4.")
    out = forms.CharField(label="Player replaced", max_length=100, widget=forms.TextInput(attrs={"list": PLAYERS}))
    substitute = forms.CharField(max_length=100)
    reason = reason_field(required=False)
    approved_by = forms.CharField(label="Approved by", max_length=100, required=False)
    half = forms.BooleanField(required=False, label="Half the session only")
    foreseen = forms.BooleanField(required=False, label="The need for a substitute was known before the event")

    def __init__(self, *args: Any, event: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, event=event, **kwargs)
        stage = self.fields["stage"].initial
        self.fields["rounds"].initial = round_in_play(event.stages[stage]) if stage in event.stages else ""

    def clean_rounds(self) -> tuple[int, ...]:
        """The numbers of the rounds."""
        words = str(self.cleaned_data["rounds"]).replace(",", " ").split()
        if not words or not all(word.isdecimal() for word in words):
            raise forms.ValidationError(plain(phrase("Write round numbers, like 3 4.")))
        return tuple(int(word) for word in words)

    def act(self) -> Act:
        """The substitution."""
        return SubstituteUsed(
            self.text("contestant"), self.text("stage"), self.cleaned_data["rounds"], self.text("out"),
            self.text("substitute"), self.text("reason"), approved_by=self.text("approved_by"),
            foreseen=bool(self.cleaned_data["foreseen"]), part=Fraction(1, 2) if self.cleaned_data["half"] else 1,
        )  # fmt: skip


class LineUp(OfContestant):
    """A team's line-up."""

    path, title, button = "line-up", "Line-up", "Post the line-up"
    action = Action.CAPTAIN
    back = "line-ups"
    players = forms.CharField(max_length=400, help_text="Names, separated by commas.")
    system = forms.ChoiceField(required=False, label="Limited system in use")
    agreed = forms.BooleanField(
        required=False, label="The opponents agreed to the system, and the director was told, before the match"
    )

    def __init__(self, *args: Any, event: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, event=event, **kwargs)
        rules = event.any_plan().stages[0].rules.players.systems
        limited = tuple(rules.limited) if rules is not None else ()
        self.choose("system", [("", plain(phrase("none"))), *((each, each) for each in limited)])
        if not limited:
            del self.fields["system"], self.fields["agreed"]

    def act(self) -> Act:
        """The line-up."""
        players = tuple(name.strip() for name in self.text("players").split(",") if name.strip())
        stage, number, contestant = self.text("stage"), self.whole("round"), self.text("contestant")
        agreed = bool(self.cleaned_data.get("agreed"))
        return LineUpPosted(stage, number, contestant, players, self.text("system"), agreed)


class Note(ActForm):
    """A note in the book."""

    path, title, button = "note", "Note", "Save note"
    action = Action.SCORE
    back = "history"
    note = forms.CharField(label="Note", max_length=1000, widget=forms.Textarea(attrs={"rows": 3}))

    def act(self) -> Act:
        """The note."""
        return NoteMade(self.text("note"))


class LatePair(ActForm):
    """A late pair that is entered and joins the movement."""

    path, title, button = "late-pair", "Late pair", "Seat the late pair"
    says = (
        "The pair gets an empty or vacated seat; if every table is full, it joins as a rover. Missed rounds count "
        "as sit-outs, scored as the conditions of contest say. In a Swiss, the late pair plays the pair sitting "
        "out, or starts in the next round, with no score for missed rounds unless you award one."
    )
    stage = forms.ChoiceField()
    contestant = forms.CharField(label="Entry number", max_length=40)
    name = forms.CharField(required=False, label="Team name", max_length=100)
    players = players_field()
    round = number_field(label="First round for this pair")
    reason = reason_field(required=False)

    def __init__(self, *args: Any, event: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, event=event, **kwargs)
        self.fields["contestant"].initial = next_number(event)
        if event.any_plan().contest is not Contest.TEAMS:
            del self.fields["name"]

    def must_be_entered(self) -> bool:
        """A new pair is entered by this form."""
        return False

    def entry(self) -> EntryTaken:
        """The entry of the pair."""
        players = complete_players(current() or DEFAULT, read_players(self.text("players")))
        entry = EntryTaken(self.text("contestant"), self.text("name"), players)
        return from_list(self.event, current() or DEFAULT, entry)

    def act(self) -> LatePairSeated:
        """The pair at the seat that it would get."""
        return late_pair(
            self.event, self.text("stage"), self.text("contestant"), self.whole("round"), self.text("reason")
        )

    def acts(self) -> tuple[Act, ...]:
        """The entry, unless the pair is already entered, and the seating."""
        known = self.text("contestant") in self.event.entries
        return (self.act(),) if known else (self.entry(), self.act())
