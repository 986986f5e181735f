"""Forms for entries and their seeding, for readings, and for starting a stage."""

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
    EntryTaken,
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
from overtrick.core.wording import Phrase, phrase
from overtrick.director.eligibility import judged_alike
from overtrick.director.entries import stage_fields
from overtrick.formats.players import players_text, read_players
from overtrick.ledger.durable.tenancy import DEFAULT, current
from overtrick.views.closing import can_start, level_starts
from overtrick.views.entry_groups import homes_text
from overtrick.views.names import label
from overtrick.web.congress.access import Action
from overtrick.web.desk.forms.act_form import (
    ActForm,
    AmountField,
    clause_field,
    number_field,
    reason_field,
)
from overtrick.web.organisations.people import at_home, complete_players
from overtrick.web.translation import plain


def next_number(event: Tournament) -> str:
    """The number for the next entry."""
    used = {int(name) for name in event.entries if name.isdecimal()}
    return str(next(number for number in range(1, len(used) + 2) if number not in used))


def _fact_text(event: Tournament, contestant: str, rule: FactRule) -> str:
    """A fact about an entry, as text for a form."""
    fact = entry_fact(event, contestant, rule)
    return exact_text(fact.value) if fact is not None else ""


def players_field() -> forms.CharField:
    """A field for the players on one line."""
    example = "For example, Ann Lee 123456 / Bo Tan. For players in your player list, the number alone is enough."
    return forms.CharField(required=False, help_text=example, max_length=1000)


def from_list(event: Tournament, organisation: int, entry: EntryTaken, said: Collection[str] = ()) -> EntryTaken:
    """An entry with the clubs and states of its new players filled in from the organisation's list of people.

    Kinds of facts in *said* are left alone, and so are those that a rule of the event depends on: an official must
    enter these.
    """
    known = event.entries.get(entry.contestant)
    before = {player.name.casefold() for player in known.players} if known is not None else set[str]()
    kinds = {*HOMES} - judged_alike(event) - {*said, *(each.what for each in entry.stated)}
    new = [player for player in entry.players if player.name.casefold() not in before]
    found = iter(at_home(organisation, new, kinds))
    players = (next(found) if player.name.casefold() not in before else player for player in entry.players)
    return replace(entry, players=tuple(players))


