"""A ladder: the best results over the evenings of a season, for each pair or each player."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum

from overtrick.core.errors import RegulationErrors
from overtrick.core.exact import Exact, mean, plain
from overtrick.core.provenance import Clause, Derivation, Figure, Unit
from overtrick.core.ranking.chain import Candidate, ChainRule, Decision, Step, Worth, rank
from overtrick.core.ranking.measures import PLACES
from overtrick.core.wording import Said, phrase


class LadderBy(Enum):
    """Whether pairs or players are ranked on a ladder."""

    PAIR = "pair"
    PLAYER = "player"

    def __str__(self) -> str:
        return self.value


class LadderMeasure(Enum):
    """The measures that rank a ladder: the total, and those that break ties."""

    TOTAL = "total"
    BEST = "best session"
    PLAYED = "sessions played"

    def __str__(self) -> str:
        return self.value


class LadderTakes(Enum):
    """How the evenings that count become a total."""

    MEAN = "mean"
    SUM = "sum"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class EveningsCounted:
    """How many evenings count: the *best* ones *of* so many in a season; without either, all evenings."""

    best: int | None = None
    of: int | None = None

    def __post_init__(self) -> None:
        if self.best is not None and self.best < 1:
            raise RegulationErrors(["one evening at least has to count"])
        if self.best is not None and self.of is not None and self.best > self.of:
            raise RegulationErrors([f"the best {self.best} of {self.of} sessions cannot count"])


@dataclass(frozen=True, slots=True)
class LadderRule:
    """How a ladder is made from evenings: which of them *count*, and whether it *takes* their mean or their sum.

    It ranks *by* pair, or by player regardless of partner. A contestant who has played fewer evenings than it *needs*
    has no place; *ties* are broken in their order, and any that are left stand. With *also* the scores are those of
    that additional ranking.
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

    Without a *place* not enough evenings have been played; *because* says what puts it above the next line.
    """

    name: str
    place: Figure[Exact] | None
    shared: bool
    total: Figure[Exact]
    evenings: Mapping[str, Figure[Exact]]
    counted: frozenset[str]
    because: Said = ""


def ladder(scores: Mapping[str, Mapping[str, Figure[Exact]]], rule: LadderRule, unit: Unit) -> tuple[Rung, ...]:
    """The ladder from each contestant's scores, evening by evening, in the order of the evenings.

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
    # Of two equal evenings the earlier counts: the sort is stable.
    counted = frozenset(sorted(evenings, key=lambda each: -evenings[each].value)[:best])
    parts = tuple(_label_score(each, figure) for each, figure in evenings.items() if each in counted)
    values = [part.value for part in parts]
    value = mean(values) if rule.takes is LadderTakes.MEAN else plain(sum(values))
    note = phrase(
        "the {takes} of the best {best} of {played:#session}", takes=rule.takes, best=len(parts), played=len(evenings)
    )
    made = Derivation.MEAN if rule.takes is LadderTakes.MEAN else Derivation.SUM
    return Rung(name, None, shared=False, total=Figure(value, unit, rule.clause, parts, note, made),
                evenings=evenings, counted=counted)  # fmt: skip


def _label_score(evening: str, score: Figure[Exact]) -> Figure[Exact]:
    return Figure(
        score.value, score.unit, score.clause, (score,), phrase("{evening}", evening=evening), Derivation.SAME
    )


def _worth(rung: Rung) -> dict[LadderMeasure, Worth]:
    best = max(figure.value for figure in rung.evenings.values())
    return {
        LadderMeasure.TOTAL: rung.total, LadderMeasure.BEST: best, LadderMeasure.PLAYED: len(rung.evenings)
    }  # fmt: skip


def _place(
    place: int, rung: Rung, rule: LadderRule, decided: Decision[LadderMeasure] | None, *, shared: bool
) -> Figure[Exact]:
    last = phrase("shared") if shared else phrase("last on the ladder")
    return Figure(
        place, PLACES, rule.clause, (rung.total,), decided.phrased if decided is not None else last, Derivation.RANK
    )  # fmt: skip
