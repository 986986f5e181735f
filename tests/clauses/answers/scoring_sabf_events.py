"""SABF20's events: the scales of section 21, and the scoring of the trials."""

from typing import Any

from clauses.shape import GIVEN, both, given, ratio, rows, scale_of, slopes, two, victory_points, work
from clauses.vectors import Vector, answers
from overtrick.core.errors import NoScale
from overtrick.core.exact import Exact
from overtrick.core.laws.table_score import points
from overtrick.core.provenance import PERCENT, VPS, Clause, total
from overtrick.core.scales import BandScale, PrintedScale, Scale, ScaleColumn, vps
from overtrick.core.scoring.datum import PoolRule, pool_scores
from overtrick.core.scoring.non_contending import NonContendingRule, against_non_contending
from overtrick.core.typed_numbers import read_exact
from overtrick.core.wording import phrase
from overtrick.regulations.read.library import shipped_rulebook

FILE = "sabf2020-events"
TEAMS = "sabf-2020/teams"
BUTLER = "sabf-2020/butler"
SCORINGS = {
    "teams": TEAMS,
    "butler": "sabf-2020/butler-round-robin",
    "matchpoint swiss": "sabf-2020/matchpoint-swiss",
}


def printed(name: str) -> PrintedScale:
    scale = shipped_rulebook().scale(name)
    assert isinstance(scale, PrintedScale)
    return scale


def bands() -> BandScale:
    scale = shipped_rulebook().scale("sabf-2020/matchpoint-swiss")
    assert isinstance(scale, BandScale)
    return scale


@answers(FILE, "score a contending pair's match against the non-contending pair")
def against_the_non_contending_pair(vector: Vector) -> Any:
    rule = shipped_rulebook().get(NonContendingRule, "sabf-2020/non-contending")
    score = against_non_contending(given(vector.given["table_vp"], VPS), (), rule)
    return {
        "for_placings": two(score.placing.value),
        "for_masterpoints": two(score.masterpoints.value),
        "counts_for_averages": rule.averages,
    }


@answers(FILE, "show that 10.00 and own average order a full round robin alike")
def ordered_alike(vector: Vector) -> Any:
    pairs = vector.given["other_matches_vp"]

    def totals(name: str) -> dict[str, Exact]:
        rule = shipped_rulebook().get(NonContendingRule, name)
        found = {}
        for pair, others in pairs.items():
            score = against_non_contending(given(0, VPS), victory_points(others), rule)
            figures = [*(given(text, VPS) for text in others), score.placing]
            found[pair] = total(figures, VPS, rule.clause, phrase("all matches")).value
        return found

    ten, own = totals("sabf-2020/non-contending"), totals("sabf-2020/non-contending-own-average")
    return {
        "with_10": {pair: two(made) for pair, made in ten.items()},
        "with_own_average": {pair: two(made) for pair, made in own.items()},
        "same_order": sorted(ten, key=ten.__getitem__) == sorted(own, key=own.__getitem__),
    }


@answers(FILE, "choose the VP scale")
def choose_scale(vector: Vector) -> Any:
    boards, supplementary = vector.given["boards"], vector.given["supplementary_scale"]
    named = PrintedScale(supplementary, supplementary, GIVEN, 20, (ScaleColumn((boards,), GIVEN, (10, 20)),))
    chosen = named if supplementary else scale_of(SCORINGS[vector.given["kind"]], boards)
    try:
        vps(given(50, chosen.takes), boards, chosen)
    except NoScale:
        return "refuse: no scale"
    return chosen.id if chosen is named else where(chosen, boards)


def where(scale: Scale, boards: int) -> str:
    """Where a length is printed, as the vectors write it."""
    if isinstance(scale, BandScale):
        least, most = next((least, most) for least, most in scale.bands if least <= boards <= most)
        return f"{scale.clause.number} column {least}-{most}"
    tables = shipped_rulebook().printed_tables(scale.id, boards)
    clauses = [each.clause for each in tables if each.clause.document == "SABF20"]
    if not clauses:
        return "WBF formula, flagged"
    listed = clauses[0].number
    if alone(clauses[0]):
        return listed
    column = f"{listed} column {boards}"
    return f"{clauses[1].number} (= {column})" if len(clauses) > 1 else column


