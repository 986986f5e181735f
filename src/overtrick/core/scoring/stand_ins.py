"""Sessions that a pair did not play itself: what they count for, from its own average elsewhere."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import TypeAlias

from overtrick.core.exact import Exact, Halves, exact_text, mean, plain, to_places
from overtrick.core.provenance import PERCENT, Clause, Figure


class Ground(Enum):
    """Why a pair did not play a session itself."""

    SUBSTITUTE = "substitute"
    REPRESENTATIVE = "representative duty"
    NATIONAL = "national championship"
    PLAYOFFS = "national playoffs"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Limits:
    """What was scored counts, up to the pair's own average and down to the lower of *least* and a *share* of it."""

    least: Exact
    share: Fraction

    def band(self, average: Exact) -> tuple[Exact, Exact]:
        """The least and the most that can count.

        >>> Limits(50, Fraction(9, 10)).band(56), Limits(50, Fraction(9, 10)).band(48)
        ((50, 56), (Fraction(216, 5), 48))
        """
        return min(self.least, plain(self.share * average)), average


@dataclass(frozen=True, slots=True)
class OwnAverage:
    """A *share* of the pair's own average counts, whatever was scored, and never less than *least*."""

    share: Fraction
    least: Exact = 0


Worth: TypeAlias = Limits | OwnAverage


@dataclass(frozen=True, slots=True)
class StandInCase:
    """One ground, and what the session then counts for."""

    clause: Clause
    ground: Ground
    worth: Worth


@dataclass(frozen=True, slots=True)
class StandInRule:
    """What a regulation counts for sessions a pair did not play itself; *places* rounds the answer, halves up."""

    id: str
    clause: Clause
    cases: tuple[StandInCase, ...]
    places: int | None = 2

    def case(self, ground: Ground | None) -> StandInCase | None:
        """The case for a ground, if it is one that this rule knows."""
        return next((case for case in self.cases if case.ground is ground), None)


def stood_in(
    scored: Figure[Exact] | None, own: Sequence[Exact], ground: Ground | None, rule: StandInRule
) -> Figure[Exact]:
    """What a session counts for that the pair did not play itself.

    *scored* is what was scored for it by a substitute, *own* are the pair's percentages in the sessions it
    played. On no ground the rule knows the session counts for nothing. Before the pair has played any
    session itself, what was scored counts, provisionally.

    >>> case = StandInCase(Clause("SABF20", "11.4#2"), Ground.SUBSTITUTE, Limits(50, Fraction(9, 10)))
    >>> rule = StandInRule("sabf", case.clause, (case,))
    >>> stood_in(Figure(60, PERCENT, case.clause), [54, 58, 56], Ground.SUBSTITUTE, rule).value
    56
    """
    case = rule.case(ground)
    of = () if scored is None else (scored,)
    if case is None:
        return Figure(0, PERCENT, rule.clause, of, "no valid substitute")
    if not own:
        return Figure(0 if scored is None else scored.value, PERCENT, case.clause, of, "provisional")
    value, note = _worth(case.worth, mean(own), 0 if scored is None else scored.value)
    if rule.places is not None:
        value = to_places(value, rule.places, Halves.UP)
    return Figure(value, PERCENT, case.clause, of, note)


def _worth(worth: Worth, average: Exact, scored: Exact) -> tuple[Exact, str]:
    match worth:
        case Limits():
            lower, upper = worth.band(average)
            return max(min(scored, upper), lower), f"between {PERCENT.show(lower)} and {PERCENT.show(upper)}"
        case OwnAverage(share, least):
            part = "" if share == 1 else f"{exact_text(plain(100 * share))}% of "
            note = f"counts {part}the pair's own average, {PERCENT.show(average)}"
            return max(plain(share * average), least), note if not least else f"{note}, at least {PERCENT.show(least)}"
