"""SABF20: late arrival, slow play, limits on fines, system cards."""

from datetime import datetime
from typing import Any

from clauses.answers.conduct_words import charged, clock_text, minutes
from clauses.vectors import Vector, answers
from overtrick.core.conduct.allowance import playing_time, session_times
from overtrick.core.conduct.appeals import Brings, act, walk
from overtrick.core.conduct.caps import check_fine
from overtrick.core.conduct.cards import card_grace
from overtrick.core.conduct.clocks import minutes_of, span
from overtrick.core.conduct.consequences import (
    PERCENTAGE_POINTS,
    SHARE_OF_TOP,
    Consequence,
    Nothing,
    OffenceWarning,
    Penalty,
    Referral,
    Sanction,
)
from overtrick.core.conduct.penalties import (
    boards_cancelled,
    by_periods,
    climb,
    forfeiters,
    lateness,
)
from overtrick.core.draws.finals import AbandonedMatch, ForfeitedMatch, absence
from overtrick.core.exact import Exact, decimal_text, exact_text
from overtrick.core.provenance import IMPS, VPS, Unit
from overtrick.core.typed_numbers import read_exact
from overtrick.regulations.grammar.brackets import Brackets
from overtrick.regulations.grammar.conduct import Conduct
from overtrick.regulations.read.documents import load

GENERAL, EVENTS = "sabf2020-general", "sabf2020-events"
RULES = load(Conduct, "sabf-2020")
START = datetime(2020, 10, 14, 19, 30)  # noqa: DTZ001 - the venue's own clock
BANDS = {
    "under 5 minutes": "<5",
    "5 to 10 minutes": "5-10",
    "11 to 15 minutes": "11-15",
    "16 to 20 minutes": "16-20",
    "21 to 30 minutes": "21-30",
}
COLUMNS: dict[str, tuple[Unit, str]] = {
    "pairs": (SHARE_OF_TOP, "pct_of_top"),
    "teams": (VPS, "vp"),
    "teams finals": (IMPS, "imps"),
}

OFFICIALS = {"the director and the tournament committee": "td_and_tc"}


def shown(value: Exact, column: str) -> Any:
    return int(value) if column == "teams finals" else exact_text(value)


def late_told(due: Consequence, column: str) -> dict[str, Any]:
    key = COLUMNS[column][1]
    match due:
        case Nothing():
            return {"action": "none"}
        case OffenceWarning():
            return {"action": "warning"}
        case Penalty(amount):
            return {"action": "penalty", key: shown(amount.value, column)}
        case Sanction():
            return {"action": "forfeit_to_non_offenders"} | ({"flag": "notice_given"} if due.flag else {})
        case Referral(up_to="disqualification"):
            base = {f"base_{key}": shown(due.base.value, column)} if due.base else {}
            return {"action": "td_discretion_up_to_disqualification"} | base
        case Referral():
            return {"action": f"not_provided_refer_to_{OFFICIALS[due.to]}"}


def arrival(given: Any, column: str) -> dict[str, Any]:
    tariff, late = RULES.lateness[column], minutes(given["late_by"])
    band = tariff.band(late)
    due = lateness(
        late,
        tariff,
        COLUMNS[column][0],
        earlier=given.get("earlier_offences", 0),
        excused=given.get("informed_td", False),
        first_round_over=given.get("first_round_completed", False),
    )
    return {"band": BANDS[band.name] if band else ">30" if late else "on_time"} | late_told(due, column)


@answers(GENERAL, "look up late-arrival penalty (pairs)")
def late_pairs(vector: Vector) -> Any:
    return arrival(vector.given, "pairs")


@answers(GENERAL, "look up late-arrival penalty (teams)")
def late_teams(vector: Vector) -> Any:
    return arrival(vector.given, "teams")


@answers(GENERAL, "look up late-arrival penalty (finals)")
@answers(GENERAL, "decide a forfeit when notice was given")
def late_finals(vector: Vector) -> Any:
    return arrival(vector.given, "teams finals")


