"""NSWSP on a book: a congress from its results to the table, with a fine in it."""

from collections import defaultdict
from fractions import Fraction

import pytest

from clauses.books.by_hand import against_datum, printed, read_on, sheet, thrown
from directing import Room, numbers
from overtrick.core.event.acts import PenaltyGiven
from overtrick.core.ranking.standings import Purpose

pytestmark = pytest.mark.whole


@pytest.mark.clause("NSWSP 1.4")
@pytest.mark.clause("NSWSP 1.6")
@pytest.mark.clause("NSWSP 4.1")
def test_a_congress_from_its_results_to_the_table() -> None:
    """Twelve pairs at six tables: a tenth of six scores is 0.6, so one goes at each end; Table 1; fines off."""
    room = Room("nsw-swiss-pairs/congress").enter(numbers(12))
    state = room.start("Swiss")
    room.play("Swiss", thrown("congress"))
    room.do(PenaltyGiven("5", "slow play", "Swiss", 2, 2, "VPs", "Law 90"))
    stage, scale = sheet(room.book.postings(), "Swiss"), printed("nsw-swiss-pairs", "nsw-swiss-pairs/table-1/8")
    totals: defaultdict[str, Fraction] = defaultdict(Fraction)
    nets: defaultdict[str, int] = defaultdict(int)
    for number in stage.seatings:
        for name, net in against_datum(stage, number, dropped=1).items():
            totals[name] += read_on(scale, net)
            nets[name] += net
    expected = {name: total - stage.penalties[name] for name, total in totals.items()}
    table = state.standings("all")
    assert {row.contestant: row.total.value for row in table.rows} == expected
    for row in table.rows:  # ties are not broken: level totals share their place
        assert row.place == 1 + sum(other > expected[row.contestant] for other in expected.values())
    drawn = state.standings("all", Purpose.DRAW).order
    assert [(expected[name], nets[name]) for name in drawn] == sorted(
        ((expected[name], nets[name]) for name in expected), reverse=True
    )
    assert room.agrees()
