"""Forms of a selection year: placings credited and put right, nominations, readings and notes."""

from collections.abc import Iterable
from typing import Any, ClassVar

from django import forms

from overtrick.core import limits
from overtrick.core.event.acts import (
    Act,
    Lacking,
    NominationWithdrawn,
    NoteMade,
    PairExempted,
    PairNominated,
    PlacingCredited,
    PlacingStruckOut,
    RankRelaxed,
    ReadingChosen,
)
from overtrick.core.selection_year.crediting import credited_anew, credits_of
from overtrick.core.selection_year.year import SelectionYear
from overtrick.ledger.durable.tenancy import current
from overtrick.web.congress.access import Action
from overtrick.web.congress.models import BookRecord, Kind
from overtrick.web.congress.projections import event_projection
from overtrick.web.desk.event_setup import DEFAULT
from overtrick.web.desk.forms.act_form import CONTESTANTS, BookForm, number_field, reason_field

TYPED = {"list": CONTESTANTS, "autocomplete": "off"}


def lines_of(text: str) -> tuple[str, ...]:
    """Names one a line.

    >>> lines_of(" A. Able\\n\\nB. Best ")
    ('A. Able', 'B. Best')
    """
    return tuple(" ".join(line.split()) for line in text.splitlines() if line.strip())


def lines_field(label: str, *, rows: int = 4, **kwargs: Any) -> forms.CharField:
    """Names, one a line."""
    kwargs.setdefault("help_text", "One a line.")
    return forms.CharField(label=label, widget=forms.Textarea(attrs={"rows": rows}), max_length=5000, **kwargs)


def source_field() -> forms.CharField:
    """Where something is known from."""
    return forms.CharField(label="Known from", max_length=200, help_text="Like: results sheet, 3 May.")


class YearForm(BookForm):
    """A form that makes acts of a selection year as it stands; a *target* is one of its teams."""

    action = Action.SELECT
    back: ClassVar[str] = "points"

    def __init__(self, *args: Any, year: SelectionYear, **kwargs: Any) -> None:
        self.year = year
        super().__init__(*args, **kwargs)
        if "target" in self.fields:
            self.fields["target"] = choice_of("Team", self.targets())

    def targets(self) -> Iterable[str]:
        """The teams this may be about."""
        return self.year.rules.targets

    def contestants(self) -> list[tuple[str, str]]:
        """The pairs that nominate."""
        pairs = (pair for nominated in self.year.nominated.values() for pair in nominated)
        return [(pair, "") for pair in dict.fromkeys(pairs)]

    def lines(self, name: str) -> tuple[str, ...]:
        """An answer that is names, one a line."""
        return lines_of(self.text(name))


def choice_of(label: str, names: Iterable[str]) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=[(name, name) for name in names])


class OfPair(YearForm):
    """A form about one pair of one team's trials."""

    target = forms.ChoiceField()
    pair = forms.CharField(max_length=200, widget=forms.TextInput(attrs=TYPED))


class CreditEvent(YearForm):
    """What an event that was played here earned."""

    path, title, button = "credit-event", "Credit an event of this installation", "Credit these placings"
    says = "Placings of its closed stages are credited with the least play checked; what it changed since is put right."
    back = "placings"
    event = forms.ChoiceField(help_text="Events that earn points and that the players may see.")

    def __init__(self, *args: Any, year: SelectionYear, **kwargs: Any) -> None:
        super().__init__(*args, year=year, **kwargs)
        played = [each.played for each in year.rules.ledger.events.values() if each.played]
        record = BookRecord.objects.filter(kind=Kind.EVENT, shown=True, rules__in=played, organisation=current())
        self.record = {each.slug: each for each in record.select_related("congress")}
        self.fields["event"] = forms.ChoiceField(
            choices=[(slug, f"{each.title}, {each.congress}") for slug, each in self.record.items()],
            help_text=self.fields["event"].help_text,
        )

    def acts(self) -> tuple[Act, ...]:
        """The placings that are new, and those struck out that no longer follow."""
        record = self.record[self.text("event")]
        now = event_projection(record)
        with now.lock:
            wanted = credits_of(now.event, self.year.rules.ledger, f"{record.title}, {record.congress}")
        return credited_anew(self.year, wanted)


