"""What a notebook is given: tables that show themselves, frames without loss, and the example that ships."""

import ast
import json
import shutil
import sys
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

import overtrick as ot
from overtrick.api.tables import MOST_ROWS, ColumnKind, Table
from overtrick.cli import overtrick as command_line
from overtrick.formats.session_tables import TABLES

NOTEBOOKS = Path(__file__).parents[2] / "docs" / "notebooks"
polars = pytest.importorskip("polars")


@pytest.fixture(scope="module")
def event() -> ot.Event:
    """Eight pairs, one of them with a name that a page must not take for its own."""
    made = ot.Event.new("nsw-swiss-pairs/congress")
    made.enter(["<script>alert(1)</script>", "A & B", *(f"Pair {n}" for n in range(3, 9))])
    made.start("Swiss", seed="a lot")
    made.draw("Swiss", seed="a draw")
    for table, room, board in made.missing("Swiss", 1):
        made.result("Swiss", 1, table, board, "4S S =" if table == 1 else "4S S -1", room=room)
    made.close_round("Swiss", 1)
    return made


def test_standings_show_themselves_and_every_total_opens(event: ot.Event) -> None:
    shown = event.standings("Swiss")._repr_html_()
    assert "<script" not in shown
    assert "&lt;script&gt;alert(1)" in shown
    assert "A &amp; B" in shown
    assert shown.count("<tr>") == 1 + 8
    assert shown.count("<details>") == shown.count("</details>") > 8


@pytest.fixture(scope="module")
def whole_event(tmp_path_factory: pytest.TempPathFactory) -> ot.Event:
    """Sixteen pairs over seven matches, from the first entry to the last placing."""
    path = tmp_path_factory.mktemp("whole") / "congress.jsonl"
    run = CliRunner().invoke(command_line, ["simulate", "nsw-swiss-pairs/congress", "--entries", "16", "-o", str(path)])
    assert run.exit_code == 0, run.output
    return ot.Event.open(path)


def test_no_public_object_prints_its_whole_proof(whole_event: ot.Event) -> None:
    standings, stage = whole_event.standings("Swiss"), whole_event.stage("Swiss")
    tables = [whole_event.table("Swiss", name) for name in TABLES]
    shown = [
        whole_event, whole_event.state, whole_event.state.event, stage, stage.standings(stage.fields[0].name),
        standings, standings.ranking, *standings.rows, *tables, ot.rules(), ot.rules().scale("abf/swiss-pairs"),
        ot.score("4S S =", board=1), ot.imps(620, -50), ot.vps(12, boards=8, scale="abf/swiss-pairs"),
    ]  # fmt: skip
    assert {type(each).__name__: len(repr(each)) for each in shown if len(repr(each)) > 1000} == {}


def test_a_figure_prints_its_number_clause_and_parts(whole_event: ot.Event) -> None:
    total = whole_event.standings("Swiss").rows[0].total
    assert repr(total) == f"<Figure {total}, NSWSP 1.6, reading S-18, 7 parts>"
    assert repr(ot.imps(620, -50)) == "<Figure +12 IMPs, Law 78B, 2 parts>"
    assert repr(ot.score("100", board=1)).startswith("<Figure +100 points, Law")
    assert f"total={total!r}" in repr(whole_event.standings("Swiss").rows[0])


def test_what_a_notebook_is_shown_of_a_whole_event_is_bounded(whole_event: ot.Event) -> None:
    standings = whole_event.standings("Swiss")
    shown = standings._repr_html_()
    assert len(shown) < 60_000
    assert shown.count("<tr><td>") == 16
    assert shown.count("<td><details>") == 16
    alone = standings.rows[0].total._repr_html_()
    assert len(alone) < 40_000
    assert alone.count("<details>") == alone.count("</details>") > 60
    assert " …</li>" in alone


