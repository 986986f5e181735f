"""Which clause each rule of the rulebook stands on, as the tables in `cited/` have it, read off the documents.

A table lists clauses in the document's order, and under each the rules that cite it: the file, the way to the rule in
it, the events if it is in their files, and the readings of the clause that the rule relies on. A number that is right
with a wrong clause beside it would send a player to the wrong page; nothing that is computed would show it.
"""

import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from overtrick.regulations.read.editions import rulebook
from overtrick.regulations.read.event_texts import event_tables

TABLES = Path(__file__).parent / "cited"
CITATION = re.compile(r"(ANC26|CLUB26|GNOT18|ITS21|Law|NSWSP|SABF20) .+")
SENTENCES = {"says", "title", "printed_note", "remedy", "way", "ranking"}
"""Keys whose text may name a clause in passing."""
NAMED_BY = ("id", "name", "kind", "stage", "round", "why", "of", "table", "event", "by")
Cited: TypeAlias = Counter[tuple[str, str]]
"""Clause and rule, and how often: two stages of one name are two."""


def label(table: Mapping[str, Any], place: int) -> str:
    """How a table of a list is told from its neighbours: by its name, or by its place."""
    if "names" in table:
        return str(table["names"][0])
    return next((str(table[key]) for key in NAMED_BY if isinstance(table.get(key), str | int)), str(place))


def citing(data: Mapping[str, Any], path: str = "", above: str = "") -> Iterator[tuple[str, str]]:
    """Every clause that a table and those inside it cite, each with the way to it and the readings beside it."""
    own = str(data.get("clause", above))
    readings = data.get("readings", ())
    if "clause" in data or readings:
        yield own, f"{path} ({', '.join(readings)})" if readings else path
    for key, value in data.items():
        inner = f"{path} > {key}" if path else key
        if isinstance(value, str):
            if key not in SENTENCES and key != "clause" and CITATION.fullmatch(value):
                yield value, inner
        elif isinstance(value, dict):
            yield from citing(value, inner, own)
        elif isinstance(value, list):
            for place, each in enumerate(value, start=1):
                if isinstance(each, dict):
                    yield from citing(each, f"{inner} > {label(each, place)}", own)


@cache
def shipped(folder: str) -> dict[str, Cited]:
    """What the files of a folder cite: by the rule at the top of each way, or by the event with all that it is like."""
    found: defaultdict[str, Cited] = defaultdict(Counter)
    root = Path(str(rulebook())) / folder
    for path in sorted(root.rglob("*.toml")):
        if path.name in {"clauses.toml", "readings.toml", "document.toml"}:
            continue
        event = path.parent.name == "events"
        text = path.read_text(encoding="utf-8")
        tables = event_tables(text, path.name) if event else tomllib.loads(text, parse_float=Decimal)
        for clause, way in citing(tables):
            rule = f"event: {way}" if event else f"{path.stem}: {way}"
            found[f"{folder}/{path.stem}" if event else top(rule)][clause, rule] += 1
    return dict(found)


def top(rule: str) -> str:
    """The file, the kind and the name of the rule that a way begins with."""
    return " > ".join(re.sub(r" \([A-Z].*\)$", "", rule).split(" > ")[:2])


@cache
def stated(folder: str) -> dict[str, Cited]:
    """What the table of a folder says, in the same shape."""
    found: defaultdict[str, Cited] = defaultdict(Counter)
    clause = ""
    for line in (TABLES / f"{folder}.txt").read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        if not line.startswith(" "):
            clause = line
            continue
        rule, _, events = line.strip().partition(" @ ")
        for each in events.split(", "):
            found[f"{folder}/{each}" if each else top(rule)][clause, rule] += 1
    return dict(found)


EVERY = [(path.stem, rule) for path in sorted(TABLES.glob("*.txt")) for rule in stated(path.stem)]


@pytest.mark.parametrize(("folder", "rule"), EVERY)
def test_a_rule_cites_the_clause_it_is_made_from(folder: str, rule: str) -> None:
    assert shipped(folder).get(rule, Counter()) == stated(folder)[rule]


@pytest.mark.parametrize("folder", sorted({folder for folder, _ in EVERY}))
def test_every_rule_that_cites_is_in_the_table(folder: str) -> None:
    assert shipped(folder).keys() == stated(folder).keys()
