"""The federation's entries file for scorers."""

import pytest

from overtrick.core.errors import DirectorError
from overtrick.core.model.contestants import Player
from overtrick.formats.entries_csv import read_entries, seed_order

PAIRS = """Pair No,Name,ABF Number,Player phone,Player Email,Category,How did you hear,Player comment,Organiser notes
1,ANNA REED,1000001,0400 000 001,a@example.org,Senior,club,"late, sorry",
1,BEN STONE,1000002,,,Senior,,,
2,CARA VALE,1000003,,,,,,
2,DAN WOOD,1000004,,,,,,
"""
TEAMS = """Team No,Name,ABF Number,Player phone,Player Email,Team Name,Category
1,ANNA REED,1000001,,,REED,Open
1,BEN STONE,1000002,,,REED,Open
1,CARA VALE,1000003,,,REED,Open
1,DAN WOOD,1000004,,,REED,Open
1,,,,,,
1,,,,,,
2,EVE YATES,1000005,,,YATES,
,FAY ZANE,1000006,,,,
"""


def test_one_line_a_player_makes_pairs_and_keeps_no_telephone() -> None:
    first, second = read_entries(PAIRS, "Welcome - Scoring.csv")
    assert first.players == (Player("ANNA REED", "1000001"), Player("BEN STONE", "1000002"))
    assert (first.number, first.categories, second.number, second.categories) == ("1", ("Senior",), "2", ())
    assert "0400" not in repr(first)
    assert "example" not in repr(first)


def test_teams_are_padded_to_six_and_named() -> None:
    reed, yates = read_entries(TEAMS, "x")
    assert (reed.team, len(reed.players)) == ("REED", 4)
    assert [player.name for player in yates.players] == ["EVE YATES", "FAY ZANE"]


def test_the_file_of_a_congress_has_one_part_an_event() -> None:
    both = f"Welcome Pairs\n{PAIRS}\nOpen Teams\n{TEAMS}"
    assert len(read_entries(both, "x", "welcome pairs")[0].players) == 2
    assert len(read_entries(both, "x", "Open Teams")[0].players) == 4
    with pytest.raises(DirectorError, match="2 events: Welcome Pairs, Open Teams"):
        read_entries(both, "x", "Another")


def test_our_own_columns_seed_and_set_apart() -> None:
    entries = read_entries("No,Name,Seed,Rating,Contending,House\n1,A,2,1.5,,\n2,B,1,,no,\n3,C,3,,,yes", "x")
    assert seed_order(entries) == ("2", "1", "3")
    assert [(each.contending, each.house) for each in entries] == [(True, False), (False, False), (True, True)]
    assert seed_order(entries[:1] + read_entries(PAIRS, "x")) == ()


@pytest.mark.parametrize("text", [PAIRS.replace(",", ";"), PAIRS.replace(",", "\t"), "\ufeff" + PAIRS])
def test_other_separators_are_read(text: str) -> None:
    assert len(read_entries(text.replace('"late; sorry"', "late").replace('"late\t sorry"', "late"), "x")) == 2


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "has no readable header row"),
        ("Board,Result\n1,4S", "has no readable header row"),
        ("Pair No,Name\n", "contains no entries"),
        ("Pair No,Name,Seed\n1,A,first", "line 2: the seed"),
        ("Pair No,Name,Rating\n1,A,x", "line 2: the rating"),
        ("Pair No,Name,ABF Number\n1,A,7\n1,B,7", "lines 2 and 3: ABF number 7 is listed twice, in entry 1"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(text: str, says: str) -> None:
    with pytest.raises(DirectorError, match=says):
        read_entries(text, "x")
