"""Copy a state: mutable objects are new, frozen ones are shared.

A copy costs little even in a large field, and folding into it leaves the original unchanged.
"""

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import partial
from typing import Any, TypeVar

T = TypeVar("T")


def copy_mutable(value: T) -> T:
    """A copy in which mutable objects are new and frozen ones are shared."""
    return _copy_value(value)  # type: ignore[no-any-return]  # the same type as the argument


_WAYS: dict[type[Any], Callable[[Any], Any] | None] = {}


def _copy_value(value: Any) -> Any:
    copy = _way(type(value))
    return value if copy is None else copy(value)


def _way(kind: type[Any]) -> Callable[[Any], Any] | None:
    """The function that copies values of a type; None if they are frozen and shared. Cached."""
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
    if is_dataclass(kind) and not kind.__dataclass_params__.frozen:  # type: ignore[attr-defined]  # dataclasses have it
        return partial(_dataclass, kind, tuple(field.name for field in fields(kind)))
    return None


def _dict(value: dict[Any, Any]) -> dict[Any, Any]:
    other = value.copy()  # of the same type: some are defaultdicts
    first = next(iter(value.values()), None)
    if _way(type(first)) is not None:  # all values have the same type
        for key, part in value.items():
            other[key] = _copy_value(part)
    return other


def _list(value: list[Any]) -> list[Any]:
    return [_copy_value(part) for part in value]


def _dataclass(kind: type[Any], names: tuple[str, ...], value: Any) -> Any:
    other = object.__new__(kind)
    for name in names:
        try:
            part = object.__getattribute__(value, name)
        except AttributeError:  # not loaded yet, so not in the copy either
            continue
        object.__setattr__(other, name, _copy_value(part))
    return other
