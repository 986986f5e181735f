"""Nothing drops out in silence, whatever goes wrong: books of every event with every kind of fault at random."""

import pytest

from accounting import Books, play, play_many
from overtrick.regulations.plan.event_book import event_files

EVENTS = sorted(event_files())


@pytest.mark.parametrize("event", EVENTS)
def test_every_match_and_board_of_a_troubled_book_is_accounted_for(event: str) -> None:
    play(event, 0, Books())


@pytest.mark.long
@pytest.mark.parametrize("event", EVENTS)
def test_every_match_and_board_of_many_troubled_books_is_accounted_for(event: str) -> None:
    assert play_many(event).held_open
