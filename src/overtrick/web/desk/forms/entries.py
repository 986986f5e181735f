"""Forms about the entry: taken, taken back, seeded, closed; choices and readings; a stage started."""

import secrets
from collections.abc import Collection, Mapping
from dataclasses import replace
from itertools import chain
from typing import Any

from django import forms

from overtrick.core.event.acts import (
    Act,
    CarryOverDecided,
    DrawWithdrawn,
    EntriesClosed,
    EntryCancelled,
    EntryTaken,
    FormatChosen,
    LotDrawn,
    ReadingChosen,
    SeedsSet,
    StageStarted,
)
from overtrick.core.event.after.also import entry_fact
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.plan.stages import Contest
from overtrick.core.event.play.graph import node_of
from overtrick.core.exact import exact_text
from overtrick.core.model.contestants import HOMES, Stated, entry_order, still_stated
from overtrick.core.ranking.also import FactRule
from overtrick.director.eligibility import judged_alike
from overtrick.director.entries import stage_fields
from overtrick.formats.players import players_text, read_players
from overtrick.ledger.durable.tenancy import DEFAULT, current
from overtrick.views.closing import can_start, level_starts
from overtrick.views.entry_groups import homes_text
from overtrick.views.names import label
from overtrick.web.congress.access import Action
from overtrick.web.desk.forms.act_form import ActForm, AmountField, ContestantField, number_field, reason_field
from overtrick.web.organisations.people import at_home, filled


def next_number(event: Tournament) -> str:
    """The number the next entry gets."""
    used = {int(name) for name in event.entries if name.isdecimal()}
    return str(next(number for number in range(1, len(used) + 2) if number not in used))


def _known(event: Tournament, contestant: str, rule: FactRule) -> str:
    """A fact of an entry as a form has it."""
    fact = entry_fact(event, contestant, rule)
    return exact_text(fact.value) if fact is not None else ""


def players_field() -> forms.CharField:
    """The players in one line."""
    example = "Like Ann Lee 123456 / Bo Tan. A number alone is enough for whoever is in your list of people."
    return forms.CharField(required=False, help_text=example, max_length=1000)


def from_list(event: Tournament, organisation: int, entry: EntryTaken, said: Collection[str] = ()) -> EntryTaken:
    """An entry with the clubs and states that the list of people has of players who are new in it.

    Not what is *said* already, and not where a rule of the event judges by it: there an official says what is so.
    """
    known = event.entries.get(entry.contestant)
    before = {player.name.casefold() for player in known.players} if known is not None else set[str]()
    kinds = {*HOMES} - judged_alike(event) - {*said, *(each.what for each in entry.stated)}
    new = [player for player in entry.players if player.name.casefold() not in before]
    found = iter(at_home(organisation, new, kinds))
    players = (next(found) if player.name.casefold() not in before else player for player in entry.players)
    return replace(entry, players=tuple(players))


