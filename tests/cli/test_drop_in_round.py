"""A Swiss that starts in the third session: the why of a drop-in score names the round and the row it comes from."""

from contextlib import closing
from pathlib import Path

import pytest

from asking import Ask
from books import whole_book
from overtrick.core.event.acts import EntrantsJoined
from overtrick.ledger.book import Draft
from overtrick.ledger.file import FileBook

pytestmark = pytest.mark.whole


@pytest.mark.clause("GNOT18 A2.intro")
def test_the_why_names_the_round_as_drawn_and_the_row_of_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With 17 teams nobody is in the Swiss before Session 3 (reading Q06): its round 2 takes the row of Round 4."""
    postings = whole_book("gnot-nsw-2018/gnot", 17, faults=False)
    path = tmp_path / "seventeen.jsonl"
    with closing(FileBook(path)) as book:
        book.append([Draft(each.act, each.by, each.at, each.key) for each in postings])
    joined = next(each.act for each in postings if isinstance(each.act, EntrantsJoined) and each.act.round == 2)
    told = Ask(monkeypatch, capsys)(f"why {path} --pair {joined.contestants[0]} --stage Swiss --depth 2")[1]
    assert "carried into round 2, which is round 4 of the table" in " ".join(told.split())
    assert "GNOT18 A2.table.4" in told