class Credit(YearForm):
    """A placing known from elsewhere."""

    path, title, button = "credit", "Credit a placing by hand", "Credit the placing"
    says = "For events that were not kept here. Points follow from the place; say where it is known from."
    back = "placings"
    event = forms.ChoiceField()
    place = number_field("Place")
    members = lines_field("Players", help_text="Everybody in the pair or team, one a line.")
    tied = number_field("Shared by", initial=1, help_text="How many share the place.")
    size = number_field("Size of the team", required=False, min_value=0, help_text="If not all its players are named.")
    lacking = lines_field("Who does not earn", rows=2, required=False, help_text="Short of the least play: one a line.")
    source = source_field()

    def __init__(self, *args: Any, year: SelectionYear, **kwargs: Any) -> None:
        super().__init__(*args, year=year, **kwargs)
        events = year.rules.ledger.events.values()
        self.fields["event"] = forms.ChoiceField(choices=[(each.id, each.name) for each in events])

    def contestants(self) -> list[tuple[str, str]]:
        """Nobody: players are typed one a line."""
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
    """A placing that was credited wrongly, struck out and credited as it should be."""

    path, title, button = "put-right", "Put a placing right", "Put it right"
    says = "The old placing is struck out with the reason, and the new one credited. Nothing is taken out of the book."
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
        """The old one struck out, the new one credited."""
        return PlacingStruckOut(self.whole("posting"), self.text("reason")), self.act()


class StrikeOut(YearForm):
    """A placing that should not be there."""

    path, title, button = "strike-out", "Strike out a placing", "Strike it out"
    back = "placings"
    posting = number_field("Posting that credited it")
    reason = reason_field()

    def act(self) -> Act:
        """The placing struck out."""
        return PlacingStruckOut(self.whole("posting"), self.text("reason"))


class Nominate(YearForm):
    """A pair for a team's trials."""

    path, title, button = "nominate", "Nominate a pair", "Take the nomination"
    target = forms.ChoiceField()
    first_player = forms.CharField(label="First player", max_length=100, widget=forms.TextInput(attrs=TYPED))
    second_player = forms.CharField(label="Second player", max_length=100, widget=forms.TextInput(attrs=TYPED))
    name = forms.CharField(
        required=False, max_length=200, label="Name of the pair", help_text="Both names, if left empty."
    )

    def contestants(self) -> list[tuple[str, str]]:
        """Everybody who was placed somewhere."""
        return [(name, "") for name in sorted({name for entry in self.year.entries for name in entry.members})]

    def act(self) -> Act:
        """The nomination."""
        players = (_name(self.text("first_player")), _name(self.text("second_player")))
        return PairNominated(self.text("target"), _name(self.text("name")) or " and ".join(players), players)


def _name(text: str) -> str:
    return " ".join(text.split())


class WithdrawNomination(OfPair):
    """A nomination taken back."""

    path, title, button = "withdraw-nomination", "Withdraw a nomination", "Withdraw it"
    says = "While the field is open. After that a pair declines its berth."
    reason = reason_field(required=False)

    def act(self) -> Act:
        """The nomination withdrawn."""
        return NominationWithdrawn(self.text("target"), self.text("pair"), self.text("reason"))


class Exempt(OfPair):
    """A pair let in by the committee."""

    path, title, button = "exempt", "Let a pair in by decision of the committee", "Let the pair in"
    says = "For a pair that had no chance to compete in the qualifying events."
    back = "fields"
    reason = reason_field()

    def act(self) -> Act:
        """The decision."""
        return PairExempted(self.text("target"), self.text("pair"), self.text("reason"))


class Relax(YearForm):
    """Lower ranks let in, because few pairs nominate."""

    path, title, button = "relax", "Let lower ranks in", "Let lower ranks in"
    back = "fields"
    target = forms.ChoiceField()
    reason = reason_field()

    def targets(self) -> Iterable[str]:
        """The teams whose trials ask for a rank."""
        return self.year.rules.fields

    def act(self) -> Act:
        """The decision."""
        return RankRelaxed(self.text("target"), self.text("reason"))


class ChooseYearReading(YearForm):
    """Another of the listed ways to read a clause of the selection."""

    path, title, button = "reading", "Choose a reading", "Choose this reading"
    says = "Until the first field is closed. Everybody’s points are reckoned again by it."
    action = Action.ORGANISE
    back = "rules"
    reading = forms.ChoiceField()
    choice = forms.ChoiceField(label="Way")
    reason = reason_field(required=False)

    def __init__(self, *args: Any, year: SelectionYear, **kwargs: Any) -> None:
        super().__init__(*args, year=year, **kwargs)
        self.fields["reading"] = choice_of("Reading", year.rules.ways)
        ways = dict.fromkeys(way for each in year.rules.ways.values() for way in each)
        self.fields["choice"] = choice_of("Way", (DEFAULT, *ways))

    def act(self) -> Act:
        """The reading."""
        return ReadingChosen(self.text("reading"), self.text("choice"), self.text("reason"))


class YearNote(YearForm):
    """Anything to be remembered."""

    path, title, button = "note", "Make a note", "Keep the note"
    back = "history"
    note = forms.CharField(max_length=1000, widget=forms.Textarea(attrs={"rows": 3}))

    def act(self) -> Act:
        """The note."""
        return NoteMade(self.text("note"))
