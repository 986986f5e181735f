"""The grammar of steps in `conduct.toml`: what an offence brings, and the tariffs by minutes.

A step is written as what it brings: `{ warning = true }`, `{ VPs = 3, IMPs = 3 }`, `{ sanction = "…" }`,
`{ refer = "the director", up_to = "disqualification" }`, `{ free = "…" }` or, for a breach of conduct,
`{ discipline = true }`: the penalty of the stage.
"""

from dataclasses import dataclass
from typing import Any, Literal

from overtrick.core.conduct.consequences import (
    PERCENTAGE_POINTS,
    SHARE_OF_TOP,
    Amount,
    Charge,
    Free,
    Impose,
    Refer,
    Step,
    Warn,
)
from overtrick.core.conduct.penalties import (
    Band,
    Excuse,
    Ladder,
    LatenessTariff,
    SlowPlayScale,
)
from overtrick.core.exact import Exact
from overtrick.core.provenance import IMPS, VPS, Clause
from overtrick.regulations.grammar.forms import also_makes, makes


class AnyStep:
    """What one step brings, or the stage's disciplinary penalty."""


class Charged:
    """What a step charges, in each unit it is stated in."""


@makes(AnyStep, inherits=True, vps="VPs", imps="IMPs")
def any_step(
    *,
    clause: Clause,
    warning: Literal[True] | None = None,
    discipline: Literal[True] | None = None,
    free: str | None = None,
    vps: Exact | None = None,
    imps: Exact | None = None,
    top: Exact | None = None,
    points: Exact | None = None,
    at_most: bool = False,
    sanction: str | None = None,
    refer: str | None = None,
    up_to: str = "",
    forfeit: bool = False,
) -> Step | None:
    """What one step brings; the clause is the table's own unless it names another. None is the stage's penalty.

    *forfeit* says that the match is lost by it, or may be.
    """
    stated = ((vps, VPS), (imps, IMPS), (top, SHARE_OF_TOP), (points, PERCENTAGE_POINTS))
    amounts = tuple(Amount(value, unit) for value, unit in stated if value is not None)
    kinds = (warning, discipline, free, amounts or None, sanction, refer)
    if sum(kind is not None for kind in kinds) != 1:
        raise ValueError("a step is one of warning, discipline, free, sanction, refer, or amounts (VPs, IMPs, …)")
    if discipline:
        return None
    if warning:
        return Warn(clause)
    if free is not None:
        return Free(clause, free)
    if sanction is not None:
        return Impose(clause, sanction, forfeit)
    return Refer(clause, refer, up_to, forfeit) if refer is not None else Charge(clause, amounts, at_most)


def _step(**given: Any) -> Step:
    """What one step brings, where a disciplinary penalty makes no sense."""
    step = any_step(**given)
    if step is None:
        raise ValueError("“discipline” stands only in the steps of a [[breach]]")
    return step


def _charge(**given: Any) -> Charge:
    """What a step charges."""
    step = _step(**given)
    if not isinstance(step, Charge):
        raise ValueError("amounts are wanted here, like { VPs = 3, IMPs = 3 }")  # noqa: TRY004 - collected
    return step


def _refer(**given: Any) -> Refer:
    """Somebody's decision."""
    step = _step(**given)
    if not isinstance(step, Refer):
        raise ValueError("what opens when the first round is over is somebody's decision: { refer = … }")  # noqa: TRY004 - collected
    return step


also_makes(Step, AnyStep, _step)
also_makes(Charge, AnyStep, _charge)
also_makes(Refer, AnyStep, _refer)
also_makes(Charged, AnyStep, lambda **given: _charge(**given).amounts)


@dataclass(frozen=True, slots=True)
class BandWords:
    """Minutes *below* an end point, or *to* one that belongs to the band."""

    name: str
    steps: tuple[Step, ...]
    below: Exact | None = None
    to: Exact | None = None

    def __post_init__(self) -> None:
        if (self.below is None) == (self.to is None):
            raise ValueError("a band ends “below” a minute, or runs “to” one that belongs to it")

    def rule(self, clause: Clause, *, proposed: bool) -> Band:
        """The band in the tariff of a clause."""
        ladder = Ladder(clause, self.steps, proposed)
        return Band(self.name, self.below or self.to or 0, self.below is None, ladder)


@makes(LatenessTariff)
def lateness(
    *,
    name: str,
    clause: Clause,
    count: Literal["any lateness", "the same band"],
    band: tuple[BandWords, ...],
    beyond: Step,
    proposed: bool = False,
    excuse: Excuse | None = None,
    first_round_over: Refer | None = None,
) -> LatenessTariff:
    """A tariff by minutes: what each *band* brings, and what is *beyond* them; *count* says what is a repetition."""
    bands = tuple(each.rule(clause, proposed=proposed) for each in band)
    return LatenessTariff(clause, name, bands, beyond, count == "the same band", excuse, first_round_over)


@makes(SlowPlayScale)
def slow_play(
    *,
    clause: Clause,
    steps: tuple[Step, ...],
    extra: Charge,
    more_than: int,
    beyond: int = 0,
    beside_warning: bool = True,
) -> SlowPlayScale:
    """A ladder for slow play, with an *extra* for more unplayed boards than so many."""
    return SlowPlayScale(Ladder(clause, steps), extra, more_than, beyond, beside_warning)
