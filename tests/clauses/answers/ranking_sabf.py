"""SABF20: tie-breaks of the teams events and trials, shared masterpoints."""

from typing import Any

from clauses.answers.ranking_shared import grouped, number, ranked, two
from clauses.vectors import Vector, answers
from overtrick.core.exact import Exact, plain
from overtrick.core.provenance import VPS, Figure
from overtrick.core.ranking.awards import award
from overtrick.core.ranking.measures import MatchLine, Measure, StageRecord, opponents_total
from overtrick.core.ranking.qualification import significant
from overtrick.core.ranking.standings import standings
from overtrick.core.typed_numbers import read_exact
from overtrick.regulations.grammar.ranking import RankingRules
from overtrick.regulations.read.documents import load

GENERAL, EVENTS = "sabf2020-general", "sabf2020-events"
RULES = load(RankingRules, "sabf-2020")


def worth(row: Any) -> dict[Measure, Exact]:
    """Measures of one contestant; the totals are net of fines, which the second step adds back."""
    total = number(row.get("net_vp", row.get("vp")))
    return {
        Measure.TOTAL: total,
        Measure.BEFORE_PENALTIES: plain(total + number(row["fines"])),
        Measure.OPPONENTS: number(row.get("opponents_vp", row.get("opp_vp", 0))),
        Measure.WINS: row["won"],
        Measure.NET_IMPS: row["net_imps"],
    }


@answers(GENERAL, "rank tied teams")
def teams(vector: Vector) -> Any:
    given = {row["id"]: worth(row) for row in vector.given["teams"]}
    return {"order": [list(group) for group in ranked(given, RULES.chains["teams"]).groups]}


@answers(GENERAL, "show the opponents' total is idle in a complete round robin")
def idle(vector: Vector) -> Any:
    assert vector.given["complete_single_round_robin"]
    totals = {team: number(total) for team, total in vector.given["net_vp"].items()}
    rule = RULES.standings["teams"].opponents
    assert rule is not None
    sums = {team: opponents_total([(other,) for other in totals if other != team], totals, rule) for team in totals}
    return {
        "opponents_total": {team: two(figure.value) for team, figure in sums.items()},
        "breaks_A_B": sums["A"].value != sums["B"].value,
    }


@answers(GENERAL, "choose the tie-break rule")
def which(vector: Vector) -> Any:
    purpose = {
        "state_teams_qualifying_stage_places": "state teams, places in a qualifying stage",
        "state_teams_finals_ranking": "state teams, ranking for the finals",
        "other_event_qualification": "qualification in any other event",
    }[vector.given["purpose"]]
    clause = RULES.uses[purpose].clause.number
    # A rule of another section is named by its section.
    return {"rule": clause if clause.startswith("13.10#") else clause.partition("#")[0]}


@answers(GENERAL, "share masterpoints between tied pairs")
def masterpoints(vector: Vector) -> Any:
    tied = [str(place) for place in vector.given["tied_places"]]
    amounts = [read_exact(vector.given["awards"].get(str(place), "0")) for place in range(1, int(tied[-1]) + 1)]
    groups = [*([f"above {place}"] for place in range(1, int(tied[0]))), tied]
    given = award(groups, RULES.awards["masterpoints"], amounts=amounts).given
    assert len({given[place].value for place in tied}) == 1
    return {"each": two(given[tied[0]].value)}


@answers(EVENTS, "order two teams level on VPs in a stage")
@answers(EVENTS, "order two teams level on VPs with no fines")
@answers(EVENTS, "detect a stage tie that 13.10 cannot break")
def stage(vector: Vector) -> Any:
    ranking = ranked({row["team"]: worth(row) for row in vector.given["teams"]}, RULES.chains["state-stage"])
    assert ranking.awaits_lot == ranking.tied
    return grouped(ranking.groups)


def figure(text: Any) -> Figure[Exact]:
    return Figure(number(text), VPS, RULES.chains["state-finals"].clause)


@answers(EVENTS, "rank teams for the finals")
def finals(vector: Vector) -> Any:
    records = []
    for row in vector.given["teams"]:
        fines = row.get("fines", ["0"] * len(row["vp"]))
        nets = row.get("net_imps", [0] * len(row["vp"]))
        # The vectors give official totals, which carry the fines already.
        scores = [figure(number(vp) + number(fine)) for vp, fine in zip(row["vp"], fines, strict=True)]
        lines = tuple(MatchLine(("all",), score, net_imps=net) for score, net in zip(scores, nets, strict=True))
        penalties = tuple(figure(-number(fine)) for fine in fines)
        records.append(StageRecord(row["team"], lines, penalties=penalties, points=figure(row["points"])))
    return grouped(standings(records, RULES.standings["state-finals"]).ranking.groups)


@answers(EVENTS, "order pairs tied for third")
def third(vector: Vector) -> Any:
    given = {row["pair"]: worth(row) for row in vector.given["pairs"]}
    return grouped(ranked(given, RULES.chains["butler-trials"]).groups)


@answers(EVENTS, "decide whether a tie needs breaking")
def needs_breaking(vector: Vector) -> Any:
    positions = vector.given["tied_positions"]
    above, level = range(1, positions[0]), range(positions[0], positions[-1] + 1)
    groups = [*([str(place)] for place in above), [str(place) for place in level]]
    return bool(significant(groups, RULES.significant["butler-trials"]))
