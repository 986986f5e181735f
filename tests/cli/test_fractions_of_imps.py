"""Fractions of an IMP on the WBF scale of GNOT18 2.1: rounded, and said so; or by the formula where that is chosen."""

import pytest

from asking import Ask
from directing import Room, numbers
from overtrick.core.event.acts import EntriesClosed, EntryTaken, EventOpened, FormatChosen, ReadingChosen

GNOT = "gnot-nsw-2018/gnot"


@pytest.mark.clause("GNOT18 2.1")
def test_the_why_says_that_a_fraction_was_rounded(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ask = Ask(monkeypatch, capsys)
    # 10 + 10 (1 - t^(3 * 19 / 56.125)) / (1 - t^3), t = 0.618034, 56.125 = 15 * sqrt(14): 15.06 for 19, 15.14 for 19.4
    told = ask("vp gnot-nsw-2018/swiss --boards 14 19.4")[1]
    assert "15.06" in told
    assert "4.94" in told
    assert "rounded to +19 IMPs" in told
    assert "reading Q77" in told
    exact = ask("vp gnot-nsw-2018/swiss-exact --boards 14 19.4")[1]
    assert "15.14" in exact
    assert "4.86" in exact
    assert "rounded" not in exact
    assert "rounded" not in ask("vp gnot-nsw-2018/swiss --boards 14 19")[1]


@pytest.mark.clause("GNOT18 2.1")
def test_an_organiser_may_choose_the_formula() -> None:
    room = Room(GNOT)
    room.do(EventOpened(GNOT, "", "", ""), FormatChosen("format confirmed"))
    room.do(ReadingChosen("Q77", "the formula, with the fraction as it is", "as the WBF scores it"))
    room.do(*(EntryTaken(name) for name in numbers(20)), EntriesClosed())
    swiss = room.event.current_plan().stage("Swiss")
    assert swiss is not None
    assert "swiss-exact" in repr(swiss.scoring.match)
