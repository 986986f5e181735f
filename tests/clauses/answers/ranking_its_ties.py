"""ITS21: ties in the stages and in the Finals, qualification, and the teams."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import groupby
from operator import itemgetter
from typing import Any

from clauses.answers.ranking_shared import GIVEN, grouped, imps, number
from clauses.vectors import Vector, answers
from overtrick.core.draws.round_robin import circle
from overtrick.core.exact import exact_text, plain
from overtrick.core.provenance import IMPS, Figure
from overtrick.core.ranking.chain import Candidate, Ranking, Scope, When, rank
from overtrick.core.ranking.measures import MatchLine, Measure, StageRecord, signed_boards
from overtrick.core.ranking.qualification import FilledPlaces, PassOverReason, qualify, significant
from overtrick.core.ranking.standings import Standings, StandingsRule, standings
from overtrick.regulations.grammar.ranking import RankingRules
from overtrick.regulations.read.documents import load

FILE = "its2021"
RULES = load(RankingRules, "nsw-its-2021")
WORDS = {
    Measure.OPPONENTS: "opponents_total",
    Measure.WINS: "matches_won",
    Measure.PLUS_BOARDS: "positive_boards",
    Measure.MINUS_BOARDS: "negative_boards",
}


def in_the_field(vector: Vector, chain: str) -> Any:
    given = vector.given
    candidates = [
        Candidate(
            row["pair"],
            {
                Measure.TOTAL: 0,
                Measure.OPPONENTS: sum(row["opponent_totals"]),
                Measure.PLUS_BOARDS: row["positive_boards"],
                Measure.MINUS_BOARDS: row["negative_boards"],
                Measure.WINS: number(row.get("wins", 0)),
            },
        )
        for row in given["tied"]
    ]
    conditions = (When.INCOMPLETE,) if given["incomplete_movement"] else ()
    ranking = rank(candidates, RULES.chains[chain], conditions=conditions)
    used = {split.by for split in ranking.splits}
    return {
        "order": grouped(ranking.groups),
        "decided_by": [word for measure, word in WORDS.items() if measure in used],
        "lot_between": [list(group) for group in ranking.awaits_lot],
    }


@answers(FILE, "break tie within field")
def field_tie(vector: Vector) -> Any:
    event = vector.clause.removeprefix("ITS21 ").partition(".")[0]
    stages = {"I": "oits-stage-1", "II": "oits-stage-2", "Q": f"{event.lower()}-qualifying"}
    chain = stages[vector.given["stage"]]
    answer = in_the_field(vector, chain)
    clauses = {step.clause.cite for step in RULES.chains[chain].steps} | {RULES.chains[chain].clause.cite}
    assert vector.clause in clauses
    return answer


@answers(FILE, "count signed boards")
def signed(vector: Vector) -> Any:
    boards = vector.given["board_imps"]
    plus, minus = signed_boards(boards, RULES.chains["oits-stage-1"].clause)
    return {
        "positive_boards": plus.value,
        "negative_boards": minus.value,
        "zero_boards": len(boards) - plus.value - minus.value,
    }


def final_records(tied: Mapping[str, Any]) -> list[StageRecord]:
    return [
        StageRecord(
            pair,
            tuple(
                MatchLine((other,), imps(score), -number(score), number(score))
                for other, score in row["results"].items()
            ),
            imps(row["cf"]),
        )
        for pair, row in tied.items()
    ]


def final(tied: Mapping[str, Any], rule: StandingsRule = RULES.standings["oits-final"]) -> Standings:
    table = standings(final_records(tied), rule)
    assert table == standings(final_records(tied)[::-1], rule)
    return table


def steps(ranking: Ranking[Measure]) -> dict[str, int]:
    """The step that parted each pair from those below it (the last ones: from those above); 5 is the lot."""
    measures = [step.by for step in ranking.rule.steps]
    found: dict[str, int] = {}
    for place, group in enumerate(ranking.groups):
        if group in ranking.awaits_lot:
            found |= dict.fromkeys(group, len(measures))
            continue
        decision = ranking.decisions[min(place, len(ranking.decisions) - 1)]
        assert isinstance(decision.by, Measure)
        found |= dict.fromkeys(group, measures.index(decision.by))
    return found


def decided(ranking: Ranking[Measure]) -> list[str]:
    """The steps that decided, as the vectors write them."""
    said = []
    for decision in ranking.decisions:
        assert isinstance(decision.by, Measure)
        step = [each.by for each in ranking.rule.steps].index(decision.by)
        deleted = f", {decision.nth} deleted" if decision.by is Measure.WITHOUT_WORST else ""
        said.append(f"step {step}{deleted}")
    return said


def totals_after(table: Standings, deleted: int) -> dict[str, str]:
    """Everybody's total without the worst matches, read from what decided."""
    found = {}
    for record in table.ranking.order:
        row = table.row(record)
        matches = sorted(reason.value for reason in row.total.of[1:] if isinstance(reason, Figure))
        found[record] = str(exact_text(plain(row.total.value - sum(matches[:deleted]))))
    return found


