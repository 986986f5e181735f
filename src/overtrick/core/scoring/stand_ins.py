"""Sessions that a pair did not play itself: what they count for, from its own average elsewhere."""

from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from typing import TypeAlias

from overtrick.core.exact import Exact, Halves, plain, to_places
from overtrick.core.provenance import PERCENT, SESSIONS, TIMES, Clause, Figure, Made, Scores, average, same
from overtrick.core.wording import Phrase, phrase


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


def stood_in(scored: Figure[Exact] | None, own: Scores, ground: Ground | None, rule: StandInRule) -> Figure[Exact]:
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
        return Figure(0, PERCENT, rule.clause, of, phrase("no valid substitute"), Made.INSTEAD)
    if not own:
        if scored is None:
            return Figure(0, PERCENT, case.clause, (), phrase("provisional"))
        return same(scored, PERCENT, case.clause, phrase("provisional"))
    mean = average(
        own, PERCENT, rule.clause, phrase("the pair's own average over {own}", own=SESSIONS.amount(len(own)))
    )
    figure = _worth(case, mean, scored)
    return figure if rule.places is None else replace(figure, value=to_places(figure.value, rule.places, Halves.UP))


def _worth(case: StandInCase, mean: Figure[Exact], scored: Figure[Exact] | None) -> Figure[Exact]:
    """What a session counts for, not rounded."""
    match case.worth:
        case Limits(least, share):
            lower, upper = case.worth.band(mean.value)
            part = _part(mean, share, case.clause)
            floor = Figure(least, PERCENT, case.clause, (), phrase("the least"))
            low = Figure(lower, PERCENT, case.clause, (floor, part), phrase("the lower of the two"), Made.LEAST)
            own = scored or Figure(0, PERCENT, case.clause, (), phrase("nothing was scored"))
            note = phrase("between {lower} and {upper}", lower=PERCENT.amount(lower), upper=PERCENT.amount(upper))
            value = max(min(own.value, upper), lower)
            return Figure(value, PERCENT, case.clause, (own, low, mean), note, Made.BETWEEN)
        case OwnAverage(share, least):
            worth = own_average(case.worth, mean.value)
            note = phrase("counts {worth}", worth=worth)
            part = _part(mean, share, case.clause)
            if not least:
                return same(part, PERCENT, case.clause, note)
            floor = Figure(least, PERCENT, case.clause, (), phrase("the least"))
            return Figure(max(part.value, least), PERCENT, case.clause, (part, floor), note, Made.GREATEST)


def own_average(worth: OwnAverage, mean: Exact) -> Phrase:
    """What a session counts for that counts by the pair's own average."""
    return phrase(
        "[{share:%} of ]the pair's own average, {mean}[, at least {least}]",
        share=None if worth.share == 1 else worth.share,
        mean=PERCENT.amount(mean),
        least=PERCENT.amount(worth.least) if worth.least else None,
    )


def _part(mean: Figure[Exact], share: Fraction, clause: Clause) -> Figure[Exact]:
    """A share of the own average; all of it as it is."""
    if share == 1:
        return mean
    times = Figure(share, TIMES, clause, (), phrase("the share that counts"))
    return Figure(plain(share * mean.value), PERCENT, clause, (mean, times), phrase("of the own average"), Made.PRODUCT)
