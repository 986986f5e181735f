"""Answers to the vectors on a whole qualification over two stages."""

from typing import Any

from clauses.answers.ranking_sabf import RULES, figure, worth
from clauses.answers.ranking_shared import number, ranked
from clauses.vectors import Vector, answers
from overtrick.core.exact import Exact
from overtrick.core.provenance import Figure
from overtrick.core.ranking.awards import award
from overtrick.core.ranking.measures import MatchLine, StageRecord
from overtrick.core.ranking.qualification import PassOverReason, qualify
from overtrick.core.ranking.standings import standings
from overtrick.core.selection.teams import both_stages, carried_on, in_two_teams
from overtrick.regulations.grammar.eligibility import Eligibilities
from overtrick.regulations.read.documents import load

EVENTS = "sabf2020-events"
FINALS = RULES.standings["state-finals"]
POINTS = RULES.awards["state-finals-points"]


@answers(EVENTS, "look up finals qualifying points by stage place")
def stage_points(vector: Vector) -> Any:
    field = [(f"{place}",) for place in range(1, max(vector.given["places"]) + 1)]
    given = award(field, POINTS).given
    return [given[str(place)].value for place in vector.given["places"]]


def stage(rows: Any) -> tuple[tuple[str, ...], dict[str, StageRecord]]:
    """The order of a stage, and what its teams take from it."""
    ranking = ranked({row["team"]: worth(row) for row in rows}, RULES.chains["state-stage"])
    assert not ranking.awaits_lot
    points = award(ranking.groups, POINTS).given
    return ranking.order, {row["team"]: record(row, points[row["team"]]) for row in rows}


def record(row: Any, points: Figure[Exact]) -> StageRecord:
    # The vectors give official totals, which carry the fines already.
    line = MatchLine(("all",), figure(number(row["vp"]) + number(row["fines"])), net_imps=row["net_imps"])
    return StageRecord(row["team"], (line,), penalties=(figure(-number(row["fines"])),), points=points)


@answers(EVENTS, "work a whole two-stage qualification")
def two_stages(vector: Vector) -> Any:
    given = vector.given
    first_order, first = stage(given["stage1"])
    second_order, second = stage(given["stage2"])
    common = load(Eligibilities, "sabf-2020").common_members
    assert common
    links = carried_on(given["stage1_rosters"], given["stage2_rosters"], common)
    assert not links.claimed_twice
    records = both_stages(first, second, links, POINTS.clause)
    table = standings(records, FINALS)
    assert not table.ranking.awaits_lot
    order = table.ranking.order
    return {
        "stage1_order": list(first_order),
        "stage2_order": list(second_order),
        "linked": dict(links.linked),
        "points": {each.contestant: each.points.value for each in records if each.contestant in order and each.points},
        "finals_ranking": list(order),
        "finalists": list(qualify(order, RULES.qualify["state-finals"]).names),
    }


@answers(EVENTS, "pick the finalists when a ranked team withdraws")
def finalists(vector: Vector) -> Any:
    out = dict.fromkeys(vector.given["unavailable"], PassOverReason.WITHDRAWN)
    return list(qualify(vector.given["ranking"], RULES.qualify["state-finals"], out).names)


@answers(EVENTS, "detect a player held by two finalist teams")
def held_twice(vector: Vector) -> Any:
    conflict = in_two_teams(vector.given["finalists"])
    return {"conflict": list(conflict), "action": "each player names one team" if conflict else ""}
