"""SABF20's substitutes: sessions a pair did not play itself, and adjustments for stronger players."""

from typing import Any

from clauses.shape import given, ratio, two, victory_points
from clauses.vectors import Vector, answers
from overtrick.core.exact import Exact, exact_text, mean
from overtrick.core.provenance import PERCENT, Figure
from overtrick.core.scoring.deductions import Improvement, SubstituteGuide, adjustment
from overtrick.core.scoring.session import AverageRule, average_sessions
from overtrick.core.scoring.stand_ins import Ground, Limits, StandInRule, stood_in
from overtrick.regulations.read.library import shipped_rulebook

GENERAL = "sabf2020-general"
EVENTS = "sabf2020-events"
IMPROVEMENTS = {"none": Improvement.LITTLE, "little": Improvement.LITTLE} | {
    improvement.value: improvement for improvement in Improvement
}
GROUNDS = {
    "representing_state_at_anc": Ground.REPRESENTATIVE,
    "representative": Ground.REPRESENTATIVE,
    "national_championship": Ground.NATIONAL,
}


@answers(GENERAL, "look up a substitute adjustment")
@answers(GENERAL, "suggest a substitute adjustment for an unlisted length")
def substitute_guide(vector: Vector) -> Any:
    guide, boards = shipped_rulebook().get(SubstituteGuide, "sabf-2020/substitute"), vector.given["boards"]
    answer = {"imps": adjustment(IMPROVEMENTS[vector.given["improvement"]], boards, guide).value}
    return answer if guide.covers(boards) else answer | {"suggestion_only": True}


@answers(GENERAL, "check an adjustment against the cap")
def substitute_ceiling(vector: Vector) -> Any:
    guide = shipped_rulebook().get(SubstituteGuide, "sabf-2020/substitute")
    return {"within_cap": guide.allows(vector.given["imps"], vector.given["boards"])}


def counted(row: dict[str, Any], ground: Ground | None, name: str = "sabf-2020/pairs") -> Figure[Exact]:
    scored = given(row["substitute_score"], PERCENT) if "substitute_score" in row else None
    return stood_in(scored, victory_points(row["own_scores"]), ground, shipped_rulebook().get(StandInRule, name))


@answers(GENERAL, "score a double stand-in")
def double_stand_in(vector: Vector) -> Any:
    assert vector.given["both_members_replaced"]
    row = {"own_scores": [], "substitute_score": vector.given["stand_in_score"]}
    return {"counted": two(counted(row, vector.given["ground"]).value)}


@answers(GENERAL, "clamp a substitute's session score")
def clamp(vector: Vector) -> Any:
    made = counted(vector.given, Ground.SUBSTITUTE)
    own = victory_points(vector.given["own_scores"])
    if not own:
        return {"average": None, "counted": two(made.value), "provisional": made.said == "provisional"}
    case = shipped_rulebook().get(StandInRule, "sabf-2020/pairs").case(Ground.SUBSTITUTE)
    assert case is not None
    assert isinstance(case.worth, Limits)
    lower, upper = case.worth.band(mean(own))
    return {
        "average": exact_text(mean(own)),
        "lower": exact_text(lower),
        "upper": exact_text(upper),
        "counted": two(made.value),
    }


@answers(GENERAL, "re-clamp when the average moves")
def clamp_again(vector: Vector) -> Any:
    return {when: two(counted(row, Ground.SUBSTITUTE).value) for when, row in vector.given.items()}


@answers(GENERAL, "score a substitute session on representative duty")
def on_duty(vector: Vector) -> Any:
    return {"counted": two(counted(vector.given, GROUNDS[vector.given["ground"]]).value)}


@answers(GENERAL, "score a substitute session for session results")
def for_session_results(vector: Vector) -> Any:
    made = counted(vector.given, Ground.SUBSTITUTE)
    scored = made.of[0]
    assert isinstance(scored, Figure)
    return {
        "session_result": two(scored.value),
        "masterpoint_score": two(scored.value),
        "competition_score": two(made.value),
    }


@answers(GENERAL, "score an absent pair")
def absent_pair(vector: Vector) -> Any:
    name = "sabf-2020/state-pairs-final" if vector.given["state_pairs_final"] else "sabf-2020/pairs"
    # 11.5#3: without eligibility for a placing no ground is good.
    ground = GROUNDS.get(vector.given["ground"]) if vector.given["eligible_for_placing"] else None
    return {"counted": two(counted(vector.given, ground, name).value)}


@answers(EVENTS, "suggest a substitute adjustment in a trial")
def trial_adjustment(vector: Vector) -> Any:
    guide = shipped_rulebook().get(SubstituteGuide, "sabf-2020/substitute")
    return exact_text(adjustment(IMPROVEMENTS[vector.given["improvement"]], vector.given["boards"], guide).value)


@answers(EVENTS, "refuse an adjustment over the ceiling")
def over_the_ceiling(vector: Vector) -> Any:
    return (
        shipped_rulebook()
        .get(SubstituteGuide, "sabf-2020/substitute")
        .allows(vector.given["imps"], vector.given["boards"])
    )


def stands_in(vector: Vector, others: str, ground: Ground, name: str = "sabf-2020/state-pairs") -> Figure[Exact]:
    scored = given(vector.given["substitute_score"], PERCENT) if "substitute_score" in vector.given else None
    return stood_in(scored, victory_points(vector.given[others]), ground, shipped_rulebook().get(StandInRule, name))


@answers(EVENTS, "limit a substituted qualifying score")
def limit_qualifying(vector: Vector) -> Any:
    return ratio(stands_in(vector, "other_two", Ground.SUBSTITUTE).value)


@answers(EVENTS, "average three qualifying scores into the carry-over")
def average_three(vector: Vector) -> Any:
    return two(carry_over([given(score, PERCENT) for score in vector.given["scores"]]))


@answers(EVENTS, "work the carry-over of a pair with one substituted round")
@answers(EVENTS, "work the carry-over when the substitute covers representative duty")
@answers(EVENTS, "work the carry-over of a pair away at the Spring Nationals")
def substituted_carry_over(vector: Vector) -> Any:
    if "reason" in vector.given:
        ground = Ground.REPRESENTATIVE
    else:
        ground = Ground.SUBSTITUTE if "substitute_score" in vector.given else Ground.NATIONAL
    others = [given(score, PERCENT) for score in vector.given["other_two"]]
    return two(carry_over([*others, stands_in(vector, "other_two", ground)]))


def carry_over(rounds: list[Figure[Exact]]) -> Exact:
    return average_sessions(rounds, shipped_rulebook().get(AverageRule, "sabf-2020/state-pairs")).value


@answers(EVENTS, "set the score of a substituted final round")
def substituted_final_round(vector: Vector) -> Any:
    name = "sabf-2020/state-pairs-final"
    return two(stands_in(vector, "other_two_final_scores", Ground.SUBSTITUTE, name).value)


@answers(EVENTS, "set the score of a finalist away at the National Playoffs")
def away_at_playoffs(vector: Vector) -> Any:
    name = "sabf-2020/state-pairs-final"
    return two(stands_in(vector, "other_two_final_scores", Ground.PLAYOFFS, name).value)
