"""Forms for selection years: crediting and correcting placings, nominations, readings and notes."""

from collections.abc import Iterable
from typing import Any, ClassVar

from django import forms

from overtrick.core import limits
from overtrick.core.event.acts import (
    Act,
    Lacking,
    NoteMade,
    PairNominated,
    PlacingCredited,
    PlacingStruckOut,
    ReadingChosen,
)
from overtrick.core.selection_year.crediting import credited_anew, credits_of
from overtrick.core.selection_year.year import SelectionYear
from overtrick.core.wording import phrase
from overtrick.ledger.durable.tenancy import current
from overtrick.web.congress.access import Action
from overtrick.web.congress.models import BookRecord, Kind
from overtrick.web.congress.projections import event_projection
from overtrick.web.desk.event_setup import DEFAULT
from overtrick.web.desk.forms.act_form import CONTESTANTS, BookForm, number_field, reason_field
from overtrick.web.translation import plain

TYPED = {"list": CONTESTANTS, "autocomplete": "off"}


def lines_of(text: str) -> tuple[str, ...]:
    """The names in a text with one name per line.

    >>> lines_of(" A. Able\\n\\nB. Best ")
    ('A. Able', 'B. Best')
    """
    return tuple(" ".join(line.split()) for line in text.splitlines() if line.strip())


def lines_field(label: str, *, rows: int = 4, **kwargs: Any) -> forms.CharField:
    """A field for names, one per line."""
    kwargs.setdefault("help_text", "One per line.")
    return forms.CharField(label=label, widget=forms.Textarea(attrs={"rows": rows}), max_length=5000, **kwargs)


def source_field() -> forms.CharField:
    """A field for the source of information."""
    return forms.CharField(label="Source", max_length=200, help_text="For example: results sheet, 3 May.")


class YearForm(BookForm):
    """A form that makes acts for a selection year as it stands; a *target* is one of its teams."""

    action = Action.SELECT
    back: ClassVar[str] = "points"

    def __init__(self, *args: Any, year: SelectionYear, **kwargs: Any) -> None:
        self.book = self.year = year
        super().__init__(*args, **kwargs)
        if "target" in self.fields:
            self.choose_named("target", self.targets())

    def targets(self) -> Iterable[str]:
        """The teams to choose from."""
        return self.year.rules.targets

    def contestants(self) -> list[tuple[str, str]]:
        """The nominated pairs."""
        pairs = (pair for nominated in self.year.nominated.values() for pair in nominated)
        return [(pair, "") for pair in dict.fromkeys(pairs)]

    def lines(self, name: str) -> tuple[str, ...]:
        """An answer with names, one per line."""
        return lines_of(self.text(name))


class DayField(forms.DateField):
    """A day as a book has it."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(widget=forms.DateInput(attrs={"type": "date"}), **kwargs)

    def clean(self, value: Any) -> Any:
        """The day in ISO 8601; empty if none is given."""
        day = super().clean(value)
        return day.isoformat() if day else ""


def target_field(**kwargs: Any) -> forms.ChoiceField:
    """A field for one of the year's teams."""
    return forms.ChoiceField(label="Team", **kwargs)


def pair_field(**kwargs: Any) -> forms.CharField:
    """A field for a pair by its name; the page offers those that are nominated."""
    return forms.CharField(max_length=200, widget=forms.TextInput(attrs=TYPED), **kwargs)


class CreditEvent(YearForm):
    """The placings of an event that was played on this server."""

    path, title, button = "credit-event", "Credit an event held here", "Credit placings"
    says = (
        "Overtrick credits the placings of the event’s closed stages, with no points for players who played less "
        "than the minimum. Earlier credits that no longer apply are removed."
    )
    back = "placings"
    event = forms.ChoiceField(help_text="Public events that earn points.")

    def __init__(self, *args: Any, year: SelectionYear, **kwargs: Any) -> None:
        super().__init__(*args, year=year, **kwargs)
        played = [each.played for each in year.rules.ledger.events.values() if each.played]
        record = BookRecord.objects.filter(kind=Kind.EVENT, shown=True, rules__in=played, organisation=current())
        self.record = {each.slug: each for each in record.select_related("congress")}
        self.choose("event", [(slug, f"{each.title}, {each.congress}") for slug, each in self.record.items()])

    def acts(self) -> tuple[Act, ...]:
        """The acts that credit new placings and strike out those that no longer apply."""
        record = self.record[self.text("event")]
        now = event_projection(record)
        with now.lock:
            wanted = credits_of(now.event, self.year.rules.ledger, f"{record.title}, {record.congress}")
        return credited_anew(self.year, wanted)


