"""Who comes late into a movement or leaves it: the movement is proved again, and the standings are right."""

from collections.abc import Callable
from fractions import Fraction
from random import Random

import pytest

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import (
    Act,
    DrawChanged,
    DrawPublished,
    EntryTaken,
    LatePairSeated,
    RoundStarted,
    StageClosed,
    Withdrawn,
)
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.plan.session_ways import SessionPlay
from overtrick.core.event.plan.stages import Entrants
from overtrick.core.event.play.session_movements import session_movement
from overtrick.core.model import Player
from overtrick.core.movements.check import check
from overtrick.core.movements.half_tables import blandon
from overtrick.core.movements.late import add_late_pair, seat_for
from overtrick.core.movements.mitchell import mitchell
from overtrick.director.decide import decide
from overtrick.director.late_pairs import late_pair
from overtrick.lab.fault_rates import NO_FAULTS
from overtrick.lab.rehearsal import Rehearsal
from overtrick.lab.verify import verify
from overtrick.regulations.plan.event_book import plan_for, read_event
from overtrick.regulations.plan.events import plan_of

RULES = "club/pairs-night"
LATE = (Player("A. Late"), Player("B. Late"))


def before_round(number: int) -> Callable[[Tournament, Act], bool]:
    return lambda _, act: isinstance(act, RoundStarted) and act.round == number


def night(pairs: int, until: int = 2, text: str = "") -> Rehearsal:
    """A night of which the rounds before one are played."""
    plan = plan_of(read_event(text, "night.toml")) if text else plan_for(RULES)
    rehearsal = Rehearsal(plan, RULES, Random("late"), NO_FAULTS, until=before_round(until))
    rehearsal.play(pairs)
    rehearsal.until = None
    return rehearsal


def seat(rehearsal: Rehearsal, name: str, number: int) -> LatePairSeated:
    """Let a late pair come in."""
    rehearsal.strength[name] = 0.5
    rehearsal.do(EntryTaken(name, players=LATE))
    act = late_pair(rehearsal.state, "Night", name, number)
    rehearsal.do(act)
    return act


def finish(rehearsal: Rehearsal) -> None:
    """The rest of the night, and its proof."""
    state = rehearsal.state.stage("Night")
    while not all(drawn.closed for drawn in state.rounds.values()):
        rehearsal.play_round(state)
    rehearsal.do(StageClosed("Night"))
    assert verify(rehearsal.plan_for, rehearsal.book.postings()).objections == ()


def test_whoever_waits_in_a_blandon_meets_the_late_pair_on_the_set_it_would_miss() -> None:
    """Nine tables and a half, eight sets. East-West 18 waits in round 2 and has the sets 1, 3, 5, 8, 2, 4 and 6 in
    the others, so that it lacks the seventh; 17 waits in round 3 and lacks the sixth, and so on down to the first."""
    half = blandon(9)
    played = [seats.boards for number in range(8) for seats in half.rounds[number] if seats.ew == 18 and seats.played]
    assert sorted(played) == [1, 2, 3, 4, 5, 6, 8]
    whole = add_late_pair(half, 2)
    assert seat_for(half, 2)[0] == 20
    at_ten = [next(seat for seat in seats if seat.table == 10) for seats in whole.rounds[1:]]
    assert [(seat.ns, seat.ew, seat.boards) for seat in at_ten] == [
        (20, 18, 7), (20, 17, 6), (20, 16, 5), (20, 14, 4), (20, 13, 3), (20, 12, 2), (20, 11, 1),
    ]  # fmt: skip
    assert check(whole).sound
    assert whole.sharing == half.sharing  # no set is at more tables than it was


@pytest.mark.parametrize("pairs", [5, 9, 11, 13, 15, 17, 19, 21, 27])
def test_every_half_table_of_a_club_night_takes_a_late_pair(pairs: int) -> None:
    play = plan_for(RULES)(Entrants(pairs), frozenset(), {}).stages[0].play
    assert isinstance(play, SessionPlay)
    half = session_movement(play, pairs)
    whole = add_late_pair(half, 2)
    report = check(whole)
    assert report.sound
    # It has missed one round; everybody else plays as before, or a round more.
    assert report.played == (len(half.rounds) - 1, len(half.rounds))


def test_a_table_is_added_by_two_late_pairs_or_refused_with_a_remedy() -> None:
    one = add_late_pair(mitchell(10, 9), 2)
    two = add_late_pair(one, 2)
    assert two.tables == 11
    assert check(two).sound
    # Nine rounds of nine tables use up every opponent and every set, so that nobody can move about in eight of them.
    with pytest.raises(DirectorError, match="later round"):
        add_late_pair(mitchell(9), 2)
    assert check(add_late_pair(add_late_pair(mitchell(9), 3), 3)).sound


