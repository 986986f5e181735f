"""Movements at the prompt: made, read again, proved, spoilt and caught."""

import json
from pathlib import Path

import pytest

from asking import Ask
from overtrick.core.movements.notation import read_movement

HOWELL = "examples/howell-5.txt"


@pytest.mark.parametrize(
    "words",
    [
        "howell -t 5 -b 3",
        "howell -t 6 -r 9",
        "three-quarter-howell -t 8",
        "mitchell -t 7",
        "mitchell -t 8",
        "mitchell -t 8 --form skip --arrow-switch",
        "mitchell -t 8 --form 'double weave'",
        "mitchell -t 10 --form 'double weave' --switched 9 --switched 10",
        "mitchell -t 7 --scramble",
        "mitchell -t 7 --without 14",
        "web -t 26",
        "two-fields -t 10 -r 5",
        "barometer -t 4",
        "barometer-mitchell -t 6 -r 4",
        "hesitation -t 8 -b 3 --arrow-switch",
        "double-hesitation -t 11 -b 2",
        "blackpool -t 10 -b 2",
        "blandon --pairs 19 -b 3",
        "rover --pairs 17 -b 3",
        "appendix -t 18 --core 13 -b 2",
        "mitchell --pairs 19 --form skip",
    ],
)
def test_what_is_made_is_proved_again_from_its_text(ask: Ask, words: str) -> None:
    code, text, _ = ask(f"movement make {words}")
    assert code == 0
    code, out, _ = ask("movement check -", text)
    assert (code, "Sound" in out) == (0, True)


def test_what_fits_an_evening_is_listed_and_its_row_can_be_made(ask: Ask) -> None:
    code, out, _ = ask("movement choose --pairs 19 --boards 27 --winners 2")
    assert code == 0
    assert out.splitlines()[-1] == (
        '{ tables = 10, movement = "Mitchell", form = "skip", half_table = true, rounds = 9,'
        " boards_a_round = 3, winners = 2 }"
    )
    for each in json.loads(ask("movement choose --pairs 19 --boards 27 --winners 2 --json")[1]):
        assert each["sound"]
        assert each["boards_played"][1] == each["rounds"] * each["boards_a_round"]


def test_a_field_no_movement_takes_is_refused_at_once(ask: Ask) -> None:
    code, _, told = ask("movement choose --pairs 100000")
    assert code == 2
    assert "No movement takes 100000 pairs: one section holds at most 300" in " ".join(told.split())


def test_every_kind_is_listed_and_can_be_shown(ask: Ask) -> None:
    listed = json.loads(ask("movement list --json")[1])
    for kind in listed["constructions"]:
        # Some are only for odd numbers of tables, or for half tables.
        assert any(ask(f"movement show {kind['name']}-{tables}")[0] == 0 for tables in ("14", "13", "13.5"))
    for final in listed["finals"]:
        assert ask(f"movement show {final['name']}")[0] == 0
        assert ask(f"movement check {final['name']}")[0] == 0


def test_a_written_file_is_the_movement(ask: Ask, tmp_path: Path) -> None:
    file = tmp_path / "h.txt"
    assert ask(f"movement make howell -t 5 -b 3 -o {file}") == (
        0,
        f"{file}: Howell, 5 tables, 9 rounds, verified\n",
        "",
    )
    assert file.read_text(encoding="utf-8") == Path(HOWELL).read_text(encoding="utf-8")
    assert ask(f"movement make howell -t 5 -o {tmp_path}")[0] == 2


def test_sessions_go_to_files_of_their_own(ask: Ask, tmp_path: Path) -> None:
    code, out, _ = ask(f"movement make two-fields -t 13 --sessions 3 -o {tmp_path / 's.txt'}")
    assert code == 0
    assert sorted(file.name for file in tmp_path.iterdir()) == ["s-1.txt", "s-2.txt", "s-3.txt"]
    assert "meets 12 of 12 possible opponents" in out


def test_a_spoilt_movement_is_caught_with_exit_code_1(ask: Ask) -> None:
    text = Path(HOWELL).read_text(encoding="utf-8").replace("R2  1: 10-7 E", "R2  1: 10-7 D")
    code, out, _ = ask("movement check - --json", text)
    faults = json.loads(out)["faults"]
    assert code == 1
    assert {"round": 2, "table": 1, "says": "pair 10 already plays set D in round 1"} in faults
    assert ask("movement check -", text)[1].splitlines()[-1].strip() == f"{len(faults)} faults"


def test_guide_cards_and_table_cards(ask: Ask) -> None:
    cards = ask(f"movement show {HOWELL} --cards")[1]
    assert cards.count("Pair ") == 10
    assert ask(f"movement show {HOWELL} --pair 3")[1].splitlines()[2].split() == ["1", "4", "NS", "7", "22–24"]
    assert ask(f"movement show {HOWELL} --table-cards")[1].count("Table ") == 5
    told = json.loads(ask(f"movement show {HOWELL} --json")[1])
    assert told["cards"][2]["lines"][0] == {"round": 1, "table": 4, "side": "NS", "opponents": 7, "boards": [22, 24]}


def test_a_table_of_seatings_is_a_movement_too(ask: Ask) -> None:
    rows = ask(f"movement show {HOWELL} --csv")[1]
    by_text, by_csv = (json.loads(ask("movement check - --json", text)[1]) for text in (_text(), rows))
    assert by_csv["sound"]
    assert by_csv["balance"] == by_text["balance"]
    seatings = json.loads(ask(f"movement show {HOWELL} --json")[1])["seatings"]
    by_json = json.loads(ask("movement check - --json", json.dumps(seatings))[1])
    assert by_json["sound"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("round,table,ns,ew,set\n1,1,1,2,A\n3,1,1,2,B\n", "not numbered 1 to 2"),
        ("round,table,ns,ew,set\n1,1,bye,bye,A\n", "No pairs are seated"),
        ("round,table,ns,ew,set\n1,1,1,2,?\n1,1,x,2,A\n", "2 lines that cannot be read"),
        ("round,table,ns,ew\n1,1,1,2\n", "set"),
        ("[1, 2]", "list of objects"),
        ("[{", "not JSON"),
        ("R1  1: 1-2\n", "line 1"),
    ],
)
def test_what_is_no_movement_is_refused_in_words(ask: Ask, text: str, said: str) -> None:
    code, out, err = ask("movement show -", text)
    assert (code, out) == (2, "")
    assert said in err


def _text() -> str:
    text = Path(HOWELL).read_text(encoding="utf-8")
    assert read_movement(text).contestants == 10
    return text
