"""Sheets at the prompt."""

from contextlib import closing
from pathlib import Path

import pytest

from asking import Ask
from overtrick.core.event.acts import BoardDealt
from overtrick.core.model.cards import RANKS
from overtrick.double_dummy import asked
from overtrick.ledger.book import Draft
from overtrick.ledger.file import FileBook
from overtrick.prints.sheets import SHEETS
from pdf_text import pages_of, sizes_of


@pytest.mark.parametrize("name", [name for name in SHEETS if name not in ("guides", "hands")])
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


def test_hand_records_of_a_round(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Solved first, as there is no server that has done so; here by a solver that always says the same."""
    monkeypatch.setattr(asked, "is_solver_installed", lambda: True)
    monkeypatch.setattr(asked, "solve", lambda deals: [(deal, "10 6 6 6 6 " * 4) for deal in deals])
    refused, told, _ = ask("print book.jsonl --sheet hands --round 1 -o none.pdf")
    assert refused != 0
    with closing(FileBook(Path("book.jsonl"))) as book:
        deal = f"N:{RANKS}... .{RANKS}.. ..{RANKS}. ...{RANKS}"
        acts = [BoardDealt("Swiss", 1, board, deal, "a file") for board in (1, 2, 3)]
        book.append([Draft(act, "scorer", "2026-07-05T10:00:00+10:00", f"deal {act.board}") for act in acts])
    status, told, _ = ask("print book.jsonl --sheet hands --round 1 -o hands.pdf")
    assert status == 0, told
    (page,) = pages_of(Path("hands.pdf").read_bytes())
    assert page.splitlines().count("AKQJT98765432") == 12
    assert sum(line.startswith("Par ") for line in page.splitlines()) == 3
    ask("print book.jsonl --sheet hands --round 1 --board 2 -o one.pdf")
    (page,) = pages_of(Path("one.pdf").read_bytes())
    assert [line for line in page.splitlines() if line.startswith("Dealer")] == ["Dealer East"]
