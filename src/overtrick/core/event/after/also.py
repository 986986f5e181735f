"""The additional rankings of a stage: the facts that entries state, and the standings that follow."""

from dataclasses import dataclass, replace

from overtrick.core.errors import DirectorError
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.by_matches import rank_contestants
from overtrick.core.event.play.progress import settled_state
from overtrick.core.event.play.stage import StageState
from overtrick.core.exact import Exact
from overtrick.core.provenance import Figure
from overtrick.core.ranking.also import AlsoRule, FactRule
from overtrick.core.ranking.standings import Purpose, Standings


@dataclass(frozen=True, slots=True)
class AlsoStandings:
    """An additional ranking of a stage, for a *field* or all together; *added* are the amounts added."""

    rule: AlsoRule
    field: str
    standings: Standings
    added: dict[str, Figure[Exact]]


def entry_fact(event: Tournament, contestant: str, rule: FactRule) -> Figure[Exact] | None:
    """An entry's value of a fact; None if it was not stated."""
    entry = event.entries.get(contestant)
    return rule.of_entry(entry.stated, entry.players) if entry is not None else None


def also_ranked(event: Tournament, state: StageState) -> tuple[AlsoStandings, ...]:
    """All additional rankings of a stage after the last match that counts."""
    after = settled_state(state)
    return tuple(
        _also_standings(event, after, rule, field)
        for rule in after.plan.also
        for field in ([""] if rule.together else [each.name for each in after.fields])
    )


def also_with(event: Tournament, state: StageState, name: str, contestant: str) -> AlsoStandings:
    """The additional ranking with this name that includes a contestant."""
    for each in also_ranked(event, state):
        if each.rule.name == name and any(row.contestant == contestant for row in each.standings.rows):
            return each
    known = ", ".join(rule.name for rule in state.plan.also) or "none"
    raise DirectorError(
        "Number {contestant} is not ranked in “{name}”",
        remedy="Additional rankings: {known}.",
        contestant=contestant,
        name=name,
        known=known,
    )


def _also_standings(event: Tournament, state: StageState, rule: AlsoRule, field: str) -> AlsoStandings:
    fields = [each for each in state.fields if field in ("", each.name)]
    counted = [who for each in fields for who in each.contestants if not state.has_cancelled_scores(who)]
    if rule.section:
        counted = [who for who in counted if state.play.section_of(state, who) == rule.section]
    only = rule.only
    among = [who for who in counted if only is None or only.has(entry_fact(event, who, only.fact))]
    records = [state.record(who) for who in state.contestants if not state.has_cancelled_scores(who)]
    added: dict[str, Figure[Exact]] = {}
    if rule.add is not None:
        facts = ((who, entry_fact(event, who, rule.add.fact)) for who in among)
        added = {who: rule.add.of_entry(fact, state.unit, rule.clause) for who, fact in facts}
        records = [
            replace(record, extras=(*record.extras, added[record.contestant])) if record.contestant in added else record
            for record in records
        ]
    about = f"{state.plan.name}, {rule.name}{f', {field}' if field else ''}, after round {state.last_round}"
    return AlsoStandings(rule, field, rank_contestants(state, records, among, about, Purpose.PRIZE), added)
