"""What is known of a player, pair, team, club or match when a rule is asked about it.

A rule names what it asks for in words of its own (“masterpoints”, “born”, “registered”); facts answer to
the same words. What no one has stated is not taken for no: it is referred to a person.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from types import MappingProxyType
from typing import TypeVar

from overtrick.core.exact import Exact, exact_text

Moment = date | datetime
"""A day, or a time of a day. A day alone lasts until it ends."""

V = TypeVar("V")


def _nothing() -> Mapping[str, V]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Amount:
    """How many of something, with which body and at which date if that matters."""

    what: str
    value: Exact
    at: date | None = None
    body: str = ""

    def __str__(self) -> str:
        held = f" with {self.body}" if self.body else ""
        when = f" at {self.at}" if self.at else ""
        return f"{exact_text(self.value)} {self.what}{held}{when}"


@dataclass(frozen=True, slots=True)
class Residence:
    """Living somewhere, from one day to another, both included; still there without *until*."""

    place: str
    since: date
    until: date | None = None


@dataclass(frozen=True, slots=True)
class Membership:
    """Belonging to a body: the place it is of, and the years of active membership (now, if none is given)."""

    body: str
    place: str = ""
    years: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Facts:
    """Everything stated about one subject."""

    name: str = ""
    amounts: tuple[Amount, ...] = ()
    moments: Mapping[str, Moment] = field(default_factory=_nothing)
    words: Mapping[str, str] = field(default_factory=_nothing)
    said: Mapping[str, bool] = field(default_factory=_nothing)
    residence: tuple[Residence, ...] = ()
    memberships: tuple[Membership, ...] = ()

    def amounts_of(self, what: str, at: date | None = None) -> tuple[Amount, ...]:
        """The amounts of one thing at a date, one for each body it is held with."""
        return tuple(amount for amount in self.amounts if amount.what == what and (at is None or amount.at == at))

    def amount(self, what: str, at: date | None = None) -> Exact | None:
        """How many of one thing over all bodies; nothing if no one has said."""
        held = self.amounts_of(what, at)
        return sum(amount.value for amount in held) if held else None
