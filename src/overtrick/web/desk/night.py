"""A club session at the desk: the questions of `overtrick new` as a form, the file they make, and its movement."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce

from django import forms
from django.utils import timezone

from overtrick.core.wording import phrase
from overtrick.regulations.describe.stages import length_text
from overtrick.regulations.plan.games import game_text
from overtrick.regulations.plan.questions import QUESTIONS, answers, count_of_entries, game_of, question
from overtrick.views.evenings import evening
from overtrick.views.movements import MovementOption, MovementPage, movement_page
from overtrick.web.form_words import translate_fields
from overtrick.web.organisations.handed_in import EventText, checked_event, event_of_text, file_name
from overtrick.web.translation import plain

WEEKDAYS = (
    phrase("Monday"), phrase("Tuesday"), phrase("Wednesday"), phrase("Thursday"), phrase("Friday"), phrase("Saturday"),
    phrase("Sunday"),
)  # fmt: skip
NEAR = 8
"""How many fewer or more entries are allowed by default: there must be a movement for each number."""
LATER = ("entries", "file")
"""The questions that have a good default answer."""


class NightForm(forms.Form):
    """The six questions, with the four that every session needs first. Open answers follow from the game."""

    name = forms.CharField(label="Name", max_length=100)
    game = forms.ChoiceField(label="Game")
    usual = forms.CharField(
        label="Tables",
        max_length=20,
        widget=forms.TextInput(attrs={"inputmode": "text"}),
        help_text="For example, 9½ for nine tables and an extra pair.",
    )
    boards = forms.CharField(
        label="Boards", max_length=12, help_text="For a Swiss, matches × boards per match, like 4x7."
    )
    entries = forms.CharField(
        label="Entry limits",
        max_length=20,
        required=False,
        help_text="Minimum and maximum, like 6-30. Leave blank to allow up to 8 entries more or fewer than in this "
        "session.",
    )
    file = forms.CharField(
        label="File name",
        max_length=60,
        required=False,
        help_text="The event file is saved under this name, so that you can use it again.",
    )

    def __init__(self, given: Mapping[str, str] | None = None) -> None:
        super().__init__(given)
        asked = question("game", {})
        among = asked.among if asked else ()
        self.fields["game"].choices = list(among)  # type: ignore[attr-defined]  # a ChoiceField
        translate_fields(self)
        name = phrase("{weekday} Pairs", weekday=WEEKDAYS[timezone.localtime().weekday()])
        self.initial = {"name": plain(name), "usual": "9½", "boards": "26"}

    @property
    def first(self) -> list[forms.BoundField]:
        """The fields that every session needs."""
        return [self[key] for key in self.fields if key not in LATER]

    @property
    def later(self) -> list[forms.BoundField]:
        """The fields that may be left open."""
        return [self[key] for key in LATER]

    def answers(self) -> dict[str, str]:
        """The answers in the words of the command line, where a bare number would not mean tables."""
        given = {key: str(self.cleaned_data.get(key) or "") for key in QUESTIONS}
        tables = given["usual"].strip()
        said = {**given, "usual": tables if tables.lower().endswith(("s", "e")) else f"{tables} tables"}
        if not said["entries"]:
            said["entries"] = _entry_limits(said)
        for key in QUESTIONS:
            if not said[key] and key != "file" and (asked := question(key, said)) is not None:
                said[key] = asked.usual
        return said


def _entry_limits(said: Mapping[str, str]) -> str:
    """The default limits on entries: a few more and a few fewer than there are."""
    game = game_of(said["game"])
    size, takes = count_of_entries(said["usual"], game), game.event.entries
    return f"{max(takes.least, size - NEAR)}-{min(takes.most or size + NEAR, size + NEAR)}"


@dataclass(frozen=True, slots=True)
class Night:
    """A session that can be played: its file, number of entries, format, movement, and other movements that fit."""

    file: EventText
    size: int
    format: str
    movement: MovementPage | None
    others: tuple[MovementOption, ...] = ()


def night_of(said: Mapping[str, str], taken: str = "", *, checked: bool = True) -> Night:
    """The session that the answers make; refused in words if they make none.

    *taken* is the name of a movement chosen instead of the one nearest to the number of boards. With *checked*, the
    file must work for every number of entries it allows, as is required before it is opened.
    """
    name = file_name(said["file"] or said["name"], "game")
    game, told = answers(said, name.removesuffix(".toml"))
    found = evening(game, told, lambda text: event_of_text(name, text), taken)
    movement = movement_page(found.stages[0], told.usual, told.boards if told.matches is None else None)
    text = game_text(game, found.answers)
    file = checked_event(name, text) if checked else EventText(name, text, event_of_text(name, text))
    first, *others = (length_text(stage) for stage in found.stages)
    said_format = reduce(
        lambda before, after: phrase("{before}; then {after}", before=before, after=after), others, first
    )
    return Night(file, told.usual, plain(said_format), movement, found.others)
