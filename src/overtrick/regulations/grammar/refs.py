"""References: the names by which an event file means rules of the rulebook, typed by the rule they mean."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, Generic, TypeVar, get_args, get_origin, get_type_hints

from overtrick.regulations.grammar.place import At, Path
from overtrick.regulations.grammar.values import members

R_co = TypeVar("R_co", covariant=True)


class Ref(str, Generic[R_co]):
    """The name of a rule of some kind: its id in the document, or a folder and the id in it."""

    __slots__ = ("kind",)
    kind: Any

    @classmethod
    def to(cls, kind: Any, name: str) -> "Ref[Any]":
        """The reference to a rule by its name."""
        made: Ref[Any] = cls(name)
        made.kind = kind
        return made

    @classmethod
    def reads(cls, kind: Any, value: object, at: At) -> Any:
        """The reference that a file has where a rule of a kind is meant."""
        return cls.to(kind, value) if isinstance(value, str) else at.bad(f"the name of a rule is wanted, not “{value}”")


def references(value: object, at: Path = ()) -> Iterator[tuple[Path, Ref[Any]]]:
    """Every reference in what was read from a file, with its place in it."""
    if isinstance(value, Ref):
        yield at, value
    elif is_dataclass(value) and not isinstance(value, type):
        if _holds(type(value)):
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


@cache
def _holds(kind: type) -> bool:
    """Whether a class may hold references, itself or in its parts."""
    return any(_may(hint) for hint in get_type_hints(kind).values())


def _may(hint: Any) -> bool:
    if get_origin(hint) is Ref:
        return True
    if isinstance(hint, type) and is_dataclass(hint):
        return _holds(hint)
    return any(_may(each) for each in members(hint) or get_args(hint))
