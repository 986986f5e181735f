"""NSWSP 1.2, 1.3 and 1.5, and the house pairs of ITS21."""

from typing import Any

from clauses.answers.swiss_rules import NSWSP, NSWSP_ORDER, met
from clauses.vectors import Vector, answers
from overtrick.core.draws import (
    DrawStanding,
    OddFieldRule,
    complete_field,
    draw_first_round,
    draw_round,
    most_rounds,
    rank_for_draw,
)
from overtrick.core.lots import Lots
from overtrick.core.typed_numbers import read_exact

LOTS = Lots("vectors")


@answers("nswsp", "check rounds fit field")
def rounds_fit(vector: Vector) -> Any:
    most = most_rounds(vector.given["pairs"])
    return {"rematches_avoidable": vector.given["rounds"] <= most, "most_rounds_without_rematch": most}


@answers("nswsp", "seat field")
def seat(vector: Vector) -> Any:
    plan = complete_field(vector.given["entries"], OddFieldRule.HOUSE)
    return {"house_pair": plan.house, "pairs_playing": plan.playing, "tables": plan.tables}


@answers("its2021", "complete even entry")
def even_entry(vector: Vector) -> Any:
    return seat(vector)


@answers("its2021", "complete odd entry")
def odd_entry(vector: Vector) -> Any:
    # A house pair is not one of the entries, so it is never among those who qualify.
    plan = complete_field(vector.given["entries"], OddFieldRule.HOUSE)
    return {**seat(vector), "house_can_qualify": plan.entries == plan.playing}


@answers("nswsp", "draw next round")
def draw(vector: Vector) -> Any:
    given = {str(pair): pair for pair in vector.given["standings"]}
    drawn = draw_round(tuple(given), met(vector.given["already_met"]), NSWSP, 4)
    pairings = [[given[one], given[other]] for one, other in drawn.pairs]
    return {"pairings": pairings, "rematches": len(drawn.rematches)}


@answers("nswsp", "rank for draw")
def rank(vector: Vector) -> Any:
    lines = [
        DrawStanding(each["pair"], read_exact(each["vp"]), net_imps=each["imps"]) for each in vector.given["standings"]
    ]
    return {"order": list(rank_for_draw(lines, NSWSP_ORDER, LOTS, 3).order)}


@answers("nswsp", "draw first round")
def first(vector: Vector) -> Any:
    entries = [str(number) for number in range(1, vector.given["pairs"] + 1)]
    drawn = draw_first_round(entries, NSWSP, LOTS)
    seated = [pair for table in drawn.pairs for pair in table]
    return {
        "tables": len(drawn.pairings),
        "every_pair_once": sorted(seated) == sorted(entries),
        # Told in another order (as a seeding would be), the same lot gives the same draw.
        "seeding_used": draw_first_round(entries[::-1], NSWSP, LOTS).pairs != drawn.pairs,
    }
