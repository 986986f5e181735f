"""The measures by which contestants are compared, and how each is calculated from a contestant's matches.

Regulations differ on wins, tied matches and opponents met twice, so each of these has its own rule.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from itertools import accumulate

from overtrick.core.errors import RegulationErrors
from overtrick.core.exact import Exact, exact_sum, mean, plain
from overtrick.core.provenance import (
    BOARDS,
    MATCHES,
    VPS,
    Clause,
    Derivation,
    Figure,
    Reason,
    Scores,
    Unit,
    count_phrase,
)
from overtrick.core.ranking.chain import Among, ChainRule, Successive
from overtrick.core.wording import Phrase, phrase

WINS = Unit("wins", "win")


class Measure(Enum):
    """A measure by which contestants are compared; the text of each can follow "by" in a sentence.

    The values are the words of the rule files.

    The first members are calculated over a stage (`StageRecord`), those from `GROUP` on from the last match only
    (`overtrick.core.draws.order.Record`). Net IMPs and matches won exist for both.
    """

    TOTAL = "total"
    BEFORE_PENALTIES = "total before penalties"
    OPPONENTS = "opponents' totals"
    WINS = "matches won"
    NET_IMPS = "net IMPs"
    PERCENT = "average percentage"
    PLUS_BOARDS = "boards with a plus"
    MINUS_BOARDS = "boards with a minus"
    CARRY_OVER = "carry-over"
    WITHOUT_WORST = "total without the worst matches"
    AMONG_TIED = "matches among the tied"
    POINTS = "points"
    PLACE_WON = "place won"
    OVER_PARTNERS = "opponents over partners"
    GROUP = "group"
    NET_A_MATCH = "net IMPs per match"
    QUOTIENT = "IMP quotient"
    WON = "winner before loser"
    TURNOVER = "turnover"
    PLAYOFF = "lost a play-off"
    PLAYOFF_NET = "net IMPs in the play-off"
    PLAYOFF_QUOTIENT = "IMP quotient in the play-off"

    def __str__(self) -> str:
        return "defeat in a play-off" if self is Measure.PLAYOFF else self.value


OF_A_MATCH = frozenset(
    {
        Measure.GROUP, Measure.NET_A_MATCH, Measure.QUOTIENT, Measure.WON, Measure.TURNOVER,
        Measure.PLAYOFF, Measure.PLAYOFF_NET, Measure.PLAYOFF_QUOTIENT,
    }
)  # fmt: skip
"""The measures that only a single match has."""

OF_BOTH = frozenset({Measure.NET_IMPS, Measure.WINS})
"""The measures that both a match and a stage have."""

OF_A_STAGE = frozenset(Measure) - OF_A_MATCH
"""The measures that the record of a stage has."""

OF_A_LAST_MATCH = OF_A_MATCH | OF_BOTH
"""The measures that a team's last match has."""


def refuse_untold(orders: Iterable[ChainRule[Measure] | None], told: Collection[Measure], where: str) -> None:
    """Refuse an order by a measure that is not available where the order is used."""
    for order in orders:
        for step in order.steps if order else ():
            if step.by not in told:
                raise RegulationErrors([f"“{step.by}” ({step.clause.cite}) does not rank {where}"])


class ScoreOrigin(Enum):
    """How the score of a match was obtained."""

    PLAYED = "played"
    FORFEIT = "forfeit"
    BYE = "bye"
    GIVEN = "given by the director"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class MatchLine:
    """One match on a contestant's record: the opponents, and the score that is added up.

    *opponents* holds one name, the other two of a three-way match, or none for a bye. *against* is the other side's
    score if there is one; *net_imps* are from the contestant's side, and *net* is their figure if there is
    one; *percent* is for matchpoints. *partners* are those of a player in an individual.
    """

    opponents: tuple[str, ...]
    score: Figure[Exact]
    against: Exact | None = None
    net_imps: Exact = 0
    kind: ScoreOrigin = ScoreOrigin.PLAYED
    percent: Exact | None = None
    net: Figure[Exact] | None = None
    partners: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StageRecord:
    """Everything about a contestant that the ranking of a stage uses.

    *carry_over* is from the previous stage; *penalties* are negative figures, to be added; *boards* are the
    IMPs of each board; *points* are for events ranked on points earned stage by stage; *extras* are the amounts that
    other rules of the stage add.
    """

    contestant: str
    matches: tuple[MatchLine, ...] = ()
    carry_over: Figure[Exact] | None = None
    penalties: tuple[Figure[Exact], ...] = ()
    boards: tuple[Figure[Exact] | Exact, ...] = ()
    points: Figure[Exact] | None = None
    extras: tuple[Figure[Exact], ...] = ()

    @property
    def scored(self) -> Exact:
        """The carry-over, the scores of the matches and the amounts that rules add, before penalties."""
        carried = self.carry_over.value if self.carry_over else 0
        return exact_sum(
            (carried, *(match.score.value for match in self.matches), *(extra.value for extra in self.extras))
        )

    @property
    def penalised(self) -> Exact:
        """The sum of all penalties, negative."""
        return exact_sum(penalty.value for penalty in self.penalties)

    @property
    def total(self) -> Exact:
        """The score less the penalties."""
        return plain(self.scored + self.penalised) if self.penalties else self.scored

    @property
    def net_imps(self) -> Exact:
        """Net IMPs over the matches."""
        return exact_sum(match.net_imps for match in self.matches)

    @property
    def percent(self) -> Exact:
        """The average percentage of the matches that have one, 0 without any."""
        known = [match.percent for match in self.matches if match.percent is not None]
        return mean(known) if known else 0

    @property
    def scores(self) -> tuple[Reason, ...]:
        """The parts of the total before penalties."""
        carried = (self.carry_over,) if self.carry_over else ()
        return (*carried, *[match.score for match in self.matches], *self.extras)

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """The parts of the total."""
        return (*self.scores, *self.penalties)


