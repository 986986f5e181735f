"""Score matches that were not played or not finished: byes, forfeits, cancelled and abandoned matches."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from fractions import Fraction
from types import MappingProxyType

from overtrick.core.errors import DirectorError, RegulationErrors
from overtrick.core.exact import Exact, Halves, plain, to_places
from overtrick.core.provenance import (
    BOARD_POINTS,
    IMPS,
    PERCENT,
    POINTS,
    VPS,
    Clause,
    Derivation,
    Figure,
    Note,
    Scores,
    Unit,
    average,
)
from overtrick.core.scales import CornerScale, Scale, vps
from overtrick.core.scoring.datum import Span
from overtrick.core.scoring.match import SideScore
from overtrick.core.wording import Phrase, phrase

ANY_BOARDS = Span()

OWN = phrase("the side’s own average")
LEAST = phrase("the minimum for a forfeit")
AGAINST = phrase("the others’ average against the side that forfeited")


class Complement(Enum):
    """The score of which an absent side gets the complement when a match was cancelled without fault."""

    SCORE = "the other side's score"
    AVERAGE = "the other side's average"

    def __str__(self) -> str:
        return self.value.replace("'", "’")


@dataclass(frozen=True, slots=True)
class ForfeitRule:
    """The score of the innocent side of a forfeited match: the greatest of a floor and two averages.

    *floor* is in victory points, and *floor_says* describes it; *floors* are the floors for matches of other lengths.
    A match that was begun has no floor. *offender* is the other side's score; *total* is the sum of both sides'
    scores; *most* is the most that a forfeit gives; *places* rounds the result, halves up, if the clause
    rounds at all. *fault* and *begun*, the number of boards begun, say to which matches the rule applies. With
    *as_scored* the average against the offender is of its opponents' actual scores instead of the complements of its
    own; with *one_robin* only matches of the same round robin are averaged.

    A floor may be a win by *floor_imps* on the scale of the match; with *imps_read_back* its IMPs are read back
    from that *scale*. Both need the scales of the matches (`on`). All numbers are in *unit*, victory points unless
    another is given; with *a_board* they are for each board of the match.
    """

    clause: Clause
    floor: Exact | None
    total: Exact
    most: Exact
    places: int | None = None
    offender: Exact = 0
    complement: Complement = Complement.SCORE
    fault: bool = True
    begun: Span = ANY_BOARDS
    as_scored: bool = False
    one_robin: bool = False
    floor_says: Phrase = LEAST
    floors: Mapping[int, Exact] = field(default_factory=lambda: MappingProxyType({}))
    scale: CornerScale | None = None
    floor_imps: Exact | None = None
    imps_read_back: bool = False
    unit: Unit = VPS
    a_board: bool = False

    def with_scales(self, scales: Mapping[int, Scale], boards: int) -> "ForfeitRule":
        """The rule for matches of *boards* boards and of the other lengths that have scales."""
        clause, floor, says, floors = self.clause, self.floor, self.floor_says, self.floors
        if floor is None and self.floor_imps is not None:
            if boards not in scales:
                raise RegulationErrors([f"{clause.cite}: a floor in IMPs needs the scale of the match."])
            won = Figure(self.floor_imps, IMPS, Clause(clause.document, clause.number))
            floors = {length: vps(won, length, scale, Halves.AWAY).value for length, scale in scales.items()}
            floor, says = floors[boards], phrase("a win by {imps:#IMP}", imps=self.floor_imps)
        elif floor is None and 0 in self.begun:
            raise RegulationErrors(
                [f"{clause.cite}: a match that was not begun needs a floor; nobody may have an average."]
            )
        scale = scales.get(boards) if self.imps_read_back else None
        if self.imps_read_back and not isinstance(scale, CornerScale):
            raise RegulationErrors([f"{clause.cite}: IMPs can be read back only from a scale of straight lines."])
        back = scale if isinstance(scale, CornerScale) else None
        return replace(self, floor=floor, floor_says=says, floors=floors, scale=back)

    def imps(self, vps: Figure[Exact]) -> Figure[Exact] | None:
        """The IMPs that the scale gives for victory points; None where the clause does not read them back."""
        if self.scale is None:
            return None
        value = self.scale.value_of(vps.value)
        return Figure(
            value,
            IMPS,
            self.clause,
            (vps,),
            phrase("converted back to IMPs with {name}", name=self.scale.name),
            Derivation.FORMULA,
        )

    def for_match(self, boards: int) -> "ForfeitRule":
        """The rule for a match of this many boards, with the floor from the scale for that length."""
        if not self.a_board:
            return replace(self, floor=self.floors.get(boards, self.floor))
        floor = None if self.floor is None else boards * self.floor
        return replace(
            self, floor=floor, total=boards * self.total, most=boards * self.most, offender=boards * self.offender,
            a_board=False,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class ByeRule:
    """The score for a bye; without *vps* it counts for its IMPs. It is a win only where the rule says so.

    By other methods it scores *board_points*, *points* or a *percent*. With *a_board* the amount is for each
    board of a match.
    """

    id: str
    clause: Clause
    vps: Exact | None = None
    imps: Exact = 0
    win: bool = False
    board_points: Exact | None = None
    points: Exact | None = None
    a_board: bool = False
    percent: Exact | None = None

    def __post_init__(self) -> None:
        if sum(each is not None for each in (self.vps, self.board_points, self.points, self.percent)) > 1:
            raise RegulationErrors(["a bye counts for vps, for board_points, for points or for a percent: say one"])

    @property
    def unit(self) -> Unit:
        """The unit of the score for a bye."""
        others = {VPS: self.vps, BOARD_POINTS: self.board_points, POINTS: self.points, PERCENT: self.percent}
        return next((unit for unit, worth in others.items() if worth is not None), IMPS)

    @property
    def worth(self) -> Exact:
        """The score for a bye, in that unit."""
        said = (self.vps, self.board_points, self.points, self.percent)
        return next((each for each in said if each is not None), self.imps)


class UnmetScore(Enum):
    """The score of a contestant whose opponent in a match withdrew before they met."""

    FORFEIT = "forfeit"
    BYE = "bye"
    DIRECTOR = "director"


@dataclass(frozen=True, slots=True)
class UnmetRule:
    """The score of contestants who have not yet met one that withdraws from a draw made in advance.

    *score* is the innocent side's score for a forfeit, the score for a bye, or a score that the director gives each.
    """

    id: str
    clause: Clause
    score: UnmetScore


@dataclass(frozen=True, slots=True)
class ComparedRule:
    """The least share of a match's boards that must be compared for the match to be scored at all."""

    id: str
    clause: Clause
    share: Fraction


