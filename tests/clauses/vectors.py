"""The vectors: cases with their answers, clause by clause, and who answers which.

An answer is a function from a vector to what the product says, in the vector's own shape (decimals and
fractions as text). It is registered under the document's file, the vector's `what` and, where the same
words mean different rules, a clause.
"""

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Vector:
    """One case: the clause, what is asked, what is given, what must come out."""

    file: str
    index: int
    clause: str
    what: str
    given: Any
    expect: Any
    note: str

    @property
    def name(self) -> str:
        return f"{self.file}[{self.index}] {self.clause}: {self.what}"


Answer = Callable[[Vector], Any]
_ANSWERS: dict[tuple[str, str, str], Answer] = {}


def answers(file: str, what: str, *clauses: str) -> Callable[[Answer], Answer]:
    """Register an answer to every vector of *file* that asks *what*, of these clauses or of any."""

    def register(answer: Answer) -> Answer:
        for clause in clauses or ("",):
            key = (file, what, clause)
            assert key not in _ANSWERS, f"two answers for {key}"
            _ANSWERS[key] = answer
        return answer

    return register


@cache
def load_vectors() -> tuple[Vector, ...]:
    """Every vector there is."""
    found = []
    for path in sorted((HERE / "vectors").glob("*.json")):
        for index, row in enumerate(json.loads(path.read_text(encoding="utf-8"))):
            found.append(Vector(path.stem, index, row["clause"], row["what"], row["given"], row["expect"], row["note"]))
    return tuple(found)


@cache
def load_answers() -> None:
    """Import every module of answers, once."""
    package = import_module("clauses.answers")
    for module in iter_modules(package.__path__):
        import_module(f"clauses.answers.{module.name}")


def answer_for(vector: Vector) -> Answer | None:
    """Who answers this vector, if anybody does yet."""
    load_answers()
    return _ANSWERS.get((vector.file, vector.what, vector.clause)) or _ANSWERS.get((vector.file, vector.what, ""))


def unanswered() -> Iterator[Vector]:
    """The vectors nobody answers yet."""
    return (vector for vector in load_vectors() if answer_for(vector) is None)


def report() -> str:
    """The vectors not yet answered, counted by file and by what they ask."""
    every = Counter(vector.file for vector in load_vectors())
    left = Counter((vector.file, vector.what) for vector in unanswered())
    lines = []
    for file, count in every.items():
        open_ones = {what: number for (of, what), number in left.items() if of == file}
        lines.append(f"{file}: {count - sum(open_ones.values())} of {count} answered")
        lines.extend(f"{number:5}  {what}" for what, number in sorted(open_ones.items()))
    return "\n".join(lines)


if __name__ == "__main__":
    # Answers register with the module by its importable name, not with this copy of it.
    sys.stdout.write(import_module("clauses.vectors").report() + "\n")
