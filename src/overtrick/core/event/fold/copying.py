"""A copy of a state beside the one that stands: what may be written in is new, what is frozen is shared.

It costs little even in a large field, and folding on it leaves the event that stands untouched.
"""

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import partial
from typing import Any, TypeVar

T = TypeVar("T")


def copied(value: T) -> T:
    """A copy in which whatever may be written in is new, and whatever is frozen is shared."""
    return _copied(value)  # type: ignore[no-any-return]  # of the kind it was given


_WAYS: dict[type[Any], Callable[[Any], Any] | None] = {}


def _copied(value: Any) -> Any:
    copy = _way(type(value))
    return value if copy is None else copy(value)


def _way(kind: type[Any]) -> Callable[[Any], Any] | None:
    """How what is of a kind is copied; nothing where it is frozen, and shared. Worked out once."""
    if kind not in _WAYS:
        _WAYS[kind] = _way_of(kind)
    return _WAYS[kind]


def _way_of(kind: type[Any]) -> Callable[[Any], Any] | None:
    if issubclass(kind, dict):
        return _dict
    if issubclass(kind, list):
        return _list
    if issubclass(kind, set):
        return set
    if is_dataclass(kind) and not kind.__dataclass_params__.frozen:  # type: ignore[attr-defined]  # what a dataclass keeps
        return partial(_dataclass, kind, tuple(field.name for field in fields(kind)))
    return None


def _dict(value: dict[Any, Any]) -> dict[Any, Any]:
    other = value.copy()  # of the same kind: some make what is missing
    first = next(iter(value.values()), None)
    if _way(type(first)) is not None:  # its values are all of a kind
        for key, part in value.items():
            other[key] = _copied(part)
    return other


def _list(value: list[Any]) -> list[Any]:
    return [_copied(part) for part in value]


def _dataclass(kind: type[Any], names: tuple[str, ...], value: Any) -> Any:
    other = object.__new__(kind)
    for name in names:
        try:
            part = object.__getattribute__(value, name)
        except AttributeError:  # not opened yet, and so not in the copy either
            continue
        object.__setattr__(other, name, _copied(part))
    return other
