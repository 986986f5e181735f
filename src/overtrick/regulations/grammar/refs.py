"""References: the names by which an event file means rules of the rulebook, typed by the rule they mean."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any, Generic, TypeVar

from overtrick.core.errors import DirectorError, RegulationErrors
from overtrick.regulations.grammar.place import NOTHING, At, Below, Path, Scope
from overtrick.regulations.grammar.values import BAD

R_co = TypeVar("R_co", covariant=True)


class Ref(str, Generic[R_co]):
    """The name of a rule of some kind: its id in the document, or a folder and the id in it."""

    __slots__ = ("below", "kind", "scope")
    kind: Any
    scope: Scope
    below: Below

    @classmethod
    def to(cls, kind: Any, name: str, scope: Scope, below: Below = NOTHING) -> "Ref[Any]":
        """The reference to a rule by its name, as another reading has it where *below* says so."""
        made: Ref[Any] = cls(name)
        made.kind, made.scope, made.below = kind, scope, below
        return made

    @property
    def rule(self) -> R_co:
        """The rule it means, or a `DirectorError` with the names that come near."""
        found: R_co = self.scope.find(self.kind, self, self.below)
        return found

    def otherwise(self, path: Sequence[str], value: object) -> "Ref[R_co]":
        """The reference to the same rule with one of its words as another reading has it."""
        return self.to(self.kind, self, self.scope, {**self.below, tuple(path): value})

    @classmethod
    def reads(cls, kind: Any, value: object, at: At) -> Any:
        """The reference that a file has where a rule of a kind is meant."""
        return (
            cls.to(kind, value, at.scope)
            if isinstance(value, str)
            else at.bad(f"the name of a rule is wanted, not “{value}”")
        )


class Named:
    """A rule of a kind where only its name may stand."""

    def __init__(self, kind: Any) -> None:
        self.kind = kind

    def read_at(self, value: object, at: At) -> Any:
        """The rule of that name."""
        name = Ref.reads(self.kind, value, at)
        try:
            return name if name is BAD else at.scope.find(self.kind, name, at.below)
        except DirectorError as error:
            return at.bad(str(error), getattr(error, "meant", ""))
        except RegulationErrors:
            return at.bad(f"“{value}” is there and cannot be read")


class OfDocument:
    """The one rule of a kind that the document has, where it says that it holds."""

    def __init__(self, kind: Any) -> None:
        self.kind = kind

    def read_at(self, value: object, at: At) -> Any:
        """The rule, which must be there if it is to hold."""
        if not isinstance(value := at.below.get((), value), bool):
            return at.bad(f"true or false is wanted, not “{value}”")
        found = of_document(self.kind, at.scope) if value else None
        return at.bad("the document has no such rule; leave it out") if value and found is None else found


def of_document(kind: Any, scope: Scope) -> Any:
    """The one rule of a kind that a document has; nothing where it is silent."""
    try:
        return scope.find(kind, "", NOTHING)
    except DirectorError:
        return None


def references(value: object, at: Path = ()) -> Iterator[tuple[Path, Ref[Any]]]:
    """Every reference in what was read from a file, with its place in it."""
    if isinstance(value, Ref):
        yield at, value
    elif is_dataclass(value) and not isinstance(value, type):
        if type(value).__module__.startswith(__package__):  # no class of the core holds any
            for each in fields(value):
                yield from references(getattr(value, each.name), (*at, each.name.rstrip("_")))
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield from references(key, at)
            yield from references(part, at)
    elif isinstance(value, tuple):
        tables = value and is_dataclass(value[0])
        for place, part in enumerate(value):
            yield from references(part, (*at, place) if tables else at)
