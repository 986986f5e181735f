"""Score sessions that a pair did not play itself, from its own average in its other sessions."""

from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from typing import TypeAlias

from overtrick.core.exact import Exact, Halves, plain, to_places
from overtrick.core.provenance import PERCENT, SESSIONS, TIMES, Clause, Derivation, Figure, Scores, average, same
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
    """The substitute's score counts, limited above by the pair's own average and below by *least* or a *share* of it.

    The lower limit is the smaller of the two.
    """

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
    """A *share* of the pair's own average counts, whatever the substitute scored, and never less than *least*."""

    share: Fraction
    least: Exact = 0


Worth: TypeAlias = Limits | OwnAverage


@dataclass(frozen=True, slots=True)
class StandInCase:
    """One ground, and the value of the session on that ground."""

    clause: Clause
    ground: Ground
    worth: Worth


@dataclass(frozen=True, slots=True)
class StandInRule:
    """The value of sessions that a pair did not play itself; *places* rounds the result, halves up."""

    id: str
    clause: Clause
    cases: tuple[StandInCase, ...]
    places: int | None = 2

    def case(self, ground: Ground | None) -> StandInCase | None:
        """The case for a ground, if this rule has one."""
        return next((case for case in self.cases if case.ground is ground), None)


def stood_in(scored: Figure[Exact] | None, own: Scores, ground: Ground | None, rule: StandInRule) -> Figure[Exact]:
    """The score of a session that the pair did not play itself.

    *scored* is the substitute's score, *own* are the pair's percentages in the sessions that it
    played. If the rule has no case for the ground, the session scores nothing. Until the pair has played a
    session itself, the substitute's score counts provisionally.

    >>> case = StandInCase(Clause("SABF20", "11.4#2"), Ground.SUBSTITUTE, Limits(50, Fraction(9, 10)))
    >>> rule = StandInRule("sabf", case.clause, (case,))
    >>> stood_in(Figure(60, PERCENT, case.clause), [54, 58, 56], Ground.SUBSTITUTE, rule).value
    56
    """
    case = rule.case(ground)
    of = () if scored is None else (scored,)
    if case is None:
        return Figure(0, PERCENT, rule.clause, of, phrase("no valid substitute"), Derivation.INSTEAD)
    if not own:
        if scored is None:
            return Figure(0, PERCENT, case.clause, (), phrase("provisional"))
        return same(scored, PERCENT, case.clause, phrase("provisional"))
    mean = average(
        own, PERCENT, rule.clause, phrase("the pair’s own average over {own}", own=SESSIONS.amount(len(own)))
    )
    figure = _worth(case, mean, scored)
    return figure if rule.places is None else replace(figure, value=to_places(figure.value, rule.places, Halves.UP))


def _worth(case: StandInCase, mean: Figure[Exact], scored: Figure[Exact] | None) -> Figure[Exact]:
    """The score of a session, not rounded."""
    match case.worth:
        case Limits(least, share):
            lower, upper = case.worth.band(mean.value)
            part = _part(mean, share, case.clause)
            floor = Figure(least, PERCENT, case.clause, (), phrase("minimum"))
            low = Figure(
                lower,
                PERCENT,
                case.clause,
                (floor, part),
                phrase("the lower limit: the lesser of the minimum and the share of the pair’s own average"),
                Derivation.LEAST,
            )
            own = scored or Figure(0, PERCENT, case.clause, (), phrase("no score"))
            note = phrase("kept between {lower} and {upper}", lower=PERCENT.amount(lower), upper=PERCENT.amount(upper))
            value = max(min(own.value, upper), lower)
            return Figure(value, PERCENT, case.clause, (own, low, mean), note, Derivation.BETWEEN)
        case OwnAverage(share, least):
            worth = own_average(case.worth, mean.value)
            note = phrase("counts as {worth}", worth=worth)
            part = _part(mean, share, case.clause)
            if not least:
                return same(part, PERCENT, case.clause, note)
            floor = Figure(least, PERCENT, case.clause, (), phrase("minimum"))
            return Figure(max(part.value, least), PERCENT, case.clause, (part, floor), note, Derivation.GREATEST)


def own_average(worth: OwnAverage, mean: Exact) -> Phrase:
    """The share of the own average that a session scores, as a phrase."""
    return phrase(
        "[{share:%} of ]the pair’s own average, {mean}[, at least {least}]",
        share=None if worth.share == 1 else worth.share,
        mean=PERCENT.amount(mean),
        least=PERCENT.amount(worth.least) if worth.least else None,
    )


def _part(mean: Figure[Exact], share: Fraction, clause: Clause) -> Figure[Exact]:
    """A share of the own average; for a share of 1, the average itself."""
    if share == 1:
        return mean
    times = Figure(share, TIMES, clause, (), phrase("the share that counts"))
    return Figure(
        plain(share * mean.value),
        PERCENT,
        clause,
        (mean, times),
        phrase("share of the pair’s own average"),
        Derivation.PRODUCT,
    )
