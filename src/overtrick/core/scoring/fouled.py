"""Boards of a match that do not count as played: fouled ones, and those on which a side did something barred."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum

from overtrick.core.exact import Exact
from overtrick.core.provenance import Clause, Derivation, Figure, Unit
from overtrick.core.wording import phrase


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


@dataclass(frozen=True, slots=True)
class BarredRule:
    """The most the offenders may keep on the board and the least their opponents have."""

    id: str
    clause: Clause
    offenders: Exact
    opponents: Exact
    unit: Unit


@dataclass(frozen=True, slots=True)
class BarredScore:
    """Both sides' scores on the board after the adjustment."""

    offenders: Figure[Exact]
    opponents: Figure[Exact]


def barred_score(offenders: Figure[Exact], opponents: Figure[Exact], rule: BarredRule) -> BarredScore:
    """Both sides' scores on a board, from what they scored at the table.

    >>> from overtrick.core.provenance import IMPS
    >>> rule = BarredRule("sabf", Clause("SABF20", "4.6#3"), -3, 3, IMPS)
    >>> adjusted = barred_score(Figure(2, IMPS, rule.clause), Figure(-2, IMPS, rule.clause), rule)
    >>> adjusted.offenders.value, adjusted.opponents.value
    (-3, 3)
    """
    kept, least = (Figure(each, rule.unit, rule.clause) for each in (rule.offenders, rule.opponents))
    lesser = min(offenders.value, rule.offenders)
    greater = max(opponents.value, rule.opponents)
    less, more = (
        phrase("the lesser of {offenders} and {kept}", offenders=offenders, kept=kept),
        phrase("the greater of {opponents} and {least}", opponents=opponents, least=least),
    )
    return BarredScore(
        Figure(lesser, rule.unit, rule.clause, (offenders, kept), less, Derivation.LEAST),
        Figure(greater, rule.unit, rule.clause, (opponents, least), more, Derivation.GREATEST),
    )
