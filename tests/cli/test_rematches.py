"""A Swiss in which nobody may meet twice, with too few opponents for its rounds: the prompt says so everywhere."""

import json
from pathlib import Path

import pytest

from asking import Ask
from overtrick.core.draws.rules import Choice, ShareRule, most_rounds
from overtrick.core.provenance import Clause
from overtrick.regulations.lint.events import lint_event
from overtrick.regulations.plan.event_book import find_event
from overtrick.regulations.read.library import library

EVENT = """\
[event]
id      = "sectional/swiss"
name    = "Sectional Swiss"
clause  = "SEC 1"
contest = "teams"
entries = {entries}
usual   = 30

[[stage]]
name     = "Swiss"
play     = "swiss"
matches  = {matches}
boards   = 2
scoring  = "laws-2017/teams"
ranking  = "laws-2017/vps-swiss"
forfeit  = "laws-2017/forfeit"
bye      = "laws-2017/bye"

  [stage.draw]
  first = "by lot"
  rematch = "{rematch}"
  {odd}
"""
BYE = 'odd = "bye"'
SHARE = 'odd = "share"\n  share = { clause = "SEC 2", choice = "closest scores" }'


def _written(folder: Path, entries: str, matches: int, odd: str = BYE, rematch: str = "never") -> Path:
    path = folder / "sectional.toml"
    text = EVENT.format(entries=entries, matches=matches, odd=odd, rematch=rematch)
    path.write_text(text if "bye" in odd else text.replace('bye      = "laws-2017/bye"\n', ""), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("entries", "matches", "odd", "told"),
    [
        ("[6, 80]", 7, BYE, "6 teams have too few opponents for 7 matches"),  # 5 others; seven and a bye are enough
        ("[4, 80]", 5, BYE, "4 teams have too few opponents for 5 matches"),  # five have four others and a bye
        ("[6, 80]", 7, SHARE, "6, 7 or 9 teams have too few opponents for 7 matches"),  # 9: 36 meetings, 6 a round
    ],
)
def test_a_check_counts_rounds_against_opponents(
    ask: Ask, tmp_path: Path, entries: str, matches: int, odd: str, told: str
) -> None:
    event = _written(tmp_path, entries, matches, odd)
    line = event.read_text(encoding="utf-8").splitlines().index('  rematch = "never"') + 1
    code, said, _ = ask(f"rules check {event}")
    assert code == 1
    assert (
        f"sectional.toml, line {line}: SEC 1: Swiss: {told} in which nobody meets twice; raise the least entry" in said
    )


def test_a_check_plays_the_fewest_and_tells_of_a_round_that_could_not_be_drawn(ask: Ask, tmp_path: Path) -> None:
    """Nine have just the 36 meetings that six rounds take with a match of three in each; a Swiss does not find them."""
    code, said, _ = ask(f"rules check {_written(tmp_path, '[9, 80]', 6, SHARE)}")
    assert code == 1
    assert "played with 9 teams, round" in said
    assert "has no draw left in which nobody meets twice; raise the least entry" in said


def test_a_check_passes_what_can_be_drawn_and_what_may_meet_again(ask: Ask, tmp_path: Path) -> None:
    assert ask(f"rules check {_written(tmp_path, '[10, 80]', 4)}")[0] == 0
    assert ask(f"rules check {_written(tmp_path, '[6, 80]', 7, rematch='fewest when unavoidable')}")[0] == 0


def test_a_simulation_says_what_the_committee_drew_and_a_proof_counts_it(ask: Ask, tmp_path: Path) -> None:
    """Six teams have played everybody after five rounds, so the last two of seven are nobody's rule."""
    event, book = _written(tmp_path, "[6, 80]", 7), tmp_path / "book.jsonl"
    code, said, _ = ask(f"simulate {event} --entries 6 --faults none -o {book}")
    assert code == 0
    assert "2 draws made by hand: round 6 of Swiss (the committee allows a rematch" in said
    code, said, _ = ask(f"verify {book} --json")
    assert [each["round"] for each in json.loads(said)["by_hand"]] == [6, 7]
    assert "2 draws made by hand" in ask(f"verify {book}")[1]
    assert ask(f"simulate {event} --entries 6 --faults none --strict -o {tmp_path / 'again.jsonl'}")[0] == 1
    clean = ask(f"simulate {event} --entries 16 --faults none --strict -o {tmp_path / 'clean.jsonl'}")
    assert clean[0] == 0
    assert "by hand" not in clean[1]


def test_conditions_do_not_promise_what_cannot_be(ask: Ask, tmp_path: Path) -> None:
    event = _written(tmp_path, "[6, 80]", 7)
    few, enough = (" ".join(ask(f"rules describe {event} --entries {n}")[1].split()) for n in (6, 8))
    assert (
        "6 contestants are too few for 7 rounds without a rematch, so the committee decides which contestants meet "
        "again" in few
    )
    assert "paired; no two meet twice" not in few
    assert "paired; no two meet twice (SEC 1)" in enough


@pytest.mark.parametrize(("size", "rounds"), [(7, 4), (9, 6), (13, 9), (15, 11)])
def test_a_match_of_three_takes_three_meetings_a_round(size: int, rounds: int) -> None:
    """Counted: every two may meet once; a round takes three meetings of the three, and one for each other table."""
    three = ShareRule(Clause("SABF20", "14.1#4"), Choice.CLOSEST)
    all_meetings, each_round = size * (size - 1) // 2, 3 + (size - 3) // 2
    assert rounds * each_round <= all_meetings < (rounds + 1) * each_round
    assert most_rounds(size, three) == rounds


def test_a_document_that_cannot_keep_its_word_rests_on_a_reading() -> None:
    """SABF20 14.1#3 assumes that a draw exists; with seven teams and five rounds of share matches none does."""
    findings = lint_event(find_event("sabf-2020/swiss-teams"), library())
    told = [each for each in findings if "too few opponents" in each.what]
    assert [(each.reading, each.what.partition(" have ")[0]) for each in told] == [("D86", "Swiss: 7 teams")]
