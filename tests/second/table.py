"""What a contract scores (Law 77) and what a difference is in IMPs (Law 78B); shares of them for rulings."""

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import floor

VULNERABLE = ("", "NS", "EW", "NSEW", "NS", "EW", "NSEW", "", "EW", "NSEW", "", "NS", "NSEW", "", "NS", "EW")
"""Law 2: the sides vulnerable on boards 1 to 16; it repeats."""

IMP_STEPS = (
    20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600,
    750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000,
)  # fmt: skip
"""Law 78B: the least difference for 1, 2, 3 ... 24 IMPs."""

CONTRACT = re.compile(r"([1-7])(NT|[CDHS])(X{0,2}) ([NESW]) (=|[+-]\d+)")

Mix = tuple[tuple[Fraction, int], ...]
"""Scores for North-South with their weights; an unadjusted result is one with weight 1."""


@dataclass(frozen=True)
class Outcome:
    """A board at a table as it counts for a side: scores for North-South, or an average *grade*, +1, 0 or -1."""

    mix: Mix = ()
    grade: int | None = None

    @property
    def mean(self) -> Fraction:
        """The weighted mean of the scores."""
        return sum((weight * score for weight, score in self.mix), Fraction(0))


@dataclass(frozen=True)
class Line:
    """What both sides of a table have on a board; they differ under a split or an artificial score."""

    ns: Outcome
    ew: Outcome

    @property
    def played(self) -> bool:
        """Whether there is a bridge score."""
        return bool(self.ns.mix and self.ew.mix)

    @property
    def mean(self) -> Fraction:
        """The score for North-South that goes into datums and comparisons: of a split score the mean of the two."""
        return (self.ns.mean + self.ew.mean) / 2


def contract_score(contract: str, board: int) -> int:
    """Return what a contract scores for North-South (Law 77)."""
    if contract == "PASS":
        return 0
    if re.fullmatch(r"[+-]?\d+", contract):  # the score alone, North-South's
        return int(contract)
    found = CONTRACT.fullmatch(contract)
    if not found:
        raise ValueError(f"{contract!r} is no contract")
    level, strain, doubles, declarer, made = found.groups()
    side = "NS" if declarer in "NS" else "EW"
    vulnerable = side in VULNERABLE[(board - 1) % 16]
    over = 0 if made == "=" else int(made)
    score = (
        _made(int(level), strain, len(doubles), over, vulnerable)
        if over >= 0
        else _down(-over, len(doubles), vulnerable)
    )
    return score if side == "NS" else -score


def _made(level: int, strain: str, doubles: int, over: int, vulnerable: bool) -> int:  # noqa: FBT001
    trick = 20 if strain in "CD" else 30
    tricks = (level * trick + (10 if strain == "NT" else 0)) * (1, 2, 4)[doubles]
    game = (500 if vulnerable else 300) if tricks >= 100 else 50
    slam = {6: 750 if vulnerable else 500, 7: 1500 if vulnerable else 1000}.get(level, 0)
    each = trick if not doubles else 100 * doubles * (2 if vulnerable else 1)
    return tricks + game + slam + 50 * doubles + each * over


def _down(tricks: int, doubles: int, vulnerable: bool) -> int:  # noqa: FBT001
    if not doubles:
        return -(100 if vulnerable else 50) * tricks
    first, second, later = (200, 300, 300) if vulnerable else (100, 200, 300)
    lost = sum(first if trick == 1 else second if trick <= 3 else later for trick in range(1, tricks + 1))
    return -lost * doubles


def imps(difference: Fraction | int) -> int:
    """Return the IMPs for a difference in points, with its sign (Law 78B)."""
    size = sum(abs(Fraction(difference)) >= step for step in IMP_STEPS)
    return size if difference > 0 else -size


@cache
def read_line(result: str, board: int) -> Line | None:
    """Return what a written result gives both sides; nothing for a board that was not played."""
    if result == "NP":
        return None
    if result.startswith("NS "):  # split: "NS ... | EW ..."
        first, second = result.split(" | ")
        return Line(_mixed(first[3:], board), _mixed(second[3:], board))
    if result.startswith("AV"):
        grades = {"AV+": 1, "AV": 0, "AV-": -1}
        first, second = result.split()
        return Line(Outcome(grade=grades[first]), Outcome(grade=grades[second]))
    both = _mixed(result, board)
    return Line(both, both)


def _mixed(result: str, board: int) -> Outcome:
    if not re.match(r"\d+/\d+ |\d+% ", result):
        return Outcome(((Fraction(1), contract_score(result, board)),))
    parts = [part.split(" ", 1) for part in result.split(", ")]
    mix = tuple((_share(weight), contract_score(contract, board)) for weight, contract in parts)
    if sum(weight for weight, _ in mix) != 1:
        raise ValueError(f"{result!r} has shares that are not one")
    return Outcome(mix)


def _share(weight: str) -> Fraction:
    return Fraction(weight[:-1]) / 100 if weight.endswith("%") else Fraction(weight)


def half_up(number: Fraction | int, places: int = 0) -> Fraction:
    """Return a number rounded, halves away from zero."""
    scale = 10**places
    size = Fraction(floor(abs(Fraction(number)) * scale + Fraction(1, 2)), scale)
    return size if number >= 0 else -size


def nearest_ten(number: Fraction) -> Fraction:
    """Return a number to the nearest ten, halves away from zero."""
    return half_up(number / 10) * 10


def middle_mean(scores: list[Fraction], dropped: int) -> Fraction:
    """Return the mean of scores without so many at each end."""
    kept = sorted(scores)[dropped : len(scores) - dropped]
    return sum(kept, Fraction(0)) / len(kept)
