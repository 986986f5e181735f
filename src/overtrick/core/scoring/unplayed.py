"""Matches that were not played, or not played out: byes, forfeits, cancelled and abandoned matches."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from fractions import Fraction
from types import MappingProxyType

from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact, Halves, mean, plain, to_places
from overtrick.core.provenance import IMPS, VPS, Clause, Figure, Unit
from overtrick.core.scoring.datum import Span
from overtrick.core.scoring.match import SideScore

ANY_BOARDS = Span()

OWN = "its own average"
AGAINST = "the average of others against the side that forfeited"


class Complement(Enum):
    """What an absent side's complement is taken of, when a match was cancelled without fault."""

    SCORE = "the other side's score"
    AVERAGE = "the other side's average"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class ForfeitRule:
    """What the innocent side of a forfeited match receives: the greatest of a floor and two averages.

    *floor* are victory points, and *floor_says* what they stand for; *floors* are those of matches of other lengths.
    *offender* are the other side's; *total* is what the two sides of a match
    share; *most* is the most a match can bring; *places* rounds the answer, halves up, where the clause
    rounds at all. *fault* and *begun*, the boards that were begun, say which matches the rule is for. With
    *as_scored* the average against the offender is of what its opponents really had, not of what its own
    scores left them; with *one_robin* only matches of the same round robin are averaged.
    """

    clause: Clause
    floor: Exact
    total: Exact
    most: Exact
    places: int | None = None
    offender: Exact = 0
    complement: Complement = Complement.SCORE
    fault: bool = True
    begun: Span = ANY_BOARDS
    as_scored: bool = False
    one_robin: bool = False
    floor_says: str = "the least for a forfeit"
    floors: Mapping[int, Exact] = field(default_factory=lambda: MappingProxyType({}))

    def for_match(self, boards: int) -> "ForfeitRule":
        """The rule for a match of so many boards: its floor is read on the scale of that length."""
        return replace(self, floor=self.floors.get(boards, self.floor))


@dataclass(frozen=True, slots=True)
class ByeRule:
    """What a bye is worth; without *vps* it counts for its IMPs. It is a win only where the rule says so."""

    id: str
    clause: Clause
    vps: Exact | None
    imps: Exact
    win: bool

    @property
    def unit(self) -> Unit:
        """What it counts for."""
        return IMPS if self.vps is None else VPS


@dataclass(frozen=True, slots=True)
class ComparedRule:
    """The least share of a match's boards that must be compared for the match to be scored at all."""

    id: str
    clause: Clause
    share: Fraction


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
    >>> forfeit([61, 44], [58, 65, 70], rule).note.partition(", 64.33")[0]
    'the greatest of 56.50 (the least for a forfeit), 52.50 (its own average)'
    """
    candidates: list[tuple[Exact, str]] = [(rule.floor, rule.floor_says)]
    if own:
        candidates.append((mean(own), OWN))
    if against_offender:
        candidates.append((min(mean(against_offender), rule.most), AGAINST))
    value = _placed(max(value for value, _ in candidates), rule)
    listed = ", ".join(f"{VPS.number(value)} ({name})" for value, name in candidates)
    of = tuple(Figure(value, VPS, rule.clause, (), name) for value, name in candidates)
    return Figure(value, VPS, rule.clause, of, f"the greatest of {listed}")


def against(offender_own: Sequence[Exact], rule: ForfeitRule) -> tuple[Exact, ...]:
    """What the offender's other opponents had against it: what its own scores left them.

    >>> against([20, 30], ForfeitRule(Clause("ANC26", "11.12"), 56, 70, 67))
    (50, 40)
    """
    return tuple(plain(rule.total - own) for own in offender_own)


def forfeited(rule: ForfeitRule) -> Figure[Exact]:
    """The offender's own victory points; a side that forfeits against another that does has them too."""
    return Figure(rule.offender, VPS, rule.clause, (), "forfeited")


def cancelled(
    present: Figure[Exact], present_own: Sequence[Exact], absent_own: Sequence[Exact], rule: ForfeitRule
) -> UnplayedScore:
    """A match cancelled through nobody's fault: the side present has the forfeit score.

    The absent side has the greater of its own average and what the other side leaves, which is the
    complement of the other's score in this match, or of its average, as the rule reads.
    """
    by_average = rule.complement is Complement.AVERAGE and present_own
    left = plain(rule.total - (mean(present_own) if by_average else present.value))
    candidates: list[tuple[Exact, str]] = [(left, f"what {rule.complement} leaves")]
    if absent_own:
        candidates.append((mean(absent_own), OWN))
    value = _placed(max(value for value, _ in candidates), rule)
    return UnplayedScore(present, Figure(value, VPS, rule.clause, (present,), _greater(candidates)))


def abandoned(concerned_own: Sequence[Exact], other_own: Sequence[Exact], rule: ForfeitRule) -> UnplayedScore:
    """A match abandoned after play began: the side concerned first, its opponents second.

    The opponents have the greater of their own average and the complement of the others'; the side
    concerned has what is left, so that the match adds up.
    """
    candidates: list[tuple[Exact, str]] = [
        (mean(other_own), OWN),
        (plain(rule.total - mean(concerned_own)), "what the other side's average leaves"),
    ]
    value = _placed(max(value for value, _ in candidates), rule)
    other = Figure(value, VPS, rule.clause, (), _greater(candidates))
    concerned = Figure(plain(Fraction(rule.total) - value), VPS, rule.clause, (other,), "what the others leave")
    return UnplayedScore(concerned, other)


def unfinished(rules: Sequence[ForfeitRule], begun: int, *, fault: bool) -> ForfeitRule:
    """The rule for a match that was not played out, by the boards begun and whether a side was at fault."""
    for rule in rules:
        if rule.fault is fault and begun in rule.begun:
            return rule
    raise DirectorError(
        f"No rule covers a match of which {begun} boards were begun",
        clause=", ".join(str(rule.clause) for rule in rules),
        remedy="The director decides.",
    )


def too_few_compared(compared: int, boards: int, rule: ComparedRule) -> bool:
    """Whether so few boards were compared that the match is scored as if it had not been played.

    >>> half = ComparedRule("anc", Clause("ANC26", "7.7"), Fraction(1, 2))
    >>> too_few_compared(8, 16, half), too_few_compared(7, 16, half)
    (False, True)
    """
    return compared < boards * rule.share


def score_bye(rule: ByeRule) -> SideScore:
    """What a contestant without an opponent has."""
    net: Figure[Exact] = Figure(rule.imps, IMPS, rule.clause, (), "bye")
    return SideScore(net, net if rule.vps is None else Figure(rule.vps, VPS, rule.clause, (net,), "bye"))


def _greater(candidates: Sequence[tuple[Exact, str]]) -> str:
    return "the greater of " + " and ".join(f"{VPS.number(value)} ({name})" for value, name in candidates)


def _placed(value: Exact, rule: ForfeitRule) -> Exact:
    return value if rule.places is None else to_places(value, rule.places, Halves.UP)
