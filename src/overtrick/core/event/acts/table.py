"""Tables of acts: one function for each class of act, registered by the type of its parameter `act`.

Everything that depends on the kind of act is such a table: folding, checking and describing acts. A function
names its acts once, in its signature; a second function for the same act, or none, raises an error at once.
"""

from collections.abc import Callable
from types import UnionType
from typing import Any, Generic, TypeVar, Union, get_args, get_origin, get_type_hints

from overtrick.core.errors import EngineError

Answer = TypeVar("Answer")
Function = TypeVar("Function", bound=Callable[..., Any])


class ActTable(Generic[Answer]):
    """A decorator that registers one function for each act: the type of its parameter `act` says for which.

    >>> from overtrick.core.event.acts import NoteMade
    >>> loudly: ActTable[str] = ActTable("say loudly")
    >>> @loudly
    ... def note(act: NoteMade) -> str:
    ...     return act.text.upper()
    >>> loudly[NoteMade]
    <function note at ...>
    """

    def __init__(self, does: str) -> None:
        self.does = does
        self._rows: dict[type, Callable[..., Answer]] = {}

    def __call__(self, function: Function) -> Function:
        """Register a function for the acts in its signature."""
        for kind in _kinds(get_type_hints(function)["act"]):
            if kind in self._rows:
                raise EngineError(f"Two functions {self.does} for {kind.__name__}.")
            self._rows[kind] = function
        return function

    def __getitem__(self, kind: type) -> Callable[..., Answer]:
        """The function for acts of a class."""
        if kind not in self._rows:
            raise EngineError(f"No function is there to {self.does} for {kind.__name__}.")
        return self._rows[kind]

    def __contains__(self, kind: type) -> bool:
        return kind in self._rows

    @property
    def kinds(self) -> frozenset[type]:
        """The classes of act that have a function."""
        return frozenset(self._rows)


def _kinds(hint: Any) -> tuple[type, ...]:
    return get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
