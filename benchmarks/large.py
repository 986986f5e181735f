"""A Swiss larger than any that has been played: no event file is for so many, but its draw knows no limit."""

from collections.abc import Mapping
from dataclasses import replace
from random import Random

from overtrick.core.event.acts import Posting
from overtrick.core.event.fold.tournament import PlanFor
from overtrick.core.event.plan.stages import Entrants, Event
from overtrick.core.scoring.datum import Span
from overtrick.lab.rehearsal import NO_FAULTS, Rehearsal
from overtrick.regulations.plan.event_book import plan_for

EVENT = "anc-2026/swiss-pairs-a"
_MOST = 300
"""The largest entry its regulation plans for; beyond it the same plan is played."""


def large(rounds: int = 0) -> PlanFor:
    """The event for any entry, over so many rounds or over its own."""

    def plan(entrants: Entrants, choices: frozenset[str], readings: Mapping[str, str]) -> Event:
        event = plan_for(EVENT)(Entrants(min(entrants.entered, _MOST)), choices, readings)
        if rounds:
            event = replace(
                event, stages=tuple(replace(each, rounds=rounds, sessions=(rounds,)) for each in event.stages)
            )
        return replace(event, entries=Span(4, 10_000))

    return plan


def played(tables: int, rounds: int = 0) -> list[Posting]:
    """A Swiss of so many tables, played to its end with nothing going wrong."""
    return Rehearsal(large(rounds), EVENT, Random("large"), NO_FAULTS).play(2 * tables)
