"""Findings in regulations: objects with their values; their wording is in findings.toml."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files

from overtrick.core.provenance import Clause
from overtrick.core.wording import Phrase, names_in, phrase
from overtrick.regulations.grammar.event import EventFile
from overtrick.regulations.grammar.readings import Silence


@dataclass(frozen=True, slots=True)
class Finding:
    """A defect in a document: where, what, and the reading that repairs it if there is one.

    It is known if one of our readings repairs it, and new otherwise; only a new one is a fault. One that *warns* is not
    a fault: it says what would surprise a director. *where* is its line in a file.
    """

    clause: str
    says: Phrase
    reading: str = ""
    where: str = field(default="", compare=False)
    warns: bool = False

    @property
    def fault(self) -> bool:
        """Whether it must be corrected."""
        return not (self.reading or self.warns)

    @property
    def what(self) -> str:
        """What is wrong, in English."""
        return str(self.says)

    def __str__(self) -> str:
        known = f" [known: reading {self.reading}]" if self.reading else ""
        return f"{'warning: ' if self.warns else ''}{self.clause}: {self.what}{known}"

    @property
    def located(self) -> str:
        """The finding with its line, for users who have the file."""
        return f"{self.where}: {self}" if self.where else str(self)

    def with_line(self, file: EventFile, *path: str | int) -> "Finding":
        """The finding with the line of a file at which a path is."""
        return replace(self, where=file.where(path))

    def as_warning(self) -> "Finding":
        """This finding as a warning, since it may be intended."""
        return replace(self, warns=True)


@cache
def _words() -> Mapping[str, str]:
    return tomllib.loads((files("overtrick.regulations.lint") / "findings.toml").read_text(encoding="utf-8"))


def wording(name: str, /, **values: object) -> Phrase:
    """The table's wording under a name, with its values."""
    template = _words()[name]
    return phrase(template, **{each: values[each] for each, _ in names_in(template)})


def make_finding(name: str, clause: Clause | str, readings: Iterable[str] = (), /, **values: object) -> Finding:
    """A finding by its name in the table."""
    cite = clause.cite if isinstance(clause, Clause) else clause
    return Finding(cite, wording(name, **values), " ".join(readings))


def covering_readings(file: EventFile, about: Silence) -> tuple[str, ...]:
    """The readings of an event that cover a silence."""
    return tuple(reading.id for reading in file.reading if about in reading.covers)


@dataclass(frozen=True, slots=True)
class ClauseClaim:
    """What a clause says *of* something, for comparison with other clauses; *known* are readings about that."""

    clause: Clause
    of: object
    has: object
    known: tuple[str, ...] = ()


def unlike(name: str, said: Iterable[ClauseClaim]) -> Iterator[Finding]:
    """Findings for clauses of one document that contradict the first clause about the same thing."""
    firsts: dict[tuple[str, object], ClauseClaim] = {}
    for each in said:
        first = firsts.setdefault((each.clause.document, each.of), each)
        if first.has != each.has:
            yield make_finding(
                name, each.clause, each.known, of=each.of, has=each.has, first=first.clause.cite, had=first.has
            )
