"""Nothing drops out in silence in the events of other bodies, whatever goes wrong."""

import pytest

from accounting import Books, play, play_many
from rulebooks.conftest import RULEBOOKS

EVENTS = sorted(f"{path.parents[1].name}/{path.stem}" for path in RULEBOOKS.glob("*/events/*.toml"))
LARGE = ("acbl-bam/reisinger", "ebl-pairs/mixed-pairs")
"""Even the smallest field of these takes many seconds."""


@pytest.mark.parametrize(
    "event", [pytest.param(each, marks=[pytest.mark.long] if each in LARGE else []) for each in EVENTS]
)
def test_every_match_and_board_of_a_troubled_book_is_accounted_for(event: str) -> None:
    play(event, 0, Books())


@pytest.mark.long
@pytest.mark.parametrize("event", EVENTS)
def test_every_match_and_board_of_many_troubled_books_is_accounted_for(event: str) -> None:
    play_many(event)
