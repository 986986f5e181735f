"""Heats that are watched: what a club corrects is in the list of everybody as soon as its book has grown."""

import json
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path

from overtrick.core.event.acts import ResultCorrected, ResultPosted
from overtrick.core.model.notation import read_result
from overtrick.ledger.book import Draft
from overtrick.ledger.file import FileBook


def test_a_correction_in_one_book_is_shown_to_everybody_who_watches() -> None:
    """In the folder of the commands' tests, which has two heats."""
    words = [sys.executable, "-m", "overtrick", "heats", "north.jsonl", "south.jsonl", "--watch", "--json"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as watching:
        before = _list(watching)
        with closing(FileBook(Path("north.jsonl"))) as book:
            played = next(each.act for each in book.postings() if isinstance(each.act, ResultPosted))
            at = (played.stage, played.round, played.table, played.board)
            right = ResultCorrected(*at, read_result("7NT N ="), "wrong contract")
            book.append([Draft(right, "club", "2026-07-05T01:00:00+10:00", "late")])
        after = _list(watching)
        watching.send_signal(signal.SIGINT)
        try:
            assert watching.wait(10) == 130
        finally:
            watching.kill()  # a shell in the background may have it ignore the signal; nobody should wait for that
    assert {each["heat"] for each in after} == {"north", "south"}
    moved = {each["heat"] for each in after if each not in before}
    assert moved == {"north", "south"}, "a board is compared over both"


def _list(watching: "subprocess.Popen[str]") -> list[dict[str, object]]:
    """The next list that is shown."""
    assert watching.stdout is not None
    text = ""
    while True:
        text += watching.stdout.readline()
        try:
            found: list[dict[str, object]] = json.loads(text)["lines"]
        except json.JSONDecodeError:
            continue
        return found
