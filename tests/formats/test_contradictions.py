"""Files that say a thing twice, or two things of one: refused, with both lines."""

from collections.abc import Callable

import pytest

from overtrick.core.errors import DirectorError
from overtrick.formats.draw_tables import read_losses, read_matches, read_orders, read_seeds, read_standings
from overtrick.formats.entries_csv import read_entries
from overtrick.formats.movement_files import read_movement_file
from overtrick.formats.results_csv import compared_once, read_results

RESULTS = {
    "the same line again": ("round,table,board,ns,ew,result", ["1,1,1,4,9,4S S =", "1,1,1,4,9,4S S ="],
                            "lines 2 and 3: board 1 at table 1 is listed twice"),
    "another result": ("table,board,ns,ew,result", ["1,1,4,9,4S S =", "1,1,4,9,4S S +1"],
                       "lines 2 and 3: board 1 at table 1 has two results, “4S by South =” and “4S by South +1”"),
    "other pairs": ("table,board,ns,ew,result", ["1,1,4,9,4S S =", "1,1,4,8,4S S ="],
                    "lines 2 and 3: board 1 at table 1 is listed for 4 against 9, and for 4 against 8"),
    "against itself": ("table,board,ns,ew,result", ["1,1,4,4,4S S ="], "line 2: 4 plays against itself"),
    "two opponents": ("table,board,ns,ew,result", ["1,1,4,9,4S S =", "2,1,4,8,4S S ="],
                      "lines 2 and 3: 4 has board 1 against 9 and 8"),
    "two opponents, both ways": ("table,board,ns,ew,result", ["1,1,4,9,4S S =", "2,1,8,4,4S S ="],
                                 "lines 2 and 3: 4 has board 1 against 9 and 8"),
    "twice the same way": ("table,board,ns,ew,result", ["1,1,4,9,4S S =", "2,1,4,9,4S S ="],
                           "lines 2 and 3: 4 has board 1 twice as NS"),
    "two columns": ("table,board,ns,ns_pair,result", ["1,1,4,9,4S S ="], "two columns for the ns: ns and ns_pair"),
}  # fmt: skip


@pytest.mark.parametrize(("head", "lines", "said"), RESULTS.values(), ids=list(RESULTS))
def test_results_that_contradict_themselves_are_refused(head: str, lines: list[str], said: str) -> None:
    with pytest.raises(DirectorError) as refused:
        read_results([head, *lines], "x.csv")
    assert said in str(refused.value)


def test_two_tables_of_a_teams_match_are_read_and_not_compared_with_one_another() -> None:
    rows = read_results(["table,board,ns,ew,result", "1,1,A,B,4S S =", "2,1,B,A,4S S +1"], "x.csv")
    with pytest.raises(DirectorError, match=r"lines 2 and 3: A has board 1 twice"):
        compared_once(rows, "x.csv")


def test_boards_of_different_matches_are_no_contradiction_until_they_are_compared() -> None:
    rows = read_results(["round,table,board,ns,ew,result", "1,1,1,4,9,PASS", "2,1,1,4,8,PASS"], "x.csv")
    compared_once(rows[:1], "x.csv")
    with pytest.raises(DirectorError, match=r"4 has board 1 twice"):
        compared_once(rows, "x.csv")


TABLES: dict[str, tuple[Callable[[str, str], object], str, str]] = {
    "standings": (read_standings, "contestant,vps\n1,10\n2,5\n1,11", "line 2 and line 4: contestant 1 is listed twice"),
    "seeds": (read_seeds, "seed,contestant\n1,A\n1,B", "line 2 and line 3: seed 1 is listed twice"),
    "losses": (read_losses, "contestant,winning\n1,3\n1,3", "line 2 and line 3: contestant 1 is listed twice"),
    "matches": (read_matches, "round,first,second\n1,A,B\n1,C,A", "line 2 and line 3: A in round 1 is listed twice"),
    "a match with oneself": (read_matches, "round,first,second\n1,A,A", "number A is drawn against itself"),
    "orders": (read_orders, "round,place,contestant\n2,1,A\n2,1,B", "place 1 of round 2 is listed twice"),
    "orders of one": (read_orders, "round,place,contestant\n2,1,A\n2,2,A", "A in round 2 is listed twice"),
    "columns": (read_standings, "contestant,vps,vp\n1,10,11", "two columns for the vps: vps and vp"),
    "json": (read_standings, '[{"contestant": 1, "vps": 10, "vps": 11}]', "has the key “vps” twice"),
    "movement": (read_movement_file, "round,table,ns,ew,set\n1,1,1,2,A\n1,1,3,4,B",
                 "line 2 and line 3: table 1 of round 1 is listed twice"),
    "a player of two entries": (read_entries, "No,Name,ABF Number\n1,A,7\n1,B,8\n2,C,7\n2,D,9",
                                "lines 2 and 4: ABF number 7 is listed twice, in entries 1 and 2"),
    "an entry again": (read_entries, "No,Name\n1,A\n1,B\n1,A\n1,B", "lines 2 and 4: A is listed twice, in entry 1"),
    "one seed for two": (read_entries, "No,Name,Seed\n1,A,1\n2,B,1",
                         "lines 2 and 3: seed 1 is listed twice, in entries 1 and 2"),
}  # fmt: skip


@pytest.mark.parametrize(("read", "text", "said"), TABLES.values(), ids=list(TABLES))
def test_tables_that_contradict_themselves_are_refused(
    read: Callable[[str, str], object], text: str, said: str
) -> None:
    with pytest.raises(DirectorError) as refused:
        read(text, "x")
    assert said in str(refused.value)


def test_three_who_meet_one_another_in_a_knockout_are_no_contradiction() -> None:
    text = "round,first,second\n1,A,B\n1,B,C\n1,C,A"
    assert len(read_matches(text, "x", one_a_round=False)) == 3
    with pytest.raises(DirectorError, match="A and B in round 1 is listed twice"):
        read_matches(f"{text}\n1,B,A", "x", one_a_round=False)
