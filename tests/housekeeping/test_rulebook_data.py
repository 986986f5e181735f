"""The rulebook's data files say what they must: they parse, cite what exists, and leave no clause out."""

import tomllib
from decimal import Decimal
from importlib.resources import files
from itertools import pairwise
from typing import Any

import pytest

CLAUSES = {
    "anc-2026": 156,
    "club": 13,
    "gnot-nsw-2018": 89,
    "laws-2017": 22,
    "nsw-its-2021": 152,
    "nsw-swiss-pairs": 13,
    "sabf-2020": 286,
}
READINGS = {
    "anc-2026": [f"D{n:02}" for n in range(1, 88)],
    "club": [],
    "gnot-nsw-2018": [f"Q{n:02}" for n in range(1, 82)],
    "laws-2017": [],
    "nsw-its-2021": [f"I-{n:02}" for n in range(1, 76)],
    "nsw-swiss-pairs": [f"S-{n:02}" for n in range(1, 28)],
    "sabf-2020": [f"D{n}" for n in range(1, 101)] + [f"EV-{n:02}" for n in range(1, 114)],
}
TABLES = {"anc-2026": 4, "nsw-swiss-pairs": 2, "sabf-2020": 26}
KINDS = {"computes", "decides", "schedules", "records", "informs"}
RULEBOOK = files("overtrick.rulebook")

every_document = pytest.mark.parametrize("document", CLAUSES)
every_document_with_tables = pytest.mark.parametrize("document", TABLES)


def read(document: str, name: str) -> dict[str, Any]:
    """One data file of a document; a document without that file gives nothing."""
    file = RULEBOOK / document / f"{name}.toml"
    return tomllib.loads(file.read_text("utf-8"), parse_float=Decimal) if file.is_file() else {}


def clause_ids(document: str) -> list[str]:
    return [clause["id"] for clause in read(document, "clauses")["clause"]]


def stands(on: str, ids: list[str]) -> bool:
    """Whether *on* is a clause, or the number that a clause's unnumbered paragraphs share."""
    return on in ids or any(known.startswith(f"{on}#") for known in ids)


def test_every_folder_of_the_rulebook_is_counted_here() -> None:
    folders = {entry.name for entry in RULEBOOK.iterdir() if (entry / "document.toml").is_file()}
    assert folders == set(CLAUSES)


@every_document
def test_a_document_says_what_it_is(document: str) -> None:
    said = read(document, "document")
    assert said.keys() - {"games"} == {"cite", "title", "body", "issued", "edition"}
    assert said.get("games", False) is (document == "club")


def test_no_two_documents_share_a_cite() -> None:
    assert len({read(document, "document")["cite"] for document in CLAUSES}) == len(CLAUSES)


@every_document
def test_every_clause_is_there_once(document: str) -> None:
    ids = clause_ids(document)
    assert len(ids) == CLAUSES[document]
    assert len(set(ids)) == len(ids)


@every_document
def test_every_clause_is_of_a_known_kind_and_says_something(document: str) -> None:
    for clause in read(document, "clauses")["clause"]:
        assert clause.keys() == {"id", "kind", "says"}, clause["id"]
        assert clause["kind"] in KINDS, clause["id"]
        assert clause["says"].endswith((".", '."', "?")), clause["id"]


@every_document
def test_every_reading_is_there_and_stands_on_a_clause(document: str) -> None:
    ids = clause_ids(document)
    readings = read(document, "readings").get("reading", [])
    assert [reading["id"] for reading in readings] == READINGS[document]
    for reading in readings:
        assert reading.keys() - {"unswitched", "covers"} == {"id", "on", "matter", "we", "other"}, reading["id"]
        assert reading["on"], reading["id"]
        assert reading["matter"], reading["id"]
        assert reading["we"], reading["id"]
        assert [on for on in reading["on"] if not stands(on, ids)] == [], reading["id"]


@every_document_with_tables
def test_every_table_cites_a_clause_of_its_document(document: str) -> None:
    cite = read(document, "document")["cite"]
    tables = read(document, "tables")
    every = tables["table"] + tables.get("band_table", [])
    assert len({table["id"] for table in every}) == len(every) == TABLES[document]
    for table in every:
        assert table["id"].startswith(f"{document}/")
        assert table["clause"].removeprefix(f"{cite} ") in clause_ids(document), table["id"]


@every_document_with_tables
def test_every_row_fills_its_columns_and_rises(document: str) -> None:
    for table in read(document, "tables")["table"]:
        rows = table["rows"]
        assert {len(row) for row in rows} == {len(table["columns"])}, table["id"]
        assert all(above[0] < below[0] for above, below in pairwise(rows)), table["id"]
        if "win" in table["columns"]:
            assert all(above[1] < below[1] for above, below in pairwise(rows)), table["id"]
            assert (rows[0][1], rows[-1][1]) == (10, 20), table["id"]


def test_the_misprints_are_kept_as_printed() -> None:
    """Tables are evidence; a correction is a reading (ANC26 D77, NSWSP S-24), never an edit."""
    printed = {
        table["id"]: {row[0]: row[1:] for row in table["rows"]}
        for document in TABLES
        for table in read(document, "tables")["table"]
    }
    odd = {name: {m for m, vps in rows.items() if len(vps) == 2 and sum(vps) != 20} for name, rows in printed.items()}
    assert {name: margins for name, margins in odd.items() if margins} == {"anc-2026/app-5/8": {12}}
    assert printed["anc-2026/app-5/8"][12] == [Decimal("14.68"), Decimal("5.42")]
    assert set(range(35)) - set(printed["nsw-swiss-pairs/table-2/9"]) == {16, 17}


def test_a_band_table_has_a_limit_for_every_band_and_its_limits_rise() -> None:
    [table] = read("sabf-2020", "tables")["band_table"]
    assert len(table["rows"]) == len(table["vps"])
    assert {len(row) for row in table["rows"]} == {len(table["boards"])}
    assert all(low[1] + 1 == high[0] for low, high in pairwise(table["boards"]))
    for band in zip(*table["rows"], strict=True):
        assert all(above < below for above, below in pairwise(band))
