"""A .bws: written and read again it is equal, three readers that are not ours read the same, and damage is told."""

import random
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bridgemates import by_access_parser, by_jackcess, by_mdbtools, columns_of, received, text, with_received
from overtrick.core.errors import DirectorError
from overtrick.core.model.cards import RANKS, Deal
from overtrick.core.model.notation import read_result
from overtrick.formats.bridgemate.bws import BwsFile, write_bws
from overtrick.formats.bridgemate.jet import PAGE, JetFile, Value
from overtrick.formats.bridgemate.plan import AWARDED, NOT_PLAYED, REVERSED, Plan, Play, PlayerName, Scoring
from overtrick.formats.bridgemate.session_reading import read_bws
from overtrick.formats.session import EventKind

AT = datetime(2026, 11, 15, 19, 30)  # noqa: DTZ001 - a .bws knows no zones
GUID = "0123456789ABCDEF" * 2
PLAN = Plan("Tuesday", GUID, Scoring.MATCHPOINTS, 1, (Play("A", 1, 1, 3, 8, (1, 2, 3)), Play("A", 2, 1, 4, 5, (4, 5))))
numbers = st.integers(0, 32_767)
words = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Zs", "Zl", "Zp")), max_size=20)


def dealt(seed: int) -> Deal:
    cards = [(suit, rank) for suit in range(4) for rank in RANKS]
    random.Random(seed).shuffle(cards)
    hands = [
        ".".join("".join(rank for s, rank in cards[n : n + 13] if s == suit) for suit in range(4))
        for n in (0, 13, 26, 39)
    ]
    return Deal.read(f"N:{' '.join(hands)}")


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    alone = draw(st.booleans())
    boards = st.lists(st.integers(1, 999), min_size=1, max_size=40, unique=True).map(tuple) | st.builds(
        lambda low, many: tuple(range(low, low + many)), st.integers(1, 99), st.integers(1, 12)
    )
    player = st.integers(1, 32_767) if alone else st.just(0)
    play = st.builds(
        Play, st.sampled_from(["A", "B", "AA"]), st.integers(1, 300), st.integers(1, 40), numbers, numbers, boards,
        player, player,
    )  # fmt: skip
    return Plan(
        draw(words), GUID, draw(st.sampled_from(Scoring)), draw(st.sampled_from([1, 2])),
        tuple(draw(st.lists(play, min_size=1, max_size=60))),
        tuple(
            PlayerName(str(number), name)
            for number, name in draw(st.lists(st.tuples(st.integers(1, 10**9), words), max_size=8))
        ),
        {board: dealt(board) for board in draw(st.sets(st.integers(1, 99), max_size=4))},
        draw(st.booleans()),
    )  # fmt: skip


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(plans())
def test_a_plan_written_and_read_again_is_equal(plan: Plan) -> None:
    assert BwsFile(write_bws(plan, AT), "a.bws").plan() == plan


def test_readers_that_are_not_ours_read_every_table_equal(tmp_path: Path) -> None:
    names = tuple(PlayerName(str(number), f"Ängström ♠ {number}") for number in range(1, 700))
    plays = tuple(
        Play("A", table, number, table, 100 + table, tuple(range(3 * number, 3 * number + 3)))
        for number in range(1, 14)
        for table in range(1, 41)
    )
    plan = Plan("Long night", GUID, Scoring.BUTLER, 2, plays, names, {n: dealt(n) for n in range(1, 40)}, True)
    alone = Plan("Alone", GUID, Scoring.MATCHPOINTS, 1, (Play("A", 1, 1, 1, 2, (1, 5, 9), 3, 4),))
    said = [received(1, 101, "4 S x N +1", ID=3, Erased=True, TimeLog=AT), received(1, 101, "", Remarks="Not played")]
    paths = [tmp_path / "pairs.bws", tmp_path / "alone.bws"]
    paths[0].write_bytes(with_received(write_bws(plan, AT, "CLUB"), *said))
    paths[1].write_bytes(write_bws(alone, AT))
    for path, each, jackcess in zip(paths, (plan, alone), by_jackcess(*paths), strict=True):
        file = JetFile(path.read_bytes(), path.name)
        ours = {name: [{column: text(row[column]) for column in columns} for row in file.rows(name)]
                for name, columns in columns_of(each).items()}  # fmt: skip
        assert by_mdbtools(path) == ours
        parsed = by_access_parser(path)
        for name, rows in ours.items():
            assert [{**dict.fromkeys(row, ""), **row} for row in parsed[name]] == rows
            assert [
                {column: told.replace("T", " ")[:19] if column in ("Date", "Time", "TimeLog") else told
                 for column, told in row.items()} for row in jackcess[name]
            ] == [{column: told[:16] if column in ("Date", "Time", "TimeLog") else told
                 for column, told in row.items()} for row in rows]  # fmt: skip