def test_standings_as_a_frame_have_the_numbers_of_the_rows(event: ot.Event) -> None:
    standings = event.standings("Swiss")
    frame = standings.to_polars()
    assert frame["contestant"].to_list() == [row.contestant for row in standings.rows]
    assert frame["name"].to_list() == [event.state.entries[row.contestant].name for row in standings.rows]
    assert [Fraction(text) for text in frame["total exact"]] == [row.total.value for row in standings.rows]
    assert frame["total"].to_list() == [Decimal(text) for text in frame["total exact"]]
    assert frame["place"].dtype == polars.Int64


@pytest.mark.parametrize("name", TABLES)
def test_every_table_is_a_frame_whose_numbers_are_numbers(event: ot.Event, name: str) -> None:
    """A number in a column of text, or a text in one of numbers, would be refused by polars or lost."""
    table = event.table("Swiss", name)
    for at, (_, kind) in enumerate(table.columns):
        cells = [row[at] for row in table.rows if row[at] is not None]
        assert all(isinstance(cell, str) is (kind is ColumnKind.TEXT) for cell in cells)
    frame = table.to_polars()
    assert frame.height == len(table)
    assert not [kind for kind in frame.dtypes if kind.is_float()]
    assert table._repr_html_().count("<tr>") == 1 + min(len(table), MOST_ROWS)


def test_results_are_those_of_the_book(event: ot.Event) -> None:
    posted = [each.act for each in event.postings() if isinstance(each.act, ot.acts.ResultPosted)]
    frame = event.table("Swiss", "results").to_polars()
    told = {(each.round, each.table, each.board): str(each.result) for each in posted}
    rows = frame.select("round", "table", "board", "result").rows()
    assert {(n, table, board): str(ot.read_result(result)) for n, table, board, result in rows} == told


@given(st.lists(st.fractions(max_denominator=10**12).filter(lambda value: abs(value) < 10**20), min_size=1, max_size=5))
@settings(max_examples=50)
def test_no_number_is_lost_in_a_frame(values: list[Fraction]) -> None:
    frame = Table("", (("x", ColumnKind.COMPUTED),), tuple((value,) for value in values)).to_polars()
    assert [Fraction(text) for text in frame["x exact"]] == values
    assert all(
        abs(Fraction(near) - value) <= Fraction(1, 2 * 10**10) for near, value in zip(frame["x"], values, strict=True)
    )


def test_a_long_table_says_how_much_is_left() -> None:
    table = Table("<b>", (("n", ColumnKind.WHOLE),), tuple((n,) for n in range(MOST_ROWS + 7)))
    assert "and 7 more rows" in table._repr_html_()
    assert "<b>" not in table._repr_html_()


def test_a_table_that_there_is_not_is_refused(event: ot.Event) -> None:
    with pytest.raises(ot.DirectorError, match="The data tables are standings"):
        event.table("Swiss", "chairs")


def test_without_polars_the_refusal_says_what_to_install(event: ot.Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(ot.DirectorError, match=r"pip install 'overtrick\[data\]'"):
        event.standings("Swiss").to_polars()


def _cells(notebook: dict[str, list[dict[str, object]]]) -> Iterator[str]:
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []
            assert isinstance(cell["source"], list)
            yield "".join(cell["source"])


@pytest.mark.parametrize("path", sorted(NOTEBOOKS.glob("*.ipynb")), ids=lambda path: path.name)
def test_the_notebooks_run_and_show_something(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cell by cell, as a notebook does: the last expression of one is what it shows."""
    shutil.copytree(NOTEBOOKS.parents[1] / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    notebook = json.loads(path.read_text(encoding="utf-8"))
    assert notebook["nbformat"] == 4
    room: dict[str, object] = {}
    shown: list[str] = []
    for source in _cells(notebook):
        tree = ast.parse(source)
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, path.name, "exec"), room)  # noqa: S102 - a document of our own
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), path.name, "eval"), room)  # noqa: S307 - as above
            html = getattr(value, "_repr_html_", None)
            shown.append(html() if html else repr(value))
    assert ot.__version__ in shown[0]
    assert any("Ada Ashgrove" in each and "<details>" in each for each in shown)
