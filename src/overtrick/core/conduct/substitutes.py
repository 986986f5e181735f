"""The guide to adjusting a score because a substitute strengthened the side.

A guide only: the director decides, and never more than the limit.
"""

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact, Share
from overtrick.core.provenance import IMPS, Clause, Fact, Figure


class OtherLengths(Enum):
    """What the guide says of matches whose length it does not print."""

    INTERPOLATE = "linear between, pro rata outside"
    NONE = "no figure"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class GuideRule:
    """What each degree of improvement takes off, by the boards of the match."""

    clause: Clause
    boards: tuple[int, ...]
    grades: tuple[tuple[tuple[str, ...], tuple[Exact, ...]], ...]
    others: OtherLengths
    whole: Share = Share.HALF_UP


@dataclass(frozen=True, slots=True)
class Suggestion:
    """An adjustment in IMPs, and whether the guide prints it or we read it between the lines."""

    imps: Figure[Exact]
    printed: bool


def suggest(improvement: str, boards: int, rule: GuideRule) -> Suggestion:
    """What the guide suggests for a degree of improvement in a match of so many boards."""
    figures = next((row for names, row in rule.grades if improvement in names), None)
    if figures is None:
        known = ", ".join(names[0] for names, _ in rule.grades)
        raise DirectorError(
            f"“{improvement}” is not a degree of improvement", clause=str(rule.clause), remedy=f"Say {known}."
        )
    of = (Fact(f"{improvement} improvement over {boards} boards"),)
    if boards in rule.boards:
        value = figures[rule.boards.index(boards)]
        return Suggestion(Figure(value, IMPS, rule.clause, of, "as the guide prints"), True)
    if rule.others is OtherLengths.NONE:
        raise DirectorError(
            f"The guide has no figure for matches of {boards} boards",
            clause=str(rule.clause),
            remedy="The director sets the adjustment within its limit.",
        )
    value = rule.whole.whole(_between(boards, rule.boards, figures))
    return Suggestion(Figure(value, IMPS, rule.clause, of, "read between the guide's figures"), False)


def _between(boards: int, columns: tuple[int, ...], figures: tuple[Exact, ...]) -> Fraction:
    """Linear between two printed lengths, in proportion outside them."""
    if boards < columns[0]:
        return Fraction(figures[0]) * boards / Fraction(columns[0])
    if boards > columns[-1]:
        return Fraction(figures[-1]) * boards / Fraction(columns[-1])
    place = max(index for index, column in enumerate(columns) if column < boards)
    low, high = columns[place], columns[place + 1]
    part = Fraction(boards - low, high - low)
    return figures[place] + part * (figures[place + 1] - figures[place])
