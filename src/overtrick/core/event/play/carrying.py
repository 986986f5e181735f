"""What the contestants of a stage bring into it from the stages before."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from overtrick.core.draws.finals import Ahead, Opponents
from overtrick.core.event.acts import Field
from overtrick.core.event.plan.stages import Stage
from overtrick.core.event.play.drafting import rounds_of
from overtrick.core.event.play.stage import StageState
from overtrick.core.exact import Exact
from overtrick.core.provenance import Figure, total
from overtrick.core.ranking.carry_over import (
    AverageCarry,
    CarryOver,
    LinearCarry,
    MarginCarry,
    NoCarry,
    PlaceCarry,
    StandardCarry,
    linear_carry,
    margin_carry,
    no_carry,
    place_carry,
    standard_carry,
)
from overtrick.core.ranking.line_carry import RankCarry, rank_carry
from overtrick.core.ranking.meeting_carry import MeetingCarry, meeting_carry
from overtrick.core.ranking.standings import Standings
from overtrick.core.scoring.session import AverageRule, averaged
from overtrick.core.wording import phrase


def carried_into(plan: Stage, starters: Sequence[str], before: Mapping[str, StageState]) -> Mapping[str, Figure[Exact]]:
    """Every starter's carry-over, by the rule of the stage; nothing without one."""
    found = carry_over_into(plan, starters, before)
    return found.carried if found is not None else {}


def carry_over_into(plan: Stage, starters: Sequence[str], before: Mapping[str, StageState]) -> CarryOver | None:
    """The carry-over into a stage with what the director should know of it, if the stage has a rule and a source.

    What is carried between opponents is carried into their match, not into the stage.
    """
    if plan.carry is None or plan.source is None or plan.source.stage not in before:
        return None
    source = before[plan.source.stage]
    carried: dict[str, Figure[Exact]] = {}
    match plan.carry:
        case NoCarry() as rule:
            return no_carry(starters, rule)
        case MarginCarry() as rule:
            table = source.standings(source.fields[0].name)
            higher, lower = sorted(starters, key=table.order.index)[:2]
            carried[higher] = margin_carry(table.row(higher).total, table.row(lower).total, rule)
        case PlaceCarry() | LinearCarry() | RankCarry() as rule:
            carried |= _placed(plan, starters, source, rule)
        case MeetingCarry():
            return None
        case StandardCarry() as rule:
            return _standard(plan, starters, before, rule)
        case AverageCarry() as rule:
            average = AverageRule(plan.name, rule.clause, rule.places)
            carried |= {
                name: averaged([each.competition for each in counted], average)
                for name in starters
                if (counted := source.season(name).counted)
            }
    return CarryOver(carried, plan.carry.clause)


def _placed(
    plan: Stage, starters: Sequence[str], source: StageState, rule: PlaceCarry | LinearCarry | RankCarry
) -> dict[str, Figure[Exact]]:
    """What the places or the scores of each field of the stage before bring."""
    boards = sum(plan.boards_in(number) for number in range(1, plan.rounds + 1))
    carried: dict[str, Figure[Exact]] = {}
    for each in source.fields:
        order = _counted(source.standings(each.name), source, contending=rule.contending)
        among = [name for name in starters if name in each.contestants]
        if not among:
            continue
        match rule:
            case PlaceCarry():
                carried |= place_carry(order, among, rule).carried
            case LinearCarry():
                carried |= linear_carry(order, among, rule, boards).carried
            case RankCarry():
                carried |= rank_carry(order, among, rule, boards)
    return carried


def ahead_in(plan: Stage, starters: Sequence[str], before: Mapping[str, StageState]) -> Opponents:
    """What is carried between any two of the starters from the match they played before, where that is the rule."""
    rule = plan.carry
    source = before.get(rule.stage or plan.source.stage) if isinstance(rule, MeetingCarry) and plan.source else None
    if not isinstance(rule, MeetingCarry) or source is None:
        return {}
    found: dict[frozenset[str], Ahead] = {}
    for each in source.fields:
        order = [name for name in source.standings(each.name).order if name in starters]
        for higher, lower in combinations(order, 2):
            sides = {name: _margin(source, name, other) for name, other in ((higher, lower), (lower, higher))}
            for name, margin in sides.items():
                if margin is not None and margin.value > 0:
                    carried = meeting_carry(margin, rule, higher=name == higher)
                    found[frozenset(sides)] = Ahead(name, carried)
    return found


def _margin(source: StageState, team: str, other: str) -> Figure[Exact] | None:
    """The net IMPs of a team against another over the matches the two played in a stage; nothing if none."""
    lines = (source.match_line(team, number) for number in sorted(source.rounds))
    nets = [line.net for line in lines if line is not None and line.opponents == (other,) and line.net is not None]
    if len(nets) < 2:
        return nets[0] if nets else None
    return total(nets, nets[0].unit, source.plan.clause, phrase("against {other}", other=other))


def own_sessions_before(plan: Stage, starters: Sequence[str], before: Mapping[str, StageState]) -> Mapping[str, int]:
    """How many sessions of the stage before each starter played itself, where its scores are carried on."""
    if not isinstance(plan.carry, AverageCarry) or plan.source is None or plan.source.stage not in before:
        return {}
    source = before[plan.source.stage]
    return {name: source.season(name).own for name in starters}


def _counted(table: Standings, source: StageState, *, contending: bool) -> list[tuple[str, Figure[Exact]]]:
    """Those who could go on, from the top, with their totals."""
    counted = [name for name in table.order if not contending or name not in source.non_contending]
    return [(name, table.row(name).total) for name in counted]


def _standard(plan: Stage, starters: Sequence[str], before: Mapping[str, StageState], rule: StandardCarry) -> CarryOver:
    """Standard scores over as many stages before as the rule has clauses for, latest last."""
    chain: list[StageState] = []
    stage: StageState | None = before[plan.source.stage] if plan.source else None
    while stage is not None and len(chain) < len(rule.stages):
        chain.append(stage)
        source = stage.plan.source
        stage = before.get(source.stage) if source else None
    scores = [[_finished(each, fielded) for fielded in each.fields] for each in reversed(chain)]
    found = standard_carry(scores, starters, rule)
    out = [
        f"{name} did not finish {each.plan.name} and is in neither its mean nor its deviation"
        for each in reversed(chain)
        for name in _unfinished(each)
    ]
    return replace(found, flags=(*out, *found.flags))


def _unfinished(stage: StageState) -> list[str]:
    """Those who left a stage before its last round."""
    return [name for name, left in stage.withdrawn.items() if left.after < rounds_of(stage)]


def _finished(stage: StageState, field: Field) -> dict[str, Figure[Exact]]:
    """The totals, after penalties, of those who finished a stage in one of its fields."""
    gone = _unfinished(stage)
    return {row.contestant: row.total for row in stage.standings(field.name).rows if row.contestant not in gone}
