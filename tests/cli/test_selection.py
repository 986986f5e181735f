"""A selection year at the prompt: what is posted whole or not at all, and JSON that keeps its shape."""

import json
from pathlib import Path
from typing import Any

import pytest

from asking import Ask


def told(ask: Ask, words: str) -> dict[str, Any]:
    """The answer as JSON."""
    code, out, err = ask(f"{words} --json")
    assert (code, err) == (0, "")
    answer: dict[str, Any] = json.loads(out)
    return answer


def test_a_finished_book_is_credited_once_and_then_proved(ask: Ask) -> None:
    ask("selection open new.jsonl --year 2027")
    first = told(ask, "selection credit new.jsonl state-pairs.jsonl")
    assert first["posted"] == first["placings"] > 0
    assert told(ask, "selection credit new.jsonl state-pairs.jsonl")["posted"] == 0
    assert ask("selection credit new.jsonl state-pairs.jsonl")[1].endswith(f"{first['placings']} already credited\n")
    proof = told(ask, "selection verify new.jsonl state-pairs.jsonl")
    assert proof == {"sound": True, "postings": first["posted"] + 1, "placings": first["posted"], "objections": []}


def test_a_book_with_a_placing_refused_credits_nothing(ask: Ask) -> None:
    """The members of the last placing have another place already: the ones before it are not posted either."""
    placings = [json.loads(line) for line in Path("year.jsonl").read_text(encoding="utf-8").splitlines()]
    last = [each for each in placings if each.get("event") == "state-pairs"][-1]
    members = " ".join(f'--member "{name}"' for name in last["members"])
    ask("selection open new.jsonl --year 2027")
    ask(f"selection credit new.jsonl --event state-pairs --place 99 --source sheet {members}")
    before = Path("new.jsonl").read_bytes()
    code, _, err = ask("selection credit new.jsonl state-pairs.jsonl")
    assert code == 2
    assert "placed twice" in err
    assert Path("new.jsonl").read_bytes() == before


def test_a_mistaken_name_makes_no_book(ask: Ask) -> None:
    ask("selection nominate nowhere.jsonl A B")
    assert not Path("nowhere.jsonl").exists()


def test_what_an_act_makes_the_convenor_mind_is_told_once_with_the_answer(ask: Ask) -> None:
    caution = "the field for the Seniors' trials is closed and stands"
    credit = "selection credit year.jsonl --event gnot-thu --place 12 --source b --member"
    assert told(ask, f"{credit} A --member B --member C --member D")["cautions"] == [caution]
    assert ask(f"{credit} E --member F --member G --member H")[1].count(caution) == 1


def test_why_tells_the_berth_as_json_and_as_the_closed_field_has_it(ask: Ask) -> None:
    why = 'selection why year.jsonl "A. Able and B. Best"'
    answer = told(ask, why)
    assert (answer["target"], answer["players"], answer["points"]) == ("Open", ["A. Able", "B. Best"], "0")
    assert answer["berth"] in ask(why)[1]
    closed = told(ask, "selection close year.jsonl")
    pair = closed["berths"][0]
    decline = json.dumps({"act": "berth declined", "target": "Open", "pair": pair, "reason": "ill"})
    assert told(ask, f"selection post year.jsonl '{decline}'") == {"act": "berth declined", "posted": 1, "cautions": []}
    assert told(ask, f'selection why year.jsonl "{pair}"')["berth"] == "declined: ill"


def test_a_field_seeds_its_berths_alone(ask: Ask) -> None:
    pairs = told(ask, "selection field year.jsonl")["pairs"]
    seeded = [each["seed"] for each in pairs if each["seed"]]
    assert seeded == list(range(1, len(seeded) + 1))
    closed = told(ask, "selection close year.jsonl")
    assert [each["pair"] for each in pairs if each["seed"]] == closed["berths"]


@pytest.mark.parametrize(
    ("words", "shape"),
    [
        ("points new.jsonl", {"target": "Open", "year": 2027, "pairs": []}),
        ("points new.jsonl --players", {"currency": "Open", "year": 2027, "players": []}),
        ("field new.jsonl", {"target": "Open", "closed": False, "pairs": [], "tie": []}),
        ("places new.jsonl", {"clubs": [], "in_all": None, "offers": []}),
    ],
)
def test_a_year_with_nothing_in_it_answers_in_the_same_shape(ask: Ask, words: str, shape: dict[str, Any]) -> None:
    ask("selection open new.jsonl --year 2027")
    assert told(ask, f"selection {words}") == shape
    full = told(ask, f"selection {words.replace('new', 'year')}")
    assert list(full) == list(shape)
    assert ask(f"selection {words}")[1].strip()


def test_a_team_has_all_its_parts(ask: Ask) -> None:
    team = told(ask, """selection team year.jsonl --target "Seniors'\"""")
    parts = ["target", "team", "clause", "unavailable", "withdrawals", "waits", "barred", "ratified"]
    assert list(team) == parts
    assert len(team["team"]) in (2, 3)
    assert team["ratified"] == {"on": "2027-04-02", "refused": None}