@answers(GENERAL, "decide when both teams are very late")
def both_late(vector: Vector) -> Any:
    late = {team: minutes(text) for team, text in vector.given["late_by"].items()}
    absent = forfeiters(late, RULES.lateness["teams finals"], IMPS)
    rule = load(Brackets, "sabf-2020").absence
    assert rule
    match absence(absent, min(late[team] for team in absent), rule):
        case ForfeitedMatch(by):
            return {"match": "forfeit", "winner": next(team for team in late if team != by)}
        case AbandonedMatch():
            due = climb(RULES.ladders["both teams very late"], IMPS, "both teams very late", earlier=0)
            may = isinstance(due, Sanction) and due.proposed and not vector.given["notified_td"]
            return {"match": "abandoned", "tc_may_disqualify_both": may}
        case None:
            return {"match": "waiting"}


@answers(GENERAL, "look up slow-play penalty (finals)")
def slow_finals(vector: Vector) -> Any:
    assert vector.given["established_by_td"]
    slow = minutes(vector.given["minutes_attributed"])
    due = lateness(slow, RULES.lateness["teams finals"], IMPS, earlier=vector.given["earlier_offences"])
    return {"imps": charged(due)}


@answers(GENERAL, "avoid charging lateness twice")
def charged_once(vector: Vector) -> Any:
    late = vector.given["cause"].removeprefix("late_arrival_of_")
    assert "teams finals" not in RULES.boards
    return {"imps": {late: charged(lateness(minutes(vector.given["late_by"]), RULES.lateness["teams finals"], IMPS))}}


@answers(GENERAL, "compute slow-play debits")
def slow_debits(vector: Vector) -> Any:
    given = vector.given
    guilty = [team for team in given["earlier_offences"] if given["attributed_to"] in (None, team)]
    debits = {
        team: charged(boards_cancelled(given["boards_missed"], RULES.boards["teams"], VPS, earlier=earlier))
        if team in guilty
        else 0
        for team, earlier in given["earlier_offences"].items()
    }
    return {"vp_debit": {team: decimal_text(debit, 2) for team, debit in debits.items()}}


@answers(GENERAL, "choose the slow-play step")
def slow_step(vector: Vector) -> Any:
    earlier = vector.given["offence_number"] - 1
    due = climb(RULES.ladders["slow play, pairs"], SHARE_OF_TOP, "slow play", earlier=earlier)
    if isinstance(due, Penalty):
        assert due.at_most
        return {"step": "fine", "max_pct_of_top": exact_text(due.amount.value)}
    return {"step": "warning" if isinstance(due, OffenceWarning) else str(due)}


FINES = {
    "mis_scoring_pct_points": ("mis-scoring", PERCENTAGE_POINTS),
    "no_score_pct_of_top": ("no score entered", SHARE_OF_TOP),
    "slow_play_pct_of_top": ("slow play, pairs", SHARE_OF_TOP),
}


def within(ladder: str, amount: str, unit: Unit, offence: int = 1) -> bool:
    due = climb(RULES.ladders[ladder], unit, ladder, earlier=offence - 1)
    assert isinstance(due, Penalty)
    assert due.at_most
    return due.allows(read_exact(amount), unit.many)


@answers(GENERAL, "check a fine against its cap")
def fine(vector: Vector) -> Any:
    name, unit = FINES[vector.given["kind"]]
    return {"within_cap": within(name, vector.given["amount"], unit, vector.given["offence_number"])}


@answers(GENERAL, "check a fouled-board fine")
def fouled(vector: Vector) -> Any:
    return {"within_cap": within("fouled board", vector.given["pct_of_top"], SHARE_OF_TOP)}


DECIDED = ("lodge", "accept", "td_completes", "circulate", "set_hearing", "hear", "decide")