class Enter(ActForm):
    """An entry, or one put right."""

    path, title, button = "entry", "Take an entry", "Take the entry"
    says = "A number that is entered already is put right."
    action = Action.ENTER
    back = "entries"
    straight = True
    rarely = ("categories", "country", "contending", "house", "rating")
    contestant = forms.CharField(label="Number", max_length=40)
    name = forms.CharField(required=False, label="Team's name", max_length=100)
    players = players_field()
    categories = forms.CharField(required=False, max_length=200, help_text="Apart by commas.")
    club = forms.CharField(required=False, max_length=200, help_text="Several apart by commas.")
    state = forms.CharField(required=False, max_length=100, help_text="Several apart by commas.")
    country = forms.CharField(required=False, max_length=100)
    contending = forms.BooleanField(required=False, initial=True, label="Contends for the event")
    house = forms.BooleanField(required=False, label="House pair or team: makes up the field")
    rating = AmountField(required=False, help_text="For seeding, if you have it.")

    def __init__(self, *args: Any, event: Tournament, **kwargs: Any) -> None:
        initial = kwargs.pop("initial", None) or {}
        entry = event.entries.get(str(initial.get("contestant", "")))
        if entry is not None:
            initial = {
                "contestant": entry.contestant, "name": entry.name, "players": players_text(entry.players),
                "categories": ", ".join(entry.categories), "contending": entry.contending, "house": entry.house,
                "rating": "" if entry.rating is None else exact_text(entry.rating),
            }  # fmt: skip
            initial |= {kind: homes_text(entry, kind) for kind in HOMES}
            initial |= {f"fact {rule.name}": _known(event, entry.contestant, rule) for rule in event.any_plan().facts}
        super().__init__(*args, event=event, initial=initial or {"contestant": next_number(event)}, **kwargs)
        if event.any_plan().contest is not Contest.TEAMS:
            del self.fields["name"]
        into = [plan.name for plan in event.planned().stages if plan.dropping_in] if event.entries_closed else []
        if into:
            told = "Of those who drop in from another event; all others are in the whole event."
            choices = [("", "the whole event"), *((name, name) for name in into)]
            known = entry.stages[0] if entry is not None and entry.stages else ""
            self.fields["enters"] = forms.ChoiceField(
                choices=choices, required=False, initial=known, label="Enters", help_text=told
            )
        for rule in event.any_plan().facts:
            told = f"Of the pair or team as a whole, in {rule.unit.name}."
            self.fields[f"fact {rule.name}"] = AmountField(required=False, label=rule.name.capitalize(), help_text=told)

    def must_be_entered(self) -> bool:
        """A new number is welcome here."""
        return False

    def act(self) -> Act:
        """The entry."""
        house = bool(self.cleaned_data.get("house"))
        before = self.event.entries.get(self.text("contestant"))
        players = filled(current() or DEFAULT, read_players(self.text("players")))
        players = still_stated(before.players if before is not None else (), players)
        homes = self._homes_said(before)
        entry = EntryTaken(
            self.text("contestant"),
            self.text("name") if "name" in self.fields or before is None else before.name,
            tuple(
                replace(each, stated=tuple(fact for fact in each.stated if fact.what not in homes)) for each in players
            ),
            tuple(part.strip() for part in self.text("categories").split(",") if part.strip()),
            bool(self.cleaned_data.get("contending")) and not house,
            house,
            self.cleaned_data.get("rating"),
            (*(each for each in self._stated() if each.what not in homes), *chain.from_iterable(homes.values())),
            stages=self._enters(),
        )
        return from_list(self.event, current() or DEFAULT, entry, homes)

    def _homes_said(self, before: EntryTaken | None) -> dict[str, tuple[Stated, ...]]:
        """The clubs, states and countries that are said here anew, of the pair or team as a whole."""
        told = {kind: [part.strip() for part in self.text(kind).split(",") if part.strip()] for kind in HOMES}
        known = {kind: homes_text(before, kind) if before is not None else "" for kind in HOMES}
        return {
            kind: tuple(Stated(kind, each) for each in dict.fromkeys(said))
            for kind, said in told.items()
            if ", ".join(said) != known[kind]
        }

    def _enters(self) -> tuple[str, ...]:
        """The stage it drops into; one put right keeps those it entered, where the form does not ask."""
        if "enters" in self.fields:
            return (self.text("enters"),) if self.text("enters") else ()
        before = self.event.entries.get(self.text("contestant"))
        return before.stages if before is not None else ()

    def _stated(self) -> tuple[Stated, ...]:
        """What is stated of the entry: the facts that the event asks for, and what else was stated before."""
        asked = [rule.name for rule in self.event.any_plan().facts]
        before = self.event.entries.get(self.text("contestant"))
        kept = tuple(each for each in before.stated if each.what not in asked) if before is not None else ()
        said = ((name, self.cleaned_data.get(f"fact {name}")) for name in asked)
        return (*kept, *(Stated(name, exact_text(value)) for name, value in said if value is not None))


class CancelEntry(ActForm):
    """An entry taken back."""

    path, title, button = "cancel-entry", "Take back an entry", "Take the entry back"
    straight = True
    action = Action.ENTER
    back = "entries"
    contestant = ContestantField()
    reason = reason_field(required=False)

    def act(self) -> Act:
        """The entry cancelled."""
        return EntryCancelled(self.text("contestant"), self.text("reason"))


class Seed(ActForm):
    """The seeding of a stage."""

    path, title, button = "seeds", "Seed the entry", "Set the seeding"
    says = "Strongest first. Move a name with its arrows; with a keyboard, the arrow keys move the one you are at."
    action = Action.ENTER
    back = "entries"
    straight = True
    stage = forms.ChoiceField()
    order = forms.CharField(widget=forms.HiddenInput())

    def __init__(self, *args: Any, event: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, event=event, **kwargs)
        known = event.seeds.get(str(self.fields["stage"].initial)) or self._by_rating()
        there = dict.fromkeys((*(name for name in known if name in event.entries), *event.entries))
        self.fields["order"].initial = " ".join(there)

    def _by_rating(self) -> list[str]:
        """The highest rating first; whoever has none, by number after them."""
        entries = sorted(self.event.entries.values(), key=lambda e: (-(e.rating or 0), entry_order(e.contestant)))
        return [entry.contestant for entry in entries]

    def arranged(self, given: Mapping[str, str]) -> dict[str, str] | None:
        """One moved up or down by one place, or everybody by rating or by number."""
        order = given.get("order", "").split()
        by = given.get("by", "")
        moved = given.get("up", "") or given.get("down", "")
        if by:
            order = self._by_rating() if by == "rating" else sorted(self.event.entries, key=entry_order)
        elif moved in order:
            place = order.index(moved)
            other = place - 1 if "up" in given else place + 1
            if 0 <= other < len(order):
                order[place], order[other] = order[other], order[place]
        else:
            return None
        return {"stage": given.get("stage", ""), "order": " ".join(order)}

    @property
    def seeded(self) -> list[tuple[str, str, str]]:
        """The list as it stands: number, names and rating of each."""
        order = str(self["order"].value() or "").split()
        entries = [self.event.entries[name] for name in order if name in self.event.entries]
        rated = ("" if entry.rating is None else exact_text(entry.rating) for entry in entries)
        names = [label(self.event, entry.contestant).removeprefix(entry.contestant).strip() for entry in entries]
        return list(zip((entry.contestant for entry in entries), names, rated, strict=True))

    @property
    def ignored(self) -> list[str]:
        """The stages whose first draw is by lot, whatever the seeding."""
        size = self.event.entrants.playing
        plans = (self.event.plan_for(self.event.entrants, self.event.choices, self.event.readings)).stages
        return [plan.name for plan in plans if plan.name in self.stage_names() and plan.play.left_to_lot(1, size)]

    def stage_names(self) -> list[str]:
        """The stages that take their contestants from the entry."""
        return [
            plan.name
            for plan in self.event.planned().stages
            if not plan.sources and (not plan.play.in_graph or node_of(plan).rule.enters)
        ]

    def act(self) -> Act:
        """The seeding."""
        return SeedsSet(self.text("stage"), tuple(self.text("order").replace(",", " ").split()))


