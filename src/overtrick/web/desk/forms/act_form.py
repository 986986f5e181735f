"""The base classes of the desk's forms: their texts, their permissions, and the acts they make."""

from collections.abc import Iterable, Mapping
from dataclasses import MISSING, fields
from typing import Any, ClassVar, cast

from django import forms

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import Act
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.by_table import round_in_play
from overtrick.core.event.score.rounds import CLOSED, OPEN
from overtrick.core.model.notation import read_result
from overtrick.core.typed_numbers import read_exact
from overtrick.core.wording import phrase
from overtrick.views.names import label, matching
from overtrick.web.congress.access import Action
from overtrick.web.form_words import translate_errors, translate_fields
from overtrick.web.translation import plain

CONTESTANTS = "contestants"
"""The id of the list of contestants that a page offers while a number is typed."""


PLAYERS = "players"
"""The id of the list of players that a page offers while a name is typed."""


def open_stages(event: Tournament) -> tuple[str, ...]:
    """The stages that have started and are not closed; several may be in play at once."""
    return tuple(name for name, state in event.stages.items() if not state.closed)


def season_stages(event: Tournament) -> tuple[str, ...]:
    """The stages that have started and are seasons: sessions weeks apart, each for the pairs that attend."""
    return tuple(name for name, state in event.stages.items() if state.plan.in_season)


def in_play(event: Tournament) -> tuple[str, int]:
    """The stage and the round in play, which forms take as their defaults."""
    for name in reversed(open_stages(event) or tuple(event.stages)):
        return name, round_in_play(event.stages[name])
    return "", 0


SEVERAL = 6
"""How many contestants are listed if a name may mean several."""


class ContestantField(forms.CharField):
    """A contestant by its number or a few letters of its name; the page offers them by name."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.TextInput(attrs={"list": CONTESTANTS, "autocomplete": "off", "size": 18})
        kwargs.setdefault("help_text", "Number, or a few letters of the name.")
        super().__init__(widget=widget, max_length=100, **kwargs)


class ResultField(forms.CharField):
    """A result as people write it."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault(
            "help_text", "For example, 4SX S +1, 3NT W =, PASS, AV+ AV-, or weighted: 60% 4S S =, 40% 4S S -1."
        )
        super().__init__(max_length=200, **kwargs)

    def clean(self, value: Any) -> Any:
        """The result itself."""
        text = super().clean(value)
        try:
            return read_result(text) if text else None
        except DirectorError as refused:
            raise forms.ValidationError(plain(refused)) from refused

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Whether the typed text differs from the initial one."""
        return str(initial) != str(data)


class AmountField(forms.CharField):
    """An exact number: 2, 0.5 or 1/3."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=20, widget=forms.TextInput(attrs={"inputmode": "decimal", "size": 8}), **kwargs)

    def clean(self, value: Any) -> Any:
        """The number itself."""
        text = super().clean(value)
        try:
            return read_exact(text) if text else None
        except (ValueError, ZeroDivisionError) as error:
            said = phrase("“{text}” is not a number. Write a number like 2, 0.5 or 1/3.", text=text)
            raise forms.ValidationError(plain(said)) from error


class BookForm(forms.Form):
    """A form that makes acts for a book of any kind, as it stands.

    *path* is its address, *title* its heading, *button* the label of its button, *says* its explanation. All texts of
    the class are in English; an instance has its labels, help and choices in the language of the pages, and templates
    translate the rest.
    """

    makes: ClassVar[type[Any]]
    """The act whose fields are the answers, by name, unless the form has its own `act` or `acts`."""

    path: ClassVar[str]
    title: ClassVar[str]
    button: ClassVar[str]
    says: ClassVar[str] = ""
    action: ClassVar[Action] = Action.DIRECT
    back: ClassVar[str]
    at_once: ClassVar[bool] = False
    """Whether the page shows the preview at once if a link has filled in everything but the reason."""

    straight: ClassVar[bool] = False
    """Whether its button posts without a preview if there are no cautions; a preview is still offered."""
    rarely: ClassVar[tuple[str, ...]] = ()
    """The fields that are seldom needed, which are shown below the rest."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        translate_fields(self)

    def choose(self, name: str, choices: Iterable[tuple[Any, str]]) -> None:
        """Make a field a choice of these options, in the words of the page, with the field's own label and help."""
        field = self.fields[name]
        if not isinstance(field, forms.ChoiceField):
            field = forms.ChoiceField(
                label=field.label, help_text=field.help_text, required=field.required, initial=field.initial,
                error_messages=field.error_messages,
            )  # fmt: skip
            self.fields[name] = field
        field.choices = list(choices)

    def choose_named(self, name: str, names: Iterable[str]) -> None:
        """Make a field a choice of these names."""
        self.choose(name, [(each, plain(each)) for each in names])

    def ask(self, name: str, field: forms.Field) -> None:
        """Add a field that the class does not have; its label and help are in the words of the page."""
        translate_errors(field)
        self.fields[name] = field

    @property
    def asked(self) -> list[forms.BoundField]:
        """The fields that are shown first."""
        return [field for field in self if field.name not in self.rarely]

    @property
    def rare(self) -> list[forms.BoundField]:
        """The fields that are seldom needed."""
        return [field for field in self if field.name in self.rarely]

    @property
    def rare_given(self) -> bool:
        """Whether any of the seldom needed fields has a value or an error."""
        said = (field.value() != field.field.initial and bool(field.value()) for field in self.rare)
        return any(said) or any(field.errors for field in self.rare)

    def reorder(self, given: Mapping[str, str]) -> dict[str, str] | None:  # noqa: ARG002 - subclasses use it
        """The initial values after an entry of a list was moved; None if the request did not move one."""
        return None

    def first(self) -> Act | None:
        """The act that must be in the book before anybody sees the preview, such as a lot; None if there is none."""
        return None

    def act(self) -> Act:
        """The act that the answers make; an empty answer leaves a field of the act as it is by default."""
        given = {each.name: self.cleaned_data[each.name] for each in fields(self.makes) if each.name in self.fields}
        optional = {each.name for each in fields(self.makes) if each.default is not MISSING}
        answers = {name: value for name, value in given.items() if name not in optional or value not in ("", None)}
        made: Act = self.makes(**answers)
        return made

    def acts(self) -> tuple[Act, ...]:
        """All acts that the answers make, usually one."""
        return (self.act(),)

    def text(self, name: str) -> str:
        """An answer in words."""
        return str(self.cleaned_data.get(name) or "")

    def whole(self, name: str) -> int:
        """An answer that is a whole number."""
        return int(self.cleaned_data.get(name) or 0)

    def contestants(self) -> list[tuple[str, str]]:
        """The contestants that the page offers while a name or a number is typed."""
        return []

    def known_players(self) -> list[str]:
        """The players that the page offers while a name is typed."""
        return []


