"""Every stage of every event of the championships, with an entry it is planned for."""

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from overtrick.core.event.plan.stages import Entrants, Event, Stage
from overtrick.regulations.plan.event_book import plan_for

INTERSTATE = ("interstate-open", "interstate-womens", "interstate-seniors", "interstate-youth")
SWISS_PAIRS = (
    "restricted-butler", "swiss-pairs-a", "swiss-pairs-b", "welcome-pairs", "one-day-swiss-pairs-1",
    "one-day-swiss-pairs-2", "one-day-swiss-pairs-3", "novice-swiss-pairs",
)  # fmt: skip
"""Swiss pairs in one stage, scored in IMPs."""
MATCHPOINT_SWISS = ("interstate-pairs", "country-pairs")
TEAMS = ("country-club-teams", "three-day-teams")
SESSIONS = ("novice-pairs", "graded-pairs", "one-day-matchpoint-pairs")
"""Matchpoint pairs of two sessions; the Rookie Pairs have one."""

AS_READ: Mapping[str, str] = {}


def event(name: str, entries: int = 0, readings: Mapping[str, str] = AS_READ) -> Event:
    """An event as planned: of eight teams, of seven where there are seven states, or of forty."""
    usual = {"interstate-open": 8, "interstate-womens": 7, "interstate-seniors": 7, "interstate-youth": 6}
    return plan_for(f"anc-2026/{name}")(Entrants(entries or usual.get(name, 40)), frozenset(), readings)


def stage(name: str, of: str, readings: Mapping[str, str] = AS_READ, entries: int = 0) -> Stage:
    """A stage of an event, by name."""
    found = event(name, entries, readings).stage(of)
    assert found is not None
    return found


QUALIFYING = [(name, "Qualifying") for name in INTERSTATE]
FINAL = [(name, "Final") for name in INTERSTATE]
BUTLER = [
    ("open-butler", "Stage 2"),
    ("open-butler", "Stage 3"),
    ("mixed-butler", "Stage 1"),
    ("mixed-butler", "Stage 2"),
]
ONE_FIELD = [(name, "Swiss") for name in (*SWISS_PAIRS, *MATCHPOINT_SWISS)]
CONGRESS_TEAMS = [(name, "Matches") for name in TEAMS]
BY_MOVEMENT = [("rookie-pairs", "Session"), *((name, "Sessions") for name in SESSIONS)]
STAGE_1 = [("open-butler", "Stage 1")]
EVERY = [*QUALIFYING, *FINAL, *STAGE_1, *BUTLER, *ONE_FIELD, *CONGRESS_TEAMS, *BY_MOVEMENT]


def at(stages: Iterable[tuple[Any, ...]], *more: str) -> pytest.MarkDecorator:
    """A test of each of these stages, which says in its name which event it is about."""
    each = [pytest.param(*row, id=f"anc-2026/{row[0]}: {', '.join(map(str, row[1:2]))}") for row in stages]
    return pytest.mark.parametrize(("name", "of", *more), each)
