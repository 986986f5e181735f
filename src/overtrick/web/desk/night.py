"""A club night at the desk: the questions of `overtrick new` as a form, the file they make, and its movement."""

from collections.abc import Mapping
from dataclasses import dataclass

from django import forms
from django.utils import timezone

from overtrick.regulations.describe.lengths import length_text
from overtrick.regulations.plan.games import game_text
from overtrick.regulations.plan.questions import QUESTIONS, answers, count_of_entries, game_of, question
from overtrick.views.evenings import evening
from overtrick.views.movements import MovementPage, Offered, movement_page
from overtrick.web.organisations.handed_in import EventText, checked_event, event_of_text, file_name

LABELS = {
    "name": "Name", "game": "Game", "usual": "Tables", "boards": "Boards", "entries": "May come",
    "file": "Its file",
}  # fmt: skip
HELP = {
    "usual": "A half table is ½: nine tables and a pair are 9½.",
    "boards": "Of a Swiss, matches and boards, like 4x7.",
    "entries": "At least and at most, like 6-30; a few more or fewer than tonight if you leave it empty.",
    "file": "Kept with the event; you can have it at the desk, and play it again.",
}
NEAR = 8
"""How many fewer or more may come than are there, unless it is said: each number of them has to have a movement."""
LATER = ("entries", "file")
"""What has a good answer without being asked."""


class NightForm(forms.Form):
    """The six questions, the four that an evening begins with first; what is left open follows from the game."""

    name = forms.CharField(max_length=100)
    game = forms.ChoiceField()
    usual = forms.CharField(max_length=20, widget=forms.TextInput(attrs={"inputmode": "text"}))
    boards = forms.CharField(max_length=12)
    entries = forms.CharField(max_length=20, required=False)
    file = forms.CharField(max_length=60, required=False)

    def __init__(self, given: Mapping[str, str] | None = None) -> None:
        super().__init__(given)
        for key in self.fields:
            self.fields[key].label, self.fields[key].help_text = LABELS[key], HELP.get(key, "")
        asked = question("game", {})
        among = asked.among if asked else ()
        self.fields["game"].choices = list(among)  # type: ignore[attr-defined]  # it is a choice
        self.initial = {"name": f"{timezone.localtime():%A} Pairs", "usual": "9½", "boards": "26"}

    @property
    def first(self) -> list[forms.BoundField]:
        """What an evening begins with."""
        return [self[key] for key in self.fields if key not in LATER]

    @property
    def later(self) -> list[forms.BoundField]:
        """What may be left."""
        return [self[key] for key in LATER]

    def said(self) -> dict[str, str]:
        """The answers in words, as the prompt has them; tables are tables here."""
        given = {key: str(self.cleaned_data.get(key) or "") for key in QUESTIONS}
        tables = given["usual"].strip()
        said = {**given, "usual": tables if tables.lower().endswith(("s", "e")) else f"{tables} tables"}
        if not said["entries"]:
            said["entries"] = _around(said)
        for key in QUESTIONS:
            if not said[key] and key != "file" and (asked := question(key, said)) is not None:
                said[key] = asked.usual
        return said


def _around(said: Mapping[str, str]) -> str:
    """Who may come where nobody says it: a few tables fewer or more than there are."""
    game = game_of(said["game"])
    size, takes = count_of_entries(said["usual"], game), game.event.entries
    return f"{max(takes.least, size - NEAR)}-{min(takes.most or size + NEAR, size + NEAR)}"


@dataclass(frozen=True, slots=True)
class Night:
    """An evening that can be played: its file, how many come, its format, its movement, and others that fit."""

    file: EventText
    size: int
    format: str
    movement: MovementPage | None
    others: tuple[Offered, ...] = ()


def night_of(said: Mapping[str, str], taken: str = "", *, checked: bool = True) -> Night:
    """The evening that answers make; refused in words where they make none.

    *taken* is the name of a movement that somebody wants instead of the nearest to the boards asked for. *checked*, its
    file is found right for everybody who may come, as one that is opened must be.
    """
    name = file_name(said["file"] or said["name"], "game")
    game, told = answers(said, name.removesuffix(".toml"))
    found = evening(game, told, lambda text: event_of_text(name, text), taken)
    movement = movement_page(found.stages[0], told.usual, told.boards if told.matches is None else None)
    text = game_text(game, found.answers)
    file = checked_event(name, text) if checked else EventText(name, text, event_of_text(name, text))
    said_format = "; then ".join(str(length_text(stage)) for stage in found.stages)
    return Night(file, told.usual, said_format, movement, found.others)
