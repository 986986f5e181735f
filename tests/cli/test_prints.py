"""Sheets at the prompt."""

from pathlib import Path

import pytest

from asking import Ask
from overtrick.prints.sheets import SHEETS
from pdf_text import pages_of, sizes_of


@pytest.mark.parametrize("name", [name for name in SHEETS if name != "guides"])
def test_every_sheet_of_a_book(name: str, ask: Ask) -> None:
    status, told, _ = ask(f"print book.jsonl --sheet {name} -o {name}.pdf")
    assert status == 0, told
    pages = pages_of(Path(f"{name}.pdf").read_bytes())
    assert f": {len(pages)} page" in told
    assert all(pages)


def test_scorecards_of_everybody_on_letter(ask: Ask) -> None:
    ask("print book.jsonl --sheet scorecards --paper letter --out cards.pdf")
    made = Path("cards.pdf").read_bytes()
    assert sizes_of(made) == {(612, 792)}
    assert len(pages_of(made)) == 8


def test_guide_cards_of_a_movement_for_tables_and_pairs(ask: Ask) -> None:
    status, told, _ = ask("print night.jsonl --sheet guides -o guides.pdf")
    assert status == 0, told
    lines = "\n".join(pages_of(Path("guides.pdf").read_bytes())).splitlines()
    assert {"Table 1", "Table 9", "sits out"} <= set(lines)
    assert sum(line.startswith("19 ") for line in lines) == 1