@answers(FILE, "break tie for third through every step")
def through_every_step(vector: Vector) -> Any:
    given = vector.given
    table = final(given["tied"])
    assert {row.total.value for row in table.rows} == {number(given["tied_total"])}
    ranking = table.ranking
    wins = {row.contestant: dict(row.columns)[Measure.WINS].value for row in table.rows}
    by_step = steps(ranking)

    def left(step: int) -> list[str]:
        return [pair for pair in given["tied"] if by_step[pair] >= step]

    among = {
        pair: exact_text(
            plain(sum((Fraction(number(given["tied"][pair]["results"].get(o, 0))) for o in left(4)), Fraction(0)))
        )
        for pair in left(4)
    }
    third = next(decision for decision in ranking.decisions if decision.by is Measure.AMONG_TIED)
    assert third.told == (among["S"], among["U"])
    return {
        "order": grouped(ranking.groups),
        "decided_at_step": by_step,
        "step_2_wins": {pair: exact_text(wins[pair]) for pair in left(2)},
        "step_3_first_deletion": {pair: totals_after(table, 1)[pair] for pair in left(3)},
        "step_4_imps": among,
        "team_place": list(ranking.groups[0]) if given["places_left"] == 1 else [],
    }


@answers(FILE, "break with all originally tied pairs")
def original_tie(vector: Vector) -> Any:
    assert vector.given["scope"] == "original"
    rule = RULES.standings["oits-final"]
    chain = replace(
        rule.prize,
        steps=tuple(
            replace(step, scope=Scope.FIRST_TIE) if step.by is Measure.AMONG_TIED else step for step in rule.prize.steps
        ),
    )
    ranking = final(vector.given["tied"], replace(rule, prize=chain)).ranking
    said = [decision for decision in ranking.decisions if decision.by is Measure.AMONG_TIED]
    figures = {pair: text for each in said if each.told for pair, text in zip(_pair(each), each.told, strict=True)}
    last = list(ranking.order[-3:])
    return {"step_4_imps": {pair: figures[pair] for pair in sorted(last)}, "order_of_last_three": last}


def _pair(decision: Any) -> tuple[str, str]:
    return decision.above[0], decision.below[0]


@answers(FILE, "rank by smallest carry-forward")
@answers(FILE, "rank on matches among tied pairs")
def by_step(vector: Vector) -> Any:
    ranking = final(vector.given["tied"]).ranking
    return {"order": grouped(ranking.groups), "decided_by": decided(ranking)}


@answers(FILE, "rank by matches won")
def by_wins(vector: Vector) -> Any:
    table = final(vector.given["tied"])
    wins = {row.contestant: exact_text(dict(row.columns)[Measure.WINS].value) for row in table.rows}
    return {
        "order": list(table.order),
        "wins": {pair: wins[pair] for pair in vector.given["tied"]},
        "decided_by": decided(table.ranking),
    }


@answers(FILE, "rank after deleting worst results")
def by_deletion(vector: Vector) -> Any:
    table = final(vector.given["tied"])
    decision = table.ranking.decisions[0]
    after = {f"totals_after_{n}": totals_after(table, n) for n in range(1, decision.nth + 1)}
    assert decision.told == tuple(after[f"totals_after_{decision.nth}"].values())
    return {"order": list(table.order), **after, "decided_by": decided(table.ranking)}


@answers(FILE, "apply to event without own rule")
def another_event(vector: Vector) -> Any:
    assert vector.given["single_stage"]
    table = final(vector.given["tied"], RULES.standings[f"{vector.given['event'].lower()}-final"])
    levels = {measure: {dict(row.columns)[measure].value for row in table.rows} for measure in (CARRY, WINS)}
    return {
        "order": list(table.order),
        "decided_at_step": steps(table.ranking),
        "step_1": "level" if len(levels[CARRY]) == 1 else "parted",
        "step_2": "level" if len(levels[WINS]) == 1 else "parted",
    }


CARRY, WINS = Measure.CARRY_OVER, Measure.WINS


@answers(FILE, "find ties that must be broken")
def must_be_broken(vector: Vector) -> Any:
    rule = RULES.significant["team"]
    totals = sorted((number(total) for total in vector.given["totals"]), reverse=True)
    places = [(str(place), total) for place, total in enumerate(totals, start=1)]
    groups = [[place for place, total in level] for _, level in groupby(places, key=itemgetter(1))]
    return {"tie_groups_by_position": [list(group) for group in significant(groups, rule)]}