def alone(clause: Clause) -> bool:
    """Whether a clause prints one column only."""
    return sum(table.clause == clause for table in shipped_rulebook().stated["table"].values()) == 1


@answers(FILE, "choose the Youth datum source")
def youth_source(vector: Vector) -> Any:
    youth: list[None] = [None] * vector.given["youth_tables"]
    used = pool_scores(youth, [None], shipped_rulebook().get(PoolRule, "sabf-2020/youth"))
    return "Youth scores only" if len(used) == len(youth) else "pool Youth and Seniors scores"


@answers(FILE, "work a pooled Youth datum")
def pooled_datum(vector: Vector) -> Any:
    youth, seniors = (points(*vector.given[field]) for field in ("youth_ns_scores", "seniors_ns_scores"))
    used = pool_scores(youth, seniors, shipped_rulebook().get(PoolRule, "sabf-2020/youth"))
    worked = work(shipped_rulebook().datum("sabf-2020/round-robin"), [score.value for score in used])
    return {
        "pooled": len(used),
        "dropped_each_end": worked.dropped,
        "mean": ratio(worked.mean),
        "datum": worked.datum,
    }


@answers(FILE, "convert a teams IMP margin to VPs")
@answers(FILE, "convert a margin at a length with no table")
def convert_teams(vector: Vector) -> Any:
    scale, boards = printed(TEAMS), vector.given["boards"]
    winner, loser = both(scale, boards, vector.given["margin"])
    answer = {"winner": two(winner), "loser": two(loser)}
    return answer if scale.column(boards) else answer | {"flag": "no published table"}


@answers(FILE, "convert a Butler IMP margin to VPs")
@answers(FILE, "convert a 20-board Butler margin to VPs")
def convert_butler(vector: Vector) -> Any:
    winner, loser = both(printed(BUTLER), vector.given["boards"], vector.given["margin"])
    return {"winner": two(winner), "loser": two(loser)}


@answers(FILE, "convert a matchpoint percentage to Swiss VPs")
def convert_percentage(vector: Vector) -> Any:
    return vps(given(vector.given["percent"], PERCENT), vector.given["boards"], bands()).value


@answers(FILE, "convert both sides of a match with a 60/60 board")
def convert_both(vector: Vector) -> Any:
    return {
        side: vps(given(percent, PERCENT), vector.given["boards"], bands()).value
        for side, percent in vector.given["percent"].items()
    }


@answers(FILE, "tabulate a teams VP column")
@answers(FILE, "tabulate a teams VP scale")
def tabulate_teams(vector: Vector) -> Any:
    boards = vector.given["boards"]
    assert vector.clause in [each.clause.cite for each in shipped_rulebook().printed_tables(TEAMS, boards)]
    return {str(margin): two(win) for margin, win, _ in rows(printed(TEAMS), boards)}


@answers(FILE, "tabulate a Butler VP column")
def tabulate_butler(vector: Vector) -> Any:
    return {str(margin): two(win) for margin, win, _ in rows(printed(BUTLER), vector.given["boards"])}


@answers(FILE, "give the slopes of a Butler VP column")
def give_slopes(vector: Vector) -> Any:
    column = printed(BUTLER).column(vector.given["boards"])
    assert column is not None
    return [{"from": least, "to": most, "vp_per_imp": two(step)} for least, most, step in slopes(column.wins)]


@answers(FILE, "tabulate the matchpoint Swiss scale")
def tabulate_bands(vector: Vector) -> Any:
    scale = bands()
    assert [f"{least}-{most}" for least, most in scale.bands] == vector.given["bands"]
    half = int(read_exact(str(scale.total)) // 2)
    table: list[dict[str, Any]] = [
        {"vp": f"{half + row}-{half - row}", "not_exceeding": [two(limit) for limit in limits], "more_than": None}
        for row, limits in enumerate(scale.limits)
    ]
    last = [two(limit) for limit in scale.limits[-1]]
    return [*table, {"vp": f"{2 * half}-0", "not_exceeding": None, "more_than": last}]
