"""Texts made to hang or to break whoever reads them."""

from collections.abc import Callable
from time import process_time

from overtrick.core.errors import OvertrickError

N = 200_000
SECONDS = 3.0
"""Processor time for one of these files, on a slow machine; a reader whose time grows with the square takes minutes."""

LONGEST = 20_000
"""Characters of a refusal: somebody is to read it."""

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


def harm_done(read: Callable[[str], object]) -> tuple[dict[str, str], dict[str, float]]:
    """The texts that break a reader, with what comes of it, and those that take it too long."""
    slow: dict[str, float] = {}
    broken: dict[str, str] = {}
    for called, text in FILES.items():
        began = process_time()
        try:
            read(text)
        except OvertrickError as refused:
            if len(str(refused)) > LONGEST:
                broken[called] = f"{len(str(refused))} characters of refusal"
        except Exception as fault:  # noqa: BLE001 - whatever it is, it is told
            broken[called] = repr(fault)[:200]
        if (taken := process_time() - began) > SECONDS:
            slow[called] = taken
    return broken, slow
