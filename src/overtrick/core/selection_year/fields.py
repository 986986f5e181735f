"""The field of a trial by the points of a year, and why each pair is in it or not."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import assert_never

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import FieldClosed
from overtrick.core.exact import Exact
from overtrick.core.provenance import Fact, Figure, Unit, total
from overtrick.core.ranking.measures import PLACES
from overtrick.core.selection.credits import PairCredits
from overtrick.core.selection.events import QUALIFYING_POINTS
from overtrick.core.selection.field import (
    BerthMeasure,
    Contender,
    DoubledTotal,
    FieldRule,
    NeedsLot,
    OpenField,
    Placings,
    TotalPoints,
    contender,
    order_level,
    select_field,
)
from overtrick.core.selection.trials import (
    Candidate,
    DirectRule,
    PairsWithoutPoints,
    PlacedRule,
    direct_entry,
    immediately_eligible,
    place_field,
    qualifies,
)
from overtrick.core.selection_year.year import (
    SelectionYear,
    current_field,
    players_of,
    points_of,
    ranks_of,
    target_of,
)
from overtrick.core.wording import Phrase, phrase


@dataclass(frozen=True, slots=True)
class ProposedField:
    """A field as it would be closed now, with why each pair is in it, a reserve, in the qualifying day, or out.

    *level* are the pairs tied for the last berth, *automatic* those with automatic entry, *ineligible* those that may
    not enter.
    """

    act: FieldClosed
    why: Mapping[str, Phrase]
    level: tuple[str, ...] = ()
    automatic: tuple[str, ...] = ()
    ineligible: tuple[str, ...] = ()


def propose_field(year: SelectionYear, target: str) -> ProposedField:
    """The field of a team's trials by the present points."""
    target_of(year, target)
    rules = year.rules
    if target in rules.fields:
        return _by_points(year, target, rules.fields[target])
    if target in rules.direct_fields:
        return _direct(year, target, rules.direct_fields[target])
    if target in rules.placed_fields:
        return _propose_placed(year, target, rules.placed_fields[target])
    raise DirectorError(
        "The regulations set no field for the {target} team",
        remedy="Ask the selectors to choose the field.",
        target=target,
    )


def berth_lot(target: str) -> str:
    """The name of the lot for the last berth."""
    return f"last berth, {target}"


def lowest_rank(year: SelectionYear, target: str) -> int:
    """The lowest rank that may enter a team's trials; 0 if every rank may, or once the committee relaxed the limit."""
    rule = year.rules.fields.get(target)
    return 0 if rule is None or target in year.relaxed else rule.rank.lowest


def contenders_of(year: SelectionYear, target: str, rule: FieldRule) -> tuple[Contender, ...]:
    """The nominated pairs with their data for the field; if the rank is relaxed, all pairs rank high enough."""
    ranks = ranks_of(year, rule.rank.currency)
    entries = year.entries
    found = (contender(pair, entries, ranks, rule, year.rules.ledger) for pair in points_of(year, target))
    return tuple(replace(each, ranked=True) if target in year.relaxed else each for each in found)


def _by_points(year: SelectionYear, target: str, rule: FieldRule) -> ProposedField:
    contenders = contenders_of(year, target, rule)
    chosen = select_field(contenders, rule, year.lot(berth_lot(target)))
    why = dict(_field_reasons(chosen, rule))
    act = FieldClosed(target, chosen.seeds, chosen.reserves)
    return ProposedField(act, why, chosen.tied, chosen.automatic, chosen.ineligible)


def _field_reasons(chosen: OpenField, rule: FieldRule) -> Iterator[tuple[str, Phrase]]:
    for pair in chosen.automatic:
        yield pair, phrase("automatic entry ({clause})", clause=rule.automatic.clause)
    for pair in chosen.on_points:
        yield pair, phrase("on qualifying points ({clause})", clause=rule.clause)
    for pair in chosen.tied:
        yield pair, phrase(
            "{got:in|waiting}: tied for the last berth, decided by {by} ({clause})",
            got=pair in chosen.from_tie, by=chosen.decided_by, clause=rule.last_berth.clause,
        )  # fmt: skip
    for place, pair in enumerate((p for p in chosen.reserves if p not in chosen.tied), start=1):
        before = sum(p in chosen.tied for p in chosen.reserves)
        yield pair, phrase("reserve {place} ({clause})", place=place + before, clause=rule.clause)
    for pair in chosen.ineligible:
        yield pair, phrase(
            "out: the players do not both rank {lowest:ordinal} or higher on points ({clause})",
            lowest=rule.rank.lowest, clause=rule.rank.clause,
        )  # fmt: skip


def candidates_of(year: SelectionYear, target: str, rule: PlacedRule | DirectRule) -> tuple[Candidate, ...]:
    """The nominated pairs with each player's points and title, and places in the event that ranks those without."""
    currencies = {table.currency for event in year.rules.ledger.events.values() for table in event.tables}
    own: dict[str, dict[str, Exact]] = {
        currency: {player: figure.value for player, figure in players_of(year, currency).items()}
        for currency in currencies
    }
    exempt = {act.pair for act in year.exempt.get(target, ())}
    return tuple(_candidate(year, target, pair, own, rule, exempt=exempt) for pair in points_of(year, target))


