"""Teams of four that all meet in one session by a movement: each match on the boards it has there."""

from itertools import combinations
from pathlib import Path

import pytest

from directing import Room, flat, numbers
from overtrick.core.errors import RegulationErrors
from overtrick.core.event.plan.stages import Entrants
from overtrick.core.movements.teams import check_teams, match_sets, teams_movement
from overtrick.regulations.plan.event_book import plan_for

EXAMPLE = Path(__file__).parents[2] / "examples" / "club-teams-movement.toml"


@pytest.mark.parametrize("teams", range(4, 15))
def test_every_two_teams_have_one_set_and_nobody_has_one_twice(teams: int) -> None:
    movement = teams_movement(teams)
    assert check_teams(movement).sound
    sets = match_sets(movement)
    assert set(sets) == {frozenset(pair) for pair in combinations(range(1, teams + 1), 2)}
    for team in range(1, teams + 1):
        own = [boards for pair, boards in sets.items() if team in pair]
        assert len(set(own)) == len(own) == teams - 1


def test_a_match_has_the_boards_of_its_set_at_both_its_tables() -> None:
    """Seven teams, four boards: 1 is visited by 3 with set B, boards 5 to 8, and 6 by 1 with set G, boards 25 to 28."""
    room = Room(str(EXAMPLE)).enter(numbers(7))
    state = room.start("Teams")
    room.play("Teams", flat)
    matches = {
        frozenset((seating.ns, seating.ew)): seating.boards
        for drawn in state.rounds.values()
        for seating in drawn.seatings.values()
    }
    assert len(matches) == 21
    assert matches[frozenset(("1", "3"))] == (5, 6, 7, 8)
    assert matches[frozenset(("6", "1"))] == (25, 26, 27, 28)
    for team in numbers(7):
        played = [board for pair, boards in matches.items() if team in pair for board in boards]
        assert len(played) == len(set(played)) == 24
    # Whoever has no match in a round of the list rests in none of the movement, and is given nothing for it.
    assert {str(row.total.value) for row in state.standings("all").rows} == {"60"}
    assert room.agrees()


def test_the_vulnerability_is_that_of_the_boards_of_the_match() -> None:
    """Board 7 is both vulnerable: 3NT made against 1NT made is 600 − 90, 11 IMPs; by the boards of a first round, 7."""
    room = Room(str(EXAMPLE)).enter(numbers(7))
    state = room.start("Teams")
    while True:
        number = room.draw("Teams")
        here = next((s for s in state.round(number).seatings.values() if {s.ns, s.ew} == {"1", "3"}), None)

        def scores(_: int, table: int, where: str, board: int, seat: int = here.table if here else 0) -> str:
            return "3NT N =" if (table, where, board) == (seat, "open", 7) else "1NT N ="

        room.results("Teams", number, scores)
        room.close_round("Teams", number)
        if here is not None:
            break
    assert state.card(number, here.table).side(here.ns).net.value == 11


def test_a_movement_of_teams_is_no_printed_draw(tmp_path: Path) -> None:
    own = tmp_path / "twice.toml"
    own.write_text(EXAMPLE.read_text(encoding="utf-8").replace("by_movement = true", "by_movement = true\n  times = 2"))
    with pytest.raises(RegulationErrors, match="met once"):
        plan_for(str(own))(Entrants(7), frozenset(), {})
