"""ANC26: breaches, tariffs, correction and review periods, line-ups, the timetable."""

from datetime import date, datetime
from typing import Any

from clauses.answers.conduct_words import amount_told, charged, told, unit_of
from clauses.vectors import Vector, answers
from overtrick.core.conduct.clocks import RoundTimes, correction_end, deadline, review_limit
from overtrick.core.conduct.consequences import Charge, Penalty, Referral, Sanction
from overtrick.core.conduct.penalties import boards_cancelled, climb, lateness
from overtrick.core.conduct.record import Offence, earlier
from overtrick.core.conduct.stage import breach_at, late_at
from overtrick.core.conduct.timetable import event_dates
from overtrick.core.exact import exact_text
from overtrick.core.provenance import IMPS, VPS
from overtrick.core.typed_numbers import read_exact
from overtrick.regulations.grammar.conduct import Conduct
from overtrick.regulations.read.documents import load

ANC = "anc2026"
RULES = load(Conduct, "anc-2026")
BREACHES = {
    "smoking": "smoking",
    "phone_in_area": "a phone in the playing area",
    "phone_on": "a phone not switched off",
    "phone_used": "a phone used during play",
    "alcohol": "alcohol in the playing room",
}


@answers(ANC, "assess smoking breach")
@answers(ANC, "assess phone brought into ITC playing area")
@answers(ANC, "assess phone not switched off")
@answers(ANC, "assess phone used during session")
@answers(ANC, "assess repeat phone use")
@answers(ANC, "assess alcohol in playing room")
def breach(vector: Vector) -> Any:
    stage = RULES.stage(vector.given["event"])
    broken = RULES.breaches[BREACHES[vector.given["breach"]]]
    return told(breach_at(stage, broken, earlier=vector.given["prior_breaches"]), stage.unit)


@answers(ANC, "look up disciplinary penalty")
def discipline(vector: Vector) -> Any:
    stage = RULES.stage(vector.given["event"])
    assert isinstance(stage.discipline, Charge)
    return amount_told(stage.discipline.amount(stage.unit))


def rounds(given: Any) -> list[RoundTimes]:
    return [
        RoundTimes(
            datetime.fromisoformat(row["start"]),
            datetime.fromisoformat(row["scheduled_finish"]),
            datetime.fromisoformat(row["scores_available"]),
            row.get("last_of_stage", False),
        )
        for row in given["rounds"]
    ]


@answers(ANC, "find correction-period end")
def correction_period(vector: Vector) -> Any:
    end = correction_end(rounds(vector.given), vector.given["round_index"], RULES.rolling["correction"])
    assert end is not None
    return f"{end.at:%Y-%m-%d %H:%M}"


@answers(ANC, "find review-request limit")
def review_period(vector: Vector) -> Any:
    advised = vector.given["ruling_advised"]
    limit = review_limit(
        rounds(vector.given),
        vector.given["round_index"],
        RULES.rolling["review"],
        datetime.fromisoformat(advised) if advised else None,
    )
    return f"{limit.at:%Y-%m-%d %H:%M}"


@answers(ANC, "set line-up deadlines")
def line_ups(vector: Vector) -> Any:
    moments = {"start of play": datetime.fromisoformat(vector.given["start"])}
    names = {
        "sitting_first": "line-up, sitting first",
        "sitting_last": "line-up, sitting last",
        "blind": "blind line-up",
    }
    limits = {key: deadline(RULES.clocks[name], moments) for key, name in names.items()}
    assert all(limit.is_met(limit.at) for limit in limits.values())
    return {key: f"{limit.at:%H:%M}" for key, limit in limits.items()}


@answers(ANC, "penalise late line-up")
def late_line_up(vector: Vector) -> Any:
    ladder = RULES.ladders["late line-up"]
    due = climb(ladder, VPS, "line-up posted late", earlier=vector.given["offence_number"] - 1)
    match due:
        case Sanction(proposed=True):
            return {"action": due.what.replace(" ", "_")}
        case Penalty(proposed=True):
            return {"action": "penalty", "vp": exact_text(due.amount.value)}
        case _:
            raise AssertionError(due)


@answers(ANC, "test ITC score correction request")
def captains_correction(vector: Vector) -> Any:
    given = vector.given
    limit = deadline(
        RULES.clocks["captains' correction"], {"end of the match": datetime.fromisoformat(given["match_end"])}
    )
    agreed = ["agreement of the other captain"] if given["opposing_captain_agrees"] else []
    return limit.allows(datetime.fromisoformat(given["request"]), agreed)