@answers(FILE, "pick qualifiers from one field")
def stage_two(vector: Vector) -> Any:
    given = vector.given
    records = [
        StageRecord(row["pair"], (MatchLine(("all",), imps(row["imps"])),), boards=(0,) * n)
        for n, row in enumerate(given["field"])
    ]
    order = standings(records, RULES.standings["oits-stage-1"]).order
    out = {row["pair"]: PassOverReason.NOT_CONTENDING for row in given["field"] if not row["contending"]}
    return {"qualifiers": list(qualify(order, RULES.qualify["oits-stage-2"], out, places=given["per_field"]).names)}


@answers(FILE, "pick finalists", "ITS21 OITS.qualify-final")
def finalists(vector: Vector) -> Any:
    tables = RULES.formats["oits"].row(36).number("final_tables")
    assert tables == vector.given["T"]
    found = {
        field: list(
            qualify([pair for pair, _ in vector.given[field]], RULES.qualify["oits-final"], places=tables).names
        )
        for field in ("NS", "EW")
    }
    return {**found, "pairs": sum(map(len, found.values()))}


@answers(FILE, "pick finalists", "ITS21 WITS.q-table")
def wits_finalists(vector: Vector) -> Any:
    qualifiers = RULES.formats["wits-two-stage"].row(vector.given["pairs"]).number("qualifiers")
    assert qualifiers == vector.given["qualifiers"]
    rule = RULES.qualify["wits-final"]
    return {
        field: list(
            qualify(vector.given[field], rule, {"house": PassOverReason.NOT_CONTENDING}, places=qualifiers // 2).names
        )
        for field in ("NS", "EW")
    }


@answers(FILE, "replace unavailable finalist")
def unavailable(vector: Vector) -> Any:
    given = vector.given
    out = dict.fromkeys(given["unavailable"], PassOverReason.NOT_AVAILABLE)
    rule = RULES.qualify["oits-final"]
    return {
        field: list(qualify(given[f"stage2_{field}_order"], rule, out, places=given["T"]).names)
        for field in ("NS", "EW")
    }


def team(qualified: FilledPlaces, rule: str) -> dict[str, Any]:
    """A team as the vectors write it: an open place is nobody, and somebody must act."""
    if not qualified.vacant:
        assert not qualified.flags
        return {"team": list(qualified.names)}
    vacancy = RULES.qualify[rule].vacancy
    assert vacancy in qualified.flags[0]
    return {"team": [*qualified.names, *([None] * qualified.vacant)], "flag": vacancy}


@answers(FILE, "pick team")
@answers(FILE, "exclude from team")
@answers(FILE, "replace team pair")
def pick_team(vector: Vector) -> Any:
    given = vector.given
    out = dict.fromkeys(given.get("unavailable", ()), PassOverReason.NOT_AVAILABLE)
    out |= {row["pair"]: PassOverReason.WITHDRAWN for row in given.get("withdraws", ())}
    out |= dict.fromkeys(given.get("cannot_be_selected", ()), PassOverReason.NOT_CONTENDING)
    out |= dict.fromkeys(given.get("substitute_pairs", ()), PassOverReason.BARRED)
    out |= {pair: PassOverReason.WITHDRAWN for pair, ratified in given.get("ratified", {}).items() if not ratified}
    return team(qualify(given.get("order") or given["final_order"], RULES.qualify["team"], out), "team")


@answers(FILE, "pick youth team")
@answers(FILE, "pass over ineligible pair")
def youth_team(vector: Vector) -> Any:
    given = vector.given
    assert given["field"] == len(given["order"])
    out = dict.fromkeys(given.get("unavailable", ()), PassOverReason.NOT_AVAILABLE)
    out |= dict.fromkeys(given.get("over_age", ()), PassOverReason.BARRED)
    return team(qualify(given["order"], RULES.qualify["youth-team"], out), "youth-team")


@answers(FILE, "count matches left")
def matches_left(vector: Vector) -> Any:
    """A whole round robin, with one pair expunged."""
    pairs = 2 * vector.given["tables"]
    played: dict[str, list[MatchLine]] = {str(pair): [] for pair in range(1, pairs + 1)}
    for matches in circle(pairs):
        for one, other in matches:
            for us, them in ((str(one), str(other)), (str(other), str(one))):
                played[us].append(MatchLine((them,), Figure(0, IMPS, GIVEN), 0))
    records = [StageRecord(pair, tuple(lines)) for pair, lines in played.items()]
    assert {len(record.matches) for record in records} == {vector.given["matches"]}
    left = {
        sum("1" not in match.opponents for match in record.matches) for record in records if record.contestant != "1"
    }
    assert len(left) == 1
    return {"matches_counted_per_remaining_pair": left.pop()}
