"""The kinds of books: what each is folded into, how an act in it is decided, and which role an act needs.

Code that stores, posts to or shows books of every kind looks the differences up here. A page for a single kind gets a
book of that kind from its route.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from overtrick.core.event.acts import Act, EventOpened, SelectionOpened
from overtrick.core.event.fold.replaying import FoldedState
from overtrick.core.event.fold.tournament import PlanFor, Tournament
from overtrick.core.event.plan.stages import Entrants, Event
from overtrick.core.selection_year.year import SelectionYear
from overtrick.director.decide import decide
from overtrick.director.decision import AllowedActs
from overtrick.director.selection import decide_selection
from overtrick.ledger.durable.tenancy import EVERYBODY, current
from overtrick.regulations.plan.event_book import plan_for
from overtrick.regulations.plan.selection import load_selection
from overtrick.regulations.read.editions import use_edition
from overtrick.web.congress.access import Action
from overtrick.web.congress.models import BookRecord, Kind
from overtrick.web.congress.offices import action_of, selecting
from overtrick.web.congress.rules import rules_of
from overtrick.web.organisations.rule_files import own_edition


@dataclass(frozen=True, slots=True)
class BookKind:
    """A kind of book: its state before the first posting, how its acts are decided, and the action each act needs.

    *opened* returns the rules and the title that a book's first act names, or None if it opens a book of another kind.
    """

    begin: Callable[[str], FoldedState]
    decide: Callable[[Any, Act, str], AllowedActs]
    office: Callable[[type[Act]], Action]
    opened: Callable[[Act], tuple[str, str] | None]


def _event_opened(act: Act) -> tuple[str, str] | None:
    return (act.event, act.name) if isinstance(act, EventOpened) else None


def _year_opened(act: Act) -> tuple[str, str] | None:
    return (act.document, f"Selection {act.year}") if isinstance(act, SelectionOpened) else None


def _lazily(rules: str) -> PlanFor:
    """The plan by the program's or the organisation's regulations, loaded on first use.

    It may never be needed: a book that brings its own edition may be all there is.
    """
    found = cache(lambda: _plan_for(rules))

    def plan(entrants: Entrants, choices: frozenset[str], readings: Mapping[str, str]) -> Event:
        return found()(entrants, choices, readings)

    return plan


def _plan_for(rules: str) -> PlanFor:
    own = own_edition(rules, current() or EVERYBODY)
    if own is None:
        return plan_for(rules)
    with use_edition(own):
        return plan_for(rules)


def begin_event(rules: str) -> Tournament:
    """An event before its first posting, which names the edition of its rules."""
    return Tournament(_lazily(rules), rules_of(rules).plan)


def begin_year(document: str) -> SelectionYear:
    """A selection year before its first posting, which names the edition of its rules."""
    return SelectionYear(load_selection(document), rules_of(document).selection)


KINDS: Mapping[Kind, BookKind] = {
    Kind.EVENT: BookKind(begin_event, decide, action_of, _event_opened),
    Kind.YEAR: BookKind(
        begin_year,
        decide_selection,
        selecting,
        _year_opened,
    ),
}


def kind_of(record: BookRecord) -> BookKind:
    """The kind of a record's book."""
    return KINDS[Kind(record.kind)]
