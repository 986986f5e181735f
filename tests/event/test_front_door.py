"""The front door for programs: what it offers, what it keeps, what it refuses."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import overtrick as ot
from overtrick import acts
from overtrick.director.decide import decide
from overtrick.lab.verify import verify
from overtrick.regulations.plan.event_book import plan_for

CONGRESS = "nsw-swiss-pairs/congress"


def _after_a_round() -> ot.Event:
    event = ot.Event.new(CONGRESS)
    event.enter(8)
    event.start("Swiss", seed="a lot")
    event.draw("Swiss", seed="a draw")
    for table, room, board in event.missing("Swiss", 1):
        event.result("Swiss", 1, table, board, "4S S =" if table == 1 else "4S S -1", room=room)
    event.close_round("Swiss", 1)
    return event


def test_every_name_is_there_and_no_other() -> None:
    assert sorted(dir(ot)) == sorted(ot.__all__)
    assert all(getattr(ot, name) is not None for name in ot.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = ot.nothing


def test_asking_for_nothing_loads_nothing() -> None:
    asked = "import sys, overtrick; print([m for m in sys.modules if m.startswith('overtrick.')])"
    ran = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"


def test_the_library_and_the_prompt_run_without_the_server() -> None:
    asked = (
        "import sys; absent = ('django', 'ninja', 'psycopg', 'granian', 'cryptography')\n"
        "sys.modules.update(dict.fromkeys(absent, None))\n"
        "import overtrick as ot; event = ot.Event.new('nsw-swiss-pairs/congress'); event.enter(8)\n"
        "event.start('Swiss', seed='a'); event.draw('Swiss', seed='b'); print(len(event.missing('Swiss', 1)))\n"
        "from overtrick.cli import main\n"
        "sys.argv = ['overtrick', 'matchpoints', '420', '450']; main()\n"
        "sys.argv = ['overtrick', 'account', 'list', '--data', '.']; main()\n"
    )
    ran = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout.split()[0]) == (2, "32"), ran.stderr
    assert "pip install 'overtrick[web]'" in ran.stderr


def test_a_bare_figure_shows_itself_in_a_notebook_with_its_results_inside() -> None:
    shown = _after_a_round().standings("Swiss").rows[0].total._repr_html_()
    assert shown.startswith("<details><summary>")
    assert "4S by South" in shown
    assert shown.count("<details>") == shown.count("</details>") > 3


def test_an_event_is_run_saved_and_opened_again(tmp_path: Path) -> None:
    event = _after_a_round()
    proof = verify(plan_for(CONGRESS), event.postings())
    assert not proof.objections
    event.save(tmp_path / "book.jsonl")
    again = ot.Event.open(tmp_path / "book.jsonl")
    assert again.standings("Swiss") == event.standings("Swiss")
    again.do(acts.NoteMade("heating repaired"))
    assert ot.Event.open(tmp_path / "book.jsonl").postings()[-1].act == acts.NoteMade("heating repaired")
    with pytest.raises(ot.DirectorError, match="Books are never overwritten"):
        again.save(tmp_path / "book.jsonl")
    again.save(tmp_path / "copy.jsonl")
    assert ot.Event.open(tmp_path / "copy.jsonl").postings() == again.postings()


def test_what_is_refused_changes_nothing() -> None:
    event = _after_a_round()
    before = event.postings()
    with pytest.raises(ot.DirectorError, match="Round 1 is closed"):
        event.result("Swiss", 1, 1, 1, "3NT N =")
    assert event.postings() == before


def test_two_programs_share_a_file_and_neither_overlooks_the_other(tmp_path: Path) -> None:
    """What the other has posted is folded in before the next act is decided on, and may refuse it."""
    _after_a_round().save(tmp_path / "book.jsonl")
    one, two = (ot.Event.open(tmp_path / "book.jsonl") for _ in range(2))
    one.draw("Swiss", seed="second")
    one.result("Swiss", 2, 1, 9, "3NT N =")
    with pytest.raises(ot.DirectorError, match="already"):
        two.result("Swiss", 2, 1, 9, "4S S =")
    two.result("Swiss", 2, 2, 9, "4S S =")
    one.do(acts.NoteMade("heard"))
    assert two.postings() == one.postings()
    assert two.standings("Swiss") == ot.Event.open(tmp_path / "book.jsonl").standings("Swiss")


def test_what_another_posts_between_deciding_and_keeping_is_decided_on_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _after_a_round().save(tmp_path / "book.jsonl")
    one, two = (ot.Event.open(tmp_path / "book.jsonl") for _ in range(2))
    between = [acts.NoteMade("in between")]

    def decide_slowly(*asked: Any) -> Any:
        decided = decide(*asked)
        if between:
            one.do(between.pop())
        return decided

    monkeypatch.setattr("overtrick.api.decide", decide_slowly)
    two.do(acts.NoteMade("second"))
    said = [each.act for each in two.postings()[-2:]]
    assert said == [acts.NoteMade("in between"), acts.NoteMade("second")]
    assert two.state.last == len(two.postings())


def test_what_is_no_single_score_has_no_points() -> None:
    with pytest.raises(ot.ResultRefused, match="is not the result of one table"):
        ot.score("A6040", board=1)


def test_every_call_that_posts_leaves_its_cautions() -> None:
    """Nine pairs: the draw says who sits out, an entry nothing, and the close what nobody confirmed."""
    event = ot.Event.new("nsw-swiss-pairs/congress")
    event.enter(9)
    assert not event.cautions
    event.start("Swiss", seed="a lot")
    drawn = event.draw("Swiss", seed="first")
    (out,) = drawn.sits_out
    assert any(f"number {out} sits out round 1" in caution for caution in event.cautions)
    for table, room, board in event.missing("Swiss", 1):
        event.result("Swiss", 1, table, board, "4S S =", room=room)
        assert not event.cautions
    told = event.do(ot.acts.ScoreAwarded(out, "Swiss", 1, 12, "NSWSP 1.5", "sat out"))
    assert told == event.cautions
    assert not told
    event.close_round("Swiss", 1)
    assert any("not confirmed" in caution for caution in event.cautions)


def test_starting_a_stage_keeps_the_cautions_of_all_that_it_posts() -> None:
    """An odd field without a house pair is told when the entry is closed, before the lot and the start."""
    event = ot.Event.new("nsw-swiss-pairs/congress")
    event.enter(9)
    closing = decide(event.state, ot.acts.EntriesClosed()).cautions
    event.start("Swiss", seed="a lot")
    assert set(map(str, closing)) <= set(event.cautions)


def test_the_close_of_a_stage_leaves_its_cautions() -> None:
    event = ot.Event.new("nsw-swiss-pairs/congress")
    event.enter(8)
    event.start("Swiss", seed="a lot")
    for number in range(1, 8):
        event.draw("Swiss", seed=str(number))
        for table, room, board in event.missing("Swiss", number):
            event.result("Swiss", number, table, board, "4S S =", room=room)
        event.close_round("Swiss", number)
    told = decide(event.state, ot.acts.StageClosed("Swiss")).cautions
    event.close_stage("Swiss")
    assert event.cautions == tuple(map(str, told))
