"""What goes wrong in a season: pairs that stay away, and stand-ins."""

from collections.abc import Callable, Iterator
from random import Random

from overtrick.core.event.acts import AbsenceRecorded, Act, SubstituteUsed
from overtrick.core.event.play.season import expected, rule_of
from overtrick.core.event.play.sitting import Sitting
from overtrick.core.event.play.stage import StageState
from overtrick.core.scoring.stand_ins import Ground

Names = Callable[[str], tuple[str, ...]]
"""The players of a contestant."""

LEAST = 6
"""So many pairs come to every session of a rehearsal."""


def absences(state: StageState, sitting: Sitting, chance: float, dice: Random) -> Iterator[Act]:
    """Pairs that stay away from a session, on a ground the regulation knows or on none."""
    grounds = _grounds(state)
    there = len(expected(state, sitting.number))
    for name in expected(state, sitting.number):
        if there > LEAST and dice.random() < chance:
            there -= 1
            ground = dice.choice((*grounds, ""))
            reason = "" if ground else "illness"
            yield AbsenceRecorded(name, state.plan.name, sitting.number, ground, reason)


def substitutes(state: StageState, sitting: Sitting, chance: float, dice: Random, names: Names) -> Iterator[Act]:
    """Substitutes for one player of a pair, and now and then for both, over a whole session."""
    grounds = _grounds(state)
    rounds = tuple(sitting.all_rounds)
    for name in sitting.order:
        if dice.random() >= chance:
            continue
        ground = dice.choice((*grounds, "", "", ""))
        for out in names(name)[: 2 if dice.random() < 0.1 else 1]:
            yield SubstituteUsed(name, state.plan.name, rounds, out, "a substitute", "away", ground=ground)


def _grounds(state: StageState) -> tuple[str, ...]:
    return tuple(
        str(case.ground) for case in rule_of(state.plan).stand_ins.cases if case.ground is not Ground.SUBSTITUTE
    )