class Credit(YearForm):
    """A placing in an event that was played elsewhere."""

    path, title, button = "credit", "Credit a placing by hand", "Credit the placing"
    says = (
        "Use this form for events held elsewhere. Enter the place and its source, and Overtrick calculates the points."
    )
    back = "placings"
    event = forms.ChoiceField()
    place = number_field("Place")
    members = lines_field("Players", help_text="All players of the pair or team, one per line.")
    tied = number_field("Number tied", initial=1, help_text="Number of contestants tied for the place.")
    size = number_field(
        "Size of the team", required=False, min_value=0, help_text="Needed only if some players are not named."
    )
    lacking = lines_field(
        "Players without points",
        rows=2,
        required=False,
        help_text="Players who played less than the minimum, one per line.",
    )
    source = source_field()

    def __init__(self, *args: Any, year: SelectionYear, **kwargs: Any) -> None:
        super().__init__(*args, year=year, **kwargs)
        events = year.rules.ledger.events.values()
        self.choose("event", [(each.id, each.name) for each in events])

    def contestants(self) -> list[tuple[str, str]]:
        """An empty list, because players are typed one per line."""
        return []

    def act(self) -> Act:
        """The placing."""
        event = self.year.rules.ledger.event(self.text("event"))
        needs = tuple(dict.fromkeys(need for table in event.tables for need in table.needs))
        lacking = tuple(Lacking(player, need) for player in self.lines("lacking") for need in needs)
        return PlacingCredited(
            event.id, self.lines("members"), self.whole("place"), self.text("source"), self.whole("tied") or 1,
            self.whole("size"), lacking,
        )  # fmt: skip


class PutRight(Credit):
    """The correction of a placing: the wrong one is struck out and the right one credited."""

    path, title, button = "put-right", "Correct a placing", "Correct placing"
    says = "The old placing is removed for the reason you give, and the new one is credited. The history keeps both."
    posting = forms.IntegerField(widget=forms.HiddenInput())
    reason = reason_field()

    def __init__(self, *args: Any, year: SelectionYear, **kwargs: Any) -> None:
        initial = kwargs.pop("initial", None) or {}
        number = str(initial.get("posting", ""))
        act = year.placings.get(int(number)) if number.isdecimal() and len(number) <= limits.DIGITS else None
        if act is not None:
            initial = {
                "posting": number, "event": act.event, "place": act.place, "members": "\n".join(act.members),
                "tied": act.tied, "size": act.size or "", "source": act.source,
                "lacking": "\n".join(dict.fromkeys(each.player for each in act.lacking)),
            }  # fmt: skip
        super().__init__(*args, year=year, initial=initial, **kwargs)

    def acts(self) -> tuple[Act, ...]:
        """The acts that strike the old placing out and credit the new one."""
        return PlacingStruckOut(self.whole("posting"), self.text("reason")), self.act()


class StrikeOut(YearForm):
    """The removal of a wrong placing."""

    makes = PlacingStruckOut
    path, title, button = "strike-out", "Remove a placing", "Remove placing"
    back = "placings"
    posting = number_field("Posting number")
    reason = reason_field()


class Nominate(YearForm):
    """The nomination of a pair for a team's trials."""

    path, title, button = "nominate", "Nominate a pair", "Nominate pair"
    target = target_field()
    first_player = forms.CharField(label="First player", max_length=100, widget=forms.TextInput(attrs=TYPED))
    second_player = forms.CharField(label="Second player", max_length=100, widget=forms.TextInput(attrs=TYPED))
    name = forms.CharField(
        required=False,
        max_length=200,
        label="Name of the pair",
        help_text="Leave blank to use the names of both players.",
    )

    def contestants(self) -> list[tuple[str, str]]:
        """Every player with a placing."""
        return [(name, "") for name in sorted({name for entry in self.year.entries for name in entry.members})]

    def act(self) -> Act:
        """The nomination."""
        players = (_name(self.text("first_player")), _name(self.text("second_player")))
        return PairNominated(self.text("target"), _name(self.text("name")) or " and ".join(players), players)


def _name(text: str) -> str:
    return " ".join(text.split())


class ChooseYearReading(YearForm):
    """The choice of another listed reading of a clause."""

    makes = ReadingChosen
    path, title, button = "reading", "Choose a reading", "Choose this reading"
    says = "You can choose a reading only until the first field is closed. All points are recalculated."
    action = Action.ORGANISE
    back = "rules"
    reading = forms.ChoiceField()
    choice = forms.ChoiceField(label="Option")
    reason = reason_field(required=False)

    def __init__(self, *args: Any, year: SelectionYear, **kwargs: Any) -> None:
        super().__init__(*args, year=year, **kwargs)
        self.choose_named("reading", year.rules.ways)
        ways = dict.fromkeys(way for each in year.rules.ways.values() for way in each)
        self.choose("choice", [(DEFAULT, plain(phrase("default"))), *((way, plain(way)) for way in ways)])


class YearNote(YearForm):
    """A note in the year's book."""

    path, title, button = "note", "Note", "Save note"
    back = "history"
    note = forms.CharField(max_length=1000, widget=forms.Textarea(attrs={"rows": 3}))

    def act(self) -> Act:
        """The note."""
        return NoteMade(self.text("note"))
