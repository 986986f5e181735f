"""A place in a file while it is read: where it is, the faults so far, and where rules are looked up that it names."""

from collections.abc import Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Protocol

from overtrick.core.errors import DirectorError
from overtrick.core.provenance import Clause
from overtrick.regulations.grammar.values import BAD

Path = tuple[str | int, ...]
Below = Mapping[tuple[str, ...], object]
"""Words of a table that another reading sets otherwise, by their paths."""

NOTHING: Below = MappingProxyType({})
CLAUSE, READINGS = "clause", "readings"
A_CLAUSE = 'Every rule cites its clause, like clause = "ANC26 17.16".'


class Fault(str):
    """What is wrong, in words; *meant* is the word that comes near, in the place of a value or, *keyed*, of a key."""

    __slots__ = ("keyed", "meant")
    meant: str
    keyed: bool

    @classmethod
    def of(cls, what: str, meant: str = "", *, keyed: bool = False) -> "Fault":
        """A fault, with what was meant as far as that can be told."""
        made = cls(what)
        made.meant, made.keyed = meant, keyed
        return made


class Scope(Protocol):
    """Where rules are looked up that a table names."""

    def find(self, kind: Any, name: str, below: Below) -> Any:
        """The rule of a kind by its name, or a `DirectorError` with the names that come near."""


class Further(Scope, Protocol):
    """Where rules are looked up that a file names and does not have."""

    def abroad(self, name: str) -> bool:
        """Whether a name means a rule of another document."""


class Alone:
    """A table that stands by itself: no rule is there to be named."""

    def find(self, kind: Any, name: str, below: Below) -> Any:  # noqa: ARG002 - nothing is here
        """Nothing is found."""
        raise DirectorError("a table is wanted here, not “{name}”", name=name)

    def abroad(self, name: str) -> bool:  # noqa: ARG002 - nothing is here
        """No name leads further."""
        return False


@dataclass(slots=True)
class At:
    """A place in a file while it is read: where, the faults so far, the clause around it, and what is set otherwise.

    *near* are the words around it, those of the nearest table first.
    """

    path: Path = ()
    faults: list[tuple[Path, str]] = field(default_factory=list)
    scope: Scope = field(default_factory=Alone)
    clause: Clause | None = None
    below: Below = field(default_factory=lambda: NOTHING)
    near: MutableMapping[str, Any] = field(default_factory=dict)

    def on(self, key: str | int) -> "At":
        """The place below, with what is set otherwise there."""
        below = self.below and {path[1:]: value for path, value in self.below.items() if path and path[0] == key}
        return At((*self.path, key), self.faults, self.scope, self.clause, below, self.near)

    def within(self, key: int, called: object) -> "At":
        """The place of a table among others, which paths name by what it is called."""
        return replace(self.on(key), below=self.below and self.on(str(called)).below)

    def under(self, clause: Clause | None) -> "At":
        """This place, under another clause."""
        return replace(self, clause=clause)

    def bad(self, what: str, meant: str = "") -> Any:
        """Note a fault of the value here, and what was meant."""
        told = f"{'.'.join(map(str, self.path))}: {what if what.endswith(('.', '?')) else f'{what}.'}"
        self.faults.append((self.path, Fault.of(told, meant)))
        return BAD

    def missing(self, key: str) -> None:
        """Note a word that must be there."""
        path = (*self.path, key)
        told = f"{'.'.join(map(str, path))} is missing."
        self.faults.append((path, f"{told} {A_CLAUSE}" if key == CLAUSE else told))


class Misread(ValueError):
    """A table that cannot be read: every fault, with its place in it."""

    def __init__(self, faults: Sequence[tuple[Path, str]]) -> None:
        super().__init__("; ".join(text for _, text in faults))
        self.faults = tuple(faults)
