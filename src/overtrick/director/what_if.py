"""The event, or the selection year, as it would stand after an act, beside the one that stands.

The copy shares every number that no act can write in, so that it costs little even in a large field; folding
on it leaves the event that stands untouched.
"""

from collections.abc import Iterable
from copy import copy
from dataclasses import fields, is_dataclass
from typing import Any, TypeVar

from overtrick.core.event.acts import Act, Posting
from overtrick.core.event.selection_year import SelectionYear
from overtrick.core.event.tournament import Tournament

T = TypeVar("T")
State = TypeVar("State", Tournament, SelectionYear)


def what_if(event: State, acts: Iterable[Act], at: str = "") -> State:
    """The event after these acts at this time, which nobody has posted."""
    other = copied(event)
    for act in acts:
        other.post(Posting(other.last + 1, act, "", at, ""))
    return other


def copied(value: T) -> T:
    """A copy in which whatever may be written in is new, and whatever is frozen is shared."""
    return _copied(value)  # type: ignore[no-any-return]  # of the kind it was given


def _copied(value: Any) -> Any:
    if isinstance(value, dict):
        other = copy(value)  # of the same kind: some make what is missing
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