class Enter(ActForm):
    """A new entry, or a correction of one."""

    path, title, button = "entry", "Add or edit an entry", "Save entry"
    says = "To edit an entry, enter its number."
    action = Action.ENTER
    back = "entries"
    straight = True
    rarely = ("categories", "country", "contending", "house", "rating", "leave")
    contestant = forms.CharField(label="Entry number", max_length=40)
    name = forms.CharField(required=False, label="Team name", max_length=100)
    players = players_field()
    categories = forms.CharField(required=False, max_length=200, help_text="Separate with commas.")
    club = forms.CharField(required=False, max_length=200, help_text="Separate with commas.")
    state = forms.CharField(required=False, max_length=100, help_text="Separate with commas.")
    country = forms.CharField(required=False, max_length=100)
    contending = forms.BooleanField(required=False, initial=True, label="In contention")
    house = forms.BooleanField(required=False, label="House pair or team (makes up the numbers)")
    rating = AmountField(required=False, help_text="Used for seeding.")
    leave = reason_field(label="Reason for accepting the entry despite a rule", required=False)

    def __init__(self, *args: Any, event: Tournament, **kwargs: Any) -> None:
        initial = kwargs.pop("initial", None) or {}
        entry = event.entries.get(str(initial.get("contestant", "")))
        if entry is not None:
            initial = {
                "contestant": entry.contestant, "name": entry.name, "players": players_text(entry.players),
                "categories": ", ".join(entry.categories), "contending": entry.contending, "house": entry.house,
                "rating": "" if entry.rating is None else exact_text(entry.rating), "leave": entry.leave,
            }  # fmt: skip
            initial |= {kind: homes_text(entry, kind) for kind in HOMES}
            initial |= {
                f"fact {rule.name}": _fact_text(event, entry.contestant, rule) for rule in event.any_plan().facts
            }
        super().__init__(*args, event=event, initial=initial or {"contestant": next_number(event)}, **kwargs)
        if event.any_plan().contest is not Contest.TEAMS:
            del self.fields["name"]
        into = [plan.name for plan in event.current_plan().stages if plan.dropping_in] if event.entries_closed else []
        if into:
            told = phrase("For a contestant dropping in from another event. Everyone else enters the whole event.")
            choices = [("", plain(phrase("the whole event"))), *((name, name) for name in into)]
            known = entry.stages[0] if entry is not None and entry.stages else ""
            enters = forms.ChoiceField(
                choices=choices, required=False, initial=known, label=plain(phrase("Plays in")), help_text=plain(told)
            )
            self.ask("enters", enters)
        for rule in event.any_plan().facts:
            told = phrase("For the entry as a whole, in {unit}.", unit=Phrase(rule.unit.name))
            fact = AmountField(required=False, label=rule.name.capitalize(), help_text=plain(told))
            self.ask(f"fact {rule.name}", fact)

    def must_be_entered(self) -> bool:
        """A new number is allowed here."""
        return False

    def act(self) -> Act:
        """The entry."""
        house = bool(self.cleaned_data.get("house"))
        before = self.event.entries.get(self.text("contestant"))
        players = complete_players(current() or DEFAULT, read_players(self.text("players")))
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
            (*(each for each in self._stated_facts() if each.what not in homes), *chain.from_iterable(homes.values())),
            leave=self.text("leave"),
            stages=self._enters(),
        )
        return from_list(self.event, current() or DEFAULT, entry, homes)

    def _homes_said(self, before: EntryTaken | None) -> dict[str, tuple[Stated, ...]]:
        """The clubs, states and countries that differ from before, for the pair or team as a whole."""
        told = {kind: [part.strip() for part in self.text(kind).split(",") if part.strip()] for kind in HOMES}
        known = {kind: homes_text(before, kind) if before is not None else "" for kind in HOMES}
        return {
            kind: tuple(Stated(kind, each) for each in dict.fromkeys(said))
            for kind, said in told.items()
            if ", ".join(said) != known[kind]
        }

    def _enters(self) -> tuple[str, ...]:
        """The stage that the entry drops into; a corrected entry keeps its stages if the form does not ask."""
        if "enters" in self.fields:
            return (self.text("enters"),) if self.text("enters") else ()
        before = self.event.entries.get(self.text("contestant"))
        return before.stages if before is not None else ()

    def _stated_facts(self) -> tuple[Stated, ...]:
        """The facts stated about the entry: those that the event asks for, and others stated before."""
        asked = [rule.name for rule in self.event.any_plan().facts]
        before = self.event.entries.get(self.text("contestant"))
        kept = tuple(each for each in before.stated if each.what not in asked) if before is not None else ()
        said = ((name, self.cleaned_data.get(f"fact {name}")) for name in asked)
        return (*kept, *(Stated(name, exact_text(value)) for name, value in said if value is not None))