class WinBy(Enum):
    """The criterion for a win."""

    SCORE = "a better score than the opponents"
    IMPS = "a plus in IMPs"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class WinsRule:
    """How the regulations count matches won: the value of a tied match, and whether a forfeit is a win.

    A bye is never a win, nor is a score that the director gave for a match without an opponent. With *over* a
    win is any score above that number, whatever the opponents' score.
    """

    clause: Clause
    by: WinBy
    drawn: Exact = 0
    forfeits: bool = True
    over: Exact | None = None

    def worth(self, match: MatchLine) -> Exact:
        """The wins that one match counts for: 1, 0, or the value of a tied match."""
        if match.kind in (ScoreOrigin.BYE, ScoreOrigin.GIVEN) or (
            match.kind is ScoreOrigin.FORFEIT and not self.forfeits
        ):
            return 0
        if self.over is not None:
            return int(match.score.value > self.over)
        by_imps = self.by is WinBy.IMPS and match.kind is ScoreOrigin.PLAYED
        ours, theirs = (match.net_imps, 0) if by_imps else (match.score.value, match.against or 0)
        return self.drawn if ours == theirs else int(ours > theirs)


def wins(matches: Sequence[MatchLine], rule: WinsRule) -> Figure[Exact]:
    """The number of matches that a contestant won, as the regulations count them.

    >>> score = Figure(38, VPS, Clause("ANC26", "11.10"))
    >>> level, bye = MatchLine(("B",), score, 38), MatchLine((), score, kind=ScoreOrigin.BYE)
    >>> str(wins((level, bye, MatchLine(("C",), score, 32)), WinsRule(Clause("ANC26", "13.2"), WinBy.SCORE)))
    '1 win'
    """
    worth = [rule.worth(match) for match in matches]
    note = phrase("in {matches}; a win is {by}", matches=count_phrase(len(matches), MATCHES), by=rule.by)
    won = tuple(match.score for match, each in zip(matches, worth, strict=True) if each)
    value = exact_sum(worth)
    return Figure(value, WINS, rule.clause, won, note, Derivation.COUNT if value == len(won) else Derivation.FORMULA)


class OpponentCounting(Enum):
    """How often an opponent's total is counted."""

    MEETING = "each meeting"
    OPPONENT = "each opponent once"


@dataclass(frozen=True, slots=True)
class OpponentsRule:
    """How the regulations add up opponents' totals; with *penalties* they are totals after penalties."""

    clause: Clause
    counted: OpponentCounting = OpponentCounting.MEETING
    penalties: bool = False
    unit: Unit = VPS


def opponents_total(
    met: Sequence[tuple[str, ...]], totals: Mapping[str, Figure[Exact] | Exact], rule: OpponentsRule
) -> Figure[Exact]:
    """The sum of a contestant's opponents' totals, with the weight of one opponent for each match.

    Each of the other two in a three-way match counts half (SABF20 D89), so that it has the weight of one match.
    A bye adds nothing.

    >>> rule = OpponentsRule(Clause("ANC26", "18.3", ("D60",)))
    >>> opponents_total([("B",), ("C", "D"), ("B",)], {"B": 40, "C": 30, "D": 31}, rule).value
    Fraction(221, 2)
    """
    listed = [opponents for opponents in met if opponents]
    matches = len(listed)
    if rule.counted is OpponentCounting.OPPONENT:
        listed = list(dict.fromkeys(listed))
    met_with = tuple([_of_opponents(them, totals, rule) for them in listed])
    value = exact_sum(each.value for each in met_with)
    note = phrase("totals of the opponents in {listed}", listed=count_phrase(matches, MATCHES))
    return Figure(value, rule.unit, rule.clause, met_with, note, Derivation.SUM)


