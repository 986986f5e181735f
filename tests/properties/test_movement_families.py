"""Every family of movements at every size it is made for, proved by counting anew; one of each worked out by hand."""

from collections import Counter
from collections.abc import Iterator

import pytest

from overtrick.core.errors import DirectorError
from overtrick.core.movements.check import check
from overtrick.core.movements.choice import choices
from overtrick.core.movements.families import FAMILIES, Family, MovementRequest, make_movement
from overtrick.core.movements.mitchell import Form
from overtrick.core.movements.movement import Fields, Movement
from overtrick.core.movements.notation import read_movement, write_movement

pytestmark = pytest.mark.whole

USUAL, LARGE = range(6, 41), range(41, 81)
"""Pairs: 3 to 40 tables, with and without a half one."""

EVENING = 14
"""The most rounds that are counted here at sizes where all of them would be nobody's evening."""


def there(family: Family, pairs: int) -> bool:
    """Whether the family has a movement for so many pairs: its rule in one line, written down apart from the code."""
    tables, whole = (pairs + 1) // 2, pairs // 2
    match family:
        case Family.HESITATION:
            return tables >= 4
        case Family.DOUBLE_HESITATION:
            return tables >= 7 and tables % 2 == 1
        case Family.BLACKPOOL:
            return tables >= 4 and tables % 2 == 0
        case Family.BLANDON:
            return pairs % 2 == 1 and whole >= 5 and whole % 2 == 1
        case Family.ROVER:
            return pairs % 2 == 1
        case Family.APPENDIX:
            return tables >= 5
        case _:
            return True


def counted(movement: Movement) -> Iterator[str]:
    """What is wrong with a movement, counted without the program's own proof."""
    met: Counter[frozenset[int]] = Counter()
    played: Counter[tuple[int, int]] = Counter()
    for number, seats in enumerate(movement.rounds, start=1):
        here = Counter(pair for s in seats for pair in (s.ns, s.ew) if pair is not None)
        if any(times > 1 for times in here.values()):
            yield f"round {number}: somebody sits twice"
        if set(here) != set(movement.present):
            yield f"round {number}: somebody has no place"
        for boards, times in Counter(s.boards for s in seats if s.ns and s.ew).items():
            if times > movement.copies * movement.sharing:
                yield f"round {number}: set {boards} is at {times} tables"
        for s in seats:
            if s.ns and s.ew:
                met[frozenset((s.ns, s.ew))] += 1
                played[s.ns, s.boards] += 1
                played[s.ew, s.boards] += 1
    if max(played.values()) > 1:
        yield "a board twice"
    if max(met.values()) > movement.meetings:
        yield "an opponent too often"


NEW = [
    Family.HESITATION, Family.DOUBLE_HESITATION, Family.BLACKPOOL, Family.BLANDON, Family.ROVER, Family.APPENDIX,
    Family.BAROMETER_MITCHELL,
]  # fmt: skip


@pytest.mark.parametrize("sizes", [USUAL, pytest.param(LARGE, marks=[pytest.mark.slow, pytest.mark.long])], ids=len)
@pytest.mark.parametrize("family", NEW, ids=str)
def test_at_every_size_it_is_sound_or_refused_in_words(family: Family, sizes: range) -> None:
    for pairs in sizes:
        wanted = MovementRequest(pairs)
        if not there(family, pairs):
            with pytest.raises(DirectorError):
                make_movement(family, wanted)
            continue
        movement = make_movement(family, wanted)
        assert list(counted(movement)) == [], movement.name
        assert check(movement).sound
        assert len(movement.present) == pairs
        assert sum(map(len, movement.lines)) == pairs
        assert len(movement.rounds) == max(FAMILIES[family].lengths(wanted))
        assert read_movement(write_movement(movement)) == movement


@pytest.mark.parametrize("family", NEW, ids=str)
def test_a_shorter_evening_is_its_first_rounds(family: Family) -> None:
    for pairs in (17, 18, 21, 23, 27):
        if there(family, pairs) and family is not Family.APPENDIX:
            whole = make_movement(family, MovementRequest(pairs))
            short = make_movement(family, MovementRequest(pairs, rounds=len(whole.rounds) - 2))
            assert [s for seats in short.rounds for s in seats if s.played] == [
                s for seats in whole.rounds[:-2] for s in seats if s.played
            ]


