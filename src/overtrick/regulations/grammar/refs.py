"""References: the names with which an event file refers to rules of the rulebook, typed by the kind of rule."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any, Generic, TypeVar

from overtrick.core.errors import DirectorError, RegulationErrors
from overtrick.regulations.grammar.place import NOTHING, Below, FilePosition, Path, Scope
from overtrick.regulations.grammar.values import BAD

R_co = TypeVar("R_co", covariant=True)


class Ref(str, Generic[R_co]):
    """The name of a rule of some kind: its id in the document, or a folder and the id in it."""

    __slots__ = ("below", "kind", "scope")
    kind: Any
    scope: Scope
    below: Below

    @classmethod
    def make(cls, kind: Any, name: str, scope: Scope, below: Below = NOTHING) -> "Ref[Any]":
        """The reference to a rule by its name, with words of another reading where *below* sets them."""
        made: Ref[Any] = cls(name)
        made.kind, made.scope, made.below = kind, scope, below
        return made

    @property
    def rule(self) -> R_co:
        """The rule it refers to; raises a `DirectorError` with similar names."""
        found: R_co = self.scope.find(self.kind, self, self.below)
        return found

    def otherwise(self, path: Sequence[str], value: object) -> "Ref[R_co]":
        """The reference to the same rule with one of its words from another reading."""
        return self.make(self.kind, self, self.scope, {**self.below, tuple(path): value})

    @classmethod
    def reads(cls, kind: Any, value: object, at: FilePosition) -> Any:
        """The reference in a file where a rule of a kind is expected."""
        return (
            cls.make(kind, value, at.scope)
            if isinstance(value, str)
            else at.bad(f"the name of a rule is wanted, not “{value}”")
        )


class NameOnly:
    """A rule of a kind for which only its name is allowed."""

    def __init__(self, kind: Any) -> None:
        self.kind = kind

    def read_at(self, value: object, at: FilePosition) -> Any:
        """The rule of that name."""
        name = Ref.reads(self.kind, value, at)
        try:
            return name if name is BAD else at.scope.find(self.kind, name, at.below)
        except DirectorError as error:
            return at.bad(str(error), getattr(error, "meant", ""))
        except RegulationErrors:
            return at.bad(f"“{value}” is there and cannot be read")


class OfDocument:
    """The only rule of a kind in the document, if the file says that it applies."""

    def __init__(self, kind: Any) -> None:
        self.kind = kind

    def read_at(self, value: object, at: FilePosition) -> Any:
        """The rule, which must exist if it is to apply."""
        if not isinstance(value := at.below.get((), value), bool):
            return at.bad(f"true or false is wanted, not “{value}”")
        found = of_document(self.kind, at.scope) if value else None
        return at.bad("the document has no such rule; leave it out") if value and found is None else found


def of_document(kind: Any, scope: Scope) -> Any:
    """The only rule of a kind in a document; `None` where the document is silent."""
    try:
        return scope.find(kind, "", NOTHING)
    except DirectorError:
        return None


def references(value: object, at: Path = ()) -> Iterator[tuple[Path, Ref[Any]]]:
    """Every reference in what was read from a file, with its place in it."""
    if isinstance(value, Ref):
        yield at, value
    elif is_dataclass(value) and not isinstance(value, type):
        if type(value).__module__.startswith(__package__):  # classes of the core contain none
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
