"""Files made to hang or to break their reader: refused in words, in a time that grows with their length alone."""

import json
from collections.abc import Callable
from time import process_time

import pytest

from overtrick.core import limits
from overtrick.core.errors import OvertrickError
from overtrick.core.exact import read_exact, read_whole
from overtrick.core.model.cards import Card, Deal
from overtrick.core.model.contestants import entry_order
from overtrick.core.model.notation import read_result
from overtrick.core.model.written import read_day, read_time
from overtrick.formats.draw_tables import read_losses, read_matches, read_seeds, read_standings
from overtrick.formats.entries_csv import read_entries
from overtrick.formats.given_json import read_json
from overtrick.formats.movement_files import read_movement_file
from overtrick.formats.pbn import read_deals
from overtrick.formats.plain_text import plain_text
from overtrick.formats.results_csv import read_results
from overtrick.formats.tables import read_table
from overtrick.ledger.codec import read_posting
from overtrick.regulations.grammar.draws import DrawBook
from overtrick.regulations.plan.event_book import is_event, read_event
from overtrick.regulations.read.documents import open_file
from overtrick.regulations.read.load import rule_text
from overtrick.web.desk.forms.entries import read_players
from overtrick.web.desk.keystroke import read_line

pytestmark = pytest.mark.whole

N = 200_000
SECONDS = 3.0
"""Processor time for one of these files, on a slow machine; a reader whose time grows with the square takes minutes."""

LONGEST = 20_000
"""Characters of a refusal: somebody is to read it."""

READERS: dict[str, Callable[[str], object]] = {
    "PBN": lambda text: read_deals(text, "x"),
    "results": lambda text: read_results(text.splitlines(), "x"),
    "entries": lambda text: read_entries(text, "x"),
    "a table": lambda text: read_table(text, "x", {"round": (), "table": (), "ns": ()}, ("round",)),
    "a movement": lambda text: read_movement_file(text, "x"),
    "rules": lambda text: rule_text(text, "x"),
    "an event": lambda text: read_event(text, "x"),
    "which it is": is_event,
    "draws": lambda text: open_file(DrawBook, text, "x").said,
    "JSON": lambda text: read_json(text, "x"),
    "a result": read_result,
    "a number": read_exact,
    "a whole number": read_whole,
    "a deal": Deal.read,
    "a card": Card.parse,
    "a posting": read_posting,
    "a time": read_time,
    "a day": read_day,
    "bytes": lambda text: plain_text(text.encode("utf-8", "surrogatepass"), "x"),
    "the order of entries": entry_order,
    "a line at the desk": read_line,
    "players": read_players,
    "standings": lambda text: read_standings(text, "x"),
    "matches": lambda text: read_matches(text, "x"),
    "losses": lambda text: read_losses(text, "x"),
    "seeds": lambda text: read_seeds(text, "x"),
}

FILES: dict[str, str] = {
    "braces": "{" * N,
    "brackets": "[" * N,
    "brackets that close": "[" * N + "]" * N,
    "objects in objects": '{"a":' * (N // 5) + "1" + "}" * (N // 5),
    "lists 900 deep": "[" * 900 + "]" * 900,
    "blank lines": "\n" * N,
    "a bracket and blank lines": "[" + "\n" * N,
    "blanks": " " * N,
    "a word, then blanks": "7 13 4S S =" + " " * N + "x",
    "tags that never end": '[A "\n' * (N // 5),
    "a tag that never ends": "[Board" + " " * N,
    "tags without a bracket": '[Board "1"\n' * (N // 11),
    "quotes": '"' * N,
    "quotes, each escaped": '"' + '\\"' * (N // 2),
    "the same with a stroke at the end": '"' + '\\"' * (N // 2) + "\\",
    "nines": "9" * N,
    "places of a table in nines": f"7{'9' * 6000} 13 4S S =",
    "commas": "," * N,
    "cells that never end": 'a,"' * (N // 3),
    "a number of 6,000 digits in JSON": '[{"round":' + "9" * 6000 + "}]",
    "a number of 4,000 digits in JSON": '[{"round":' + "9" * 4000 + "}]",
    "a round of 6,000 digits": "R" + "9" * 6000 + "  1: 1-2 A",
    "tables of a round": "R1  " + "1: 1-2 A | " * (N // 11),
    "strokes": "|" * N,
    "slashes": "/" * N,
    "minuses": "-" * N,
    "shares": "60% " * (N // 4),
    "lone surrogates": "\ud800" * 100,
    "a board of 6,000 digits": "board,table,result\n" + "9" * 6000 + ",1,4S S =",
    "a seed of 6,000 digits": "Pair No,Name,Seed\n1,A,\n2,B," + "9" * 6000,
    "the same entry over and over": "Pair No,Name\n" + "1,A\n" * (N // 4),
    "the same result over and over": "board,table,result\n" + "1,1,4S S =\n" * (N // 11),
    "lists that never end, in TOML": "a=" + "[" * N,
    "lists in lists, in TOML": "a=" + "[" * 2000 + "]" * 2000,
    "a number of 6,000 digits in TOML": "a = " + "9" * 6000,
    "a key of many parts": "a" + ".a" * (N // 2) + "=1",
    "a heading of many parts": "[a" + ".a" * (N // 2) + "]",
    "a superscript for a number": "²",
    "a round of superscripts": "round,table,ns\n²,²,²",
}


@pytest.mark.parametrize("name", READERS)
def test_no_file_hangs_or_breaks_its_reader(name: str) -> None:
    slow: dict[str, float] = {}
    broken: dict[str, str] = {}
    for called, text in FILES.items():
        began = process_time()
        try:
            READERS[name](text)
        except OvertrickError as refused:
            if len(str(refused)) > LONGEST:
                broken[called] = f"{len(str(refused))} characters of refusal"
        except Exception as fault:  # noqa: BLE001 - whatever it is, it is told
            broken[called] = repr(fault)[:200]
        if (taken := process_time() - began) > SECONDS:
            slow[called] = taken
    assert (broken, slow) == ({}, {})


def test_a_file_that_is_too_large_is_refused_before_it_is_read() -> None:
    text = "x" * (limits.FILE + 1)
    for name in ("PBN", "entries", "a table", "a movement", "rules", "an event", "draws", "JSON"):
        with pytest.raises(OvertrickError, match="too large"):
            READERS[name](text)


def test_json_is_read_up_to_its_depth_and_no_further() -> None:
    deepest = "[" * limits.DEPTH + "]" * limits.DEPTH
    assert read_json(deepest, "x") == json.loads(deepest)
    assert read_json('["[[[", {"]": "\\"[["}]', "x") == ["[[[", {"]": '"[['}]
    with pytest.raises(OvertrickError, match="deep"):
        read_json(f"[{deepest}]", "x")


def test_the_faults_of_a_file_are_told_up_to_a_number() -> None:
    with pytest.raises(OvertrickError, match="and 9950 more") as told:
        read_results(["board,table,result", *(f"{line},0,4S S =" for line in range(1, 10_001))], "x")
    assert str(told.value).count("\n") < 60