def test_a_late_pair_plays_from_round_two_and_has_its_place_in_its_line() -> None:
    rehearsal = night(19)
    act = seat(rehearsal, "20", 2)
    assert (act.field, act.number) == ("North-South", 20)
    state = rehearsal.state.stage("Night")
    assert "20" in state.rounds[1].draw.sits_out
    assert all(not drawn.draw.sits_out for number, drawn in state.rounds.items() if number > 1)
    finish(rehearsal)
    north, east = (state.standings(each.name).rows for each in state.fields)
    assert (len(north), len(east)) == (10, 10)
    assert "20" in {row.contestant for row in north}
    # On every board what one line has the other has not: with all boards counted alike, each line's mean is 50.
    own = state.record("20").matches[0]
    boards = [seating.boards for drawn in state.rounds.values() if (seating := drawn.seating_of("20"))]
    assert [len(each) for each in boards] == [3] * 7
    per_round = [Fraction(state.card(n, 10).side("20").net.value) for n in range(2, 9)]
    assert abs(Fraction(own.score.value) - sum(per_round, Fraction()) / 7) < Fraction(
        1, 10
    )  # 21 boards, and round 1 not counted


SIXTY = """
[event]
id = "my-club/night"
name = "Night"
clause = "CLUB 1"
contest = "pairs"
entries = [5, 12]
usual = 6

[[stage]]
name = "Night"
clause = "CLUB 1"
play = "sessions"
scoring = "laws-2017/matchpoint-pairs"
ranking = "laws-2017/percent"

  [stage.draw]
  clause = "CLUB 1"
  sit_out = 60
  at_once = true
  movements = [{ tables = [3, 6], movement = "Howell", boards_a_round = 2 }]
"""


def test_what_a_late_pair_missed_counts_as_the_file_says() -> None:
    """Three tables, five rounds of two boards: eight boards played and two sat out at 60, (8p + 120) / 10."""
    rehearsal = night(5, text=SIXTY)
    seat(rehearsal, "6", 2)
    state = rehearsal.state.stage("Night")
    finish(rehearsal)
    cards = [(drawn, seating) for drawn in state.rounds.values() if (seating := drawn.seating_of("6"))]
    got = [
        Fraction(state.card(drawn.number, seating.table).side("6").net.value) for drawn, seating in cards
    ]  # each round's two boards, all with the same top
    assert len(got) == 4
    total = Fraction(next(row.total.value for row in state.standings("all").rows if row.contestant == "6"))
    assert abs(total - (8 * sum(got, Fraction()) / 4 + 2 * 60) / 10) < Fraction(1, 10)


def test_whom_a_pair_that_left_should_have_met_sits_out_until_another_comes_for_it() -> None:
    rehearsal = night(6, text=SIXTY)
    state = rehearsal.state.stage("Night")
    rehearsal.do(Withdrawn("3", "Night", 1, expunged=False, reason="ill"))
    out = [drawn.draw.sits_out for _, drawn in sorted(state.rounds.items())]
    assert [len(each) for each in out] == [0, 1, 1, 1, 1]
    assert len({each for names in out for each in names}) == 4  # each opponent once
    act = seat(rehearsal, "7", 3)
    assert (act.instead, act.number) == ("3", 0)
    assert [len(drawn.draw.sits_out) for _, drawn in sorted(state.rounds.items())] == [1, 2, 0, 0, 0]
    finish(rehearsal)


def test_a_closed_round_keeps_its_draw() -> None:
    rehearsal = night(6, text=SIXTY)
    state = rehearsal.state.stage("Night")
    played = state.rounds[1].draw
    one, *others = played.seatings
    swapped = (type(one)(one.table, one.ew, one.ns, one.boards), *others)
    with pytest.raises(DirectorError, match="Round 1 is closed, so its draw cannot change"):
        decide(rehearsal.state, DrawChanged("Night", 1, swapped))
    later = state.rounds[2].draw.seatings
    again = (type(one)(later[0].table, later[0].ns, later[0].ew, one.boards), *later[1:])
    with pytest.raises(DirectorError, match="as well as in round 1"):
        decide(rehearsal.state, DrawChanged("Night", 2, again))


SECTIONS = """
[event]
id = "my-club/sections"
name = "Night"
clause = "CLUB 1"
contest = "pairs"
entries = [15, 24]
usual = 19

[[stage]]
name = "Night"
clause = "CLUB 1"
play = "sessions"
scoring = "laws-2017/matchpoint-pairs"
ranking = "laws-2017/percent"
compare = "across"
ranked = "section"

  [stage.draw]
  clause = "CLUB 1"
  sit_out = "not counted"
  at_once = true
  movements = [{ tables = [4, 6], movement = "Mitchell", rounds = 4, boards_a_round = 2, winners = 2 }]

  [[stage.section]]
  name = "A"

  [[stage.section]]
  name = "B"
"""
FORMS = (
    ('compare = "across"', 'ranked = "section"'),
    ('compare = "section"', 'ranked = "section"'),
    ('compare = "across"', 'ranked = "both"'),
)


