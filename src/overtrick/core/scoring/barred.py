"""Boards on which a side did something the regulations bar: it may not gain, and its opponents may not lose."""

from dataclasses import dataclass

from overtrick.core.exact import Exact
from overtrick.core.provenance import Clause, Figure, Made, Unit
from overtrick.core.wording import phrase


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
        Figure(lesser, rule.unit, rule.clause, (offenders, kept), less, Made.LEAST),
        Figure(greater, rule.unit, rule.clause, (opponents, least), more, Made.GREATEST),
    )