class ActForm(BookForm):
    """A form that makes acts for an event as it stands."""

    back: ClassVar[str] = "room"

    def __init__(self, *args: Any, event: Tournament, **kwargs: Any) -> None:
        self.book = self.event = event
        super().__init__(*args, **kwargs)
        self._stages()

    def _stages(self) -> None:
        """Set the choice of stages and the default stage and round."""
        stage, number = in_play(self.event)
        if "stage" in self.fields:
            names = self.stage_names()
            self.choose_named("stage", names)
            self.fields["stage"].initial = stage if stage in names else (names or [""])[0]
            if len(names) == 1:
                self.fields["stage"].widget = forms.HiddenInput()
        for name in ("round", "after"):
            if name in self.fields:
                self.fields[name].initial = number

    @classmethod
    def possible(cls, event: Tournament) -> bool:
        """Whether every required choice of the form has an option in this event."""
        try:
            asked = cls(event=event).fields.values()
        except DirectorError:  # there is no format for these entries yet
            return False
        lists = [each for each in asked if isinstance(each, forms.ChoiceField) and each.required]
        return all(any(value for value, _ in _pairs(each)) for each in lists)

    def stage_names(self) -> list[str]:
        """The stages to choose from: those that have started."""
        return list(self.event.stages)

    def clean(self) -> dict[str, Any] | None:
        """Resolve contestants by number or name, and refuse one that is not in the event."""
        cleaned = super().clean() or self.cleaned_data
        for field in [name for name, each in self.fields.items() if isinstance(each, ContestantField)]:
            self._resolve_name(cleaned, field)
        name = cleaned.get("contestant")
        if name and "contestant" in self.fields and name not in self.event.entries and self.must_be_entered():
            said = phrase("No entry matches “{name}”. Check the number or the name.", name=name)
            self.add_error("contestant", plain(said))
        return cleaned

    def _resolve_name(self, cleaned: dict[str, Any], field: str) -> None:
        """Replace a typed name by the contestant's number, if it can only mean one contestant."""
        typed = str(cleaned.get(field) or "")
        if not typed or typed in self.event.entries:
            return
        meant = matching(self.event, typed)
        if len(meant) == 1:
            cleaned[field] = meant[0].number
        elif meant:
            several = tuple(map(str, meant[:SEVERAL]))
            said = phrase(
                "“{typed}” matches several entries, such as {several:;}. Type the entry number.",
                typed=typed,
                several=several,
            )
            self.add_error(field, plain(said))

    def must_be_entered(self) -> bool:
        """Whether the contestant must already be entered."""
        return True

    def contestants(self) -> list[tuple[str, str]]:
        """Every contestant of the event, for the page to offer."""
        return [(name, label(self.event, name)) for name in self.event.entries]

    def known_players(self) -> list[str]:
        """Every player by name, for the page to offer."""
        return sorted({player.name for entry in self.event.entries.values() for player in entry.players})


def _pairs(field: forms.ChoiceField) -> list[tuple[Any, Any]]:
    return list(cast("Iterable[tuple[Any, Any]]", field.choices))


def number_field(label: str = "", **kwargs: Any) -> forms.IntegerField:
    """A field for a number from 1 up, in a small box."""
    kwargs.setdefault("min_value", 1)
    return forms.IntegerField(label=label or None, widget=forms.NumberInput(attrs={"size": 5}), **kwargs)


def clause_field(**kwargs: Any) -> forms.CharField:
    """A field for the clause that a decision follows."""
    return forms.CharField(max_length=60, **kwargs)


def room_field(**kwargs: Any) -> forms.ChoiceField:
    """A field for the room of a match; empty for pairs."""
    return forms.ChoiceField(choices=[("", "–"), (OPEN, OPEN), (CLOSED, CLOSED)], **kwargs)


def reason_field(**kwargs: Any) -> forms.CharField:
    """A field for a reason in a few words."""
    kwargs.setdefault("label", "Reason")
    return forms.CharField(max_length=300, **kwargs)
