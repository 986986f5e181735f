"""The carry-overs of a stage's contestants from earlier stages, and the stage each contestant comes from."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain, combinations

from overtrick.core.draws.finals import Opponents, StartingLead
from overtrick.core.event.acts import Field
from overtrick.core.event.plan.stages import Source, Stage
from overtrick.core.event.play.drafting import rounds_of
from overtrick.core.event.play.stage import StageState
from overtrick.core.exact import Exact
from overtrick.core.provenance import Derivation, Figure, total
from overtrick.core.ranking.carry_over import (
    AverageCarry,
    CarryOver,
    LinearCarry,
    MarginCarry,
    NoCarry,
    PlaceCarry,
    StandardCarry,
    WholeCarry,
    linear_carry,
    margin_carry,
    no_carry,
    place_carry,
    standard_carry,
    whole_carry,
)
from overtrick.core.ranking.carry_rules import (
    MeetingCarry,
    OthersCarry,
    RankCarry,
    meeting_carry,
    others_carry,
    rank_carry,
)
from overtrick.core.ranking.standings import Standings
from overtrick.core.scoring.session import AverageRule, average_sessions
from overtrick.core.wording import phrase


def came_from(plan: Stage, contestant: str, before: Mapping[str, StageState]) -> Source | None:
    """The source from which a contestant comes: of the stages it played in, the one that started last.

    A contestant that missed the final in the qualifying and then qualified from a consolation comes from the
    consolation. One that played in no source dropped in from another event, where the stage has such a source.
    """
    if len(plan.sources) < 2:
        return plan.source
    started = list(before)
    played = [each for each in plan.sources if each.stage in before and contestant in before[each.stage].contestants]
    return max(played, key=lambda each: started.index(each.stage), default=plan.dropping_in)


def by_source(plan: Stage, contestants: Iterable[str], before: Mapping[str, StageState]) -> dict[Source, list[str]]:
    """The contestants of a stage by the source they come from, in the order of its sources."""
    groups: dict[Source, list[str]] = {source: [] for source in plan.sources}
    for name in contestants:
        source = came_from(plan, name, before)
        if source is not None:
            groups[source].append(name)
    return {source: names for source, names in groups.items() if names or len(groups) < 2}


Before = Mapping[str, StageState]
"""The stages that have started, by name."""


def carried_into(
    plan: Stage, starters: Sequence[str], before: Before, level: Figure[Exact] | None = None
) -> Mapping[str, Figure[Exact]]:
    """Every starter's carry-over, by the rule of its source or of the stage; empty without a rule.

    *level* is the carry-over that was decided for each, if all are tied and the rule has no answer.
    """
    found = carry_over_into(plan, starters, before, level)
    return found.carried if found is not None else {}


def carry_over_into(
    plan: Stage, starters: Sequence[str], before: Before, level: Figure[Exact] | None = None
) -> CarryOver | None:
    """The carry-overs into a stage with notes for the director, if it has a rule for any of its sources.

    A carry-over between opponents applies to their match, not to the stage. If a stage has several
    sources, each has its own rule: places are counted, and lines drawn, among the contestants from that source.
    """
    groups = by_source(plan, starters, before)
    found = {
        source: brought
        for source, names in groups.items()
        if (brought := _from_source(plan, source, names, before, level)) is not None
    }
    others = [figure for brought in found.values() for figure in brought.carried.values()]
    for source, names in groups.items():
        if isinstance(rule := plan.brings(source), OthersCarry):
            found[source] = CarryOver(others_carry(others, names, rule), rule.clause)
    if len(plan.sources) < 2:
        return next(iter(found.values()), None)
    carried = {
        name: replace(figure, of=(figure,), note=phrase("from {stage}", stage=source.called), made=Derivation.SAME)
        for source, brought in found.items()
        for name, figure in brought.carried.items()
    }
    flags = tuple(chain.from_iterable(brought.flags for brought in found.values()))
    return CarryOver(carried, plan.clause, flags=flags) if found else None


def _from_source(
    plan: Stage, source: Source, starters: Sequence[str], before: Before, level: Figure[Exact] | None
) -> CarryOver | None:
    """The carry-overs of contestants from one source, unless they depend on those of the others."""
    rule, played = plan.brings(source), before.get(source.stage)
    if isinstance(rule, NoCarry) and (played is not None or source.event):
        return no_carry(starters, rule)
    if played is None or rule is None:
        return None
    carried: dict[str, Figure[Exact]] = {}
    match rule:
        case MarginCarry():
            table = played.standings(played.fields[0].name)
            higher, lower = sorted(starters, key=table.order.index)[:2]
            carried[higher] = margin_carry(table.row(higher).total, table.row(lower).total, rule)
        case PlaceCarry() | LinearCarry() | RankCarry():
            carried |= _carry_by_place(plan, source, starters, played, rule, level=level)
        case MeetingCarry() | OthersCarry() | NoCarry():
            return None
        case StandardCarry():
            return _standard(played, starters, before, rule)
        case WholeCarry():
            tables = [played.standings(each.name) for each in played.fields]
            totals = {row.contestant: row.total for table in tables for row in table.rows}
            carried |= {name: whole_carry(totals[name], rule) for name in starters}
        case AverageCarry():
            average = AverageRule(plan.name, rule.clause, rule.places)
            carried |= {
                name: average_sessions([each.competition for each in counted], average)
                for name in starters
                if (counted := played.season(name).counted)
            }
    return CarryOver(carried, rule.clause)


def _carry_by_place(
    plan: Stage,
    source: Source,
    starters: Sequence[str],
    played: StageState,
    rule: PlaceCarry | LinearCarry | RankCarry,
    *,
    level: Figure[Exact] | None,
) -> dict[str, Figure[Exact]]:
    """The carry-overs by place or by score in each field of the previous stage."""
    boards = sum(plan.boards_in(number) for number in range(1, plan.rounds + 1))
    carried: dict[str, Figure[Exact]] = {}
    for each in played.fields:
        among = [name for name in starters if name in each.contestants]
        if not among:
            continue
        table = played.standings(each.name)
        higher = {name for name in table.order[: source.after] if name not in among}
        order = [row for row in _counted_totals(table, played, contending=rule.contending) if row[0] not in higher]
        match rule:
            case PlaceCarry():
                carried |= place_carry(order, among, rule).carried
            case LinearCarry():
                carried |= linear_carry(order, among, rule, boards, level).carried
            case RankCarry():
                carried |= rank_carry(order, among, rule, boards)
    return carried


def ahead_in(plan: Stage, starters: Sequence[str], before: Before) -> Opponents:
    """The carry-over between any two starters from their earlier match, if the rule is of that kind."""
    found: dict[frozenset[str], StartingLead] = {}
    for source, names in by_source(plan, starters, before).items():
        rule = plan.brings(source)
        played = before.get(rule.stage or source.stage) if isinstance(rule, MeetingCarry) else None
        if isinstance(rule, MeetingCarry) and played is not None:
            found |= _meeting_carries(played, names, rule)
    return found


def _meeting_carries(
    played: StageState, starters: Sequence[str], rule: MeetingCarry
) -> dict[frozenset[str], StartingLead]:
    """The carry-overs between opponents who met in an earlier stage."""
    found: dict[frozenset[str], StartingLead] = {}
    for each in played.fields:
        order = [name for name in played.standings(each.name).order if name in starters]
        for higher, lower in combinations(order, 2):
            sides = {name: _margin(played, name, other) for name, other in ((higher, lower), (lower, higher))}
            for name, margin in sides.items():
                if margin is not None and margin.value > 0:
                    carried = meeting_carry(margin, rule, higher=name == higher)
                    found[frozenset(sides)] = StartingLead(name, carried)
    return found


def _margin(played: StageState, team: str, other: str) -> Figure[Exact] | None:
    """The net IMPs of a team against another over their matches in a stage; None if they did not meet."""
    lines = (played.match_line(team, number) for number in sorted(played.rounds))
    nets = [line.net for line in lines if line is not None and line.opponents == (other,) and line.net is not None]
    if len(nets) < 2:
        return nets[0] if nets else None
    return total(nets, nets[0].unit, played.plan.clause, phrase("against team {other}", other=other))


def own_sessions_before(plan: Stage, starters: Sequence[str], before: Before) -> Mapping[str, int]:
    """How many sessions of the previous stage each starter played itself, if its scores are carried over."""
    return {
        name: before[source.stage].season(name).own
        for source, names in by_source(plan, starters, before).items()
        if isinstance(plan.brings(source), AverageCarry) and source.stage in before
        for name in names
    }


def _counted_totals(table: Standings, played: StageState, *, contending: bool) -> list[tuple[str, Figure[Exact]]]:
    """The contestants among which places are counted, from the top, with their totals."""
    counted = [name for name in table.order if not contending or played.status(name).contends]
    return [(name, table.row(name).total) for name in counted]


def _standard(played: StageState, starters: Sequence[str], before: Before, rule: StandardCarry) -> CarryOver:
    """Standard scores over as many earlier stages as the rule has clauses for, latest last."""
    stages: list[StageState] = []
    stage: StageState | None = played
    while stage is not None and len(stages) < len(rule.stages):
        stages.append(stage)
        source = stage.plan.source
        stage = before.get(source.stage) if source else None
    scores = [[_finisher_totals(each, fielded) for fielded in each.fields] for each in reversed(stages)]
    found = standard_carry(scores, starters, rule)
    out = [
        phrase(
            "{name} did not finish {stage}, so its score is left out of the mean and the standard deviation of {stage}",
            name=name,
            stage=each.plan.name,
        )
        for each in reversed(stages)
        for name in _early_leavers(each)
    ]
    return replace(found, flags=(*out, *found.flags))


def _early_leavers(stage: StageState) -> list[str]:
    """The contestants that left a stage before its last round."""
    return [name for name in stage.contestants if stage.status(name).gone_by(rounds_of(stage))]


def _finisher_totals(stage: StageState, field: Field) -> dict[str, Figure[Exact]]:
    """The totals after penalties of the contestants that finished a stage in one of its fields."""
    gone = _early_leavers(stage)
    return {row.contestant: row.total for row in stage.standings(field.name).rows if row.contestant not in gone}
