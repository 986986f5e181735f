"""Answers to the vectors on knockout draws: set draw, draw by choice, second meetings, changed results."""

from typing import Any

from clauses.vectors import Vector, answers
from overtrick.core.draws.changes import Effect, effect_of_change, exchange_teams
from overtrick.core.draws.choice import (
    Choice,
    ChoiceRefused,
    Phase,
    Refusal,
    Turn,
    TurnEnd,
    begin,
    choose,
    declare,
    forfeit,
    open_choice,
    turn,
)
from overtrick.core.draws.knockout import KnockoutDraw, Limits, Met, set_draw
from overtrick.core.draws.seeding import seed_blocks
from overtrick.regulations.grammar.brackets import Brackets
from overtrick.regulations.read.documents import load

GNOT = "gnot2018"
RULES = load(Brackets, "gnot-nsw-2018")
REASONS: dict[Refusal | None, str] = {
    Refusal.NOT_AVAILABLE: "not available",
    Refusal.MET: "already met",
    Refusal.ELSEWHERE: "would force a rematch or break the stage rule in another match",
}
"""The refusals of a choice in the words of the vectors."""


def met(rows: list[list[Any]]) -> Met:
    """Meetings as a vector lists them: two teams, and how often if more than once."""
    return {
        frozenset(row[:2]): tuple(f"meeting {n + 1}" for n in range(row[2] if len(row) == 3 else 1)) for row in rows
    }


def pairs(draw: KnockoutDraw) -> list[list[str]]:
    return [list(pair.teams) for pair in draw.pairs]


@answers(GNOT, "make a set draw")
def make_a_set_draw(vector: Vector) -> Any:
    assert RULES.set_draw
    ranked = vector.given["ranked"]
    draw = set_draw(ranked, met(vector.given["met"]), RULES.set_draw)
    return {
        "pairs": pairs(draw),
        "rematches": draw.rematches,
        "plain_fold": pairs(set_draw(ranked, {}, RULES.set_draw)),
    }


STAGES = {"M2A (23 teams)": "M2A, 23 teams", "M2A (24 teams)": "M2A", "M2A (28 teams)": "M2A"}


def ceremony(given: Any) -> Choice:
    """The ceremony of a vector at its first turn, by our rule for its stage; it must agree on who chooses."""
    stage = given["stage"]
    rule = RULES.choices[STAGES.get(stage, stage)].for_field(len(given["ranked"]))
    state = open_choice(given["ranked"], met(given["met"]), rule)
    for team in given["open_to_choice"]:
        if state.ranked.index(team) + 1 in rule.may_opt_in:
            state = declare(state, team, available=True)
    for rank in rule.may_opt_out:
        if state.ranked[rank - 1] not in given["open_to_choice"]:
            state = declare(state, state.ranked[rank - 1], available=False)
    assert list(state.choosers) == given["choosers"]
    assert state.open == set(given["open_to_choice"])
    return begin(state)


def told(past: Turn) -> dict[str, Any]:
    with_opponent = past.ended in (TurnEnd.CHOSE, TurnEnd.FORCED)
    assert past.ended is not None
    outcome = f"{past.ended.value} {past.opponent}" if with_opponent else past.ended.value
    return {"chooser": past.chooser, "options": list(past.options), "outcome": outcome}


@answers(GNOT, "run a draw by choice")
def run_a_draw_by_choice(vector: Vector) -> Any:
    state = ceremony(vector.given)
    log: list[dict[str, Any]] = []
    shown = 0
    for action in vector.given["actions"]:
        log += [told(past) for past in state.turns[shown:]]
        shown = len(state.turns)
        verb, _, name = action.rpartition(" ")
        if verb == "try":
            here = turn(state)
            try:
                choose(state, name)
            except ChoiceRefused as refused:
                log.append(
                    {"chooser": here.chooser, "options": list(here.options), "attempt": name}
                    | {"outcome": "rejected", "reason": REASONS[refused.refusal]}
                )
        else:
            state = forfeit(state) if action == "forfeit" else choose(state, action)
    log += [told(past) for past in state.turns[shown:]]
    assert state.phase is Phase.DRAWN
    return {"turns": log, "pairs": pairs(state.draw), "rematches": state.draw.rematches}


