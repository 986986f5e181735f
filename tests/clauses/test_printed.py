"""The tables the documents print, cell by cell: what the rulebook has of them, and what the events make of them.

`printed/` has them as they stand in the documents, misprints included; it was taken from the documents, not from the
rulebook.
"""

import tomllib
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest

from clauses.shape import both
from overtrick.core.laws.adjusted import further_award
from overtrick.regulations.read.editions import rulebook
from overtrick.regulations.read.library import shipped_rulebook

PRINTED = Path(__file__).parent / "printed"


def rows(name: str) -> Iterator[tuple[int, list[tuple[Fraction, ...]]]]:
    """A printed table: the number at the left of each row, and its cells."""
    for line in (PRINTED / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            first, *cells = line.split("|")
            yield int(first), [tuple(Fraction(each) for each in cell.split()) for cell in cells]


APP_5 = [
    ("anc-2026/app-5/12", 0, (12,)),
    ("anc-2026/app-5/8", 1, (8,)),
    ("anc-2026/app-5/6-7", 2, (6, 7)),
]


@pytest.mark.parametrize(("table", "column", "lengths"), APP_5)
@pytest.mark.clause("ANC26 App-5 (12 boards)", "ANC26 App-5 (8 boards)", "ANC26 App-5 (6/7 boards)")
def test_the_swiss_pairs_scale_of_the_championships(table: str, column: int, lengths: tuple[int, ...]) -> None:
    printed = {imps: cells[column] for imps, cells in rows("anc-2026-app-5") if len(cells) > column}
    kept = shipped_rulebook().table(table)
    assert kept.boards == lengths
    assert {int(row[0]): (Fraction(row[1]), Fraction(row[2])) for row in kept.rows} == printed
    scale = shipped_rulebook().scale("anc-2026/swiss-pairs")
    as_printed = shipped_rulebook().scale("anc-2026/swiss-pairs", as_printed=True)
    for imps, cell in printed.items():
        read = (Fraction("14.58"), Fraction("5.42")) if (lengths, imps) == ((8,), 12) else cell  # D77
        for boards in lengths:
            assert both(scale, boards, imps) == read
            assert both(as_printed, boards, imps) == cell
    last = max(printed)
    assert all(both(scale, boards, last + 9) == (20, 0) for boards in lengths)


@pytest.mark.clause("ANC26 App-4.3")
def test_several_average_plus_boards() -> None:
    printed = {boards: [cell[0] for cell in cells] for boards, cells in rows("anc-2026-app-4")}
    kept = {
        int(row[0]): [Fraction(each) for each in row[1:]] for row in shipped_rulebook().table("anc-2026/app-4").rows
    }
    assert kept == printed
    teams, pairs = shipped_rulebook().artificial("anc-2026/teams"), shipped_rulebook().artificial("anc-2026/pairs")
    assert [[further_award(board, rule) for rule in (teams, pairs)] for board in printed] == [
        row[:2] for row in printed.values()
    ]


@pytest.mark.parametrize(("table", "boards"), [("table-1", 8), ("table-2", 9)])
@pytest.mark.parametrize("scale", ["nsw-swiss-pairs/scale", "abf/swiss-pairs"])
@pytest.mark.clause("NSWSP Table 1", "NSWSP Table 2")
def test_the_scales_of_the_congresses(scale: str, table: str, boards: int) -> None:
    printed = {imps: cells[0] for imps, cells in rows(f"nsw-swiss-pairs-{table}")}
    kept = shipped_rulebook().table(f"nsw-swiss-pairs/{table}/{boards}")
    assert kept.boards == (boards,)
    assert {int(row[0]): (Fraction(row[1]), Fraction(row[2])) for row in kept.rows} == printed
    filled = (
        {} if boards == 8 else {16: (Fraction("15.50"), Fraction("4.50")), 17: (Fraction("15.75"), Fraction("4.25"))}
    )
    for imps, cell in {**printed, **filled}.items():
        assert both(shipped_rulebook().scale(scale), boards, imps) == cell


SISTERS = {
    "anc-2026/swiss-pairs": {
        6: ["ANC26 App-5 (6/7 boards)", "SABF20 21.2"], 7: ["ANC26 App-5 (6/7 boards)", "SABF20 21.2"],
        8: ["ANC26 App-5 (8 boards)", "NSWSP Table 1", "SABF20 21.2"], 9: ["SABF20 21.2"], 10: ["SABF20 21.2"],
        12: ["ANC26 App-5 (12 boards)", "SABF20 21.2"], 14: ["SABF20 21.2"],
    },
    "nsw-swiss-pairs/scale": {
        8: ["NSWSP Table 1", "ANC26 App-5 (8 boards)", "SABF20 21.2"], 9: ["NSWSP Table 2", "SABF20 21.2"],
    },
    "abf/swiss-pairs": {
        6: ["ANC26 App-5 (6/7 boards)", "SABF20 21.2"], 7: ["ANC26 App-5 (6/7 boards)", "SABF20 21.2"],
        8: ["NSWSP Table 1", "ANC26 App-5 (8 boards)", "SABF20 21.2"], 9: ["NSWSP Table 2", "SABF20 21.2"],
        10: ["SABF20 21.2"], 12: ["ANC26 App-5 (12 boards)", "SABF20 21.2"], 14: ["SABF20 21.2"],
    },
}  # fmt: skip
"""Where each column stands: the document's own table first, then the others that print the same figures."""

WBF = {6: 3, 7: 4, 8: 5, 9: 6, 10: 7, 11: 8, 12: 9, 14: 10, 16: 12}
"""SABF20 21.1 has all lengths side by side, and each of these again in its own table, 21.3 to 21.12."""


@pytest.mark.parametrize("scale", SISTERS)
def test_which_documents_print_a_column_of_the_swiss_pairs_scale(scale: str) -> None:
    book = shipped_rulebook()
    found = {boards: [each.clause.cite for each in book.printed_tables(scale, boards)] for boards in range(1, 33)}
    assert {boards: cites for boards, cites in found.items() if cites} == SISTERS[scale]


@pytest.mark.clause("SABF20 13.9#2")
def test_which_tables_print_a_column_of_the_continuous_scale() -> None:
    book = shipped_rulebook()
    found = {boards: [each.clause.cite for each in book.printed_tables("wbf/2013", boards)] for boards in range(1, 33)}
    expected = {boards: ["SABF20 21.1", f"SABF20 21.{own}"] for boards, own in WBF.items()} | {15: ["SABF20 21.11"]}
    assert {boards: cites for boards, cites in found.items() if cites} == expected


@pytest.mark.parametrize("scale", [*SISTERS, "wbf/2013"])
def test_tables_that_print_the_same_column_agree_but_for_what_is_repaired(scale: str) -> None:
    book = shipped_rulebook()
    assert book.columns(scale)
    for column in book.columns(scale):
        own = book.table(column.table)
        for name in column.sisters:
            sister = book.table(name)
            assert set(sister.boards) <= set(own.boards), name
            for boards in sister.boards:
                read = [(row[0], *both(book.scale(scale), boards, row[0]))[: len(row)] for row in sister.rows]
                differ = [row for row, own_row in zip(sister.rows, read, strict=True) if tuple(row) != own_row]
                assert len(differ) <= 1, (name, differ)  # a misprint of the sister, if any


WINNER, BOTH = ["imps", "win"], ["imps", "win", "lose"]
POOLS = ["entry", "pool_a", "pool_b"]
SECOND = ["m1_winners", "m1_lucky", "m2a_winners", "m2a_lucky"]
THIRD = ["sko_teams", "pool_a_losers", "pool_b_winners", "pool_b_lucky"]
HEADS = {
    "anc-2026/app-5/12": BOTH, "anc-2026/app-5/8": BOTH, "anc-2026/app-5/6-7": BOTH,
    "anc-2026/app-4": ["boards", "teams_imps", "pairs_imps", "percent"],
    "nsw-swiss-pairs/table-1/8": BOTH, "nsw-swiss-pairs/table-2/9": BOTH,
    **{f"sabf-2020/21.1/{boards}": WINNER for boards in (6, 7, 8, 9, 10, 11, 12, 14, 16)},
    **{f"sabf-2020/21.2/{boards}": WINNER for boards in (7, 8, 9, 10, 12, 14)},
    **{f"sabf-2020/21.{own}/{boards}": WINNER for boards, own in (WBF | {15: 11}).items()},
    "1A": [*POOLS, *SECOND, *THIRD, "swiss_r1"],
    "1B": [*POOLS, "triangle", *SECOND, "triangle_to_dko", *THIRD, "triangle_to_sko", "swiss_r1"],
    "SKO1": ["entry", "teams", "winners", "lucky", "losers", "swiss_r2"],
    "oits": ["stage_2_pairs", "sessions", "matches_a_session", "boards", "final_tables"],
    **{name: ["stages", "type", "format"] for name in ("wits", "sits")},
    "wits-single": ["matches", "boards", "days"],
    **{name: ["rounds", "boards", "sessions"] for name in ("congress", "congress-small")},
    "wits-two-stage": ["matches", "boards", "qualifiers", "final_matches", "final_boards", "final_days"],
}  # fmt: skip
"""What stands at the head of each table that the documents print, and of each list of formats by the entry."""


def headed(data: object) -> Iterator[tuple[str, object]]:
    """Every table with heads, by its name."""
    if isinstance(data, dict):
        if "columns" in data:
            yield data.get("id") or data["name"], data["columns"]
        for each in data.values():
            yield from headed(each)
    elif isinstance(data, list):
        for each in data:
            yield from headed(each)


def test_what_stands_at_the_head_of_every_table() -> None:
    texts = [path.read_text(encoding="utf-8") for path in sorted(Path(str(rulebook())).rglob("*.toml"))]
    files = [tomllib.loads(text, parse_float=Decimal) for text in texts if "columns" in text]
    assert dict(each for file in files for each in headed(file)) == HEADS
