"""Estimates the spread of a field's strengths and the luck of a board from matches that were played.

A board between two sides gives the first of them the difference of their strengths, plus luck. Boards of one match
share the difference, so the variance within matches measures luck alone, and the additional variance between matches
measures the field.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import erf, sqrt

import numpy as np

from overtrick.core.errors import DirectorError
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.stage import StageState
from overtrick.core.exact import mean
from overtrick.core.laws.imps import imps_of
from overtrick.core.provenance import IMPS, Figure, Json
from overtrick.lab.study.strength import Real

SURE = 1.96
"""Standard errors on either side of a 95% interval."""

UNLIKELY = 3.841
"""Twice the loss of log-likelihood at the ends of a 95% interval: chi squared with one degree of freedom."""

STRONGEST = 8.0
"""The upper limit for the spread of a field, in IMPs per board."""

ROUNDING = 1 / 12
"""The variance that rounding to whole IMPs adds."""


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match that was played: its sides, and the IMPs of each board to the first of them."""

    one: str
    two: str
    imps: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class IntervalEstimate:
    """A value, and the ends of its 95% interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class StrengthEstimate:
    """The estimated strength of an entry, shrunk towards the mean, with its error."""

    name: str
    strength: float
    error: float


@dataclass(frozen=True, slots=True)
class Fit:
    """Estimates for fields and their boards, with the strengths of each field, best first."""

    matches: int
    boards: int
    field: IntervalEstimate
    board: IntervalEstimate
    flat: IntervalEstimate
    strengths: tuple[tuple[StrengthEstimate, ...], ...]


def fit(fields: Sequence[Sequence[PlayedMatch]]) -> Fit:
    """The values that matches of one or several fields support."""
    matches = [match for each in fields for match in each if match.imps]
    if len(matches) < 2 or sum(len(match.imps) > 1 for match in matches) < 2:
        raise DirectorError(
            "There are too few matches to learn from", remedy="Give books of whole events, scored in IMPs."
        )
    flat = _flat(matches)
    board = _board(matches, flat.value)
    spreads = [_Spread.of([match for match in each if match.imps], _luck(board.value, flat.value)) for each in fields]

    def fits(field: float) -> float:
        return sum(each.fits(field) for each in spreads)

    field = _greatest(fits)
    return Fit(
        len(matches),
        sum(len(match.imps) for match in matches),
        field,
        board,
        flat,
        tuple(each.strengths(field.value) for each in spreads),
    )


def _luck(board: float, flat: float) -> float:
    """The variance of a board in whole IMPs."""
    return board**2 + (1 - flat) * ROUNDING


def _board_variance(matches: Sequence[PlayedMatch]) -> tuple[float, float]:
    """The variance of boards within their matches, and its standard error, by matches."""
    pairs = [(float(np.var(match.imps)) * len(match.imps), len(match.imps) - 1) for match in matches]
    free = sum(each for _, each in pairs)
    variance = sum(square for square, _ in pairs) / free
    error = sqrt(sum((square - variance * each) ** 2 for square, each in pairs)) / free
    return variance, error


def _board(matches: Sequence[PlayedMatch], flat: float) -> IntervalEstimate:
    variance, error = _board_variance(matches)
    least = 1e-6
    value, low, high = (
        sqrt(max(least, each - (1 - flat) * ROUNDING))
        for each in (variance, variance - SURE * error, variance + SURE * error)
    )  # fmt: skip
    return IntervalEstimate(value, low, high)


def _flat(matches: Sequence[PlayedMatch]) -> IntervalEstimate:
    """The share of flat boards, beyond those that are flat by rounding alone."""
    counts = [(sum(each == 0 for each in match.imps), len(match.imps)) for match in matches]
    boards = sum(each for _, each in counts)
    share = sum(zero for zero, _ in counts) / boards
    error = sqrt(sum((zero - share * each) ** 2 for zero, each in counts)) / boards
    variance, _ = _board_variance(matches)
    value = share
    for _ in range(50):  # the variance of the others depends on the share itself
        nothing = erf(0.5 / sqrt(2 * max(variance, 1e-6) / max(1 - value, 1e-6)))
        value = max(0.0, (share - nothing) / (1 - nothing))
    width = SURE * error / (1 - nothing)
    return IntervalEstimate(value, max(0.0, value - width), min(1.0, value + width))


@dataclass(frozen=True, slots=True)
class _Spread:
    """A field: what its matches say along each principal direction of its strengths, and with what weight."""

    names: tuple[str, ...]
    sizes: Real
    seen: Real
    turned: Real

    @classmethod
    def of(cls, matches: Sequence[PlayedMatch], luck: float) -> "_Spread":
        names = sorted({name for match in matches for name in (match.one, match.two)})
        at = {name: place for place, name in enumerate(names)}
        design = np.zeros((len(matches), len(names)))
        means = np.zeros(len(matches))
        for row, match in enumerate(matches):
            weight = sqrt(len(match.imps) / luck)
            design[row, at[match.one]] += weight
            design[row, at[match.two]] -= weight
            means[row] = weight * sum(match.imps) / len(match.imps)
        left, sizes, right = np.linalg.svd(design, full_matrices=False)
        return cls(tuple(names), sizes, left.T @ means, right)

    def fits(self, field: float) -> float:
        """The log-likelihood of a spread, up to a constant."""
        wide = 1 + (field * self.sizes) ** 2
        return float(-np.sum(np.log(wide) + self.seen**2 / wide) / 2)

    def strengths(self, field: float) -> tuple[StrengthEstimate, ...]:
        """The strength of each entry, given this spread."""
        wide = 1 + (field * self.sizes) ** 2
        mean = self.turned.T @ (field**2 * self.sizes * self.seen / wide)
        known = np.sum(self.turned**2 * (1 - 1 / wide)[:, None], axis=0)
        error = field * np.sqrt(np.maximum(0.0, 1 - known))
        found = [StrengthEstimate(*each) for each in zip(self.names, mean.tolist(), error.tolist(), strict=True)]
        return tuple(sorted(found, key=lambda each: -each.strength))


def _greatest(fits: Callable[[float], float]) -> IntervalEstimate:
    """The spread that fits best, and those that fit nearly as well."""
    tried = np.linspace(0.0, STRONGEST, 4001)
    found = np.array([fits(float(each)) for each in tried])
    best = int(np.argmax(found))
    near = np.flatnonzero(2 * (found[best] - found) <= UNLIKELY)
    return IntervalEstimate(float(tried[best]), float(tried[near[0]]), float(tried[near[-1]]))


TEN = 10
"""A datum is rounded to a multiple of this."""


@dataclass(frozen=True, slots=True)
class ObservedLine:
    """A board at a table: *key* identifies the board for all who played it, *score* is North-South's."""

    key: object
    ns: str
    ew: str
    score: int