@dataclass(frozen=True, slots=True)
class UnplayedScore:
    """Both sides' scores for a match that was not finished."""

    first: Figure[Exact]
    second: Figure[Exact]


def forfeit(own: Scores, against_offender: Scores, rule: ForfeitRule) -> Figure[Exact]:
    """The innocent side's victory points for a forfeited match.

    *own* are its victory points in its other matches, *against_offender* those of the offender's other
    opponents against it; neither includes byes, forfeits or penalties. A side without other matches has no
    average to compare.

    >>> rule = ForfeitRule(Clause("ANC26", "11.12"), Fraction(113, 2), 70, Fraction(135, 2))
    >>> forfeit([61, 44], [58, 65, 70], rule).said.partition(", 64.33")[0]
    'the best available from 56.50 (the minimum for a forfeit), 52.50 (the side’s own average)'
    """
    parts: list[Figure[Exact]] = []
    if rule.floor is not None:
        parts.append(Figure(rule.floor, rule.unit, rule.clause, (), rule.floor_says))
    parts += (_mean(scores, rule, note) for scores, note in ((own, OWN), (against_offender, AGAINST)) if scores)
    return _best(parts, rule, several=True)


def _mean(scores: Scores, rule: ForfeitRule, note: Note) -> Figure[Exact]:
    """The average of scores, limited to the most that a forfeit gives."""
    mean = average(scores, rule.unit, rule.clause, note)
    if mean.value <= rule.most:
        return mean
    most = Figure(rule.most, rule.unit, rule.clause, (), phrase("the maximum for a forfeit"))
    return Figure(rule.most, rule.unit, rule.clause, (mean, most), note, Derivation.LEAST)


def complements(offender_own: Scores, rule: ForfeitRule) -> tuple[Figure[Exact], ...]:
    """The scores of the offender's other opponents against it: the complements of its own scores.

    >>> [left.value for left in complements([20, 30], ForfeitRule(Clause("ANC26", "11.12"), 56, 70, 67))]
    [50, 40]
    """
    return tuple(_complement(own, rule, phrase("the complement of the offender’s own score")) for own in offender_own)


