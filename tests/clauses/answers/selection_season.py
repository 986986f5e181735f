"""Answers to the vectors on pairs over several sessions: substitutes, absences, eligibility, ties, State Pairs."""

from fractions import Fraction
from typing import Any

from clauses.vectors import Vector, answers
from overtrick.core.exact import Exact, decimal_text, exact_text, read_exact
from overtrick.core.provenance import PERCENT, Clause, Figure
from overtrick.core.season import (
    Attendance,
    Season,
    Session,
    carry_over,
    place,
    season,
    size_final,
    within_band,
)
from overtrick.core.season.counted import lower_bound
from overtrick.core.season.record import eligibility
from overtrick.regulations.season import load_seasons

GENERAL, EVENTS = "sabf2020-general", "sabf2020-events"
RULES = load_seasons("sabf-2020")
PAIRS = RULES.seasons["matchpoint pairs"]
QUALIFYING = RULES.seasons["State Pairs qualifying"]
FINAL = RULES.seasons["State Pairs final"]
CARRY = RULES.carry_overs["State Pairs"]
SESSION = Clause("SABF20", "11.3#1")


def score(text: str) -> Figure[Exact]:
    return Figure(read_exact(text), PERCENT, SESSION)


def shown(value: Exact) -> str:
    assert (100 * value).denominator == 1, f"{value} is not rounded"
    return decimal_text(value, 2)


def own(scores: list[str], first: int = 1) -> list[Session]:
    return [Session(number, Attendance.OWN, score(text)) for number, text in enumerate(scores, start=first)]


def with_one(scores: list[str], session: Session, rule: Any = PAIRS, rounds: int | None = None) -> Season:
    """A pair that played these sessions itself, and one more as said."""
    sessions = [*own(scores), session]
    return season("A", sessions, rounds or len(sessions), rule)


def substitute(number: int, text: str, ground: str = "") -> Session:
    return Session(number, Attendance.SUBSTITUTE, score(text), ground)


@answers(GENERAL, "add session percentages")
def add_sessions(vector: Vector) -> Any:
    scores = vector.given["sessions"]
    return shown(season("A", own(scores), len(scores), PAIRS).aggregate.value)


GROUNDS = {
    "representative": "representative duty",
    "absent_representative": "representative duty",
    "representing_state_at_anc": "representative duty",
    "representing South Australia": "representative duty",
    "national_championship": "another National Championship",
    "absent_national_championship": "another National Championship",
    "absent_spring_nationals": "Spring Nationals",
    "spring_nationals": "Spring Nationals",
    "national_playoffs": "National Playoffs",
    "private": "private",
}


@answers(GENERAL, "place a six-session pairs event")
def six_sessions(vector: Vector) -> Any:
    rounds = vector.given["sessions"]
    seasons = {}
    for pair, row in vector.given["pairs"].items():
        scores = iter(row["own"])
        sessions = []
        for number in range(1, rounds + 1):
            special = row["special"].get(str(number))
            if special is None:
                sessions.append(Session(number, Attendance.OWN, score(next(scores))))
            elif special["kind"] == "substitute":
                sessions.append(substitute(number, special["score"]))
            else:
                sessions.append(Session(number, Attendance.ABSENT, ground=GROUNDS[special["kind"]]))
        seasons[pair] = season(pair, sessions, rounds, PAIRS)
    placing = place(seasons.values(), PAIRS.ties)
    return {
        "pairs": {
            pair: {
                "average": exact_text(each.average.value) if each.average else None,
                "special_counted": [
                    shown(counted.competition.value)
                    for counted in each.counted
                    if counted.session.attendance is not Attendance.OWN
                ],
                "aggregate": shown(each.aggregate.value),
                "eligible": each.eligibility.eligible,
                "own": each.own,
            }
            for pair, each in seasons.items()
        },
        "placed_order": [pair for joint in placing.order for pair in joint],
        "unplaced": list(placing.unplaced),
    }


@answers(GENERAL, "score a double stand-in")
def double_stand_in(vector: Vector) -> Any:
    assert vector.given["both_members_replaced"]
    last = Session(2, Attendance.STAND_INS, score(vector.given["stand_in_score"]), vector.given["ground"] or "")
    return {"counted": shown(with_one(["55.00"], last).counted[-1].competition.value)}


@answers(GENERAL, "clamp a substitute's session score")
def clamp(vector: Vector) -> Any:
    scores = vector.given["own_scores"]
    each = with_one(scores, substitute(len(scores) + 1, vector.given["substitute_score"]))
    counted = shown(each.counted[-1].competition.value)
    if each.average is None:
        return {"average": None, "counted": counted, "provisional": each.counted[-1].open}
    average = each.average.value
    return {
        "average": exact_text(average),
        "lower": exact_text(lower_bound(average, PAIRS.substitutes)),
        "upper": exact_text(average),
        "counted": counted,
    }


