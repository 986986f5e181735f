"""Who goes through, and what is won."""

from dataclasses import dataclass

from overtrick.core.event.stage import StageState
from overtrick.core.event.tournament import Tournament
from overtrick.core.exact import Exact
from overtrick.core.provenance import Figure
from overtrick.core.ranking.awards import AwardRule, award, leaders
from overtrick.core.ranking.qualification import PassedOver, Qualifier
from overtrick.director.entries import qualifiers
from overtrick.web.names import Who, who


@dataclass(frozen=True, slots=True)
class Through:
    """A contestant that goes on, and how."""

    who: Who
    why: str


@dataclass(frozen=True, slots=True)
class FieldThrough:
    """Who goes on from one field of a stage to the next, who does not and why."""

    before: str
    field: str
    after: str
    clause: str
    final: bool
    through: tuple[Through, ...]
    passed_over: tuple[Through, ...]
    notes: tuple[str, ...]


def going_through(event: Tournament) -> list[FieldThrough]:
    """Everybody who goes from a stage that has started to the one after it; final when that stage is closed."""
    found = []
    for plan in event.planned().stages:
        if plan.source is None or plan.source.stage not in event.stages:
            continue
        before = event.stages[plan.source.stage]
        if not before.rounds:
            continue
        for each in before.fields:
            names = each.name if len(before.fields) > 1 else ""
            qualified = qualifiers(event, plan, each)
            found.append(
                FieldThrough(
                    before.plan.name,
                    names,
                    plan.name,
                    str(qualified.clause),
                    before.closed,
                    tuple(_through(event, one) for one in qualified.through),
                    tuple(_passed(event, one) for one in qualified.passed_over),
                    qualified.flags,
                )
            )
    return found


def _through(event: Tournament, one: Qualifier) -> Through:
    return Through(who(event, one.name), one.why)


def _passed(event: Tournament, one: PassedOver) -> Through:
    return Through(who(event, one.name), f"placed {one.place}, {one.why} ({one.clause})")


@dataclass(frozen=True, slots=True)
class Award:
    """What one contestant receives."""

    who: Who
    place: str
    figure: Figure[Exact]


@dataclass(frozen=True, slots=True)
class Awarded:
    """One table of awards, by its place among the event's rules; without amounts the organiser sets them."""

    number: int
    clause: str
    unit: str
    awards: tuple[Award, ...]


@dataclass(frozen=True, slots=True)
class Leaders:
    """The best of a category."""

    category: str
    who: tuple[Who, ...]


def last_stage(event: Tournament) -> StageState | None:
    """The stage that decides the event, once it is closed."""
    stages = event.planned().stages if event.entries_closed else ()
    last = event.stages.get(stages[-1].name) if stages else None
    return last if last is not None and last.closed and len(last.fields) == 1 else None


def awarded(event: Tournament) -> list[Awarded]:
    """What everybody wins, by the amounts that are printed; nothing before the last stage is closed."""
    state = last_stage(event)
    if state is None:
        return []
    found = []
    for number, rule in enumerate(event.planned().honours.awards):
        given = _given(state, rule)
        rows = {row.contestant: row for row in state.standings(state.fields[0].name).rows}
        awards = [
            Award(who(event, name), rows[name].place_text, figure)
            for name, figure in given.items()
            if figure.value and name in rows
        ]
        found.append(Awarded(number, str(rule.clause), rule.unit.many, tuple(awards)))
    return found


def award_figure(event: Tournament, number: int, contestant: str) -> Figure[Exact] | None:
    """One contestant's award by one of the event's rules."""
    state = last_stage(event)
    rules = event.planned().honours.awards if state is not None else ()
    if state is None or number >= len(rules):
        return None
    return _given(state, rules[number]).get(contestant)


def _given(state: StageState, rule: AwardRule) -> dict[str, Figure[Exact]]:
    if not rule.amounts:
        return {}
    barred = [name for name in state.contestants if name in state.non_contending]
    return dict(award(state.standings(state.fields[0].name).ranking.groups, rule, barred=barred).given)


def category_leaders(event: Tournament) -> list[Leaders]:
    """The best of each category, once the last stage is closed."""
    state = last_stage(event)
    rule = event.planned().honours.categories if state is not None else None
    if state is None or rule is None:
        return []
    nominated = {name: entry.categories[0] for name, entry in event.entries.items() if entry.categories}
    best = leaders(state.standings(state.fields[0].name).ranking.groups, nominated, rule)
    return [Leaders(category, tuple(who(event, name) for name in names)) for category, names in best.items() if names]