def _complement(score: Figure[Exact] | Exact, rule: ForfeitRule, note: Note) -> Figure[Exact]:
    """The complement of one side's score: the match total minus that score."""
    own = score if isinstance(score, Figure) else Figure(score, rule.unit, rule.clause, (), phrase("as entered"))
    whole = Figure(rule.total, rule.unit, rule.clause, (), phrase("the total for both sides of a match"))
    return Figure(
        plain(Fraction(rule.total) - own.value), rule.unit, rule.clause, (whole, own), note, Derivation.DIFFERENCE
    )


def offender_score(rule: ForfeitRule) -> Figure[Exact]:
    """The offender's own victory points; if both sides forfeit, both have them."""
    return Figure(rule.offender, rule.unit, rule.clause, (), phrase("forfeited"))


def cancelled_scores(
    present: Figure[Exact], present_own: Scores, absent_own: Scores, rule: ForfeitRule
) -> UnplayedScore:
    """A match cancelled through no fault of either side: the side present has the score for a forfeit.

    The absent side has the greater of its own average and the complement of the other side's score in this match,
    or of the other side's average, as the rule says.
    """
    by_average = rule.complement is Complement.AVERAGE and present_own
    theirs = phrase("{which}", which=Complement.AVERAGE)
    other = average(present_own, rule.unit, rule.clause, theirs) if by_average else present
    parts = [_complement(other, rule, phrase("the complement of {complement}", complement=rule.complement))]
    if absent_own:
        parts.append(average(absent_own, rule.unit, rule.clause, OWN))
    return UnplayedScore(present, _best(parts, rule))


def abandoned_scores(concerned_own: Scores, other_own: Scores, rule: ForfeitRule) -> UnplayedScore:
    """A match abandoned after play began: the side concerned first, its opponents second.

    The opponents have the greater of their own average and the complement of the other side's; the side
    concerned has the rest, so that the match adds up.
    """
    theirs = average(concerned_own, rule.unit, rule.clause, phrase("the other side’s average"))
    parts = (
        average(other_own, rule.unit, rule.clause, OWN),
        _complement(theirs, rule, phrase("the complement of the other side’s average")),
    )
    other = _best(parts, rule)
    return UnplayedScore(_complement(other, rule, phrase("the complement of the other side’s score")), other)


def unfinished_rule(rules: Sequence[ForfeitRule], begun: int, *, fault: bool) -> ForfeitRule:
    """The rule for a match that was not finished, by the number of boards begun and whether a side was at fault."""
    for rule in rules:
        if rule.fault is fault and begun in rule.begun:
            return rule
    raise DirectorError(
        "No rule covers a match in which {begun:#board was/boards were} started",
        clause=", ".join(str(rule.clause) for rule in rules),
        remedy="The director decides.",
        begun=begun,
    )


def too_few_compared(compared: int, boards: int, rule: ComparedRule) -> bool:
    """Whether too few boards were compared, so that the match is scored as if it had not been played.

    >>> half = ComparedRule("anc", Clause("ANC26", "7.7"), Fraction(1, 2))
    >>> too_few_compared(8, 16, half), too_few_compared(7, 16, half)
    (False, True)
    """
    return compared < boards * rule.share


def score_bye(rule: ByeRule, boards: int = 1) -> SideScore:
    """The score of a contestant with a bye in place of a match of this many boards."""
    worth = plain(boards * rule.worth) if rule.a_board else rule.worth
    if rule.unit is not VPS:
        own: Figure[Exact] = Figure(worth, rule.unit, rule.clause, (), phrase("bye"))
        return SideScore(own, own)
    net: Figure[Exact] = Figure(rule.imps, IMPS, rule.clause, (), phrase("bye"))
    return SideScore(net, Figure(worth, VPS, rule.clause, (net,), phrase("bye"), Derivation.INSTEAD))


def _best(parts: Sequence[Figure[Exact]], rule: ForfeitRule, *, several: bool = False) -> Figure[Exact]:
    """The greatest of several figures, or the greater of two, rounded as the rule says."""
    value = _round_value(max(each.value for each in parts), rule)
    named = tuple(phrase("{vps} ({note})", vps=rule.unit.number(each.value), note=each.note) for each in parts)
    note = (
        phrase("the best available from {parts:,}", parts=named)
        if several
        else phrase("the best available from {parts: and}", parts=named)
    )
    return Figure(value, rule.unit, rule.clause, tuple(parts), note, Derivation.GREATEST)


def _round_value(value: Exact, rule: ForfeitRule) -> Exact:
    return value if rule.places is None else to_places(value, rule.places, Halves.UP)