@answers(GENERAL, "re-clamp when the average moves")
def clamp_again(vector: Vector) -> Any:
    rounds = 1 + max(len(row["own_scores"]) for row in vector.given.values())
    found = {}
    for when, row in vector.given.items():
        last = substitute(len(row["own_scores"]) + 1, row["substitute_score"])
        counted = with_one(row["own_scores"], last, rounds=rounds).counted[-1]
        assert counted.open == (len(row["own_scores"]) + 1 < rounds)
        found[when] = shown(counted.competition.value)
    return found


@answers(GENERAL, "score a substitute session on representative duty")
def on_duty(vector: Vector) -> Any:
    given = vector.given
    session = substitute(len(given["own_scores"]) + 1, given["substitute_score"], GROUNDS[given["ground"]])
    return {"counted": shown(with_one(given["own_scores"], session).counted[-1].competition.value)}


@answers(GENERAL, "score a substitute session for session results")
def two_figures(vector: Vector) -> Any:
    scores = vector.given["own_scores"]
    counted = with_one(scores, substitute(len(scores) + 1, vector.given["substitute_score"])).counted[-1]
    assert counted.score
    scored = shown(counted.score.value)
    competition = shown(counted.competition.value)
    return {"session_result": scored, "masterpoint_score": scored, "competition_score": competition}


@answers(GENERAL, "score an absent pair")
def absent(vector: Vector) -> Any:
    given = vector.given
    scores = given["own_scores"]
    rule = FINAL if given["state_pairs_final"] else PAIRS
    # A pair is made ineligible by sessions it simply missed.
    missed = 0 if given["eligible_for_placing"] else 4
    sessions = [
        *own(scores), Session(len(scores) + 1, Attendance.ABSENT, ground=GROUNDS[given["ground"]]),
        *(Session(len(scores) + 2 + n, Attendance.ABSENT) for n in range(missed)),
    ]  # fmt: skip
    return {"counted": shown(season("A", sessions, len(sessions), rule).counted[len(scores)].competition.value)}


@answers(GENERAL, "tabulate eligibility thresholds")
def thresholds(vector: Vector) -> Any:
    rule = PAIRS.eligibility
    return {
        "represented_at_least": {str(n): rule.represented_needed(n) for n in vector.given["rounds"]},
        "own_at_least": {str(n): rule.own_needed(n) for n in vector.given["rounds"]},
    }


@answers(GENERAL, "decide eligibility for a placing")
def eligible(vector: Vector) -> Any:
    given = vector.given
    sessions = [
        *own(["50"] * given["own"]),
        *(substitute(given["own"] + 1 + n, "50") for n in range(given["with_one_substitute"])),
        *(
            Session(given["own"] + given["with_one_substitute"] + 1 + n, Attendance.ABSENT, ground=GROUNDS["private"])
            for n in range(given["rounds"] - given["own"] - given["with_one_substitute"])
        ),
    ]
    for n in range(given["recognised_absences"]):
        at = given["own"] + given["with_one_substitute"] + n
        sessions[at] = Session(at + 1, Attendance.ABSENT, ground="representative duty")
    found = season("A", sessions, given["rounds"], PAIRS).eligibility
    return {
        "eligible": found.eligible, "represented": found.represented, "needed": found.needed,
        "own": found.own, "own_needed": found.own_needed,
    }  # fmt: skip


@answers(GENERAL, "group and break ties")
def ties(vector: Vector) -> Any:
    seasons = []
    for row in vector.given["pairs"]:
        sessions = [
            Session(
                number,
                Attendance.OWN if number <= row["sessions_played"] else Attendance.SUBSTITUTE,
                score(text),
            )
            for number, text in enumerate(row["scores"], start=1)
        ]
        seasons.append(season(row["id"], sessions, len(sessions), PAIRS))
    placing = place(seasons, PAIRS.ties)
    return {
        "tie_groups": [list(group.pairs) for group in placing.groups],
        "placing_order": [list(joint) for joint in placing.order],
        "chain_flag": placing.chained,
    }


ROUNDS = {"pair": Attendance.OWN, "sub": Attendance.SUBSTITUTE}


@answers(EVENTS, "decide whether a pair qualifies for the final")
def qualifies(vector: Vector) -> Any:
    rounds = vector.given["rounds"]
    sessions = [
        Session(number, ROUNDS[each], score("50"))
        if each in ROUNDS
        else Session(number, Attendance.ABSENT, ground=GROUNDS.get(each, ""))
        for number, each in enumerate(rounds, start=1)
    ]
    return season("A", sessions, len(rounds), QUALIFYING).eligibility.eligible