@pytest.mark.parametrize("form", Form, ids=str)
def test_a_half_table_in_every_form_of_a_mitchell(form: Form) -> None:
    for pairs in range(5, 80, 2):
        tables = (pairs + 1) // 2
        try:
            movement = make_movement(
                Family.MITCHELL, MovementRequest(pairs, rounds=min(EVENING, tables - 1), form=form)
            )
        except DirectorError:
            assert (form is Form.PLAIN) == (tables % 2 == 0) or form is Form.WEAVE
            continue
        assert list(counted(movement)) == []
        assert len(movement.present) == pairs
        if form is Form.RELAY and tables > 3:
            # Without the first North-South pair nothing is shared all evening.
            assert check(movement).at_once == 1


def test_howells_barometers_and_webs_with_a_half_table() -> None:
    for pairs in range(7, 30, 2):
        tables = (pairs + 1) // 2
        for family, rounds in ((Family.HOWELL, None), (Family.BAROMETER, None), (Family.WEB, tables - 1)):
            movement = make_movement(family, MovementRequest(pairs, rounds=rounds))
            assert list(counted(movement)) == []
            report = check(movement)
            # In a Howell everybody misses the missing pair's round; a line of a Mitchell waits at most once.
            assert report.sat_out == ((1, 1) if family is not Family.WEB else (0, 1))


@pytest.mark.parametrize("family", [Family.HESITATION, Family.APPENDIX, Family.BLACKPOOL, Family.ROVER], ids=str)
def test_one_winner_has_one_ranking_and_no_worse_a_balance(family: Family) -> None:
    pairs = 17 if family is Family.ROVER else 16
    plain, one = (make_movement(family, MovementRequest(pairs, winners=winners)) for winners in (None, 1))
    assert one.fields is Fields.ONE
    assert len(one.lines) == 1
    if plain.fields is Fields.ONE:
        assert check(one).balance[0].quality >= check(plain).balance[0].quality
    named = make_movement(family, MovementRequest(pairs, winners=1, switched=(2,)))
    changed = {n for n, (a, b) in enumerate(zip(plain.rounds, named.rounds, strict=True), start=1) if a != b}
    assert changed == {2}


def test_what_cannot_be_had_is_refused() -> None:
    for family, wanted in (
        (Family.HOWELL, MovementRequest(16, winners=2)),
        (Family.SWITCHED, MovementRequest(16, winners=2)),
        (Family.HESITATION, MovementRequest(16, winners=2)),
        (Family.HOWELL, MovementRequest(16, switched=(2,))),
        (Family.MITCHELL, MovementRequest(16, winners=2, switched=(2,))),
        (Family.WEB, MovementRequest(16, form=Form.SKIP)),
        (Family.BLANDON, MovementRequest(18)),
        (Family.APPENDIX, MovementRequest(28, core=12)),
        (Family.APPENDIX, MovementRequest(60, core=13)),
        (Family.BAROMETER, MovementRequest(8, rounds=8)),
        (Family.MITCHELL, MovementRequest(12, form=Form.WEAVE)),
    ):
        with pytest.raises(DirectorError):
            make_movement(family, wanted)


def seat(movement: Movement, number: int, table: int) -> tuple[int | None, int | None, int]:
    found = next(s for s in movement.rounds[number - 1] if s.table == table)
    return found.ns, found.ew, found.boards


