"""What every form of an act has: its words, whom it is for, and the act that comes out."""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, cast

from django import forms

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import Act
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.by_table import round_in_play
from overtrick.core.exact import Exact
from overtrick.core.model.notation import read_result
from overtrick.core.typed_numbers import read_exact
from overtrick.views.names import label, matching
from overtrick.web.congress.access import Action
from overtrick.web.translation import plain

CONTESTANTS = "contestants"
"""The list of contestants that a page offers while a number is typed."""


PLAYERS = "players"
"""The list of players that a page offers while a name is typed."""


def open_stages(event: Tournament) -> tuple[str, ...]:
    """The stages that have started and are not closed; several may be in play at once."""
    return tuple(name for name, state in event.stages.items() if not state.closed)


def season_stages(event: Tournament) -> tuple[str, ...]:
    """The stages that have started and are seasons: sessions weeks apart, each for the pairs that come."""
    return tuple(name for name, state in event.stages.items() if state.plan.in_season)


def in_play(event: Tournament) -> tuple[str, int]:
    """The stage and the round in play: what a form means until it is told otherwise."""
    for name in reversed(open_stages(event) or tuple(event.stages)):
        return name, round_in_play(event.stages[name])
    return "", 0


SEVERAL = 6
"""How many contestants of a name are listed where it may mean any of them."""


class ContestantField(forms.CharField):
    """A contestant by its number or a few letters of its name; the page offers them by name."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.TextInput(attrs={"list": CONTESTANTS, "autocomplete": "off", "size": 18})
        kwargs.setdefault("help_text", "The number, or a few letters of the name.")
        super().__init__(widget=widget, max_length=100, **kwargs)


class ResultField(forms.CharField):
    """A result as people write it."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("help_text", "Like 4SX S +1, 3NT W =, PASS, AV+ AV-, 60% 4S S =, 40% 4S S -1.")
        super().__init__(max_length=200, **kwargs)

    def clean(self, value: Any) -> Any:
        """The result itself."""
        text = super().clean(value)
        try:
            return read_result(text) if text else None
        except DirectorError as refused:
            raise forms.ValidationError(plain(refused)) from refused

    def has_changed(self, initial: Any, data: Any) -> bool:
        """As the text was typed."""
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
            raise forms.ValidationError(f"“{text}” is not a number.") from error


class BookForm(forms.Form):
    """A form that makes acts of whatever a book is of, as it stands.

    *path* is its address, *title* its heading, *button* what will happen, *says* what it is for.
    """

    path: ClassVar[str]
    title: ClassVar[str]
    button: ClassVar[str]
    says: ClassVar[str] = ""
    action: ClassVar[Action] = Action.DIRECT
    back: ClassVar[str]
    at_once: ClassVar[bool] = False
    """Whether the page shows what the act does as soon as a link has filled in all but the reason."""

    straight: ClassVar[bool] = False
    """Whether its button posts at once, where nothing is to be known first; what it does may still be looked at."""
    rarely: ClassVar[tuple[str, ...]] = ()
    """What is seldom asked for, and stands below the rest."""

    @property
    def asked(self) -> list[forms.BoundField]:
        """What is asked first."""
        return [field for field in self if field.name not in self.rarely]

    @property
    def rare(self) -> list[forms.BoundField]:
        """What is seldom asked for."""
        return [field for field in self if field.name in self.rarely]

    @property
    def rare_given(self) -> bool:
        """Whether any of that is said, or is wrong."""
        said = (field.value() != field.field.initial and bool(field.value()) for field in self.rare)
        return any(said) or any(field.errors for field in self.rare)

    def arranged(self, given: Mapping[str, str]) -> dict[str, str] | None:  # noqa: ARG002 - some forms have a list
        """What is filled in after somebody has moved something in a list of it; nothing, where nobody has."""
        return None

    def first(self) -> Act | None:
        """What must be in the book before anybody sees what the act would do: a lot."""
        return None

    def act(self) -> Act:
        """The act that the answers make."""
        raise NotImplementedError

    def acts(self) -> tuple[Act, ...]:
        """All acts that the answers make: usually one."""
        return (self.act(),)

    def text(self, name: str) -> str:
        """An answer in words."""
        return str(self.cleaned_data.get(name) or "")

    def whole(self, name: str) -> int:
        """An answer that is a whole number."""
        return int(self.cleaned_data.get(name) or 0)

    def exact(self, name: str) -> Exact:
        """An answer that is an exact number."""
        given: Exact = self.cleaned_data.get(name) or 0
        return given

    def contestants(self) -> list[tuple[str, str]]:
        """Whom the page offers while a name or a number is typed."""
        return []

    def known_players(self) -> list[str]:
        """Which players the page offers while a name is typed."""
        return []