@pytest.mark.parametrize(
    ("row", "result", "doubt"),
    [
        (received(3, 8, "4 S x N +1"), "4SX N +1", ""),
        (received(3, 8, "3 NT W -2", LeadCard="10S"), "3NT W -2", ""),
        (received(3, 8, "2 H xx E =", LeadCard="S10"), "2HXX E =", ""),
        (received(3, 8, "", Contract="PASS"), "PASS", ""),
        (received(3, 8, "", Remarks="Not played"), "NP", NOT_PLAYED),
        (received(3, 8, "", Remarks="60%-40%"), "60% 40%", AWARDED),
        (received(3, 8, "4 S N =", Remarks="Wrong direction"), "4S N =", REVERSED),
        (received(3, 8, "4 S N =", Declarer=8), "4S N =", REVERSED),
        (received(3, 8, "4 S E =", Declarer=3), "4S E =", REVERSED),
    ],
)
def test_what_a_device_says_is_read_by_the_six_rules(row: dict[str, Value], result: str, doubt: str) -> None:
    (word,) = BwsFile(with_received(write_bws(PLAN, AT), row), "a.bws").reports().words
    assert (word.result, word.doubt) == (read_result(result), doubt)
    assert word.lead in ("", "ST")


def test_of_a_board_the_last_word_that_is_not_erased_counts() -> None:
    rows = [
        received(3, 8, "4 S N =", ID=7, Erased=True),
        received(3, 8, "4 S N -1", ID=9),
        received(3, 8, "4 S N +1", ID=8),
        received(3, 8, "1 C N =", ID=11, Board=2, Erased=True),
    ]
    said = BwsFile(with_received(write_bws(PLAN, AT), *rows), "a.bws").reports().words
    assert {word.board: (word.number, word.erased) for word in said} == {1: (9, False), 2: (11, True)}


def test_a_session_is_read_with_its_people_and_those_who_sat_reversed() -> None:
    data = with_received(write_bws(PLAN, AT), received(3, 8, "4 S N ="), received(3, 8, "4 S N =", Board=2, Declarer=8))
    sat: list[dict[str, Value]] = [
        {"Section": 1, "Table": 1, "Direction": seat, "Number": number, "Name": f"Player {number}", "Round": 0}
        for seat, number in zip("NSEW", ("11", "12", "13", "14"), strict=True)
    ]
    data = with_received(data, *sat, table="PlayerNumbers")
    session = read_bws(data, "a.bws")
    assert (session.title, session.kind, session.winners) == ("Tuesday", EventKind.PAIRS, 1)
    assert [(line.board, line.ns, line.ew) for line in session.lines] == [(1, "3", "8"), (2, "8", "3")]
    assert {each.number: [person.name for person in each.people] for each in session.contestants} == {
        "3": ["Player 11", "Player 12"],
        "8": ["Player 13", "Player 14"],
    }


def test_a_damaged_file_is_refused_and_never_hangs() -> None:
    whole = with_received(write_bws(PLAN, AT), *(received(3, 8, "4 S N =", Board=board) for board in range(1, 60)))
    dice, refused = random.Random(16), 0
    for _ in range(120):
        data = bytearray(whole)
        for _ in range(dice.randrange(1, 30)):
            data[dice.randrange(len(data))] = dice.randrange(256)
        if dice.random() < 0.2:
            data = data[: dice.randrange(len(data))]
        try:
            read_bws(bytes(data), "a.bws")
        except DirectorError:
            refused += 1
    assert refused > 12


def test_a_definition_that_goes_in_a_circle_is_refused() -> None:
    data = bytearray(write_bws(PLAN, AT))
    data[2 * PAGE + 4 : 2 * PAGE + 8] = (2).to_bytes(4, "little")
    with pytest.raises(DirectorError, match="damaged"):
        JetFile(bytes(data), "a.bws")


@pytest.mark.parametrize(
    ("data", "says"),
    [(b"PK", "is not an Access database"), (bytes(4) + b"Standard Jet DB\0\0" + bytes(4096 * 4), "Access 97")],
)
def test_another_file_is_refused_with_what_to_do(data: bytes, says: str) -> None:
    with pytest.raises(DirectorError, match=says):
        read_bws(data, "a.bws")
