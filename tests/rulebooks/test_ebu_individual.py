"""An individual championship by the English rules: level players are parted by opponents over partners."""

from fractions import Fraction

import pytest

from directing import Room, by_table, numbers
from overtrick.core.event.acts import EntriesClosed, EntryTaken, EventOpened, FormatChosen
from overtrick.core.ranking.measures import Measure

pytestmark = pytest.mark.whole

QUALIFYING = "Qualifying"
TABLES = {1: "4S N =", 2: "3S N =", 3: "2S N -1", 4: "2S N -2"}


def sixteen() -> Room:
    """Sixteen players, of whom eight go on."""
    room = Room("ebu-individual/individual")
    entries = (EntryTaken(name) for name in numbers(16))
    room.do(EventOpened(room.name, "", "", ""), FormatChosen("final of 8"), *entries, EntriesClosed())
    return room


def test_tie_break_points_are_the_opponents_scores_over_the_partners() -> None:
    """The first round of 16 players: 16+1 v 7+9, 2+13 v 12+15, 3+10 v 6+11, 4+5 v 8+14.

    North-South have a top at table 1, two thirds at 2, a third at 3, nothing at 4; East-West what is left.
    """
    room = sixteen()
    state = room.start(QUALIFYING)
    room.results(QUALIFYING, room.draw(QUALIFYING), by_table(TABLES.__getitem__))
    rows = {row.contestant: row for row in state.standings(state.field_of("1")).rows}
    over = {name: dict(row.columns)[Measure.OVER_PARTNERS] for name, row in rows.items()}
    assert [str(rows[name].total) for name in ("16", "2", "3", "4")] == ["100.00%", "66.67%", "33.33%", "0.00%"]
    # 2 played with 13, who has 66.67, against 12 and 15, who have 33.33 each.
    assert over["2"].value == Fraction(2 * 3333, 6667)
    # 3 played with 10, who has 33.33, against 6 and 11, who have 66.67 each.
    assert over["3"].value == Fraction(2 * 6667, 3333)
    # 16 played with 1, who has 100, against two who have nothing; the partner of 7 has nothing to divide by.
    assert over["16"].value == 0
    assert over["7"].value == 0
    assert str(over["7"].note) == "the partners’ totals add up to 0, so there is no quotient"


def test_where_everybody_partners_everybody_the_points_are_two_for_all() -> None:
    """Each partner once, each opponent twice: twice what all others have, over what all others have."""
    room = sixteen()
    room.start(QUALIFYING)
    room.play(QUALIFYING, by_table(TABLES.__getitem__))
    room.close(QUALIFYING)
    final = room.start("Final")
    assert len(final.contestants) == 8
    room.play("Final", by_table(TABLES.__getitem__))
    rows = final.standings(final.field_of(final.contestants[0])).rows
    assert {dict(row.columns)[Measure.OVER_PARTNERS].value for row in rows} == {2}
