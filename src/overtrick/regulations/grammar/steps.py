"""The grammar of steps in `conduct.toml`: what an offence brings, and the tariffs by minutes.

A step is written as what it brings: `{ warning = true }`, `{ VPs = 3, IMPs = 3 }`, `{ sanction = "…" }`,
`{ refer = "the director", up_to = "disqualification" }`, `{ free = "…" }` or, for a breach of conduct,
`{ discipline = true }`: the penalty of the stage.
"""

from typing import Literal

from overtrick.core.conduct import consequences
from overtrick.core.conduct.penalties import LatenessTariff, SlowPlayScale
from overtrick.core.exact import Exact
from overtrick.core.provenance import IMPS, VPS, Clause
from overtrick.regulations.grammar.forms import HERE, NEEDED, As, form, makes


def amounts(
    *, vps: Exact | None = None, imps: Exact | None = None, top: Exact | None = None, points: Exact | None = None
) -> tuple[consequences.Amount, ...]:
    """What a step charges, in each unit it is stated in."""
    stated = ((vps, VPS), (imps, IMPS), (top, consequences.SHARE_OF_TOP), (points, consequences.PERCENTAGE_POINTS))
    found = tuple(consequences.Amount(value, unit) for value, unit in stated if value is not None)
    if not found:
        raise ValueError("a step is one of warning, free, sanction, refer, or amounts, like { VPs = 3, IMPs = 3 }")
    return found


form(amounts, vps="VPs", imps="IMPs")


@makes(consequences.Warn, inherits=True)
def warn(*, clause: Clause, warning: Literal[True]) -> consequences.Warn:  # noqa: ARG001 - it is true where it stands
    """A warning is due."""
    return consequences.Warn(clause)


form(consequences.Free, inherits=True, says=As("free", default=NEEDED.default))
form(consequences.Charge, inherits=True, amounts=As("*", amounts))
form(consequences.Impose, inherits=True, what="sanction")
form(consequences.Refer, inherits=True, to="refer")


class Discipline:
    """The stage's disciplinary penalty, in the steps of a breach."""


@makes(Discipline)
def discipline(*, discipline: Literal[True]) -> None:
    """The stage's disciplinary penalty."""


AnyStep = consequences.Step | Discipline
"""What one step brings, or the stage's disciplinary penalty."""


form(LatenessTariff, bands="band")
form(SlowPlayScale, ladder=HERE)
