"""A .bws at the prompt: shown before it is posted, posted once, and followed while it grows and is half written."""

import json
from collections import Counter
from pathlib import Path
from threading import Thread
from time import sleep
from typing import Any

import pytest

from asking import Ask
from bridgemates import received, with_received
from overtrick.cli import bridgemate
from overtrick.core.event.acts import ResultCorrected, ResultPosted
from overtrick.formats.bridgemate.bws import BwsFile
from overtrick.formats.bridgemate.jet import Value
from overtrick.ledger.book_file import open_file

READ = "bridgemate read night.bws --into night.jsonl"


def said(ask: Ask, question: str) -> dict[str, Any]:
    code, out, err = ask(f"{question} --json")
    assert (code, err) == (0, "")
    answer: dict[str, Any] = json.loads(out)
    return answer


def test_a_file_is_shown_before_it_is_posted_and_posted_once(ask: Ask) -> None:
    before = Path("night.jsonl").read_bytes()
    shown = said(ask, READ)
    assert (shown["own"], shown["counts"]) == (True, {"new": 8, "wrong way round": 1})
    assert Path("night.jsonl").read_bytes() == before
    assert said(ask, f"{READ} --post")["counts"] == shown["counts"]
    posted = Path("night.jsonl").read_bytes()
    assert said(ask, f"{READ} --post")["counts"] == {"same": 8, "wrong way round": 1}
    assert Path("night.jsonl").read_bytes() == posted
    assert ask("verify night.jsonl")[0] == 0


def test_what_is_written_says_that_nobody_tried_it(ask: Ask) -> None:
    code, out, _ = ask("bridgemate write night.jsonl --round 2 -o two.bws")
    assert (code, "have not been tested with Bridgemate Control Software yet" in out) == (0, True)
    plan = BwsFile(Path("two.bws").read_bytes(), "two.bws").plan()
    assert {play.round for play in plan.plays} == {2}


def test_a_file_that_grows_is_followed_over_halves_and_corrections(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bridgemate, "EVERY", 0.01)
    assert ask("bridgemate write night.jsonl -o live.bws")[0] == 0
    empty = Path("live.bws").read_bytes()
    here = [play for play in BwsFile(empty, "live.bws").plan().plays if play.round == 2]
    rows: list[dict[str, Value]] = []

    def play() -> None:
        for play in here:
            rows.append(received(play.ns, play.ew, "4 S N =", Table=play.table, Round=2, Board=play.boards[0]))
            whole = with_received(empty, *rows)
            Path("live.bws").write_bytes(whole[: len(whole) // 2])
            sleep(0.05)
            Path("live.bws").write_bytes(whole)
            sleep(0.1)
        rows[0]["Erased"] = True
        rows.append({**rows[0], "Erased": False, "Result": "-1"})
        Path("live.bws").write_bytes(with_received(empty, *rows))

    devices = Thread(target=play)
    devices.start()
    code, out, err = ask("bridgemate watch live.bws --into night.jsonl --seconds 4")
    devices.join()
    assert (code, "Retrying" in err) == (0, True)
    acts = [posting.act for posting in open_file(Path("night.jsonl")).postings if posting.by == "Bridgemate"]
    assert Counter(map(type, acts)) == {ResultPosted: len(here), ResultCorrected: 1}
    assert f"table {here[0].table}, round 2, board {here[0].boards[0]}" in out
    code, out, _ = ask("bridgemate watch live.bws --into night.jsonl --seconds 0")
    assert (code, out.count("\n")) == (0, 1)
