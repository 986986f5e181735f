"""GNOT18 section 2: the Swiss repechage."""

from typing import Any

from clauses.answers.swiss_rules import GNOT, GNOT_ENTRANTS, GNOT_ORDER, met, names
from clauses.vectors import Vector, answers
from overtrick.core.draws import (
    DrawStanding,
    First,
    Meeting,
    Meetings,
    Rematch,
    RoundResult,
    ShareMatch,
    SwissRule,
    draw_first_round,
    draw_round,
    lines_after,
    rank_for_draw,
)
from overtrick.core.draws.order import Record, rank
from overtrick.core.provenance import Clause
from overtrick.core.typed_numbers import read_exact

FILE = "gnot2018"


@answers(FILE, "draw Swiss round 1")
@answers(FILE, "draw Swiss round 1 with an odd field")
@answers(FILE, "draw Swiss round 1 of a 23-team event")
def first(vector: Vector) -> Any:
    drawn = draw_first_round(vector.given["teams"], GNOT, tuple(vector.given["random_order"]))
    triangle = list(drawn.share.contestants) if drawn.share is not None else None
    return {"triangle": triangle, "pairs": [list(pair) for pair in drawn.pairs]}


@answers(FILE, "rank teams dropping into the Swiss (best first)")
def drop_ins(vector: Vector) -> Any:
    losses = []
    for team, given in vector.given["losses"].items():
        playoff = given.get("playoff")
        extra = (playoff["lose"], playoff["win"]) if playoff else None
        losses.append(Record(team, given["losing"], given["winning"], playoff=extra))
    return list(rank(losses, GNOT_ENTRANTS, tuple(vector.given["lot_order"])).teams)


@answers(FILE, "draw a Swiss round")
def draw(vector: Vector) -> Any:
    given = vector.given
    going_on = given["triangle_continuing"]
    a_triangle = None
    if going_on is not None:
        a, b, c = going_on
        a_triangle = ShareMatch((a, b, c), rounds=2)
    drawn = draw_round(
        names(given["swiss_ranked"]),
        met(given["met_in_swiss"]),
        GNOT,
        3,
        entrants=names(given["drop_ins_ranked"]),
        playing_on=a_triangle,
    )
    starts = drawn.share if drawn.share is not None and drawn.share.part == 1 else None
    return {
        "triangle_starts": list(starts.contestants) if starts is not None else None,
        "pairs": [list(pair) for pair in drawn.pairs],
        "swiss_rematches": len(drawn.rematches),
    }


@answers(FILE, "check whether an earlier meeting blocks a pairing")
def blocks(vector: Vector) -> Any:
    given = vector.given
    one, other = given["pair"]
    section = given["section"]
    happened = []
    if given.get("met_in_knockout") or "met_in" in given:
        happened.append(Meeting(one, other, 1, section="knockout"))
    if given.get("met_in_swiss"):
        happened.append(Meeting(one, other, 1, section="Swiss"))
    meetings = Meetings.of(happened, counting=(section,))
    clause = Clause("GNOT18", "3.1" if section == "knockout" else "2.6", ("Q37",))
    rule = SwissRule(clause, First.LOT, Rematch.FEWEST)
    # With others in the field the two can be kept apart; alone, they have to meet.
    drawn = draw_round(given.get("field", (one, other, "another", "a fourth")), meetings, rule, 2)
    return {"blocked": (one, other) not in drawn.pairs}


@answers(FILE, "rank tied Swiss teams")
def tied(vector: Vector) -> Any:
    lines = [
        DrawStanding(team, read_exact(each["vp"]), net_imps=each["net"]) for team, each in vector.given["teams"].items()
    ]
    return list(rank_for_draw(lines, GNOT_ORDER, tuple(vector.given["lot_order"]), 9).order)


@answers(FILE, "count net IMPs of a drop-in team")
def net(vector: Vector) -> Any:
    rounds = [[RoundResult("D", ("S",), 0, ours - theirs)] for ours, theirs in vector.given["swiss_results"]]
    (line,) = lines_after(rounds, GNOT_ORDER)
    return {"net": line.net_imps}