def observed_matches(event: Tournament) -> list[PlayedMatch]:
    """Every match of an event between two sides: as scored in IMPs, or its scores against a datum."""
    found: list[PlayedMatch] = []
    for state in event.stages.values():
        if state.plan.scoring.nets_in == IMPS and state.plan.scoring.percent is None:
            found += _in_imps(state)
        else:
            found += by_datum(_lines(state))
    return [match for match in found if not {match.one, match.two} & _house(event)]


def _house(event: Tournament) -> set[str]:
    return {name for name, entry in event.entries.items() if entry.house}


def _in_imps(state: StageState) -> Iterator[PlayedMatch]:
    """Matches that were scored in IMPs; boards with an artificial score are left out."""
    for number, drawn in state.rounds.items():
        for table, seating in drawn.seatings.items():
            if table in drawn.forfeits or len(seating.names) != 2:
                continue
            credits = (first for first, _ in state.card(number, table).credits.values())
            imps = tuple(round(first.value) for first in credits if isinstance(first, Figure))
            yield PlayedMatch(seating.sides[0][0], seating.sides[1][0], imps)


def _lines(state: StageState) -> Iterator[ObservedLine]:
    """Every score of a stage that is not scored in IMPs."""
    for number, drawn in state.rounds.items():
        for (table, room, board), recorded in drawn.results.items():
            seating, score = drawn.seatings.get(table), recorded.score.field
            if seating is None or room or score is None or len(seating.names) != 2:
                continue
            ns, ew = seating.sides[::-1] if board in seating.switched else seating.sides
            yield ObservedLine((state.scope(number), board), ns[0], ew[0], round(score.value))


def by_datum(lines: Iterable[ObservedLine]) -> list[PlayedMatch]:
    """Scores of a field as matches: each against the mean of the others on its board, rounded to ten."""
    boards: defaultdict[object, list[ObservedLine]] = defaultdict(list)
    for line in lines:
        boards[line.key].append(line)
    imps: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for played in boards.values():
        for line in played:
            others = [each.score for each in played if each is not line]
            if others:
                datum = TEN * round(mean(others) / TEN)
                imps[line.ns, line.ew].append(imps_of(line.score - datum))
    return [PlayedMatch(ns, ew, tuple(each)) for (ns, ew), each in imps.items()]


TOLD = {
    "field": "standard deviation of the strengths, IMPs a board",
    "board": "standard deviation of a board between equals, IMPs",
    "flat": "share of boards that bring nobody anything",
}
"""The values of a fit in words."""


def as_strength(found: Fit) -> Iterator[str]:
    """The table of a study, with the 95% interval of each value beside it."""
    fields = len(found.strengths)
    yield f"# Fitted to {found.boards} boards of {found.matches} matches in {fields} field{'s' if fields > 1 else ''}."
    yield "[strength]"
    for name, between in _values(found).items():
        yield f"{name:5} = {between.value:.3f}   # {between.low:.3f} to {between.high:.3f}: {TOLD[name]}"


def fit_as_data(found: Fit) -> Json:
    """A fit as data, with the strength of every entry."""
    return {
        "matches": found.matches,
        "boards": found.boards,
        "strength": {
            name: {"value": f"{each.value:.6f}", "low": f"{each.low:.6f}", "high": f"{each.high:.6f}"}
            for name, each in _values(found).items()
        },
        "fields": [
            [
                {"entry": each.name, "strength": f"{each.strength:.6f}", "error": f"{each.error:.6f}"}
                for each in strengths
            ]
            for strengths in found.strengths
        ],
    }


def _values(found: Fit) -> dict[str, IntervalEstimate]:
    return {"field": found.field, "board": found.board, "flat": found.flat}