@answers(GNOT, "compute the chooser count m")
def chooser_count(vector: Vector) -> Any:
    size = vector.given["pool_a"]
    rule = RULES.choices["M2A"].for_field(size)
    between = [rank for rank in range(1, size + 1) if rank not in (*rule.choosers, *rule.open)]
    return {
        "m": len(rule.choosers),
        "choosers": [rule.choosers[0], rule.choosers[-1]],
        "open_ranks": [rule.open[0], rule.open[-1]],
        "middle_pair": between,
    }


@answers(GNOT, "treat an absent chooser")
def absent_chooser(vector: Vector) -> Any:
    ranked = [f"s{rank}" for rank in range(1, 9)]
    state = choose(begin(open_choice(ranked, {}, RULES.choices["SKO2"].for_field(8))), "s8")
    chooser = vector.given["chooser"]
    assert turn(state).chooser == chooser
    state = state if vector.given["representative_present"] else forfeit(state)
    later, ended = turn(state), state.turns[-1].ended
    assert ended is not None
    return {
        "turn": ended.value,
        "may_be_chosen_by_later_choosers": chooser in later.options,
        "joins_remaining": chooser in choose(state, later.options[0]).pairs[2].teams,
    }


@answers(GNOT, "check whether an earlier meeting blocks a pairing", "GNOT18 3.1")
def blocked(vector: Vector) -> Any:
    one, two = vector.given["pair"]
    field = vector.given.get("field", [one, two, "C", "D"])
    limits = Limits({frozenset((one, two)): (vector.given["met_in"],)})
    return {"blocked": limits.least_with(field, one, two) > limits.least(field)}


def swapped(given: Any, one: str, two: str) -> dict[str, list[list[str]]]:
    """A vector's draws with two teams in each other's places."""
    return {stage: [list(exchange_teams(pair, one, two)) for pair in rows] for stage, rows in given["draw"].items()}


@answers(GNOT, "swap two teams after a reversed result")
def swap(vector: Vector) -> Any:
    given = vector.given
    assert RULES.changed
    loser = next(team for team in given["match"] if team != given["old_winner"])
    lucky = [given["lucky_loser"]] if "lucky_loser" in given else []
    both = given["old_winner"], loser
    assert effect_of_change(given["old_winner"], given["new_winner"], drawn=True) is Effect.EXCHANGED
    answer: dict[str, Any] = swapped(given, *both)
    if lucky:
        now = exchange_teams(lucky, *both)
        answer |= {"lucky_loser_now": now[0], "lucky_eligibility_restored": [each for each in lucky if each not in now]}
    return answer


@answers(GNOT, "apply a changed margin after the draw")
def changed_margin(vector: Vector) -> Any:
    assert RULES.changed
    one, two = vector.given["match"]
    old, new = (
        (one, two) if imps[0] > imps[1] else (two, one) for imps in (vector.given["old_imps"], vector.given["new_imps"])
    )
    assert effect_of_change(old[0], new[0], drawn=True) is Effect.STANDS
    return vector.given["draw"]


@answers(GNOT, "apply a changed result before the draw")
def changed_before(vector: Vector) -> Any:
    assert RULES.changed
    assert not vector.given["draw_made"]
    return {"action": effect_of_change(vector.given["old_winner"], vector.given["new_winner"], drawn=False).value}


@answers(GNOT, "lay out the Session 1 seed blocks")
def lay_out_blocks(vector: Vector) -> Any:
    entry = vector.given["entry"]
    blocks = seed_blocks(entry, RULES.seed_blocks[entry])
    shown = {name: [seeds[0], seeds[-1]] for name, seeds in
             (("top", blocks.top), ("bottom", blocks.bottom), ("middle", blocks.middle)) if seeds}  # fmt: skip
    return shown | {"head_to_head": blocks.matches, "triangles": blocks.triangles}
