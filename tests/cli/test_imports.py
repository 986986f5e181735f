"""Files of other programs at the prompt: by which method they are scored, what was compared, and what is refused."""

import json
from pathlib import Path
from typing import Any

import pytest

from asking import Ask

GAME = """[Event "Friday"]
[Board "{board}"]
[West "{west}"]
[North "{north}"]
[East "{east}"]
[South "{south}"]
[Scoring "{scoring}"]
[Declarer "N"]
[Contract "{contract}"]
[Result "{tricks}"]
{more}
"""
PAIRS = ("ann,cat", "bea,dan", "eve,gil", "fay,hal")
"""North and South, East and West of two tables."""


def game(table: int, board: int = 1, contract: str = "3NT", tricks: int = 9, scoring: str = "", more: str = "") -> str:
    """A board at a table of two, as a game with its four players."""
    (north, south), (east, west) = (pair.split(",") for pair in PAIRS[2 * table - 2 : 2 * table])
    return GAME.format(
        board=board, north=north, south=south, east=east, west=west, contract=contract, tricks=tricks, scoring=scoring,
        more=more,
    )  # fmt: skip


def two_tables(scoring: str, more: str = "") -> str:
    """3NT made at one table and one down at the other."""
    return game(1, scoring=scoring, more=more) + "\n" + game(2, tricks=8, scoring=scoring, more=more)


def imported(ask: Ask, text: str, name: str = "friday.pbn", *options: str) -> dict[str, Any]:
    Path(name).write_text(text, encoding="utf-8")
    code, out, err = ask(f"import {name} --dry-run --json {' '.join(options)}")
    assert (code, err) == (0, "")
    answer: dict[str, Any] = json.loads(out)
    return answer


def refused(ask: Ask, text: str, name: str = "friday.pbn") -> str:
    Path(name).write_text(text, encoding="utf-8")
    code, _, err = ask(f"import {name} --book out.jsonl")
    assert (code, Path("out.jsonl").exists()) == (2, False)
    return " ".join(err.split())


@pytest.mark.parametrize(
    ("scoring", "note"),
    [
        ("MP", "the scoring method is matchpoints (the Scoring tag says “MP”)"),
        ("MP;MP1", "the scoring method is matchpoints (the Scoring tag says “MP;MP1”)"),
        ("IMP", "the scoring method is Butler (the Scoring tag says “IMP”)"),
        ("Butler-2", "the scoring method is Butler (the Scoring tag says “Butler-2”)"),
        ("IMP;Cross1", "the scoring method is cross-IMPs (the Scoring tag says “IMP;Cross1”)"),
        ("?", "the scoring method is matchpoints (assumed, because the file does not say how the session was scored)"),
    ],
)
def test_a_pbn_is_scored_as_its_tag_says_and_the_note_names_the_tag(ask: Ask, scoring: str, note: str) -> None:
    assert note in imported(ask, two_tables(scoring))["notes"]


def test_the_option_method_goes_before_the_tag(ask: Ask) -> None:
    answer = imported(ask, two_tables("IMP"), "friday.pbn", "--method", "cross-imps")
    assert "cross-imps" in answer["scoring"]
    assert not [note for note in answer["notes"] if note.startswith("the method")]


@pytest.mark.parametrize(
    ("scoring", "more", "why"),
    [
        ("IMP", '[HomeTeam "Reeds"]\n[VisitTeam "Stones"]\n[Competition "Teams"]', "the Competition tag says “Teams”"),
        ("IMP", '[HomeTeam "Reeds"]\n[VisitTeam "Stones"]', "the games have the tags HomeTeam and VisitTeam"),
        ("", '[HomeTeam "Reeds"]\n[VisitTeam "Stones"]', "the games have the tags HomeTeam and VisitTeam"),
    ],
)
def test_a_pbn_of_teams_is_refused_with_what_says_so(ask: Ask, scoring: str, more: str, why: str) -> None:
    """Ranked as pairs, each team would be two contestants with a percentage that nobody played for."""
    said = refused(ask, two_tables(scoring, more))
    assert f"Only pairs sessions can be imported; friday.pbn has the type “teams”: {why}." in said
    assert "Create the event at the desk" in said


def test_teams_named_in_a_session_scored_across_the_field_are_pairs(ask: Ask) -> None:
    """The Cavendish names its sides HomeTeam and VisitTeam, and is cross-IMP pairs."""
    answer = imported(ask, two_tables("IMP;Cross", '[HomeTeam "1"]\n[VisitTeam "2"]'))
    assert "the scoring method is cross-IMPs (the Scoring tag says “IMP;Cross”)" in answer["notes"]


def test_pairs_scored_by_board_a_match_are_refused_with_the_remedy(ask: Ask) -> None:
    said = refused(ask, two_tables("BAM"))
    assert "friday.pbn is scored by board-a-match: the Scoring tag says “BAM”" in said
    assert "--method" in said
    assert imported(ask, two_tables("BAM"), "friday.pbn", "--method", "butler")["scoring"]


@pytest.mark.parametrize("event", ["club/swiss-pairs", "club/swiss-teams", "club/individual"])
def test_our_own_pbn_of_another_kind_is_not_made_a_session_of_pairs(ask: Ask, event: str) -> None:
    kind = event.rpartition("/")[2].replace("-", " ").replace("swiss", "Swiss")
    code, _, _ = ask(f"simulate {event} --seed 1 -o own.jsonl")
    assert code == 0
    code, _, _ = ask("export own.jsonl --format pbn -o own.pbn")
    assert code == 0
    assert f"own.pbn has the type “{kind}”: the Competition tag says “{kind}”" in refused(
        ask, Path("own.pbn").read_text(), "own.pbn"
    )


def test_a_file_without_points_is_said_to_be_not_compared(ask: Ask) -> None:
    Path("friday.pbn").write_text(two_tables("IMP"), encoding="utf-8")
    code, out, _ = ask("import friday.pbn --dry-run")
    said = " ".join(out.split())
    assert code == 0
    assert (
        "2 lines, none compared: the file has no scores or points to compare; no totals compared: the file has none"
        in said
    )
    assert "the same" not in said
    assert "not compared" in {line["verdict"] for line in imported(ask, two_tables("IMP"))["lines"]}


@pytest.mark.parametrize(
    ("first", "second", "differing"),
    [
        ('[Score "NS 400"]', '[Score "EW 50"]', 0),
        ('[Score "400"]', '[Score "NS -50"]', 0),
        ('[Score "NS 400 EW -400"]', '[Score "EW -50"]', 1),  # one down costs North-South 50, it does not win it
        ('[Score "NS 400"]\n[ScoreIMP "NS 6"]', '[ScoreIMP "EW 6"]', 0),  # 175 is the datum; 225 away is 6 IMPs
        ('[ScoreIMP "NS 6 EW -6"]', '[ScoreIMP "NS -9"]', 1),
    ],
)
def test_the_scores_of_games_are_compared(ask: Ask, first: str, second: str, differing: int) -> None:
    """3NT made is 400 and one down is 50, nobody vulnerable."""
    text = game(1, scoring="Butler", more=first) + "\n" + game(2, tricks=8, scoring="Butler", more=second)
    verdicts = [line["verdict"] for line in imported(ask, text, "friday.pbn", "--scoring", "anc-2026/butler")["lines"]]
    assert verdicts.count("not compared") == 0
    assert sum(verdict != "same" for verdict in verdicts) == differing