def _candidate(
    year: SelectionYear, target: str, pair: PairCredits, own: Mapping[str, Mapping[str, Exact]],
    rule: PlacedRule | DirectRule, *, exempt: set[str],
) -> Candidate:  # fmt: skip
    players = pair.nomination.players
    places = [
        entry.place
        for entry in year.entries
        if entry.event == rule.ranked_by and any(player in entry.members for player in players)
    ]
    title = immediately_eligible(pair.nomination, year.rules.targets[target].immediate, own, year.entries)
    name = pair.nomination.name
    return Candidate(
        name, tuple(each.total.value for each in pair.players), tuple(places),
        immediate=title is not None or name in exempt, exempt=name in exempt, apart=rule.apart,
        without=rule.without if isinstance(rule, PlacedRule) else PairsWithoutPoints.PAIR,
    )  # fmt: skip


def _propose_placed(year: SelectionYear, target: str, rule: PlacedRule) -> ProposedField:
    candidates = candidates_of(year, target, rule)
    lot = year.lots.get(berth_lot(target))
    chosen = place_field(candidates, rule, lot.order if lot else ())
    if chosen.level:
        raise NeedsLot(
            chosen.level, phrase("{level} are tied for the last qualifying place", level=chosen.level), rule.ties
        )
    by_name = {each.name: each for each in candidates}
    why = {name: phrase("{title} ({clause})", title=_title(by_name[name]), clause=rule.clause) for name in chosen.field}
    why |= {
        name: phrase("waiting: {title} ({clause})", title=_title(by_name[name]), clause=rule.clause)
        for name in chosen.out
    }
    return ProposedField(FieldClosed(target, chosen.field, chosen.out), why)


def _title(each: Candidate) -> Phrase:
    points = QUALIFYING_POINTS.amount(each.total)
    if each.immediate:
        return phrase("immediately eligible, {points}", points=points)
    if each.counted:
        return points
    none = phrase("one player without points") if each.total else phrase("no points")
    if each.placing:
        return phrase("{none}, {placing:ordinal} in the ranking event", none=none, placing=each.placing)
    return phrase("{none} and no placing", none=none)


def _direct(year: SelectionYear, target: str, rule: DirectRule) -> ProposedField:
    candidates = candidates_of(year, target, rule)
    by_name = {each.name: each for each in candidates}
    if len(candidates) <= rule.berths:
        ordered = sorted(candidates, key=lambda each: (-each.total, each.name))
        names = tuple(each.name for each in ordered)
        why = dict.fromkeys(names, phrase("every nominated pair plays ({clause})", clause=rule.clause))
        return ProposedField(FieldClosed(target, names), why)
    found = direct_entry(candidates, rule)
    promoted = (found.promoted,) if found.promoted else ()
    why = {
        name: phrase(
            "straight in: {points} ({clause})",
            points=QUALIFYING_POINTS.amount(by_name[name].total), clause=rule.clause,
        )
        for name in found.direct
    }  # fmt: skip
    why |= dict.fromkeys(
        promoted, phrase("promoted, so that an even number of pairs is left ({clause})", clause=rule.promotion)
    )
    why |= {
        name: phrase("plays on the qualifying day: {why}", why=_not_straight_in(by_name[name], rule))
        for name in found.entrants
    }
    act = FieldClosed(target, (*found.direct, *promoted), (), found.entrants, found.berths)
    return ProposedField(act, why)


def _not_straight_in(each: Candidate, rule: DirectRule) -> Phrase:
    points = QUALIFYING_POINTS.amount(each.total)
    if qualifies(each, rule):
        return phrase(
            "{points}, below the {direct:ordinal} pair, the last to go straight in ({clause})",
            points=points, direct=rule.direct, clause=rule.clause,
        )  # fmt: skip
    return phrase(
        "{points}, and a player has fewer than {least:#point} ({clause})",
        points=points, least=rule.least, clause=rule.least_clause,
    )  # fmt: skip


def field_now(year: SelectionYear, target: str) -> tuple[tuple[str, Phrase], ...]:
    """The pairs of a field with a sentence for each: as it would be closed now, or as it was closed."""
    if target not in year.closed:
        proposed = propose_field(year, target)
        berths = [(pair, proposed.why[pair]) for pair in proposed.act.berths]
        return (*berths, *((pair, said) for pair, said in proposed.why.items() if pair not in proposed.act.berths))
    closed, there = year.closed[target], current_field(year, target)
    gone = {act.pair: act.reason for act in year.declined.get(target, ())}
    day = year.days[target].order if target in year.days else ()
    found = []
    for pair in there:
        if pair in closed.berths:
            said = phrase("in the field when it was closed")
        elif pair in day[: closed.places]:
            said = phrase("{place:ordinal} on the qualifying day", place=day.index(pair) + 1)
        else:
            said = phrase("replaces a pair that declined")
        found.append((pair, said))
    found += [(pair, phrase("declined[: {reason}]", reason=reason)) for pair, reason in gone.items()]
    waiting = [pair for pair in closed.reserves if pair not in there and pair not in gone]
    found += [(pair, phrase("reserve {place}", place=place)) for place, pair in enumerate(waiting, start=1)]
    return tuple(found)


