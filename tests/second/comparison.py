"""Holds the product's answers against the second scorer's; nothing else here uses the product."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from overtrick import score as product_score
from overtrick.cli import overtrick
from second import anc2026, club, gnot2018, its2021, nswsp, sabf2020
from second.book import Book, number, read_book
from second.ranking import Row, Scored
from second.table import contract_score

SCORERS: dict[str, Callable[[Book], Scored]] = {
    "anc-2026": anc2026.score,
    "club": club.score,
    "gnot-nsw-2018": gnot2018.score,
    "nsw-its-2021": its2021.score,
    "nsw-swiss-pairs": nswsp.score,
    "sabf-2020": sabf2020.score,
}
"""The scorer of each document, by the first part of its events' names."""

NEAR = Fraction(1, 10**20)
"""Roots are kept to so many places by each in its own way; everything else is equal or not."""

UNSCORED = frozenset({"club/all-play-all", "club/board-a-match-teams", "club/patton"})
"""Games the second scorer does not know."""


def is_scored(event: str) -> bool:
    """Whether the second scorer knows an event."""
    return event.split("/", maxsplit=1)[0] in SCORERS and event not in UNSCORED


@dataclass(frozen=True)
class Difference:
    """A number on which the two do not agree, or a draw the second scorer objects to."""

    event: str
    stage: str
    contestant: str
    what: str
    product: str
    second: str

    def __str__(self) -> str:
        """It in a line."""
        return f"{self.event} {self.stage} {self.contestant}: {self.what} {self.product}, second scorer {self.second}"


def simulate(
    path: Path, event: str, entries: int, seed: int, choices: tuple[str, ...] = (), faults: str = "usual"
) -> Path:
    """Play an event with faults into a book."""
    chosen = [word for choice in choices for word in ("--choice", choice)]
    size = ("--entries", str(entries), "--seed", str(seed))
    _run("simulate", event, *size, *chosen, "--faults", faults, "-o", str(path))
    return path


def compare(path: Path) -> list[Difference]:
    """Return every difference between the product and the second scorer on a book."""
    book = read_book(path)
    scored = SCORERS[book.event.split("/")[0]](book)
    found = [Difference(book.event, "", "", each, "published", "") for each in scored.objections]
    for stage in {stage for stage, _ in scored.rows}:
        answer = json.loads(_run("standings", str(path), "--stage", stage, "--json"))
        for field, rows in answer["fields"].items():
            found += _differences(book.event, stage, rows, scored.rows.get((stage, field), []))
    for stage in {stage for stage, _ in scored.matches}:
        for row in json.loads(_run("standings", str(path), "--stage", stage, "--json"))["matches"]:
            found += _of_match(book.event, stage, row, scored.matches[stage, row["table"]])
    return found


def compare_contracts() -> list[Difference]:
    """Return every contract on which the two do not agree, of every level, strain, doubling, result and vulnerability.

    Rehearsed tables never make a doubled overtrick, so no book can show them.
    """
    found = []
    for board, contract in product((1, 2, 3, 4, 13, 16), contracts()):
        theirs, mine = product_score(contract, board=board).value, contract_score(contract, board)
        if theirs != mine:
            found.append(Difference("Law 77", f"board {board}", contract, "score", str(theirs), str(mine)))
    return found


def contracts() -> Iterator[str]:
    """Every contract by North and by East, with every number of tricks."""
    for level, strain, doubled, declarer in product(range(1, 8), ("C", "D", "H", "S", "NT"), ("", "X", "XX"), "NE"):
        for over in range(-6 - level, 8 - level):
            yield f"{level}{strain}{doubled} {declarer} {f'{over:+d}' if over else '='}"


def _of_match(
    event: str, stage: str, row: dict[str, Any], mine: tuple[Fraction, Fraction, str]
) -> Iterator[Difference]:
    teams = " and ".join(row["teams"])
    theirs = [number(each) for each in row["imps"]]
    if theirs != list(mine[:2]):
        yield Difference(event, stage, teams, "IMPs", str(row["imps"]), f"{mine[0]}, {mine[1]}")
    if mine[2] and row["winner"] and row["winner"] != mine[2]:
        yield Difference(event, stage, teams, "winner", row["winner"], mine[2])


def _differences(event: str, stage: str, rows: list[dict[str, Any]], mine: list[Row]) -> Iterator[Difference]:
    theirs = {row["contestant"]: row for row in rows}
    for name in sorted(set(theirs) ^ {row.contestant for row in mine}):
        yield Difference(event, stage, name, "row", str(name in theirs), str(name not in theirs))
    for row in mine:
        if other := theirs.get(row.contestant):
            yield from (Difference(event, stage, row.contestant, *each) for each in _unequal(row, other))


def _unequal(row: Row, other: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    if abs(number(other["total"]) - row.total) > NEAR:
        yield "total", other["total"], str(row.total)
    carried = number(other["carried"]) if other["carried"] else Fraction(0)
    if abs(carried - (row.carried or 0)) > NEAR:
        yield "carried", other["carried"], str(row.carried)
    if not row.best <= (other["place"] or 0) <= row.worst:
        yield "place", str(other["place"]), f"{row.best}-{row.worst}"


def _run(*arguments: str) -> str:
    answer = CliRunner().invoke(overtrick, list(arguments))
    if answer.exit_code:
        raise RuntimeError(f"{' '.join(arguments)}: {answer.output}") from answer.exception
    return answer.stdout
