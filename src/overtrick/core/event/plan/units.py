"""The units of an event's numbers, and the places where different units would be combined.

Scoring gives matches in a unit and a ranking adds them up in one; carry-overs, byes, forfeits and
penalties have units too. Only numbers in the same unit may be added, carried over and ranked together. A
rule that converts one unit into another, such as a scale, names both.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from overtrick.core.conduct.consequences import PERCENTAGE_POINTS, SHARE_OF_TOP, Charge
from overtrick.core.conduct.penalties import Ladder
from overtrick.core.errors import NoScale
from overtrick.core.event.plan.stages import Event, Stage
from overtrick.core.provenance import BOARD_POINTS, IMPS, MATCHPOINTS, PERCENT, VPS, Unit
from overtrick.core.ranking.carry_over import AverageCarry, CarryOverRule, MarginCarry, WholeCarry
from overtrick.core.ranking.measures import Measure, WinBy
from overtrick.core.scales import Scale
from overtrick.core.scoring.caps import CapRule
from overtrick.core.scoring.deductions import DeductionStep
from overtrick.core.scoring.match import NetImps
from overtrick.core.scoring.patton import Patton
from overtrick.core.scoring.rounds import Scoring

OF_IMPS = frozenset({Measure.NET_IMPS, Measure.PLUS_BOARDS, Measure.MINUS_BOARDS})
"""The measures that exist only if boards are scored in IMPs."""


@dataclass(frozen=True, slots=True)
class Clash:
    """Two units that conflict: the unit of the rule under *key* in a *stage*, and the unit it should have."""

    stage: str
    key: str
    has: Unit
    wanted: Unit
    what: str
    because: str


def scoring_clashes(scoring: Scoring) -> Iterator[Clash]:
    """The conflicts of units within a scoring method: its boards, its awards and its scales."""
    net = scoring.nets_in
    kinds = scoring.boards_in.name
    awards = scoring.percent.artificial if scoring.percent is not None else scoring.match.artificial
    if not awards.unit.like(net):
        yield Clash("", "artificial", awards.unit, net, "awards are worth", f"its boards are scored in {kinds}")
    if (scoring.percent is None) is (net is PERCENT):
        has, wanted = (MATCHPOINTS, PERCENT) if net is PERCENT else (PERCENT, net)
        yield Clash("", "percent", has, wanted, "adds up", f"a match of {kinds} is counted in {wanted.name}")
    for _, conversion in scoring.match.conversions:
        if isinstance(conversion, NetImps):
            continue
        takes = _input_unit(conversion)
        if not takes.like(net):
            yield Clash("", "match", takes, net, "converts", f"its boards give {net.name}")


def _input_unit(conversion: CapRule | Scale | Patton) -> Unit:
    """The unit from which a match is converted."""
    match conversion:
        case CapRule():
            return IMPS
        case Patton():
            return BOARD_POINTS
        case scale:
            return scale.takes


def clashes(event: Event) -> Iterator[Clash]:
    """Every place in an event where different units would be added, carried over or ranked together."""
    for stage in event.stages:
        if stage.play.adds_up:
            yield from _tally_clashes(event, stage)
            continue
        yield from (
            Clash(stage.name, "scoring", each.has, each.wanted, each.what, each.because)
            for each in scoring_clashes(stage.scoring)
        )
        yield from _ranking_clashes(stage)
        yield from _carry_clashes(event, stage)
        yield from _unplayed_clashes(stage)
        yield from _addition_clashes(stage)
        yield from _penalty_clashes(stage)


def matches_in(stage: Stage) -> list[Unit]:
    """The units of a stage's match scores, by match length."""
    if stage.play.by_net:
        return [stage.scoring.nets_in]  # the two sides' board totals are compared directly
    found: list[Unit] = []
    for boards in dict.fromkeys((stage.boards, *stage.lengths)):
        try:
            found.append(stage.scoring.gives(boards))
        except NoScale:  # a match of that length cannot be scored at all, which is reported elsewhere
            continue
    return found


def _ranking_clashes(stage: Stage) -> Iterator[Clash]:
    rule, net = stage.standings, stage.scoring.nets_in
    for unit in matches_in(stage):
        if not unit.like(rule.unit):
            yield Clash(stage.name, "ranking", rule.unit, unit, "adds up", f"its matches give {unit.name}")
    steps = [step.by for chain in (rule.prize, rule.draw) if chain is not None for step in chain.steps]
    for measure in dict.fromkeys(steps):
        if measure in OF_IMPS and not net.like(IMPS):
            yield Clash(stage.name, "ranking", IMPS, net, f"compares {measure}, counted in", _give(stage))
        if measure is Measure.OVER_PARTNERS and not rule.unit.like(PERCENT):
            yield Clash(stage.name, "ranking", PERCENT, rule.unit, f"compares {measure}, of scores in", _give(stage))
        if measure is Measure.PERCENT and not net.like(PERCENT):
            yield Clash(stage.name, "ranking", PERCENT, net, f"compares the {measure}, counted in", _give(stage))
    if rule.wins is not None and rule.wins.by is WinBy.IMPS and rule.wins.over is None and not net.like(IMPS):
        yield Clash(stage.name, "ranking", IMPS, net, "counts as won what is a plus in", _give(stage))


