"""Answers to the vectors on triangles, lucky losers and ranking for a knockout draw."""

from typing import Any

from clauses.answers.swiss_rules import GNOT_ENTRANTS
from clauses.vectors import Vector, answers
from overtrick.core.draws.lucky_losers import Exits, LuckyLoserRule, Match, exits, fewest_eligible, lucky_losers
from overtrick.core.draws.order import Order, PlacedTeam, Record, rank
from overtrick.core.draws.places import FixedPlace, complete
from overtrick.core.draws.triangle import TriangleMatch, rank_triangle
from overtrick.core.exact import exact_text
from overtrick.core.typed_numbers import read_exact
from overtrick.regulations.grammar.brackets import Brackets
from overtrick.regulations.read.documents import load

GNOT = "gnot2018"
RULES = load(Brackets, "gnot-nsw-2018")
KNOCKOUT = RULES.orders["knockout"]


def lucky_rule() -> LuckyLoserRule:
    assert RULES.lucky_losers
    return RULES.lucky_losers


@answers(GNOT, "rank a triangle")
def triangle(vector: Vector) -> Any:
    matches = [TriangleMatch(row["a"], row["b"], tuple(row["imps"])) for row in vector.given["matches"]]
    ranked = rank_triangle(matches, RULES.orders["triangle"], vector.given["lot_order"])
    return {
        "order": list(ranked.order.teams),
        "wins": {record.team: exact_text(record.wins) for record in ranked.records},
        "net": {record.team: record.net for record in ranked.records},
    }


@answers(GNOT, "fill lucky-loser slots")
def fill(vector: Vector) -> Any:
    given = vector.given
    losers = [
        Record(
            team, row["imps_for"], row["imps_against"], wins=read_exact(row.get("wins", "0")),
            matches=2 if row["kind"] == "triangle" else 1,
        )
        for team, row in given["losers"].items()
    ]  # fmt: skip
    lucky = lucky_losers(losers, given["slots"], lucky_rule(), before=given["already_lucky"], lot=given["lot_order"])
    return {"order": list(lucky.order), "chosen": list(lucky.chosen), "bar_lifted_for": list(lucky.bar_lifted_for)}


@answers(GNOT, "bound eligible lucky losers in SKO Round 1")
def supply(vector: Vector) -> Any:
    entry = vector.given["entry"]
    number = entry.rstrip("ab")
    counts = RULES.tables["1B" if int(number) % 2 else "1A"].counts(entry)
    round_one = RULES.tables["SKO1"].counts(number)
    losers = round_one["teams"] - round_one["winners"]
    eligible = fewest_eligible(losers, counts["m1_lucky"] + counts["pool_b_lucky"])
    places = round_one["lucky"]
    return {
        "losers": losers, "slots": places, "eligible_at_least": eligible, "shortage_possible": eligible < places,
    }  # fmt: skip


@answers(GNOT, "rank teams for a knockout draw")
def for_a_draw(vector: Vector) -> Any:
    records = [
        Record(team, row["imps_for"], row["imps_against"], won=row["won"], matches=2 if "triangle_total" in row else 1)
        for team, row in vector.given["previous"].items()
    ]
    return list(rank(records, KNOCKOUT, vector.given["lot_order"]).teams)


def in_groups(*groups: tuple[dict[str, list[int]], bool]) -> Any:
    """Groups of teams with their [for, against], best group first, and whether they won."""
    records = [
        Record(team, imps[0], imps[1], won=won, tier=tier)
        for tier, (teams, won) in enumerate(groups)
        for team, imps in teams.items()
    ]
    return list(rank(records, KNOCKOUT).teams)


@answers(GNOT, "rank SKO Round 3")
def round_three(vector: Vector) -> Any:
    return in_groups((vector.given["dko1_losers"], False), (vector.given["sko2_winners"], True))


@answers(GNOT, "rank SKO Round 5")
def round_five(vector: Vector) -> Any:
    return in_groups((vector.given["dko2_losers"], False), (vector.given["sko4_winners"], True))


@answers(GNOT, "rank SKO Round 1, even entry")
def round_one_even(vector: Vector) -> Any:
    given = vector.given
    return in_groups(
        (given["pool_a_losers"], False), (given["pool_b_winners"], True), (given["pool_b_lucky_losers"], False)
    )


@answers(GNOT, "rank SKO Round 1 with triangle teams")
def round_one_odd(vector: Vector) -> Any:
    given = vector.given
    names = [*given["pool_a_losers"], *given["pool_b_winners"], *given["pool_b_lucky_losers"]]
    order = Order(tuple(PlacedTeam(name, place, "") for place, name in enumerate(names, start=1)), KNOCKOUT.clause)
    triangle_teams = (
        FixedPlace("tri2", "second of the triangle"),
        FixedPlace("tri3", "third of the triangle", read_exact(given["triangle_3rd_wins"])),
    )
    ranking = complete(order, triangle_teams, RULES.places, len(given["pool_b_lucky_losers"])).teams
    return {"ranking": list(ranking), "tri3_position": ranking.index("tri3") + 1}


def sent_on(given: Any) -> tuple[Exits, list[Match]]:
    matches = [
        Match(row["teams"][0], row["teams"][1], tuple(row["imps"]), row.get("tie_break_winner"))
        for row in given["results"]
    ]
    won, lost = [each.winner for each in matches], [each.record(each.loser) for each in matches]
    places, before, lot = (given[key] for key in ("lucky_places", "already_lucky", "lot_order"))
    return exits(won, lost, places, lucky_rule(), before=before, lot=lot), matches


def _split(up: str, down: str) -> Any:
    def answer(vector: Vector) -> Any:
        sent, _ = sent_on(vector.given)
        assert sent.lucky
        lucky = sent.lucky.chosen
        return {up: [*sent.winners, *lucky], down: list(sent.others), "lucky_losers": list(lucky)}

    return answer


for entry in (20, 21, 23):
    answers(GNOT, f"split the field after Match 1 ({entry} teams)")(_split("pool_a", "pool_b"))
for entry in (20, 23):
    answers(GNOT, f"send Pool B on after Match 2 ({entry} teams)")(_split("sko_r1", "swiss_r1"))
answers(GNOT, "send Pool A on after Match 2 (23 teams)")(_split("dko_r1", "sko_r1"))


def _into_the_swiss(vector: Vector) -> Any:
    sent, matches = sent_on(vector.given)
    assert sent.lucky
    losses = [match.record(match.loser) for match in matches if match.loser in sent.others]
    answer = {
        "sko_r2": [*sent.winners, *sent.lucky.chosen],
        "swiss_r2_ranked": list(rank(losses, GNOT_ENTRANTS, vector.given["lot_order"]).teams),
        "lucky_losers": list(sent.lucky.chosen),
    }
    lifted = sent.lucky.bar_lifted_for
    return answer | ({"bar_lifted_for": list(lifted)} if lifted else {})


for entry in (20, 23):
    answers(GNOT, f"send SKO Round 1 on ({entry} teams)")(_into_the_swiss)
