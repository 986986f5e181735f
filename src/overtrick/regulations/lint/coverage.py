"""Which clauses are done: read from a file that the clause tests write and that ships with the program.

A clause is done when tests that cite it pass, no vector of it is left unanswered, and all that they call of the
product is reached from the prompt or from the server; in part when that holds of some of them; not yet otherwise.
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
    """How many clauses of a kind are done, in part, and there are."""

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


def recorded() -> dict[str, dict[str, State]]:
    """The state of every clause a test cites, by document."""
    text = (files("overtrick.regulations") / FILE).read_text(encoding="utf-8")
    states: dict[str, dict[str, State]] = json.loads(text)
    return states


def coverage(book: Rulebook, states: dict[str, dict[str, State]]) -> list[DocumentCoverage]:
    """The coverage of every document but the Laws, which are nobody's regulation to complete."""
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
