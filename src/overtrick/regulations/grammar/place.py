"""A position in a file being read: where it is, the faults so far, and where named rules are looked up."""

from collections.abc import Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Protocol

from overtrick.core.errors import DirectorError
from overtrick.core.provenance import Clause
from overtrick.regulations.grammar.values import BAD

Path = tuple[str | int, ...]
Below = Mapping[tuple[str, ...], object]
"""Words of a table that another reading sets, by their paths."""

NOTHING: Below = MappingProxyType({})
CLAUSE, READINGS = "clause", "readings"
A_CLAUSE = 'Every rule cites its clause, like clause = "ANC26 17.16".'


class Fault(str):
    """A fault, in words; *meant* is the most similar word, replacing a value or, if *keyed*, a key."""

    __slots__ = ("keyed", "meant")
    meant: str
    keyed: bool

    @classmethod
    def of(cls, what: str, meant: str = "", *, keyed: bool = False) -> "Fault":
        """A fault, with the word that was probably meant."""
        made = cls(what)
        made.meant, made.keyed = meant, keyed
        return made


class Scope(Protocol):
    """Where rules that a table names are looked up."""

    def find(self, kind: Any, name: str, below: Below) -> Any:
        """The rule of a kind by its name; raises a `DirectorError` with similar names."""


class Further(Scope, Protocol):
    """Where rules are looked up that a file names but does not contain."""

    def abroad(self, name: str) -> bool:
        """Whether a name refers to a rule of another document."""


class Alone:
    """The scope of a table on its own, in which no rule can be named."""

    def find(self, kind: Any, name: str, below: Below) -> Any:  # noqa: ARG002 - nothing is here
        """Nothing: always raises an error."""
        raise DirectorError("a table is expected here, not “{name}”", name=name)

    def abroad(self, name: str) -> bool:  # noqa: ARG002 - nothing is here
        """Always false: names do not refer to other documents."""
        return False


@dataclass(slots=True)
class FilePosition:
    """A position in a file being read: its path, the faults so far, the clause around it, and words set by readings.

    *near* are the words around it, those of the nearest table first.
    """

    path: Path = ()
    faults: list[tuple[Path, str]] = field(default_factory=list)
    scope: Scope = field(default_factory=Alone)
    clause: Clause | None = None
    below: Below = field(default_factory=lambda: NOTHING)
    near: MutableMapping[str, Any] = field(default_factory=dict)

    def child(self, key: str | int) -> "FilePosition":
        """The position below, with the words that readings set there."""
        below = self.below and {path[1:]: value for path, value in self.below.items() if path and path[0] == key}
        return FilePosition((*self.path, key), self.faults, self.scope, self.clause, below, self.near)

    def named_child(self, key: int, called: object) -> "FilePosition":
        """The position of a table among others, which paths identify by its name."""
        return replace(self.child(key), below=self.below and self.child(str(called)).below)

    def with_clause(self, clause: Clause | None) -> "FilePosition":
        """This position, under another clause."""
        return replace(self, clause=clause)

    def bad(self, what: str, meant: str = "") -> Any:
        """Record a fault of the value here, and what was meant."""
        told = f"{'.'.join(map(str, self.path))}: {what if what.endswith(('.', '?')) else f'{what}.'}"
        self.faults.append((self.path, Fault.of(told, meant)))
        return BAD

    def missing(self, key: str) -> None:
        """Record that a required word is missing."""
        path = (*self.path, key)
        told = f"{'.'.join(map(str, path))} is missing."
        self.faults.append((path, f"{told} {A_CLAUSE}" if key == CLAUSE else told))


class Misread(ValueError):
    """A table that cannot be read: every fault, with its position in it."""

    def __init__(self, faults: Sequence[tuple[Path, str]]) -> None:
        super().__init__("; ".join(text for _, text in faults))
        self.faults = tuple(faults)
