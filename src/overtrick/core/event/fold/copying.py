"""A copy of a state beside the one that stands: what may be written in is new, what is frozen is shared.

It costs little even in a large field, and folding on it leaves the event that stands untouched.
"""

from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from typing import Any, TypeVar

T = TypeVar("T")


def copied(value: T) -> T:
    """A copy in which whatever may be written in is new, and whatever is frozen is shared."""
    return _copied(value)  # type: ignore[no-any-return]  # of the kind it was given


def _copied(value: Any) -> Any:
    if isinstance(value, dict):
        other = value.copy()  # of the same kind: some make what is missing
        if _any_written(value.values()):
            other.update({key: _copied(part) for key, part in value.items()})
        return other
    if isinstance(value, list):
        return [_copied(part) for part in value]
    if isinstance(value, set):
        return set(value)
    if _written_in(type(value)):
        other = object.__new__(type(value))
        for field in fields(value):
            object.__setattr__(other, field.name, _copied(getattr(value, field.name)))
        return other
    return value


def _any_written(values: Iterable[Any]) -> bool:
    """Whether the values of a dictionary, all of a kind, may be written in."""
    first = next(iter(values), None)
    return isinstance(first, dict | list | set) or _written_in(type(first))


def _written_in(kind: type[Any]) -> bool:
    return is_dataclass(kind) and not kind.__dataclass_params__.frozen  # type: ignore[attr-defined]  # what a dataclass keeps
