"""What a book says of its standings at the prompt, as lines that a change of wording does not touch."""

import json
from collections.abc import Callable, Iterator
from typing import Any

Ask = Callable[..., str]
"""Asks the program: the words of a command, what it printed."""

TARGETS = ("Open", "Women's", "Seniors'")


def stated(ask: Ask, book: str) -> Iterator[str]:
    """Every place and total in the book of an event, stage by stage; of a selection year, every pair's points."""
    if book.endswith("year.jsonl"):
        for target in TARGETS:
            answer = json.loads(ask("selection", "points", book, "--target", target, "--json"))
            yield from (f"{target}: {pair['pair']} {pair['points']}" for pair in answer["pairs"])
        return
    for stage in _stages(book):
        answer = json.loads(ask("standings", book, "--stage", stage, "--json"))
        for field, rows in answer.get("fields", {}).items():
            yield from (f"{stage}, {field}: {_row(row)}" for row in rows)
        for match in answer.get("matches", ()):
            imps = "-".join(map(str, match["imps"]))
            yield f"{stage}: {' v '.join(match['teams'])} {imps} {match['winner']}"


def _row(row: dict[str, Any]) -> str:
    carried = f", carried {row['carried']}" if row["carried"] else ""
    return f"{row['place']} {row['contestant']} {row['total']} {row['unit']}{carried}"


def _stages(book: str) -> list[str]:
    """The stages that a book starts, read from its lines alone."""
    with open(book, encoding="utf-8") as lines:  # noqa: PTH123 - a path as the prompt is given it
        acts = [json.loads(line) for line in lines if '"act":"stage started"' in line]
    return [act["stage"] for act in acts]