def sections(pairs: int, compare: str, ranked: str) -> Rehearsal:
    text = SECTIONS.replace('compare = "across"', compare).replace('ranked = "section"', ranked)
    return night(pairs, text=text)


@pytest.mark.parametrize(("compare", "ranked"), FORMS)
def test_a_late_pair_takes_the_empty_seat_of_its_section(compare: str, ranked: str) -> None:
    """Ten pairs in A, nine in B: the tenth East-West of B is missing, and everybody else sits as before."""
    rehearsal = sections(19, compare, ranked)
    state = rehearsal.state.stage("Night")
    before = {number: drawn.draw.seatings for number, drawn in state.rounds.items()}
    act = seat(rehearsal, "20", 2)
    assert (act.section, act.number, act.instead) == ("B", 20, "")
    assert state.play.section_of(state, "20") == "B"
    assert state.field_of("20") == act.field
    for number, drawn in sorted(state.rounds.items()):
        assert [each for each in drawn.draw.seatings if "20" not in (each.ns, each.ew)] == list(before[number])
        own = drawn.seating_of("20")
        if number == 1:
            assert own is None
            assert "20" in drawn.draw.sits_out
        else:
            assert own is not None
            assert drawn.draw.sits_out == ()
            assert state.play.table_name(state, own.table).startswith("B")
            opponent = own.ns if own.ew == "20" else own.ew
            assert state.play.section_of(state, opponent) == "B"
    finish(rehearsal)
    assert "20" in {row.contestant for row in state.standings(act.field).rows}


@pytest.mark.parametrize(("compare", "ranked"), FORMS)
def test_where_both_sections_are_full_a_late_pair_moves_about_in_one_and_tables_keep_their_names(
    compare: str, ranked: str
) -> None:
    """Twelve pairs each: the late pair takes a seat in every round in one section; a second makes a table of that."""
    rehearsal = sections(24, compare, ranked)
    state = rehearsal.state.stage("Night")
    named = {table: state.play.table_name(state, table) for table in state.rounds[1].seatings}
    before = {number: dict(drawn.seatings) for number, drawn in state.rounds.items()}
    act = seat(rehearsal, "25", 2)
    assert (act.section, act.number) == ("A", 25)
    assert {table: state.play.table_name(state, table) for table in state.rounds[1].seatings} == named
    for number, drawn in sorted(state.rounds.items()):
        other = {table: seating for table, seating in drawn.seatings.items() if named[table].startswith("B")}
        assert other == {table: seating for table, seating in before[number].items() if named[table].startswith("B")}
        [waits] = drawn.draw.sits_out
        assert state.play.section_of(state, waits) == "A"
    again = seat(rehearsal, "26", 2)
    assert again.section == "A"
    assert state.play.table_name(state, 13) == "A7"
    assert all(13 in drawn.seatings for number, drawn in state.rounds.items() if number > 1)
    finish(rehearsal)


def test_whom_a_pair_that_left_a_section_should_have_met_sits_out_until_another_comes_for_it() -> None:
    rehearsal = sections(20, *FORMS[0])
    state = rehearsal.state.stage("Night")
    gone = state.rounds[1].draw.seatings[0].ns
    rehearsal.do(Withdrawn(gone, "Night", 1, expunged=False, reason="ill"))
    out = [drawn.draw.sits_out for _, drawn in sorted(state.rounds.items())]
    assert [len(each) for each in out] == [0, 1, 1, 1]
    assert {state.play.section_of(state, name) for names in out for name in names} == {"A"}
    act = seat(rehearsal, "21", 3)
    assert act.instead == gone
    assert state.play.section_of(state, "21") == "A"
    assert [len(drawn.draw.sits_out) for _, drawn in sorted(state.rounds.items())] == [1, 2, 0, 0]
    finish(rehearsal)


def test_a_pair_is_refused_before_the_draw_if_the_movement_has_no_place_for_it() -> None:
    """Eleven full tables play a double hesitation. With a twenty-third pair in round 1 it could not have been drawn."""
    rehearsal = Rehearsal(
        plan_for(RULES), RULES, Random("late"), NO_FAULTS, until=lambda _, act: isinstance(act, DrawPublished)
    )
    rehearsal.play(22)
    rehearsal.until = None
    rehearsal.do(EntryTaken("23", players=LATE))
    assert not rehearsal.state.stage("Night").rounds
    act = late_pair(rehearsal.state, "Night", "23", 1)
    with pytest.raises(DirectorError, match="cannot take another pair in round 1"):
        rehearsal.do(act)
    state = rehearsal.state.stage("Night")
    rehearsal.play_round(state)
    assert sorted(rehearsal.state.stage("Night").rounds) == [*range(1, 14)]
