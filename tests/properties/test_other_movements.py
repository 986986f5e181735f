"""Movements for individuals and for several teams: counted anew at every size they are made for, and worked by hand."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from overtrick.core.errors import DirectorError
from overtrick.core.movements.check import check
from overtrick.core.movements.individuals import individual_howell, rainbow
from overtrick.core.movements.movement import Movement
from overtrick.core.movements.teams import american_whist, check_teams, thurner, two_stanzas

pytestmark = pytest.mark.whole


def together(movement: Movement) -> tuple[set[int], set[int]]:
    """How often any two players are partners, and how often opponents."""
    partners: Counter[frozenset[int]] = Counter()
    opponents: Counter[frozenset[int]] = Counter()
    for seats in movement.rounds:
        for s in seats:
            if len(s.seated) == 4:
                north, south, east, west = s.seated
                partners.update((frozenset((north, south)), frozenset((east, west))))
                opponents.update(frozenset((a, b)) for a in (north, south) for b in (east, west))
    twos = [frozenset(two) for two in combinations(range(1, movement.contestants + 1), 2)]
    return {partners[two] for two in twos}, {opponents[two] for two in twos}


@pytest.mark.parametrize("players", [8, 12, 13, 16, 17, 20, 21, 24])
def test_in_a_howell_each_has_each_as_partner_once_and_as_opponent_twice(players: int) -> None:
    movement = individual_howell(players)
    assert together(movement) == ({1}, {2})
    report = check(movement)
    assert report.sound
    assert (report.partners, report.opponents) == ((1, 1), (2, 2))
    assert report.played == ((players - 1) // 4 * 4,) * 2 if players % 4 else report.played == (players - 1,) * 2


@pytest.mark.parametrize("players", [9, 10, 11, 14, 15, 18, 19, 22, 23, 25, 26, 27])
def test_where_tables_are_not_full_as_many_rest_every_round_and_nobody_has_a_partner_twice(players: int) -> None:
    movement = individual_howell(players)
    partners, opponents = together(movement)
    assert partners <= {0, 1}
    assert max(opponents) == (3 if players == 9 else 2)  # of nine there is none in which nobody is met a third time
    report = check(movement)
    assert report.sound
    # All go round once, so each rests as often as there are players left over.
    assert report.sat_out == (players % 4, players % 4)
    assert {sum(not seat.played for seat in seats) for seats in movement.rounds} == {players % 4}


def test_a_rainbow_is_made_where_its_steps_have_no_factor_in_common_with_the_tables() -> None:
    made = []
    for tables in range(2, 29):
        try:
            movement = rainbow(tables)
        except DirectorError:
            continue
        made.append(tables)
        assert together(movement) == ({0, 1}, {0, 1})
        assert check(movement).sound
        assert check(movement).played == (tables, tables)
    assert made == [5, 7, 8, 9, 11, 13, 16, 17, 19, 23, 25, 27]


def test_individuals_by_hand() -> None:
    # Boards stay; in round 2 at table 3 North 2 came up one, South 1 (6) up two, East 4 (14) and West 5 (20) down.
    third = rainbow(5).rounds[1][2]
    assert (*third.seated, third.boards) == (2, 6, 14, 20, 3)
    # Everybody goes up one each round: 2, 9, 6, 8 are 3, 10, 7, 9 in round 2.
    assert [individual_howell(12).rounds[number][1].seated for number in (0, 1)] == [(2, 9, 6, 8), (3, 10, 7, 9)]


def test_a_spoilt_movement_for_individuals_is_caught() -> None:
    good = individual_howell(12)
    first, *rest = good.rounds[0]
    twice = replace(good, rounds=((first, replace(first, table=2), *rest[1:]), *good.rounds[1:]))
    says = {str(fault.says) for fault in check(twice).faults}
    assert "player 12 is also at table 1" in says
    assert any("has no table" in each for each in says)
    assert not check(replace(good, copies=1)).sound
    assert not check(replace(good, rounds=(good.rounds[0], good.rounds[0]))).sound


def whole_matches(movement: Movement, teams: int) -> int:
    """Matches of which both halves are played on the same set."""
    halves = {(s.ns, (s.ew or 0) - teams): s.boards for seats in movement.rounds for s in seats}
    return sum(
        halves[one, other] == halves.get((other, one)) for one, other in halves if one is not None and one < other
    )


@pytest.mark.parametrize("teams", range(3, 41))
def test_all_teams_meet_on_the_same_boards(teams: int) -> None:
    movement = american_whist(teams) if teams % 2 else two_stanzas(teams)
    report = check_teams(movement)
    assert report.sound
    assert report.whole == report.matches == whole_matches(movement, teams) == teams * (teams - 1) // 2
    assert len(movement.rounds) == teams - 1


def test_teams_by_hand() -> None:
    # Nine teams: round 1 at table 1 has East-West of team 3 with set 2; the other half is round 8 at table 3.
    nine = american_whist(9)
    assert (nine.rounds[0][0].ew, nine.rounds[0][0].boards) == (9 + 3, 2)
    assert (nine.rounds[7][2].ew, nine.rounds[7][2].boards) == (9 + 1, 2)
    # Eight teams: the second stanza begins in round 5, with new boards, two tables from home.
    assert (two_stanzas(8).rounds[4][0].ew, two_stanzas(8).rounds[4][0].boards) == (8 + 3, 5)
    six = {s.table: (s.ew, s.boards) for s in thurner().rounds[0]}
    assert (six[6], six[1]) == ((6 + 1, 1), (6 + 6, 1))
    assert check_teams(thurner()).whole == 15


def test_a_match_that_is_cut_in_half_is_a_fault() -> None:
    short = american_whist(9)
    assert not check_teams(replace(short, rounds=short.rounds[:-1])).sound
    for wrong in (8, 2):
        with pytest.raises(DirectorError):
            american_whist(wrong)
    with pytest.raises(DirectorError):
        two_stanzas(7)
