"""A ladder: the evenings of a season, of which the best so many count, for a pair or for each player."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum

from overtrick.core.errors import RegulationErrors
from overtrick.core.exact import Exact, mean, plain
from overtrick.core.provenance import Clause, Figure, Made, Unit
from overtrick.core.ranking.chain import Candidate, ChainRule, Decision, Step, Worth, rank
from overtrick.core.ranking.places import PLACES
from overtrick.core.wording import Said, phrase


class LadderBy(Enum):
    """Who climbs a ladder."""

    PAIR = "pair"
    PLAYER = "player"

    def __str__(self) -> str:
        return self.value


class LadderMeasure(Enum):
    """What a ladder is ranked by: its total, and what breaks its ties."""

    TOTAL = "total"
    BEST = "best evening"
    PLAYED = "evenings played"

    def __str__(self) -> str:
        return self.value


class LadderTakes(Enum):
    """What is taken of the evenings that count."""

    MEAN = "mean"
    SUM = "sum"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class EveningsCounted:
    """How many evenings count: the *best* so many *of* a season; without either, all there are."""

    best: int | None = None
    of: int | None = None

    def __post_init__(self) -> None:
        if self.best is not None and self.best < 1:
            raise RegulationErrors(["one evening at least has to count"])
        if self.best is not None and self.of is not None and self.best > self.of:
            raise RegulationErrors([f"the best {self.best} of {self.of} evenings cannot count"])


@dataclass(frozen=True, slots=True)
class LadderRule:
    """How evenings make a ladder: which of them *count*, and whether it *takes* their mean or their sum.

    It goes *by* pair, or by player whoever the partner was. Who has played fewer than it *needs* has no place; *ties*
    are broken in their order, and what is left stands. With *also* the scores are those of that further ranking.
    """

    id: str
    clause: Clause
    count: EveningsCounted = EveningsCounted()
    takes: LadderTakes = LadderTakes.MEAN
    by: LadderBy = LadderBy.PAIR
    needs: int = 1
    ties: tuple[LadderMeasure, ...] = ()
    also: str = ""

    def __post_init__(self) -> None:
        if LadderMeasure.TOTAL in self.ties:
            raise RegulationErrors(["a tie in the total is not broken by the total"])

    @property
    def chain(self) -> ChainRule[LadderMeasure]:
        """The order of a ladder: its total, then what breaks ties."""
        return ChainRule(self.clause, tuple(Step(by, self.clause) for by in (LadderMeasure.TOTAL, *self.ties)))


@dataclass(frozen=True, slots=True)
class Rung:
    """One line of a ladder: its total, the evenings by name with their scores, and which of them count.

    Without a *place* not enough evenings have been played; *because* is what puts it above the next.
    """

    name: str
    place: Figure[Exact] | None
    shared: bool
    total: Figure[Exact]
    evenings: Mapping[str, Figure[Exact]]
    counted: frozenset[str]
    because: Said = ""


def ladder(scores: Mapping[str, Mapping[str, Figure[Exact]]], rule: LadderRule, unit: Unit) -> tuple[Rung, ...]:
    """A ladder from the scores of each who climbs it, evening by evening, in the order of the evenings.

    >>> from overtrick.core.provenance import PERCENT
    >>> here = Clause("CLUB", "9")
    >>> rule = LadderRule("club/ladder", here, EveningsCounted(8, 12))
    >>> made = (60, 58, 57, 55, 54, 53, 52, 51, 50, 49, 48, 47)
    >>> [rung] = ladder({"A": {str(n): Figure(score, PERCENT, here) for n, score in enumerate(made)}}, rule, PERCENT)
    >>> str(rung.total), len(rung.counted)
    ('55.00%', 8)
    """
    rungs = {name: _rung(name, evenings, rule, unit) for name, evenings in scores.items() if evenings}
    placed = [rung for rung in rungs.values() if len(rung.evenings) >= rule.needs]
    ranking = rank([Candidate(rung.name, _worth(rung)) for rung in placed], rule.chain)
    found: list[Rung] = []
    for group, decided in zip(ranking.groups, (*ranking.decisions, None), strict=False):
        for name in group:
            place = _place(ranking.places[name], rungs[name], rule, decided, shared=len(group) > 1)
            because = decided.phrased if decided is not None else ""
            found.append(replace(rungs[name], place=place, shared=len(group) > 1, because=because))
    short = [rung for rung in rungs.values() if len(rung.evenings) < rule.needs]
    return (*found, *sorted(short, key=lambda rung: (-rung.total.value, rung.name)))


def _rung(name: str, evenings: Mapping[str, Figure[Exact]], rule: LadderRule, unit: Unit) -> Rung:
    best = len(evenings) if rule.count.best is None else rule.count.best
    # Of two that are level the earlier counts: sorting keeps their order.
    counted = frozenset(sorted(evenings, key=lambda each: -evenings[each].value)[:best])
    parts = tuple(_named(each, figure) for each, figure in evenings.items() if each in counted)
    values = [part.value for part in parts]
    value = mean(values) if rule.takes is LadderTakes.MEAN else plain(sum(values))
    note = phrase(
        "the {takes} of the best {best} of {played:#evening}", takes=rule.takes, best=len(parts), played=len(evenings)
    )
    made = Made.MEAN if rule.takes is LadderTakes.MEAN else Made.SUM
    return Rung(name, None, shared=False, total=Figure(value, unit, rule.clause, parts, note, made),
                evenings=evenings, counted=counted)  # fmt: skip


def _named(evening: str, score: Figure[Exact]) -> Figure[Exact]:
    return Figure(score.value, score.unit, score.clause, (score,), phrase("{evening}", evening=evening), Made.SAME)


def _worth(rung: Rung) -> dict[LadderMeasure, Worth]:
    best = max(figure.value for figure in rung.evenings.values())
    return {
        LadderMeasure.TOTAL: rung.total, LadderMeasure.BEST: best, LadderMeasure.PLAYED: len(rung.evenings)
    }  # fmt: skip


def _place(
    place: int, rung: Rung, rule: LadderRule, decided: Decision[LadderMeasure] | None, *, shared: bool
) -> Figure[Exact]:
    last = phrase("shared") if shared else phrase("last of the ladder")
    return Figure(
        place, PLACES, rule.clause, (rung.total,), decided.phrased if decided is not None else last, Made.RANK
    )  # fmt: skip