class Seed(ActForm):
    """The seeding of a stage."""

    path, title, button = "seeds", "Seeding", "Save seeding"
    says = "Put the strongest first. Use the arrow buttons, or the arrow keys, to move a name."
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
        """The entries by rating, highest first, then those without a rating by number."""
        entries = sorted(self.event.entries.values(), key=lambda e: (-(e.rating or 0), entry_order(e.contestant)))
        return [entry.contestant for entry in entries]

    def reorder(self, given: Mapping[str, str]) -> dict[str, str] | None:
        """The order after moving one entry up or down, or sorting all by rating or by number."""
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
        """The current list, with the number, names and rating of each entry."""
        order = str(self["order"].value() or "").split()
        entries = [self.event.entries[name] for name in order if name in self.event.entries]
        rated = ("" if entry.rating is None else exact_text(entry.rating) for entry in entries)
        names = [label(self.event, entry.contestant).removeprefix(entry.contestant).strip() for entry in entries]
        return list(zip((entry.contestant for entry in entries), names, rated, strict=True))

    @property
    def ignored(self) -> list[str]:
        """The stages whose first draw is by lot and ignores the seeding."""
        size = self.event.entrants.playing
        plans = (self.event.plan_for(self.event.entrants, self.event.choices, self.event.readings)).stages
        return [plan.name for plan in plans if plan.name in self.stage_names() and plan.play.left_to_lot(1, size)]

    def stage_names(self) -> list[str]:
        """The stages that take their contestants from the entries."""
        return [
            plan.name
            for plan in self.event.current_plan().stages
            if not plan.sources and (not plan.play.in_graph or node_of(plan).rule.enters)
        ]

    def act(self) -> Act:
        """The seeding."""
        return SeedsSet(self.text("stage"), tuple(self.text("order").replace(",", " ").split()))


class StartStage(ActForm):
    """The start of a stage with its contestants."""

    path, title, button = "start-stage", "Start a stage", "Start the stage"
    straight = True
    says = "The regulations decide who takes part, and in which field."
    back = "draw"
    stage = forms.ChoiceField()

    def stage_names(self) -> list[str]:
        """The stages that can start now."""
        return list(can_start(self.event))

    def first(self) -> Act | None:
        """The stage's lot, drawn once; it breaks ties that nothing else breaks."""
        stage = self.text("stage")
        return None if stage in self.event.lots else LotDrawn(stage, seed=secrets.token_hex(8))

    def act(self) -> Act:
        """The start of the stage."""
        stage = self.text("stage")
        return StageStarted(stage, stage_fields(self.event, stage))


class DecideCarryOver(ActForm):
    """The carry-over of tied contestants into a stage."""

    makes = CarryOverDecided
    path, title, button = "carry-over", "Carry-over of tied contestants", "Decide the carry-over"
    says = (
        "The first and last of the contestants counted for the carry-over are tied, so the scores give no "
        "carry-over. Decide what carry-over each of the tied contestants starts the stage with. A stage that has "
        "already started needs this decision only after a late change."
    )
    action = Action.CLOSE
    back = "draw"
    stage = forms.ChoiceField()
    amount = AmountField(label="Carry-over of each tied contestant")
    clause = clause_field()
    reason = reason_field()

    def stage_names(self) -> list[str]:
        """The stages that need this decision."""
        return list(level_starts(self.event))


class ChooseReading(ActForm):
    """The choice of another listed reading of a clause."""

    makes = ReadingChosen
    path, title, button = "reading", "Choose a reading", "Choose this reading"
    action = Action.ORGANISE
    back = "rules"
    reading = forms.CharField(max_length=60)
    choice = forms.CharField(max_length=200)
    reason = reason_field(required=False)


class TakeBackDraw(ActForm):
    """The withdrawal of a published draw before play."""

    path, title, button = "take-back-draw", "Withdraw a published draw", "Withdraw draw"
    says = (
        "You can withdraw a draw only before the start of the round is recorded and before its first result is entered."
    )
    back = "draw"
    stage = forms.ChoiceField()
    round = number_field()
    reason = reason_field()

    def act(self) -> Act:
        """The withdrawal."""
        return DrawWithdrawn(self.text("stage"), self.whole("round"), self.text("reason"))

    def acts(self) -> tuple[Act, ...]:
        """The withdrawal, after those of all later rounds, latest first, if rounds are published together."""
        state, first = self.event.stage(self.text("stage")), self.whole("round")
        last = state.last_round if state.plan.play.at_once else first
        later = range(last, first, -1)
        return (*(DrawWithdrawn(state.plan.name, number, self.text("reason")) for number in later), self.act())
