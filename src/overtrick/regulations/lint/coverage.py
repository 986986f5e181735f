"""Which clauses are implemented: read from a file that the clause tests write and that ships with the program.

A clause is done when the tests that cite it pass, none of its test vectors is unanswered, and all product code that
they call is reachable from the command line or the server. It is done in part when that holds for some of its tests,
and not yet done otherwise.
"""

import json
from dataclasses import dataclass
from importlib.resources import files
from typing import Literal

from overtrick.regulations.read.library import Rulebook

State = Literal["done", "part", "not yet"]
KINDS = ("computes", "decides", "schedules", "records", "informs")
FILE = "coverage.json"


@dataclass(frozen=True, slots=True)
class Count:
    """How many clauses of a kind are done, done in part, and exist."""

    done: int
    part: int
    of: int


@dataclass(frozen=True, slots=True)
class DocumentCoverage:
    """The coverage of one document, by kind of clause."""

    cite: str
    title: str
    kinds: dict[str, Count]
    states: dict[str, State]


def clause_states() -> dict[str, dict[str, State]]:
    """The state of every clause that a test cites, by document."""
    text = (files("overtrick.regulations") / FILE).read_text(encoding="utf-8")
    states: dict[str, dict[str, State]] = json.loads(text)
    return states


def coverage(book: Rulebook, states: dict[str, dict[str, State]]) -> list[DocumentCoverage]:
    """The coverage of every document except the Laws, which no event's regulations have to cover completely."""
    found = []
    for document in book.documents.values():
        clauses = book.clauses[document.cite]
        known = states.get(document.cite, {})
        of_document: dict[str, State] = {number: known.get(number, "not yet") for number in clauses}
        kinds = {kind: _count([of_document[n] for n, c in clauses.items() if c.kind == kind]) for kind in KINDS}
        if document.cite != "Law":
            found.append(DocumentCoverage(document.cite, document.title, kinds, of_document))
    return found


def _count(states: list[State]) -> Count:
    return Count(states.count("done"), states.count("part"), len(states))
