"""Events that are graphs of stages at the prompt."""

import json
from pathlib import Path

import pytest

from asking import Ask

OWN = Path(__file__).parents[2] / "examples" / "club-double-knockout.toml"


@pytest.fixture
def played(ask: Ask, tmp_path: Path) -> str:
    book = str(tmp_path / "double.jsonl")
    code, out, err = ask(f"simulate {OWN} --entries 6 --seed 2 -o {book}")
    assert (code, err) == (0, ""), out
    return book


def test_a_double_knockout_is_rehearsed_proved_and_ranked(ask: Ask, played: str) -> None:
    code, out, _ = ask(f"verify {played}")
    assert code == 0
    assert "0 objections" in out
    told = json.loads(ask(f"standings {played} --final --json")[1])
    assert [row["rank"] for row in told["ranking"]] == [1, 2, 3, 4, 5, 6]
    assert sorted(row["contestant"] for row in told["ranking"]) == list("123456")
    assert told["ranking"][0] | {"contestant": ""} == {"rank": 1, "contestant": "", "stage": "Final", "as": "winners"}
    text = ask(f"standings {played} --final")[1]
    assert "Club Double Knockout: final ranking" in text


def test_a_knockout_stage_shows_its_matches_and_who_left_it_how(ask: Ask, played: str) -> None:
    told = json.loads(ask(f'standings {played} --stage "Unbeaten 1" --json')[1])
    assert len(told["matches"]) == 3
    winners = [match["winner"] for match in told["matches"]]
    assert told["left"]["winners"] == winners
    text = ask(f'standings {played} --stage "Unbeaten 1"')[1]
    assert f"winners: {', '.join(winners)}" in text
    card = ask(f"scorecard {played} {told['left']['losers'][0]}")[1]
    assert "Second chance" in card


def test_a_forfeit_in_a_triangle_closes_its_round(ask: Ask, tmp_path: Path) -> None:
    """Seed 1121 forfeits a match of the first triangle of 19 teams: it has a winner, so nothing is left open."""
    book = str(tmp_path / "nineteen.jsonl")
    code, out, err = ask(f"simulate gnot-nsw-2018/gnot --entries 19 --seed 1121 -o {book}")
    assert (code, err) == (0, ""), out
    acts = [json.loads(line) for line in Path(book).read_text(encoding="utf-8").splitlines()]
    assert [act["table"] for act in acts if act.get("act") == "match forfeited" and act["stage"] == "QTRI"] == [3]
    assert "0 objections" in ask(f"verify {book}")[1]


def test_29_teams_are_told_what_was_printed_and_what_is_repaired(ask: Ask) -> None:
    text = " ".join(ask("rules describe gnot-nsw-2018/gnot --entries 29")[1].split())
    assert "Table 1B gives, for 29 teams: pool a 14, pool b 12" in text
    assert "These numbers are impossible: pool a losers is 8, but pool a / 2 − m2a lucky is 7" in text
    assert (
        "The event is played with these corrections: sko teams 16 instead of 14, pool a losers 7 instead of 8" in text
    )
    assert "The organiser must confirm the format before entries close" in text
    assert "Exhaustive search: with even pools" in text
