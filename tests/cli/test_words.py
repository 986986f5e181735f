"""What people read: no raw fractions, no “1 boards”, no per cent of a board or a session above a hundred.

Everything that is printed about whole rehearsed events is looked through: standings with what parts their places,
scorecards, matches, the whys of totals, and the conditions of contest.
"""

import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from shlex import quote

import pytest

from asking import Ask
from books import whole_book
from overtrick.core.event.fold.tournament import Tournament, replay
from overtrick.core.event.plan.stages import Entrants
from overtrick.ledger.book import Draft
from overtrick.ledger.file import FileBook
from overtrick.regulations.describe.event import describe_event
from overtrick.regulations.plan.event_book import event_files, plan_for

NOUNS = (
    "absences|boards|contestants|days|entries|events|IMPs|matches|matchpoints|members|minutes|objections|pairs|places|"
    "players|points|postings|results|rounds|scores|sessions|stanzas|tables|teams|VPs|weeks|wins"
)
WRONG = {
    "a raw fraction": re.compile(r"(?<![\w/.(-])-?\d+/\d+(?![\w/]| of(?: the |$))"),
    "one of several": re.compile(rf"(?<!and )(?<![\d.,/])\b1 (?:{NOUNS})\b"),
    "more than everything": re.compile(r"\b(?:1\d[1-9]|1[1-9]0|[2-9]\d\d)(?:\.\d+)?%|\b100\.(?!0+%)\d+%"),
}
SUMS = ("the sum of", "aggregate", "sums of")
"""Aggregates of several sessions are sums of per cents by the regulation's own word (SABF20 11.3), and say so."""

FEW = ("anc-2026/rookie-pairs", "nsw-its-2021/sits", "sabf-2020/state-pairs-plate")
ALL = [pytest.param(name, marks=() if name in FEW else [pytest.mark.slow, pytest.mark.long]) for name in event_files()]


def found(text: str) -> Iterator[str]:
    """Every line that nobody should have to read, with what is wrong with it."""
    for line in text.splitlines():
        for what, wrong in WRONG.items():
            if wrong.search(line) and not (what == "more than everything" and any(word in line for word in SUMS)):
                yield f"{what}: {line.strip()}"


def test_what_is_looked_for_is_found() -> None:
    told = [
        "above 9 by total, 5623/60 to 4337/60",
        "63.66%  1 matches",
        "114.14%  2 boards average plus",
        "of 1 boards",
    ]
    assert [line.partition(":")[0] for line in found("\n".join(told))] == [
        "a raw fraction", "one of several", "more than everything", "one of several",
    ]  # fmt: skip
    fine = (
        "10.1 IMPs, 21 boards, 1 board, +0.1 IMPs, 1/10 of the scores, 100.00%, App-5 (6/7 boards), 183.51%  the sum of"
    )
    assert list(found(fine)) == []


@pytest.mark.parametrize("name", ALL)
def test_a_whole_event_is_told_in_words(name: str, ask: Ask, tmp_path: Path) -> None:
    postings = whole_book(name)
    path = tmp_path / "words.jsonl"
    with closing(FileBook(path)) as book:
        book.append([Draft(each.act, each.by, each.at, each.key) for each in postings])
    ask.read_books_once()
    wrong: list[str] = []
    for question in questions(replay(plan_for(name), postings)):
        command, _, rest = question.partition(" ")
        code, out, err = ask(f"{command} {path} {rest}")
        assert (code, err) == (0, ""), question
        wrong += [f"{question}: {line}" for line in found(out)]
    assert wrong == []


def questions(event: Tournament) -> Iterator[str]:
    """What somebody may ask of a book: all its tables, and enough of the rest to meet every kind of words."""
    for name, state in event.stages.items():
        stage = f"--stage {quote(name)}"
        yield f"standings {stage}"
        ranked = [row.contestant for field in state.fields for row in state.standings(field.name).rows]
        for who in (ranked[0], ranked[-1]):
            yield f"scorecard {quote(who)} {stage}"
            yield f"why --pair {quote(who)} {stage} --depth 9"
        table = next(iter(state.rounds[1].seatings), 0) if 1 in state.rounds else 0
        if table:
            yield f"match {stage} --round 1 --table {table}"


@pytest.mark.parametrize("name", list(event_files()))
def test_the_conditions_are_told_in_words(name: str) -> None:
    """Up to the readings, which speak of the document's own fractions."""
    file = event_files()[name]
    wrong: list[str] = []
    for size in {file.event.entries.least, file.event.usual, file.event.entries.most or file.event.usual}:
        text = "\n".join(describe_event(file, Entrants(size)))
        wrong += found(text.partition("\nGaps and contradictions")[0])
    assert wrong == []