def _of_opponents(
    them: tuple[str, ...], totals: Mapping[str, Figure[Exact] | Exact], rule: OpponentsRule
) -> Figure[Exact]:
    """The amount for the opponents in one match: their total, or the mean of two."""
    found = [
        known
        if isinstance(known := totals[name], Figure)
        else Figure(known, rule.unit, rule.clause, (), phrase("{name}", name=name))
        for name in them
    ]
    if len(found) == 1:
        return found[0]
    value = mean(each.value for each in found)
    return Figure(value, rule.unit, rule.clause, tuple(found), phrase("half of each opponent’s total"), Derivation.MEAN)


def signed_boards(boards: Scores, clause: Clause) -> tuple[Figure[int], Figure[int]]:
    """The number of boards on which a contestant had a plus, and on which it had a minus; a zero is neither.

    >>> plus, minus = signed_boards((3, 0, -1, 5), Clause("ITS21", "OITS.ties-stages.2"))
    >>> plus.value, minus.value
    (2, 1)
    """
    values = [(each.value if isinstance(each, Figure) else each, each) for each in boards]
    plus = [each for value, each in values if value > 0]
    minus = [each for value, each in values if value < 0]
    note = phrase(
        "out of {values}; {zero} with a score of zero", values=len(values), zero=len(values) - len(plus) - len(minus)
    )

    def count(listed: Sequence[Figure[Exact] | Exact]) -> Figure[int]:
        parts = tuple(each for each in listed if isinstance(each, Figure))
        return Figure(len(listed), BOARDS, clause, parts, note, Derivation.COUNT)

    return count(plus), count(minus)


def without_worst(record: StageRecord) -> Successive:
    """The total without the worst match, then without the two worst, until none is left; without matches, the total.

    >>> line = lambda imps: MatchLine(("B",), Figure(imps, VPS, Clause("ANC26", "11.10")))
    >>> without_worst(StageRecord("A", tuple(map(line, (10, -4, -3)))))
    Successive(values=(7, 10, 0))
    """
    worst_first = sorted(Fraction(match.score.value) for match in record.matches)
    return Successive(tuple(plain(record.total - gone) for gone in accumulate(worst_first)) or (record.total,))


def among(record: StageRecord) -> Among:
    """A contestant's score against each opponent; a second match is added to the first."""
    against: dict[str, Fraction] = {}
    for match in record.matches:
        for opponent in match.opponents:
            against[opponent] = against.get(opponent, Fraction(0)) + Fraction(match.score.value) / len(match.opponents)
    return Among({opponent: plain(score) for opponent, score in against.items()})


TIE_BREAK = Unit("tie-break points", "tie-break point", places=4)


def over_partners(
    record: StageRecord, totals: Mapping[str, Figure[Exact]], unit: Unit, clause: Clause
) -> Figure[Exact]:
    """The sum of the opponents' totals divided by the sum of the partners', each counted once per meeting.

    Strong opponents and weak partners raise it. Players without a total are left out; without partners it is 0.

    >>> from overtrick.core.provenance import PERCENT
    >>> from overtrick.core.ranking.measures import MatchLine
    >>> here = Clause("EBUIND", "3")
    >>> totals = {name: Figure(score, PERCENT, here) for name, score in (("P", 30), ("Q", 50), ("R", 40))}
    >>> own = StageRecord("A", (MatchLine(("Q", "R"), Figure(55, PERCENT, here), partners=("P",)),))
    >>> over_partners(own, totals, PERCENT, here).value
    3
    """

    def of(names: list[str], said: Phrase) -> Figure[Exact]:
        known = tuple(totals[name] for name in names if name in totals)
        return Figure(exact_sum(each.value for each in known), unit, clause, known, said, Derivation.SUM)

    above = of([name for line in record.matches for name in line.opponents], phrase("the opponents’ totals"))
    below = of([name for line in record.matches for name in line.partners], phrase("the partners’ totals"))
    if not below.value:
        return Figure(0, TIE_BREAK, clause, (), phrase("the partners’ totals add up to 0, so there is no quotient"))
    value = plain(Fraction(above.value) / below.value)
    return Figure(value, TIE_BREAK, clause, (above, below), phrase("opponents over partners"), Derivation.QUOTIENT)


PLACES = Unit("in the ranking", "in the ranking")