class CloseEntries(ActForm):
    """The entry is complete."""

    path, title, button = "close-entries", "Close the entry", "Close the entry: its size fixes the format"
    straight = True
    back = "entries"

    def act(self) -> Act:
        """The entry closed."""
        return EntriesClosed()


class StartStage(ActForm):
    """A stage starts with its contestants."""

    path, title, button = "start-stage", "Start a stage", "Start the stage"
    straight = True
    says = "The contestants are those the regulation takes, in its fields."
    back = "draw"
    stage = forms.ChoiceField()

    def stage_names(self) -> list[str]:
        """The stages that can start now."""
        return list(can_start(self.event))

    def first(self) -> Act | None:
        """The stage's lot, drawn once: it parts whatever nothing else does."""
        stage = self.text("stage")
        return None if stage in self.event.lots else LotDrawn(stage, seed=secrets.token_hex(8))

    def act(self) -> Act:
        """The stage started."""
        stage = self.text("stage")
        return StageStarted(stage, stage_fields(self.event, stage))


class DecideCarryOver(ActForm):
    """What those who are level carry into a stage."""

    path, title, button = "carry-over", "The carry-over of contestants that are level", "Decide the carry-over"
    says = (
        "The first and the last that count are level, so that the scores give no carry-over. Decide what each of them "
        "starts the stage with. A stage that has started waits for this only after a late change."
    )
    action = Action.CLOSE
    back = "draw"
    stage = forms.ChoiceField()
    amount = AmountField(label="What each carries")
    clause = forms.CharField(max_length=60)
    reason = reason_field()

    def stage_names(self) -> list[str]:
        """The stages that wait for the decision."""
        return list(level_starts(self.event))

    def act(self) -> Act:
        """The decision."""
        return CarryOverDecided(self.text("stage"), self.exact("amount"), self.text("clause"), self.text("reason"))


class ChooseFormat(ActForm):
    """A choice the regulation leaves to an official."""

    path, title, button = "format", "Choose the format", "Choose this format"
    action = Action.ORGANISE
    back = "rules"
    choice = forms.CharField(max_length=100)
    reason = reason_field(required=False)

    def act(self) -> Act:
        """The choice."""
        return FormatChosen(self.text("choice"), self.text("reason"))


class ChooseReading(ActForm):
    """Another of the listed ways to read a clause."""

    path, title, button = "reading", "Choose a reading", "Choose this reading"
    action = Action.ORGANISE
    back = "rules"
    reading = forms.CharField(max_length=60)
    choice = forms.CharField(max_length=200)
    reason = reason_field(required=False)

    def act(self) -> Act:
        """The reading."""
        return ReadingChosen(self.text("reading"), self.text("choice"), self.text("reason"))


class TakeBackDraw(ActForm):
    """A published draw taken back before play."""

    path, title, button = "take-back-draw", "Take back a published draw", "Take the draw back"
    says = "Possible until the first result of the round is in."
    back = "draw"
    stage = forms.ChoiceField()
    round = number_field()
    reason = reason_field()

    def act(self) -> Act:
        """The draw withdrawn."""
        return DrawWithdrawn(self.text("stage"), self.whole("round"), self.text("reason"))

    def acts(self) -> tuple[Act, ...]:
        """Where rounds are published at once, those after it go with it, the last first."""
        state, first = self.event.stage(self.text("stage")), self.whole("round")
        last = state.last_round if state.plan.play.at_once else first
        later = range(last, first, -1)
        return (*(DrawWithdrawn(state.plan.name, number, self.text("reason")) for number in later), self.act())