@answers(GENERAL, "check a frivolous-appeal fine")
@answers(GENERAL, "check a frivolous-appeal fine in an IMP-scored final")
def frivolous(vector: Vector) -> Any:
    given, rules = vector.given, RULES.appeal
    assert rules
    assert rules.fine
    appeal = walk(DECIDED, rules.course)
    if given["committee_found_frivolous"]:
        appeal = act(appeal, "find_frivolous", rules.course)
    if rules.step_for(appeal.state, Brings.FINE) is None:
        return {"within_cap": False, "reason": "no_finding"}
    unit = {"vp": VPS, "pct_of_top": SHARE_OF_TOP, "imps": IMPS}[given["unit"]]
    check = check_fine(read_exact(given["amount"]), unit, rules.fine)
    answer: dict[str, Any] = {"within_cap": check.allowed}
    if check.allowed is None:
        answer["flag"] = f"no_cap_stated_in_{given['unit']}"
    return answer


@answers(EVENTS, "check a mis-scoring fine for one match")
def mis_scoring(vector: Vector) -> Any:
    return within("frequent mis-scoring", vector.given["vp"], VPS)


@answers(GENERAL, "track system-card grace within one event")
def grace(vector: Vector) -> Any:
    assert RULES.grace
    uses = card_grace(vector.given["cards_shown_per_occasion"], RULES.grace)
    return {
        "outcomes": [{"grace_used": use.used, "grace_left": use.left, "penalty_cards": use.penalised} for use in uses]
    }


@answers(EVENTS, "set the time for a match")
def trial_time(vector: Vector) -> Any:
    rule, boards = RULES.allowances["trials"], vector.given["boards"]
    return {
        "minutes": exact_text(playing_time(boards, rule).value),
        "last_start_before_minute": exact_text(minutes_of(session_times(START, boards, rule).last_start - START)),
    }


@answers(GENERAL, "compute allowed time")
def teams_time(vector: Vector) -> Any:
    rule, boards = RULES.allowances["teams"], vector.given["boards"]
    return {
        "minutes": clock_text(playing_time(boards, rule).value),
        "last_board_must_start_before": clock_text(minutes_of(session_times(START, boards, rule).last_start - START)),
    }


@answers(EVENTS, "decide whether a board may be started in a 12-board match")
def may_start(vector: Vector) -> Any:
    times = session_times(START, vector.given["boards"], RULES.allowances["trials"])
    return START + span(minutes(vector.given["elapsed"])) < times.last_start


@answers(EVENTS, "decide whether a late final board makes a table liable")
def liable(vector: Vector) -> Any:
    rule = RULES.allowances["trials"]
    times = session_times(START, vector.given["boards"], rule)
    over = times.minutes_over(START + span(minutes(vector.given["final_board_finished"])))
    return {"liable": over > 0, "complete_hand": rule.finish_deal}


@answers(EVENTS, "fine a late finish")
def finish_fine(vector: Vector) -> Any:
    over, earlier = read_exact(vector.given["minutes_past_full_time"]), vector.given["earlier_offences_of_this_kind"]
    return exact_text(charged(by_periods(over, RULES.periods["trials, late finish"], VPS, earlier=earlier)))


@answers(EVENTS, "fine excluded boards")
def excluded_fine(vector: Vector) -> Any:
    over = playing_time(vector.given["boards_excluded"], RULES.allowances["trials"]).value
    earlier = vector.given["earlier_offences_of_this_kind"]
    return exact_text(charged(by_periods(over, RULES.periods["trials, excluded boards"], VPS, earlier=earlier)))


@answers(EVENTS, "judge a late start")
def late_start(vector: Vector) -> Any:
    tariff, late = RULES.lateness["trials"], vector.given["minutes_late"]
    strict = lateness(late, tariff, VPS)
    due = lateness(late, tariff, VPS, excused=vector.given["excuse_accepted"])
    match strict, due:
        case Penalty(), Penalty():
            return "fine"
        case Sanction(what="the match is forfeited"), Sanction():
            return "forfeit"
        case Penalty(), Nothing():
            return "no fine"
        case Sanction(), Nothing():
            return "no forfeit"
        case Nothing(), Nothing():
            return "no fine under this clause"
        case _:
            raise AssertionError(due)