def _give(stage: Stage) -> str:
    return f"its boards give {stage.scoring.boards_in.name}"


def _carry_clashes(event: Event, stage: Stage) -> Iterator[Clash]:
    for source in stage.sources:
        carry = stage.brings(source)
        if carry is not None:
            yield from _carry_rule_clashes(stage, carry, event.stage(source.stage))


def _carry_rule_clashes(stage: Stage, carry: CarryOverRule, before: Stage | None) -> Iterator[Clash]:
    """Carry-overs from one source in a unit that the stage does not add up, or that the source does not score in."""
    into = stage.standings.unit
    if not carry.unit.like(into):
        yield Clash(stage.name, "carry", carry.unit, into, "brings", f"{stage.name} adds up {into.name}")
    if before is None:
        return
    counted = before.standings.unit
    because = f"{before.name} counts {counted.name}"
    if isinstance(carry, MarginCarry) and not carry.of.like(counted):
        yield Clash(stage.name, "carry", carry.of, counted, "takes a share of a margin in", because)
    if isinstance(carry, AverageCarry) and not carry.unit.like(counted):
        yield Clash(stage.name, "carry", carry.unit, counted, "averages", because)
    if isinstance(carry, WholeCarry) and not carry.unit.like(counted):
        yield Clash(stage.name, "carry", carry.unit, counted, "carries all", because)


def _unplayed_clashes(stage: Stage) -> Iterator[Clash]:
    """Conflicts of scores that are given without play, and of deductions from a match."""
    unit, because = stage.standings.unit, f"{stage.name} adds up {stage.standings.unit.name}"
    given: list[tuple[str, Unit, str]] = []
    if stage.bye is not None:
        given.append(("bye", stage.bye.unit, "is worth"))
    if stage.forfeit is not None:
        given.append(("forfeit", stage.forfeit.unit, "is worth"))
    given += [("unplayed", each.unit, "is worth") for each in stage.unplayed]
    if stage.opposed is not None:
        given.append(("opposed", VPS, "counts for"))
    if stage.play.drop_in is not None:
        given.append(("drop_in", VPS, "brings"))
    for key, has, what in dict.fromkeys(given):
        if not has.like(unit):
            yield Clash(stage.name, key, has, unit, what, because)
    if stage.stand_ins is not None:
        net = stage.stand_ins.deduction.of is DeductionStep.NET
        taken = stage.scoring.nets_in if net else unit
        if not IMPS.like(taken):
            yield Clash(stage.name, "stand_ins", IMPS, taken, "takes off", "a match here is not counted in them")


def _addition_clashes(stage: Stage) -> Iterator[Clash]:
    """Conflicts of the amounts that additional rankings add to the score."""
    unit, because = stage.standings.unit, f"{stage.name} adds up {stage.standings.unit.name}"
    for also in stage.also:
        if also.add is not None and not also.add.fact.unit.like(unit):
            yield Clash(stage.name, "also", also.add.fact.unit, unit, f"adds {also.add.fact.name} in", because)


def _penalty_clashes(stage: Stage) -> Iterator[Clash]:
    unit, tariffs = stage.standings.unit, stage.rules.tariffs
    because = f"{stage.name} adds up {unit.name}"
    if tariffs.stage is not None and tariffs.stage.unit is not None and not tariffs.stage.unit.like(unit):
        yield Clash(stage.name, "conduct.penalties", tariffs.stage.unit, unit, "are", because)
    ladders = {"conduct.ladders": list(tariffs.ladders.values())}
    if tariffs.slow_play is not None:
        ladders["conduct.slow_play"] = [tariffs.slow_play.ladder]
    for key, listed in ladders.items():
        for ladder in listed:
            yield from (Clash(stage.name, key, has, unit, "costs", because) for has in _unpriced_units(ladder, unit))


def _unpriced_units(ladder: Ladder, unit: Unit) -> Iterator[Unit]:
    """The units in which a ladder sets penalties, if it has none in the given unit."""
    takes = [unit, SHARE_OF_TOP, PERCENTAGE_POINTS] if unit.like(PERCENT) else [unit]
    for step in ladder.steps:
        if isinstance(step, Charge) and not any(each.unit.like(one) for each in step.amounts for one in takes):
            yield step.amounts[0].unit


def _tally_clashes(event: Event, stage: Stage) -> Iterator[Clash]:
    for name in stage.play.adds_up:
        earlier = event.stage(name)
        if earlier is not None and not earlier.standings.unit.like(stage.standings.unit):
            counted = earlier.standings.unit
            yield Clash(
                stage.name, "ranking", stage.standings.unit, counted, "adds up", f"{name} counts {counted.name}"
            )
