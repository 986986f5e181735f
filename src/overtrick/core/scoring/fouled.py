"""Fouled boards of a teams match: replaced by a substitute board, or cancelled."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum

from overtrick.core.provenance import Clause


class TooLate(Enum):
    """An event after which a substitute board is no longer possible."""

    RESULT_KNOWN = "the match result is known"
    PLAYER_LEFT = "a player has left"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class SubstituteRule:
    """A fouled board is replaced by another at both tables, unless one of these has happened."""

    id: str
    clause: Clause
    unless: tuple[TooLate, ...]


def allows_substitute(happened: Collection[TooLate], rule: SubstituteRule) -> bool:
    """Whether a substitute board is played; otherwise the board is cancelled with an award to each side."""
    return not any(bar in happened for bar in rule.unless)
