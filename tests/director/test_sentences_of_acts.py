"""What the history says of an act must be true of it."""

import pytest

from overtrick.core.event.acts import ABANDONED, CANCELLED, MatchForfeited
from overtrick.director.acts import sentence


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ("", "Round 3, table 2: match forfeited by number 5, illness."),
        (
            CANCELLED,
            "Round 3, table 2: match not played, with neither side at fault; number 5 could not play, illness.",
        ),
        (
            ABANDONED,
            "Round 3, table 2: match not finished, with neither side at fault; number 5 could not continue, illness.",
        ),
    ],
)
def test_a_match_without_fault_is_not_called_a_forfeit(how: str, says: str) -> None:
    act = MatchForfeited("Swiss", 3, 2, "5", "illness", how) if how else MatchForfeited("Swiss", 3, 2, "5", "illness")
    assert str(sentence(act)) == says