@answers(EVENTS, "average three qualifying scores into the carry-over")
def carried(vector: Vector) -> Any:
    scores = vector.given["scores"]
    return shown(carry_over(season("A", own(scores), len(scores), QUALIFYING), CARRY).value)


@answers(EVENTS, "limit a substituted qualifying score")
def limit_qualifying(vector: Vector) -> Any:
    each = with_one(vector.given["other_two"], substitute(3, vector.given["substitute_score"]), QUALIFYING)
    return str(Fraction(each.counted[-1].competition.value))


@answers(EVENTS, "work the carry-over of a pair with one substituted round")
@answers(EVENTS, "work the carry-over when the substitute covers representative duty")
def carried_with_substitute(vector: Vector) -> Any:
    ground = GROUNDS[vector.given["reason"]] if "reason" in vector.given else ""
    session = substitute(3, vector.given["substitute_score"], ground)
    return shown(carry_over(with_one(vector.given["other_two"], session, QUALIFYING), CARRY).value)


@answers(EVENTS, "work the carry-over of a pair away at the Spring Nationals")
def carried_away(vector: Vector) -> Any:
    away = Session(3, Attendance.ABSENT, ground="Spring Nationals")
    return shown(carry_over(with_one(vector.given["other_two"], away, QUALIFYING), CARRY).value)


@answers(EVENTS, "size the State Pairs final")
def final_size(vector: Vector) -> Any:
    size = size_final(vector.given["pairs_playing_each_qualifying_round"], RULES.final_sizes["State Pairs"])
    return {"average": exact_text(size.average.value), "tables": size.tables, "pairs": size.pairs}


@answers(EVENTS, "set the score of a substituted final round")
def final_substitute(vector: Vector) -> Any:
    each = with_one(vector.given["other_two_final_scores"], substitute(3, vector.given["substitute_score"]), FINAL)
    return shown(each.counted[-1].competition.value)


@answers(EVENTS, "decide eligibility for a final placing")
def final_eligible(vector: Vector) -> Any:
    with_substitute = vector.given["rounds_with_a_substitute"]
    represented = 3 if vector.given["represented_every_session"] else 2
    return eligibility(FINAL.eligibility, 3, own=3 - with_substitute, represented=represented).eligible


@answers(EVENTS, "set the score of a finalist away at the National Playoffs")
def at_the_playoffs(vector: Vector) -> Any:
    away = Session(3, Attendance.ABSENT, ground="National Playoffs")
    each = with_one(vector.given["other_two_final_scores"], away, FINAL)
    return shown(each.counted[-1].competition.value)


def listed(rows: list[Any]) -> list[Session]:
    """Sessions as a whole event writes them: a score, a substitute's score, or where the pair was."""
    found = []
    for number, row in enumerate(rows, start=1):
        if isinstance(row, dict):
            found.append(substitute(number, row["sub"]))
        elif row in GROUNDS:
            found.append(Session(number, Attendance.ABSENT, ground=GROUNDS[row]))
        else:
            found.append(Session(number, Attendance.OWN, score(row)))
    return found


@answers(EVENTS, "work a State Pairs from qualifying to result")
def state_pairs(vector: Vector) -> Any:
    finals = {}
    for pair, row in vector.given["pairs"].items():
        before = season(pair, listed(row["q"]), 3, QUALIFYING)
        finals[pair] = season(
            pair, listed(row["f"]), 3, FINAL, carried=carry_over(before, CARRY), own_before=before.own
        )
    assert {pair: each.own for pair, each in finals.items()} == vector.given["sessions_played_by_the_nominated_pair"]
    return {
        "scores": {
            pair: {
                "carry_over": shown(each.scores[0]),
                "final_scores": [shown(counted.competition.value) for counted in each.counted],
                "aggregate": shown(each.aggregate.value),
            }
            for pair, each in finals.items()
        },
        "order": [pair for joint in place(finals.values(), FINAL.ties).order for pair in joint],
    }


@answers(EVENTS, "detect a tie for a final placing")
def final_tie(vector: Vector) -> Any:
    one, two = map(read_exact, vector.given["aggregates"])
    return within_band(one, two, FINAL.ties)


@answers(EVENTS, "rank the Plate")
def plate(vector: Vector) -> Any:
    rule = RULES.seasons["State Pairs Plate"]
    seasons = [season(pair, own(scores), len(scores), rule) for pair, scores in vector.given["session_scores"].items()]
    return [pair for joint in place(seasons, rule.ties).order for pair in joint]
