"""Deals at the prompt: a plan is fixed, dealt and proved; keys stay where they belong."""

import json
import stat
from pathlib import Path

import pytest

from asking import Ask

PLAN = 'deals plan spring.sqd --name Spring --delayed "an index" --phase 2:3x4:F#:"Final #" --phase 0:4:X#:"Extra #"'


def test_from_the_plan_to_the_proof(ask: Ask) -> None:
    code, planned, _ = ask(PLAN)
    assert code == 0
    keys = [line.partition(":")[2] for line in Path("spring.sqk").read_text(encoding="ascii").split()]
    assert [len(key) for key in keys] == [60, 60, 60]
    assert ask("deals make spring.sqd")[0] == 2  # nothing is dealt before its value
    code, made, _ = ask("deals make spring.sqd --value 43.5 --format pbn --format dlm")
    assert (code, made.count("F1."), made.count("F2.")) == (0, 2, 2)
    assert ask("deals make spring.sqd --phase 2 --session 3 --reserve --format csv")[0] == 0
    assert "SN 2:1-4,5-8,9-12:F#:Final #" in Path("spring.sqd").read_text(encoding="utf-8")
    code, proof, err = ask("deals verify spring.sqd spring.sqk F1.pbn F2.dlm X3reserve.csv")
    assert (code, err) == (0, "")
    assert "F2.dlm: 4 of 4 boards verified (Final 2)" in proof
    assert "X3reserve.csv: 4 of 4 boards verified (Extra 3, reserve)" in proof
    assert not any(key[:12] in told for key in keys for told in (planned, made, proof))


def test_keys_and_deals_are_for_their_owner_alone(ask: Ask) -> None:
    ask("deals make --boards 24 --name Tuesday")
    for name in ("tuesday.sqk", "tuesday.pbn"):
        assert stat.S_IMODE(Path(name).stat().st_mode) == 0o600
    code, _, err = ask("deals make --boards 24 --name Tuesday")
    assert (code, "exists" in err) == (2, True)


def test_no_two_sets_are_the_same(ask: Ask) -> None:
    for name in ("one", "two"):
        assert ask(f"deals make --boards 17-32 --name {name}")[0] == 0
    assert "16 of 16" in ask("deals verify one.sqd one.sqk one.pbn")[1]
    code, out, err = ask("deals verify one.sqd one.sqk two.pbn")
    assert (code, "0 of 16" in out) == (1, True)
    assert "16 boards not from this plan" in err
    assert ask("deals verify one.sqd two.sqk one.pbn")[0] == 1


@pytest.mark.parametrize("change", ["key", "value", "card"])
def test_whatever_was_changed_is_found(ask: Ask, change: str) -> None:
    file = Path({"key": "cup.sqk", "value": "cup.sqd", "card": "F1.pbn"}[change])
    for name in ("cup.sqd", "cup.sqk", "F1.pbn"):
        Path(name).write_bytes((Path("examples") / name).read_bytes())
    text = file.read_bytes()
    if change == "key":
        file.write_bytes(text[:-3] + (b"a" if text[-3:-2] != b"a" else b"b") + text[-2:])
    elif change == "value":
        file.write_bytes(text.replace(b"43275.91", b"43275.92"))
    else:
        deal = next(line for line in text.splitlines() if line.startswith(b'[Deal "'))
        hands = deal.split(b" ")
        file.write_bytes(text.replace(deal, b" ".join([hands[0], hands[1], hands[3], hands[2], *hands[4:]])))
    code, out, _ = ask("deals verify cup.sqd cup.sqk F1.pbn --json")
    assert code == 1
    assert json.loads(out)["faults"]


def test_statistics_in_numbers(ask: Ask) -> None:
    found = json.loads(ask("deals statistics examples/F1.pbn --json")[1])
    assert (found["deals"], sum(seat["points"] for seat in found["seats"])) == (16, 640)
    assert sum(shape["dealt"] for shape in found["shapes"].values()) == 64
    assert found["shapes"]["4432"]["expected"] == "13.79"
