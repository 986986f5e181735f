"""Matches that were not played out: forfeited, cancelled without fault, or abandoned."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from overtrick.core.exact import Exact, Halves, mean, plain, to_places
from overtrick.core.provenance import VPS, Clause, Figure


@dataclass(frozen=True, slots=True)
class ForfeitRule:
    """What the innocent side of a forfeited match receives: the greatest of a floor and two averages.

    *floor* are victory points; *total* is what the two sides of a match share; *most* is the most a match
    can bring; *places* rounds the answer, halves up, where the clause rounds at all.
    """

    clause: Clause
    floor: Exact
    total: Exact
    most: Exact
    places: int | None = None


@dataclass(frozen=True, slots=True)
class UnplayedScore:
    """What each side of a match that was not played out receives."""

    first: Figure[Exact]
    second: Figure[Exact]


def forfeit(own: Sequence[Exact], against_offender: Sequence[Exact], rule: ForfeitRule) -> Figure[Exact]:
    """The innocent side's victory points for a forfeited match.

    *own* are its victory points in its other matches, *against_offender* what the offender's other
    opponents had against it; byes, forfeits and fines are in neither. A side without other matches has no
    average to compare.

    >>> rule = ForfeitRule(Clause("ANC26", "11.12"), Fraction(113, 2), 70, Fraction(135, 2))
    >>> print(forfeit([61, 44], [58, 65, 70], rule).line())
    64.33 VPs  the greatest of 56.50 (floor), 52.50 (own average), 64.33 (average against the offender)  (ANC26 11.12)
    """
    candidates: list[tuple[Exact, str]] = [(rule.floor, "floor")]
    if own:
        candidates.append((mean(own), "own average"))
    if against_offender:
        candidates.append((min(mean(against_offender), rule.most), "average against the offender"))
    value = max(value for value, _ in candidates)
    if rule.places is not None:
        value = to_places(value, rule.places, Halves.UP)
    listed = ", ".join(f"{VPS.number(value)} ({name})" for value, name in candidates)
    return Figure(value, VPS, rule.clause, (), f"the greatest of {listed}")


def cancelled(present: Figure[Exact], absent_own: Sequence[Exact], rule: ForfeitRule) -> UnplayedScore:
    """A match cancelled through nobody's fault: the side present has the forfeit score.

    The absent side has the greater of its own average and what the other's score leaves.
    """
    left = plain(rule.total - present.value)
    value = max(mean(absent_own), left) if absent_own else left
    if rule.places is not None:
        value = to_places(value, rule.places, Halves.UP)
    note = f"the greater of own average and {VPS.number(left)}"
    return UnplayedScore(present, Figure(value, VPS, rule.clause, (present,), note))


def abandoned(concerned_own: Sequence[Exact], other_own: Sequence[Exact], rule: ForfeitRule) -> UnplayedScore:
    """A match abandoned after play began: the side concerned first, its opponents second.

    The opponents have the greater of their own average and the complement of the others'; the side
    concerned has what is left, so that the match adds up.
    """
    value = max(mean(other_own), plain(rule.total - mean(concerned_own)))
    if rule.places is not None:
        value = to_places(value, rule.places, Halves.UP)
    other = Figure(value, VPS, rule.clause, (), "the greater of own average and the complement of the others'")
    concerned = Figure(plain(Fraction(rule.total) - value), VPS, rule.clause, (other,), "what the others leave")
    return UnplayedScore(concerned, other)