def berth_tie(year: SelectionYear, target: str) -> tuple[Phrase, ...]:
    """The tie for the last berth step by step, for its players: each test, every pair's figure, and the decision."""
    rule = year.rules.fields.get(target)
    if rule is None:
        return ()
    contenders = {each.name: each for each in contenders_of(year, target, rule)}
    field = propose_field(year, target)
    if not field.level:
        return ()
    tied = [contenders[name] for name in field.level]
    ranking = order_level(tied, rule.last_berth, year.lot(berth_lot(target)))
    inside = [name for name in ranking.order if name in field.act.berths]
    points = QUALIFYING_POINTS.amount(tied[0].total)
    one, clause = len(inside) == 1, rule.last_berth.clause
    head = (
        phrase("{level} are tied on {points} for the last berth ({clause}).",
               level=field.level, points=points, clause=clause)
        if one
        else phrase("{level} are tied on {points} for the last {count} berths ({clause}).",
                    level=field.level, points=points, count=len(inside), clause=clause)
    )  # fmt: skip
    steps = [
        phrase("{pairs} {one:is|are} {decided}.", pairs=each.above, one=len(each.above) == 1, decided=each)
        for each in ranking.decisions
    ]
    end = phrase("So {pairs} {one:has the berth|have the berths}.", pairs=tuple(inside), one=one)
    return (head, *steps, end)


TIMES = Unit("times", "time")


def place_why(year: SelectionYear, target: str, pair: str) -> Figure[Exact]:
    """A pair's place among those that nominate: its total, and what separates it from pairs tied for a berth."""
    rule = target_of(year, target)
    listed = points_of(year, target)
    own = next((each for each in listed if each.nomination.name == pair), None)
    if own is None:
        raise DirectorError(
            "Pair {pair} has not nominated for the {target} trials", remedy="Check the name.", pair=pair, target=target
        )
    place = 1 + sum(each.total.value > own.total.value for each in listed)
    level = [each.nomination.name for each in listed if each.total.value == own.total.value and each is not own]
    by_points = year.rules.fields.get(target)
    if not level or by_points is None:
        note = phrase("of {count}, by qualifying points[, tied with {others}]", count=len(listed), others=tuple(level))
        return Figure(place, PLACES, rule.clause, (own.total,), note)
    tie = dict(_tie_told(year, target))
    note = phrase("of {count}, tied with {others} on qualifying points", count=len(listed), others=tuple(level))
    tests = tuple(_measure_pair(year, own, measure, by_points) for measure in by_points.last_berth.by)
    clause = by_points.last_berth.clause if pair in tie else rule.clause
    said = phrase("{note}; {tie}", note=note, tie=tie[pair]) if pair in tie else note
    return Figure(place, PLACES, clause, tests if pair in tie else (own.total,), said)


def _tie_told(year: SelectionYear, target: str) -> Iterator[tuple[str, Phrase]]:
    """Yield each pair in the tie for the last berth, and its outcome."""
    try:
        field = propose_field(year, target)
    except NeedsLot as waits:
        yield from ((pair, phrase("the last berth must be decided by lot")) for pair in waits.level)
        return
    rule = year.rules.fields[target]
    tied = [each for each in contenders_of(year, target, rule) if each.name in field.level]
    ranking = order_level(tied, rule.last_berth, year.lot(berth_lot(target)))
    for pair in field.level:
        got = phrase("the pair has a berth") if pair in field.act.berths else phrase("the pair is waiting for a berth")
        below = [
            phrase("below {others} by {by}", others=each.above, by=each.by)
            for each in ranking.decisions
            if pair in each.below
        ]
        above = [each.phrased for each in ranking.decisions if pair in each.above]
        yield pair, phrase("{decided}, so {got}", decided=(*below, *above), got=got)


def _measure_pair(year: SelectionYear, pair: PairCredits, measure: BerthMeasure, rule: FieldRule) -> Figure[Exact]:
    """A pair's figure in one test of a tie for the last berth, with its parts."""
    clause = rule.last_berth.clause
    match measure:
        case TotalPoints():
            return pair.total
        case Placings(place):
            there = [
                entry
                for entry in year.entries
                if year.rules.ledger.event(entry.event).selected
                and entry.place == place
                and set(pair.nomination.players) <= set(entry.members)
            ]
            facts = tuple(
                Fact(phrase("the {name}", name=year.rules.ledger.event(each.event).name), each.source) for each in there
            )
            return Figure(
                len(there), TIMES, clause, facts, phrase("{measure}, as a pair or team-mates", measure=measure)
            )
        case DoubledTotal(event, raw):
            again = tuple(
                credit.award.amount if raw else credit.value
                for player in pair.players
                for credit in player.credits
                if credit.award.event.id == event
            )
            return total((pair.total, *again), QUALIFYING_POINTS, clause, phrase("{measure}", measure=measure))
    assert_never(measure)