def test_worked_by_hand() -> None:
    """One seat of each, by its rule: sets move down a stand a round, East-West up a table."""
    # Seven tables, one stand after the third: eight sets. Table 7 is the eighth stand; in round 2 it has set 1.
    # East-West 7 (pair 14) has come to North-South there, and East-West 6 (pair 13) up to East-West.
    assert seat(make_movement(Family.HESITATION, MovementRequest(14)), 2, 7) == (14, 13, 1)
    # Eight tables: the eighth plays what the first plays.
    eight = make_movement(Family.HESITATION, MovementRequest(16))
    assert (seat(eight, 1, 1), seat(eight, 1, 8)) == ((1, 9, 1), (8, 16, 1))
    # Eleven tables: the circle is East-West 1 to 11, then North-South 2 and 11. In round 2 pair 22 is North-South at 2.
    assert seat(make_movement(Family.DOUBLE_HESITATION, MovementRequest(22)), 2, 2) == (22, 12, 3)
    # Ten tables, twelve sets; in the twelfth round table 3 has East-West 11 - 3 = 8 and set 3 + 11 - 12 = 2.
    assert seat(make_movement(Family.BLACKPOOL, MovementRequest(20)), 12, 3) == (3, 18, 2)
    # Nine and a half: in round 2 East-West 10 comes to table 1 and East-West 9 waits.
    blandon = make_movement(Family.BLANDON, MovementRequest(19))
    assert (seat(blandon, 2, 1), seat(blandon, 2, 10)) == ((1, 19, 2), (None, 18, 0))
    # Eight and a half: the rover, pair 17, goes to table 1, then to table 6; whose seats these are waits.
    rover = make_movement(Family.ROVER, MovementRequest(17))
    assert [seat(rover, number, 9)[0] for number in (1, 2, 3)] == [17, 1, 6]
    assert (seat(rover, 2, 1)[0], seat(rover, 3, 6)[0]) == (17, 17)
    # A core of seven and a table beside it: in round 2 North-South 7 has come up to table 1 and meets pair 15,
    # East-West 2 (pair 9) has come down and meets pair 16, who stay, both with set 1 + 2.
    appendix = make_movement(Family.APPENDIX, MovementRequest(16))
    assert (seat(appendix, 2, 1), seat(appendix, 2, 8)) == ((7, 15, 3), (16, 9, 3))


@pytest.mark.parametrize("core", [5, 7, 8, 9, 11, 13, 16, 17, 19, 20])
def test_an_appendix_of_every_length_on_every_core(core: int) -> None:
    for tables in {core, core + 1, 2 * core - 1, 2 * core}:
        movement = make_movement(Family.APPENDIX, MovementRequest(2 * tables, core=core))
        assert list(counted(movement)) == []
        assert check(movement).played == (core, core)


def test_a_rover_meets_nobody_twice_but_where_the_usual_order_does() -> None:
    for tables in range(3, 41):
        movement = make_movement(Family.ROVER, MovementRequest(2 * tables + 1))
        assert movement.meetings == (2 if tables in (9, 15) else 1)
        extra = 2 * tables + 1
        waits = sum(extra in s.seated and not s.played for seats in movement.rounds for s in seats)
        # No rover can visit a table, a pair and a set once each in all the rounds where three divides an odd number.
        assert waits == (1 if tables % 6 != 3 or tables in (9, 15) else 2)


@pytest.mark.parametrize("winners", [1, 2])
@pytest.mark.parametrize("pairs", [6, 7, 9, 14, 19, 20, 27, 40, 53, 80])
def test_every_size_has_a_choice_and_the_best_comes_first(pairs: int, winners: int) -> None:
    found = choices(pairs, 26, winners, copies=2)
    assert found
    assert [each.movement for each in found] == [each.movement for each in choices(pairs, 26, winners, copies=2)]
    for each in found:
        assert list(counted(each.movement)) == []
        assert len(each.movement.lines) == winners
        assert len(each.movement.present) == pairs
        assert each.report.sound
    off = [max(0, abs(each.boards[1] - 26) - 2) for each in found]
    assert off == sorted(off)


def test_nothing_that_needs_more_copies_is_offered() -> None:
    assert {each.family for each in choices(28, 26, 2, copies=1)} < {
        each.family for each in choices(28, 26, 2, copies=14)
    }
    with pytest.raises(DirectorError):
        choices(2, 26, 1)
    # The one that fits may still be far from what is asked, and then it is not first.
    assert choices(18, 27, 2)[0].movement == make_movement(Family.MITCHELL, MovementRequest(18, 9, 3, Form.PLAIN, 2))
