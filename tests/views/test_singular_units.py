"""One of a unit is in the singular: "1 IMP", "1.00 VP"."""

from types import SimpleNamespace as Like
from typing import Any

import pytest

from overtrick.core.model.results import AwardedImps
from overtrick.core.provenance import IMPS, PERCENT, VPS, Unit
from overtrick.views import report
from overtrick.views.whys import Number
from overtrick.web.exchange.push.news import _result_news


@pytest.mark.parametrize(("imps", "told"), [(1, "1 IMP"), (-1, "−1 IMP"), (0, "0 IMPs"), (3, "3 IMPs")])
def test_awarded_imps(imps: int, told: str) -> None:
    assert str(AwardedImps(imps).phrased) == told
    assert str(AwardedImps(imps)) == told.replace("−", "-")


@pytest.mark.parametrize(
    ("number", "unit", "told"),
    [
        (Number("+1", value="1"), IMPS, "+1 IMP against number 4."),
        (Number("−1", value="-1"), IMPS, "−1 IMP against number 4."),
        (Number("+12", value="12"), IMPS, "+12 IMPs against number 4."),
        (Number("1.00", value="1"), VPS, "1.00 VP against number 4."),
        (Number("54.21", value="54.21"), PERCENT, "54.21% against number 4."),
    ],
)
def test_the_news_of_a_result(number: Number, unit: Unit, told: str) -> None:
    stage: Any = Like(stage="Swiss")
    match: Any = Like(score=number, round=2, against=("4",))
    assert str(_result_news(stage, match, "3", unit).body) == told


@pytest.mark.parametrize(
    ("imps", "by_score", "told"),
    [
        ("1", True, "Ash beat Elm by 1 IMP to 0."),
        ("12", True, "Ash beat Elm by 12 IMPs to 0."),
        ("1", False, "Ash and Elm tied with 1 IMP each. The match was decided by lot, and Ash won."),
    ],
)
def test_the_report_of_a_match(monkeypatch: pytest.MonkeyPatch, imps: str, by_score: bool, told: str) -> None:  # noqa: FBT001
    won = Like(who="Ash", won=True, imps=Number(imps, value=imps))
    lost = Like(who="Elm", won=False, imps=Number("0", value="0"))
    match = Like(sides=(won, lost), by_score=by_score, forfeited=False, by="lot", stands="")
    monkeypatch.setattr(report, "knockout_page", lambda *_: Like(matches=(match,), notes=()))
    anything: Any = None
    assert [str(each) for each in report._matches(anything, anything)] == [told]
