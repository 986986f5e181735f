"""Every clause and reading that a file of the rulebook names is one its document has."""

import re
import tomllib
from collections.abc import Iterator
from decimal import Decimal
from importlib.resources.abc import Traversable
from typing import Any

import pytest

from overtrick.regulations.read.editions import rulebook
from overtrick.regulations.read.library import shipped_rulebook
from overtrick.regulations.read.load import folders

WORDS = ("says", "note", "matter", "we", "other", "title", "printed_note", "remedy", "ranking", "draw")
"""Keys that hold sentences, in which a clause may be named in passing."""

CITATION = re.compile(r"(?P<document>ANC26|GNOT18|ITS21|Law|NSWSP|SABF20) (?P<number>.+)")


def texts(folder: Traversable, path: str = "") -> Iterator[tuple[str, str]]:
    for entry in sorted(folder.iterdir(), key=lambda each: each.name):
        inner = f"{path}/{entry.name}".lstrip("/")
        if entry.is_dir():
            yield from texts(entry, inner)
        elif entry.name.endswith(".toml"):
            yield inner, entry.read_text(encoding="utf-8")


FILES = {
    f"{folder}/{path}": text
    for folder in folders()
    for path, text in texts(rulebook() / folder)
    if path != "clauses.toml"
}


def named(data: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """Every citation and every reading in a file, with which of the two it is."""
    if isinstance(data, dict):
        for inner, value in data.items():
            if inner not in WORDS:
                yield from named(value, inner)
    elif isinstance(data, list):
        for each in data:
            yield from named(each, key)
    elif isinstance(data, str):
        if key in ("readings", "formula_readings", "reading"):
            yield "reading", data
        elif CITATION.fullmatch(data):
            yield "clause", data


@pytest.mark.parametrize("path", FILES)
def test_every_clause_and_reading_cited_exists(path: str) -> None:
    book = shipped_rulebook()
    readings = {each for document in book.readings.values() for each in document}
    for kind, cite in named(tomllib.loads(FILES[path], parse_float=Decimal)):
        if kind == "reading":
            assert cite in readings, cite
            continue
        found = CITATION.fullmatch(cite)
        assert found is not None
        clauses = book.clauses[found["document"]]
        stem = found["number"]
        assert stem in clauses or any(number.startswith((f"{stem}#", f"{stem}(", f"{stem}.")) for number in clauses), (
            cite
        )


def test_a_citation_of_nothing_is_found() -> None:
    assert list(named({"clause": "ANC26 99.9", "says": "ANC26 1.1", "readings": ["D1"]})) == [
        ("clause", "ANC26 99.9"),
        ("reading", "D1"),
    ]