@answers(ANC, "check the format")
def layout(vector: Vector) -> Any:
    given = vector.given
    rule = RULES.layouts[given["event"]]
    assert rule.clause.cite == vector.clause
    assert (rule.matches, rule.boards) == (given["matches"], given["boards_per_match"])
    assert list(rule.by_session) == given["matches_by_session"]
    return {"sessions": rule.sessions, "total_matches": rule.matches, "total_boards": rule.matches * rule.boards}


@answers(ANC, "resolve an event date")
def event_date(vector: Vector) -> Any:
    given = vector.given
    assert RULES.first_day
    dated = next(each for each in event_dates(RULES.timetable, RULES.first_day) if each.row.event == given["event"])
    assert dated.row.starts.value == given["timetable_start_day"]
    assert dated.row.printed == date.fromisoformat(given["date_in_section_23"])
    return {"date": dated.first.isoformat(), "conflict": dated.conflict}


def by_minutes(vector: Vector, tariff: str) -> Any:
    unit = unit_of(vector.given.get("unit", "VP"))
    prior = vector.given.get("prior_short_offences", 0)
    return told(lateness(read_exact(vector.given["minutes"]), RULES.lateness[tariff], unit, earlier=prior), unit)


@answers(ANC, "penalise ITC lateness or slow play")
@answers(ANC, "handle arrival exactly 30 minutes late")
def itc_lateness(vector: Vector) -> Any:
    return by_minutes(vector, "ITC")


@answers(ANC, "penalise ABPC or Swiss Pairs lateness or slow play")
def pairs_lateness(vector: Vector) -> Any:
    return by_minutes(vector, "ABPC and Swiss Pairs")


@answers(ANC, "penalise ITC cancelled boards")
def itc_boards(vector: Vector) -> Any:
    tariff, boards = RULES.boards["ITC"], vector.given["boards"]
    vps, imps = (charged(boards_cancelled(boards, tariff, unit)) for unit in (VPS, IMPS))
    return {"vp": exact_text(vps), "final_imps": exact_text(imps)}


@answers(ANC, "penalise ABPC cancelled boards")
def pairs_boards(vector: Vector) -> Any:
    tariff, boards = RULES.boards["ABPC and Swiss Pairs"], vector.given["boards"]
    vps, imps = (charged(boards_cancelled(boards, tariff, unit)) for unit in (VPS, IMPS))
    return {"vp": exact_text(vps), "imps": exact_text(imps)}


@answers(ANC, "handle arrival over 30 minutes late")
def very_late(vector: Vector) -> Any:
    for tariff in RULES.lateness.values():
        due = lateness(read_exact(vector.given["minutes"]), tariff, VPS)
        assert isinstance(due, Referral)
        assert due.up_to == "forfeiture or disqualification"
        assert due.clause.cite == vector.clause
    return {"action": "refer_ctd"}


@answers(ANC, "handle lateness in matchpoint pairs")
@answers(ANC, "handle lateness in a VP-scored matchpoint Swiss")
def late_in_event(vector: Vector) -> Any:
    stage = RULES.stage(vector.given["event"])
    answer = told(late_at(stage, read_exact(vector.given["minutes"]), stage.unit), stage.unit)
    return {"action": "refer_ctd"} if answer["action"] == "refer_ctd" else answer


@answers(ANC, "penalise unentered or wrong scores")
def scores(vector: Vector) -> Any:
    ladder = RULES.stage(vector.given["event"]).scores
    assert ladder
    assert ladder.each
    due = told(climb(ladder, VPS, "a score not entered", earlier=vector.given["offence_number"] - 1), VPS)
    return {"action": due["action"], "vp_each_pair": due["amount"]}


@answers(ANC, "carry a warning between stages")
def carried_warning(vector: Vector) -> Any:
    stages = {"Mixed Stage 1": "Mixed Butler Stage 1", "Mixed Stage 2": "Mixed Butler Stage 2"}
    now = RULES.stage(stages[vector.given["now"]["stage"]])
    minutes = read_exact(vector.given["now"]["minutes"])
    assert RULES.count
    assert now.lateness
    record = []
    for past in vector.given["pair_history"]:
        tariff = RULES.stage(stages[past["stage"]]).lateness
        assert tariff
        record.append(Offence("pair", tariff.kind(read_exact(past["offence"].split()[0])), past["stage"]))
    offence = Offence("pair", now.lateness.kind(minutes), vector.given["now"]["stage"])
    return told(late_at(now, minutes, now.unit, earlier=earlier(record, offence, RULES.count)), now.unit)
