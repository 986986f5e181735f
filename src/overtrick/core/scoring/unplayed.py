"""Matches that were not played, or not played out: byes, forfeits, cancelled and abandoned matches."""

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
    Figure,
    Made,
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

OWN = phrase("its own average")
LEAST = phrase("the least for a forfeit")
AGAINST = phrase("the average of others against the side that forfeited")


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
    There is none where a match was begun. *offender* are the other side's; *total* is what the two sides of a match
    share; *most* is the most a match can bring; *places* rounds the answer, halves up, where the clause
    rounds at all. *fault* and *begun*, the boards that were begun, say which matches the rule is for. With
    *as_scored* the average against the offender is of what its opponents really had, not of what its own
    scores left them; with *one_robin* only matches of the same round robin are averaged.

    A floor may be a win by *floor_imps* on whatever scale a match has; with *imps_read_back* its IMPs are read back
    from that *scale*. Both want the scales of the matches (`on`). In another *unit* than victory points the numbers
    are of that; with *a_board* they are for each board of the match.
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

    def on(self, scales: Mapping[int, Scale], boards: int) -> "ForfeitRule":
        """The rule for matches of *boards*, and of the other lengths there are scales for."""
        clause, floor, says, floors = self.clause, self.floor, self.floor_says, self.floors
        if floor is None and self.floor_imps is not None:
            if boards not in scales:
                raise RegulationErrors([f"{clause.cite}: a floor in IMPs needs the scale of the match."])
            won = Figure(self.floor_imps, IMPS, Clause(clause.document, clause.number))
            floors = {length: vps(won, length, scale, Halves.AWAY).value for length, scale in scales.items()}
            floor, says = floors[boards], phrase("a win by {imps} IMPs", imps=self.floor_imps)
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
        """The IMPs that victory points count for, as the scale has them; none where the clause does not read them."""
        if self.scale is None:
            return None
        value = self.scale.value_of(vps.value)
        return Figure(
            value, IMPS, self.clause, (vps,), phrase("read back from {name}", name=self.scale.name), Made.FORMULA
        )

    def for_match(self, boards: int) -> "ForfeitRule":
        """The rule for a match of so many boards: its floor is read on the scale of that length."""
        if not self.a_board:
            return replace(self, floor=self.floors.get(boards, self.floor))
        floor = None if self.floor is None else boards * self.floor
        return replace(
            self, floor=floor, total=boards * self.total, most=boards * self.most, offender=boards * self.offender,
            a_board=False,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class ByeRule:
    """What a bye is worth; without *vps* it counts for its IMPs. It is a win only where the rule says so.

    By other methods it counts for *board_points*, *points* or a *percent*. With *a_board* it is so much for each
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
        """What it counts for."""
        others = {VPS: self.vps, BOARD_POINTS: self.board_points, POINTS: self.points, PERCENT: self.percent}
        return next((unit for unit, worth in others.items() if worth is not None), IMPS)

    @property
    def worth(self) -> Exact:
        """How much of that."""
        said = (self.vps, self.board_points, self.points, self.percent)
        return next((each for each in said if each is not None), self.imps)


class UnmetScore(Enum):
    """What a contestant has for a match that a contestant which withdrew should have played against it."""

    FORFEIT = "forfeit"
    BYE = "bye"
    DIRECTOR = "director"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class UnmetRule:
    """What those have who are yet to meet a contestant that withdraws from a draw made beforehand.

    *score* is what the innocent side of a forfeit has, what a bye brings, or what the director gives each of them.
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
    """What each side of a match that was not played out receives."""

    first: Figure[Exact]
    second: Figure[Exact]


def forfeit(own: Scores, against_offender: Scores, rule: ForfeitRule) -> Figure[Exact]:
    """The innocent side's victory points for a forfeited match.

    *own* are its victory points in its other matches, *against_offender* what the offender's other
    opponents had against it; byes, forfeits and fines are in neither. A side without other matches has no
    average to compare.

    >>> rule = ForfeitRule(Clause("ANC26", "11.12"), Fraction(113, 2), 70, Fraction(135, 2))
    >>> forfeit([61, 44], [58, 65, 70], rule).said.partition(", 64.33")[0]
    'the greatest of 56.50 (the least for a forfeit), 52.50 (its own average)'
    """
    parts: list[Figure[Exact]] = []
    if rule.floor is not None:
        parts.append(Figure(rule.floor, rule.unit, rule.clause, (), rule.floor_says))
    if own:
        parts.append(average(own, rule.unit, rule.clause, OWN))
    if against_offender:
        theirs = average(against_offender, rule.unit, rule.clause, AGAINST)
        most = Figure(rule.most, rule.unit, rule.clause, (), phrase("the most a match can bring"))
        over = theirs.value > rule.most
        parts.append(Figure(rule.most, rule.unit, rule.clause, (theirs, most), AGAINST, Made.LEAST) if over else theirs)
    return _best(parts, rule, several=True)


def against(offender_own: Scores, rule: ForfeitRule) -> tuple[Figure[Exact], ...]:
    """What the offender's other opponents had against it: what its own scores left them.

    >>> [left.value for left in against([20, 30], ForfeitRule(Clause("ANC26", "11.12"), 56, 70, 67))]
    [50, 40]
    """
    return tuple(_left(own, rule, phrase("what the offender left its opponents")) for own in offender_own)


def _left(score: Figure[Exact] | Exact, rule: ForfeitRule, note: Note) -> Figure[Exact]:
    """What one side's score leaves the other of all that a match brings the two."""
    own = score if isinstance(score, Figure) else Figure(score, rule.unit, rule.clause, (), phrase("as given"))
    whole = Figure(rule.total, rule.unit, rule.clause, (), phrase("what the two sides of a match share"))
    return Figure(plain(Fraction(rule.total) - own.value), rule.unit, rule.clause, (whole, own), note, Made.DIFFERENCE)


def forfeited(rule: ForfeitRule) -> Figure[Exact]:
    """The offender's own victory points; a side that forfeits against another that does has them too."""
    return Figure(rule.offender, rule.unit, rule.clause, (), phrase("forfeited"))


def cancelled(present: Figure[Exact], present_own: Scores, absent_own: Scores, rule: ForfeitRule) -> UnplayedScore:
    """A match cancelled through nobody's fault: the side present has the forfeit score.

    The absent side has the greater of its own average and what the other side leaves, which is the
    complement of the other's score in this match, or of its average, as the rule reads.
    """
    by_average = rule.complement is Complement.AVERAGE and present_own
    theirs = phrase("{which}", which=Complement.AVERAGE)
    other = average(present_own, rule.unit, rule.clause, theirs) if by_average else present
    parts = [_left(other, rule, phrase("what {complement} leaves", complement=rule.complement))]
    if absent_own:
        parts.append(average(absent_own, rule.unit, rule.clause, OWN))
    return UnplayedScore(present, _best(parts, rule))


def abandoned(concerned_own: Scores, other_own: Scores, rule: ForfeitRule) -> UnplayedScore:
    """A match abandoned after play began: the side concerned first, its opponents second.

    The opponents have the greater of their own average and the complement of the others'; the side
    concerned has what is left, so that the match adds up.
    """
    theirs = average(concerned_own, rule.unit, rule.clause, phrase("the other side's average"))
    parts = (
        average(other_own, rule.unit, rule.clause, OWN),
        _left(theirs, rule, phrase("what the other side's average leaves")),
    )
    other = _best(parts, rule)
    return UnplayedScore(_left(other, rule, phrase("what the others leave")), other)


def unfinished(rules: Sequence[ForfeitRule], begun: int, *, fault: bool) -> ForfeitRule:
    """The rule for a match that was not played out, by the boards begun and whether a side was at fault."""
    for rule in rules:
        if rule.fault is fault and begun in rule.begun:
            return rule
    raise DirectorError(
        "No rule covers a match of which {begun} boards were begun",
        clause=", ".join(str(rule.clause) for rule in rules),
        remedy="The director decides.",
        begun=begun,
    )


def too_few_compared(compared: int, boards: int, rule: ComparedRule) -> bool:
    """Whether so few boards were compared that the match is scored as if it had not been played.

    >>> half = ComparedRule("anc", Clause("ANC26", "7.7"), Fraction(1, 2))
    >>> too_few_compared(8, 16, half), too_few_compared(7, 16, half)
    (False, True)
    """
    return compared < boards * rule.share


def score_bye(rule: ByeRule, boards: int = 1) -> SideScore:
    """What a contestant without an opponent has for a match of so many boards."""
    worth = plain(boards * rule.worth) if rule.a_board else rule.worth
    if rule.unit is not VPS:
        own: Figure[Exact] = Figure(worth, rule.unit, rule.clause, (), phrase("bye"))
        return SideScore(own, own)
    net: Figure[Exact] = Figure(rule.imps, IMPS, rule.clause, (), phrase("bye"))
    return SideScore(net, Figure(worth, VPS, rule.clause, (net,), phrase("bye"), Made.INSTEAD))


def _best(parts: Sequence[Figure[Exact]], rule: ForfeitRule, *, several: bool = False) -> Figure[Exact]:
    """The greatest of several figures, or the greater of two, rounded as the rule says."""
    value = _placed(max(each.value for each in parts), rule)
    named = tuple(phrase("{vps} ({note})", vps=rule.unit.number(each.value), note=each.note) for each in parts)
    note = (
        phrase("the greatest of {parts:,}", parts=named)
        if several
        else phrase("the greater of {parts: and}", parts=named)
    )
    return Figure(value, rule.unit, rule.clause, tuple(parts), note, Made.GREATEST)


def _placed(value: Exact, rule: ForfeitRule) -> Exact:
    return value if rule.places is None else to_places(value, rule.places, Halves.UP)
