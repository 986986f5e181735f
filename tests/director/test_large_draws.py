"""A draw tells of every table: however many there are, it is published with all it has to say."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from directing import Room, numbers
from overtrick.core import limits
from overtrick.core.event.acts import DrawPublished
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.plan.stages import Entrants, Event
from overtrick.core.scoring.datum import Span
from overtrick.regulations.plan.event_book import plan_for

pytestmark = pytest.mark.whole

SWISS = "anc-2026/swiss-pairs-a"


def _for_any_entry(entrants: Entrants, choices: frozenset[str], readings: Mapping[str, str]) -> Event:
    """The plan for 300 entries, played by more: no event of ours is for so many, but the draw knows no limit."""
    return replace(plan_for(SWISS)(Entrants(min(entrants.entered, 300)), choices, readings), entries=Span(4, 10_000))


def test_the_draw_of_a_large_field_says_all_it_has_to_say() -> None:
    room = Room(SWISS)
    room.event = Tournament(_for_any_entry)
    room.enter(numbers(1200))
    room.start("Swiss")
    for _ in range(3):
        room.draw("Swiss")
    draws = [posting.act.why for posting in room.book.postings() if isinstance(posting.act, DrawPublished)]
    assert len(draws) == 3
    assert max(len(why) for why in draws) > limits.PROSE
