"""A Swiss larger than any ever played: no event file accepts so many, but its draw has no limit."""

from collections.abc import Mapping
from dataclasses import replace
from random import Random

from overtrick.core.event.acts import Posting
from overtrick.core.event.fold.tournament import PlanFor
from overtrick.core.event.plan.stages import Entrants, Event
from overtrick.core.scoring.datum import Span
from overtrick.lab.fault_rates import NO_FAULTS
from overtrick.lab.rehearsal import Rehearsal
from overtrick.regulations.plan.event_book import plan_for

EVENT = "anc-2026/swiss-pairs-a"
_MOST = 300
"""The largest entry that its regulation plans for; larger ones use the same plan."""


def large(rounds: int = 0) -> PlanFor:
    """The event for any entry, over *rounds* rounds or its own number."""

    def plan(entrants: Entrants, choices: frozenset[str], readings: Mapping[str, str]) -> Event:
        event = plan_for(EVENT)(Entrants(min(entrants.entered, _MOST)), choices, readings)
        if rounds:
            event = replace(
                event, stages=tuple(replace(each, rounds=rounds, sessions=(rounds,)) for each in event.stages)
            )
        return replace(event, entries=Span(4, 10_000))

    return plan


def played(tables: int, rounds: int = 0) -> list[Posting]:
    """The postings of a Swiss with this many tables, played to its end without faults."""
    return Rehearsal(large(rounds), EVENT, Random("large"), NO_FAULTS).play(2 * tables)
