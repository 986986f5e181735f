"""What clubs play, by the names of the library: boards over all tables, and whole sessions."""

from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest

import overtrick as ot

ROOT = Path(__file__).parents[2]
ROWS = [
    {"table": table, "board": board, "ns": table, "ew": table + 10, "result": result}
    for table, result in ((1, "4S N ="), (2, "4S N +1"), (3, "4S N -1"))
    for board in (1, 5)
]
"""Three tables that sit still for two boards: nobody and North-South vulnerable."""


def test_a_board_is_matchpointed_by_law_78a() -> None:
    """Two for each score beaten, one for each equal: 450 beats three, 420 beats one and equals one."""
    lines = ot.matchpoints([420, 420, 450, -50])
    assert [line.ns.value for line in lines if isinstance(line.ns, ot.Figure)] == [3, 3, 6, 0]
    assert [line.ew.value for line in lines if isinstance(line.ew, ot.Figure)] == [3, 3, 0, 6]


def test_a_board_with_fewer_results_is_brought_to_the_top_by_neuberg() -> None:
    """N/n x (m + 1) - 1 with N = 4 and n = 2: (4/2) x (2 + 1) - 1 = 5 and (4/2) x (0 + 1) - 1 = 1."""
    lines = ot.matchpoints([420, -50], expected=4)
    assert [line.ns.value for line in lines if isinstance(line.ns, ot.Figure)] == [5, 1]


def test_cross_imps_are_the_mean_of_the_comparisons() -> None:
    """620 against -100 is 720, 12 IMPs; 620 against 620 is nothing."""
    lines = ot.cross_imps(["4S S =", "4S S -1", "4S S =", None], board=13, divisor="comparisons")
    assert [line.ns.value for line in lines if isinstance(line.ns, ot.Figure)] == [6, -12, 6]
    assert (lines[3].ns, lines[3].ew) == (None, None)
    with pytest.raises(ot.DirectorError, match="The divisors are results, comparisons, tables, none"):
        ot.cross_imps([420, 450], divisor="two")


def test_a_datum_leaves_out_the_best_and_the_worst_score() -> None:
    """(420 + 420 + 170) / 3 = 336.67, and to the nearest ten 340."""
    datum = ot.datum([420, 450, -50, 420, 170], "nsw-swiss-pairs/datum")
    assert datum.value == 340
    assert ot.imps(450, datum).value == 3


def test_a_contract_needs_its_board() -> None:
    with pytest.raises(ot.ResultRefused, match="needs a board number"):
        ot.matchpoints(["4S S =", 420])
    assert str(ot.matchpoints(["4S S =", "PASS", 0], board=1)[0].ns) == "4 matchpoints"


def test_rows_make_an_event_with_standings_that_is_kept(tmp_path: Path) -> None:
    """Each of the two boards: table 2 beats two (4 of 4), table 1 one (2 of 4), table 3 none."""
    night = ot.score_session(ROWS, method="matchpoints")
    assert {row.contestant: row.total.value for row in night.standings().rows} == {
        "1": 50, "2": 100, "3": 0, "11": 50, "12": 0, "13": 100,
    }  # fmt: skip
    assert night.cautions
    night.save(tmp_path / "night.jsonl")
    assert ot.Event.open(tmp_path / "night.jsonl").standings() == night.standings()


def test_a_file_is_scored_like_its_rows() -> None:
    night = ot.score_session(ROOT / "examples" / "session.csv", method="matchpoints")
    assert night.standings().rows[0].contestant == "15"
    assert len(night.table(name="results")) == 50


def test_a_butler_session_is_scored_by_the_rule_that_is_named() -> None:
    night = ot.score_session(ROOT / "examples" / "match5.csv", method="butler", scoring="laws-2017/butler-less-one")
    assert str(night.standings().rows[0].total) == "+27 IMPs"
    assert sum(Fraction(row.total.value) for row in night.standings().rows) == 6


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"results": []}, "There are no results"),
        ({"results": "nowhere.csv"}, "There is no file nowhere.csv"),
        ({"results": ROWS, "method": "teams"}, "The scoring methods are matchpoints, butler, cross-imps"),
        ({"results": ROWS, "scoring": "laws-2017/teams"}, "cannot be scored by laws-2017/teams"),
    ],
)
def test_a_session_that_cannot_be_scored_is_refused(asked: dict[str, object], says: str) -> None:
    with pytest.raises(ot.DirectorError, match=says):
        ot.score_session(**asked)  # type: ignore[arg-type]  # what a program might give


def test_a_field_that_is_not_there_is_refused() -> None:
    with pytest.raises(ot.DirectorError, match="no field called “NS”"):
        ot.score_session(ROWS, method="matchpoints").standings(field="NS")


def test_frames_of_polars_are_scored_too() -> None:
    polars = pytest.importorskip("polars", reason="polars is an extra")
    night = ot.score_session(polars.DataFrame(ROWS), method="matchpoints")
    assert night.standings() == ot.score_session(ROWS, method="matchpoints").standings()


def test_frames_of_pandas_come_and_go() -> None:
    pandas = pytest.importorskip("pandas", reason="pandas is not among what is installed for development")
    rows = [*ROWS, {"table": 4, "board": 1, "ns": 4, "ew": 14, "result": None}]
    night = ot.score_session(pandas.DataFrame(rows).dropna(), method="matchpoints")
    frame = night.standings().to_pandas()
    assert list(frame["total"][:1]) == [Decimal("100.0000000000")]
    assert str(frame["place"].dtype) == "Int64"
    assert list(frame["total exact"][:1]) == ["100"]


def test_what_starts_and_draws_returns_its_cautions() -> None:
    """Seven pairs: the one that sits out has no score yet, which a director must know."""
    event = ot.Event.new("nsw-swiss-pairs/congress")
    event.enter(7)
    assert event.start("Swiss", seed="a") == event.cautions
    drawn = event.draw("Swiss", seed="b")
    assert drawn.cautions == event.cautions
    assert any(drawn.sits_out[0] in caution for caution in drawn.cautions)
    assert (drawn.round, len(drawn.seatings)) == (1, 3)


def test_what_closes_returns_its_cautions() -> None:
    event = ot.Event.new("nsw-swiss-pairs/congress")
    event.enter(8)
    event.start("Swiss", seed="a")
    event.draw("Swiss", seed="b")
    for table, room, board in event.missing("Swiss", 1):
        event.result("Swiss", 1, table, board, "4S S =", room=room)
    event.cautions = ("of an earlier call",)
    assert event.close_round("Swiss", 1) == event.cautions != ("of an earlier call",)