class ActForm(BookForm):
    """A form that makes acts of an event as it stands."""

    back: ClassVar[str] = "room"

    def __init__(self, *args: Any, event: Tournament, **kwargs: Any) -> None:
        self.event = event
        super().__init__(*args, **kwargs)
        self._stages()

    def _stages(self) -> None:
        """The stages and the round that are meant unless told otherwise."""
        stage, number = in_play(self.event)
        if "stage" in self.fields:
            names = self.stage_names()
            self.fields["stage"] = forms.ChoiceField(choices=[(name, name) for name in names])
            self.fields["stage"].initial = stage if stage in names else (names or [""])[0]
            if len(names) == 1:
                self.fields["stage"].widget = forms.HiddenInput()
        for name in ("round", "after"):
            if name in self.fields:
                self.fields[name].initial = number

    @classmethod
    def possible(cls, event: Tournament) -> bool:
        """Whether there is anything to choose in this event, in every list from which something must be chosen."""
        try:
            asked = cls(event=event).fields.values()
        except DirectorError:  # the entry makes no format yet
            return False
        lists = [each for each in asked if isinstance(each, forms.ChoiceField) and each.required]
        return all(any(value for value, _ in _pairs(each)) for each in lists)

    def stage_names(self) -> list[str]:
        """The stages this may be about: those that have started."""
        return list(self.event.stages)

    def clean(self) -> dict[str, Any] | None:
        """A contestant is one of the event's, by number or by name."""
        cleaned = super().clean() or self.cleaned_data
        for field in [name for name, each in self.fields.items() if isinstance(each, ContestantField)]:
            self._named(cleaned, field)
        name = cleaned.get("contestant")
        if name and "contestant" in self.fields and name not in self.event.entries and self.must_be_entered():
            self.add_error("contestant", f"There is no entry {name}.")
        return cleaned

    def _named(self, cleaned: dict[str, Any], field: str) -> None:
        """Take a name that is typed where a number is asked, if it can only mean one contestant."""
        typed = str(cleaned.get(field) or "")
        if not typed or typed in self.event.entries:
            return
        meant = matching(self.event, typed)
        if len(meant) == 1:
            cleaned[field] = meant[0].number
        elif meant:
            several = "; ".join(str(each) for each in meant[:SEVERAL])
            self.add_error(field, f"“{typed}” may be {several}. Type the number.")

    def must_be_entered(self) -> bool:
        """Whether the contestant must be there already."""
        return True

    def contestants(self) -> list[tuple[str, str]]:
        """Everybody in the event, for the page to offer."""
        return [(name, label(self.event, name)) for name in self.event.entries]

    def known_players(self) -> list[str]:
        """Every player by name, for the page to offer."""
        return sorted({player.name for entry in self.event.entries.values() for player in entry.players})


def _pairs(field: forms.ChoiceField) -> list[tuple[Any, Any]]:
    return list(cast("Iterable[tuple[Any, Any]]", field.choices))


def number_field(label: str = "", **kwargs: Any) -> forms.IntegerField:
    """A number from 1 up, in a small box."""
    kwargs.setdefault("min_value", 1)
    return forms.IntegerField(label=label or None, widget=forms.NumberInput(attrs={"size": 5}), **kwargs)


def reason_field(**kwargs: Any) -> forms.CharField:
    """The reason, in a few words."""
    kwargs.setdefault("label", "Reason")
    return forms.CharField(max_length=300, **kwargs)
