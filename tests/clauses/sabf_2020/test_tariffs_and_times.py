"""SABF20 on lateness, fines, allowed time, deadlines and appeals, figure by figure, each step at its boundary."""

from datetime import date, datetime, time, timedelta

import pytest

from clauses.sabf_2020.told import cited
from overtrick.core.conduct.allowance import session_times
from overtrick.core.conduct.appeals import body_for, hearing
from overtrick.core.conduct.caps import check_fine
from overtrick.core.conduct.cards import card_grace
from overtrick.core.conduct.clocks import deadline
from overtrick.core.conduct.consequences import (
    PERCENTAGE_POINTS,
    SHARE_OF_TOP,
    Amount,
    Consequence,
    Nothing,
    OffenceWarning,
    Penalty,
    Referral,
    Sanction,
)
from overtrick.core.conduct.penalties import RepetitionScope, boards_cancelled, by_periods, climb, lateness
from overtrick.core.conduct.precedence import governing, may_determine
from overtrick.core.conduct.timetable import finals_dates, may_play_earlier, may_postpone
from overtrick.core.provenance import IMPS, VPS, Unit
from overtrick.core.typed_numbers import read_exact
from overtrick.regulations.grammar.conduct import Conduct
from overtrick.regulations.read.documents import load

UNITS = {"pairs": SHARE_OF_TOP, "teams": VPS, "teams finals": IMPS, "trials": VPS}


@pytest.fixture
def conduct() -> Conduct:
    return load(Conduct, "sabf-2020")


def told(due: Consequence) -> str:
    """A consequence in a table's shorthand: the amount or the word, then what it cites."""
    match due:
        case Nothing():
            what = "nothing"
        case OffenceWarning():
            what = "warning"
        case Penalty(amount, proposed, at_most):
            kind = "up to " if at_most else "proposed " if proposed else ""
            what = f"{kind}{Amount(amount.value, amount.unit)}"
        case Sanction():
            what = f"{'proposed ' if due.proposed else ''}{due.what}{', lost' if due.forfeit else ''}"
        case Referral():
            what = f"{due.to}{f', up to {due.up_to}' if due.up_to else ''}"
    return f"{what} ({cited(due.clause)})"


P, T, F = "11.2#2 D27 D28 D29 D31", "13.14 D27 D28", "16.3#1 D27 D28"
S = "19.7#7 EV-44 EV-45"
LATE = {
    "pairs": [
        # minutes late: first offence, second offence
        ("4.9", f"warning ({P})", f"proposed 10 per cent of a top ({P})"),
        ("5", f"proposed 15 per cent of a top ({P})", f"proposed 15 per cent of a top ({P})"),
        ("10.9", f"proposed 15 per cent of a top ({P})", f"proposed 15 per cent of a top ({P})"),
        ("11", f"proposed 25 per cent of a top ({P})", f"proposed 25 per cent of a top ({P})"),
        ("15.9", f"proposed 25 per cent of a top ({P})", f"proposed 25 per cent of a top ({P})"),
        ("16", f"proposed 40 per cent of a top ({P})", f"proposed 40 per cent of a top ({P})"),
        ("20.9", f"proposed 40 per cent of a top ({P})", f"proposed 40 per cent of a top ({P})"),
        ("21", f"proposed 100 per cent of a top ({P})", f"proposed 100 per cent of a top ({P})"),
        ("30", f"proposed 100 per cent of a top ({P})", f"proposed 100 per cent of a top ({P})"),
        ("30.1", "the director, up to disqualification (11.2#3)", "the director, up to disqualification (11.2#3)"),
    ],
    "teams": [
        ("4.9", f"warning ({T})", f"0.5 VPs ({T})"),
        ("5", f"1 VP ({T})", f"1 VP ({T})"),
        ("10.9", f"1 VP ({T})", f"1 VP ({T})"),
        ("11", f"2 VPs ({T})", f"2 VPs ({T})"),
        ("15.9", f"2 VPs ({T})", f"2 VPs ({T})"),
        ("16", f"3 VPs ({T})", f"3 VPs ({T})"),
        ("20.9", f"3 VPs ({T})", f"3 VPs ({T})"),
        ("21", f"5 VPs ({T})", f"5 VPs ({T})"),
        ("30", f"5 VPs ({T})", f"5 VPs ({T})"),
        ("30.1", "the director and the tournament committee (13.14 D27 D28 D79)",
         "the director and the tournament committee (13.14 D27 D28 D79)"),
    ],
    "teams finals": [
        ("4.9", f"warning ({F})", f"2 IMPs ({F})"),
        ("5", f"3 IMPs ({F})", f"3 IMPs ({F})"),
        ("10.9", f"3 IMPs ({F})", f"3 IMPs ({F})"),
        ("11", f"5 IMPs ({F})", f"5 IMPs ({F})"),
        ("15.9", f"5 IMPs ({F})", f"5 IMPs ({F})"),
        ("16", f"7 IMPs ({F})", f"7 IMPs ({F})"),
        ("20.9", f"7 IMPs ({F})", f"7 IMPs ({F})"),
        ("21", f"10 IMPs ({F})", f"10 IMPs ({F})"),
        ("30", f"10 IMPs ({F})", f"10 IMPs ({F})"),
        ("30.1", "the match is forfeited, lost (16.3#2 D96)", "the match is forfeited, lost (16.3#2 D96)"),
    ],
    "trials": [  # more than 10 minutes late is fined, at the rates of teams; over 30 the match is forfeited
        ("10", f"nothing ({S})", f"nothing ({S})"),
        ("10.1", f"1 VP ({S})", f"1 VP ({S})"),
        ("10.9", f"1 VP ({S})", f"1 VP ({S})"),
        ("11", f"2 VPs ({S})", f"2 VPs ({S})"),
        ("15.9", f"2 VPs ({S})", f"2 VPs ({S})"),
        ("16", f"3 VPs ({S})", f"3 VPs ({S})"),
        ("20.9", f"3 VPs ({S})", f"3 VPs ({S})"),
        ("21", f"5 VPs ({S})", f"5 VPs ({S})"),
        ("30", f"5 VPs ({S})", f"5 VPs ({S})"),
        ("30.1", "the match is forfeited, lost (19.7#8 EV-46)", "the match is forfeited, lost (19.7#8 EV-46)"),
    ],
}  # fmt: skip
NOTICE = "the director had been told, or reasonable steps were taken"
EXCUSES = {  # who is excused, by which clause, and whether past the last step too
    "pairs": None,
    "teams": ("13.14", NOTICE, False),
    "teams finals": ("16.3#1", NOTICE, False),
    "trials": ("19.7#7", "the excuse was accepted", True),
}


@pytest.mark.clause("SABF20 11.2#2")
@pytest.mark.clause("SABF20 13.14")
@pytest.mark.clause("SABF20 16.3#1")
@pytest.mark.clause("SABF20 19.7#7")
@pytest.mark.parametrize(("name", "minutes", "first", "second"), [(name, *row) for name in LATE for row in LATE[name]])
def test_every_step_of_lateness_at_its_boundary(
    conduct: Conduct, name: str, minutes: str, first: str, second: str
) -> None:
    tariff = conduct.lateness[name]
    found = [told(lateness(read_exact(minutes), tariff, UNITS[name], earlier=earlier)) for earlier in (0, 1)]
    assert found == [first, second]
    assert tariff.count is RepetitionScope.ANY


@pytest.mark.clause("SABF20 13.14")
@pytest.mark.parametrize("name", sorted(EXCUSES))
def test_what_excuses_lateness_and_how_far(conduct: Conduct, name: str) -> None:
    tariff, stated = conduct.lateness[name], EXCUSES[name]
    excuse = tariff.excuse
    assert (excuse and (cited(excuse.clause), excuse.by, excuse.beyond)) == stated
    assert cited(tariff.clause) == {"pairs": P, "teams": T, "teams finals": F, "trials": S}[name]


@pytest.mark.clause("SABF20 11.2#3")
def test_once_the_first_round_is_over_the_director_may_go_further(conduct: Conduct) -> None:
    due = lateness(12, conduct.lateness["pairs"], SHARE_OF_TOP, first_round_over=True)
    assert told(due) == "the director, up to disqualification (11.2#3 D30)"
    assert isinstance(due, Referral)
    assert due.base
    assert due.base.value == 25
    assert [conduct.lateness[name].first_round_over for name in ("teams", "teams finals", "trials")] == [None] * 3


STAGES = {
    # for                unit    lateness        boards   scores                  slow play          as cited
    "matchpoint pairs": (None,  "pairs",        None,    "",                     "",                         P),
    "teams":            ("VPs", "teams",        "teams", "",                     "last board finished late", T),
    "teams finals":     ("IMPs", "teams finals", None,   "",                     "",           "16.3#1 D27 D28 D97"),
    "trials":           ("VPs", "trials",       None,    "frequent mis-scoring", "",                         S),
}  # fmt: skip


@pytest.mark.clause("SABF20 16.3#3")
@pytest.mark.parametrize("name", sorted(STAGES))
def test_which_tariff_is_for_what(conduct: Conduct, name: str) -> None:
    stage = conduct.stage(name)
    unit, late, boards, scores, slow, cite = STAGES[name]
    assert (stage.unit.many if stage.unit else None, cited(stage.clause)) == (unit, cite)
    assert stage.lateness is conduct.lateness[late] or stage.lateness == conduct.lateness[late]
    assert stage.boards == (conduct.boards[boards] if boards else None)
    assert stage.scores == (conduct.ladders[scores] if scores else None)
    assert stage.slow == (conduct.ladders[slow] if slow else None)
    assert (cited(stage.slow_as_late) if stage.slow_as_late else "") == ("16.3#3" if name == "teams finals" else "")
    assert dict(stage.periods) == (
        {
            "slow play": conduct.periods["trials, late finish"],
            "boards not played": conduct.periods["trials, excluded boards"],
        }
        if name == "trials"
        else {}
    )
    assert set(conduct.stages) == set(STAGES)


@pytest.mark.clause("SABF20 13.15")
@pytest.mark.clause("SABF20 19.7#3")
def test_boards_cut_off_cost_a_vp_each_and_trials_three_for_ten_minutes_or_part(conduct: Conduct) -> None:
    boards = conduct.boards["teams"]
    assert told(boards_cancelled(2, boards, VPS)) == "nothing (13.15 D80)"
    charged = [told(boards_cancelled(count, boards, VPS, earlier=1)) for count in (1, 2, 3)]
    assert charged == ["1 VP (13.15 D80)", "2 VPs (13.15 D80)", "3 VPs (13.15 D80)"]
    assert not boards.proposed
    finish, excluded = conduct.periods["trials, late finish"], conduct.periods["trials, excluded boards"]
    for tariff, cite in ((finish, "19.7#3 EV-42 EV-43 D82"), (excluded, "19.7#3 EV-41 EV-42 EV-43 D82")):
        assert told(by_periods(25, tariff, VPS)) == f"nothing ({cite})"
        due = [told(by_periods(read_exact(late), tariff, VPS, earlier=1)) for late in ("0.5", "10", "10.5", "20", "21")]
        assert due == [f"{vps} VPs ({cite})" for vps in (3, 3, 6, 6, 9)]
    assert (finish.per_board, excluded.per_board) == (None, read_exact("7.5"))


BOTH_OUT = "disqualification of both from the finals series"
NEXT_YEAR = "the team is ineligible, and all its members are excluded from this final the next year"
LADDERS = [
    # offence                       unit              first, second, third and further
    ("slow play, pairs",             SHARE_OF_TOP, ["warning (11.10#2 D49)", "warning (11.10#2 D49)",
                                                    "up to 50 per cent of a top (11.10#1 D29 D49)"]),
    ("mis-scoring",                  PERCENTAGE_POINTS, ["up to 1 percentage point (11.10#1 D48 D49)"] * 3),
    ("no score entered",             SHARE_OF_TOP, ["up to 40 per cent of a top (11.10#1 D29 D49)"] * 3),
    ("fouled board",                 SHARE_OF_TOP, ["up to 50 per cent of a top (11.9 D47)"] * 3),
    ("frequent mis-scoring",         VPS, ["up to 3 VPs (19.7#6)"] * 3),
    ("last board finished late",     VPS, ["the director (13.16 D81)"] * 3),
    ("further substitute",           IMPS, ["the team is ineligible, lost (16.5#2 EV-112)"] * 3),
    ("further substitute, foreseen", IMPS, [f"{NEXT_YEAR}, lost (16.5#2 EV-112)"] * 3),
    ("both teams very late",         IMPS, [f"proposed {BOTH_OUT} (16.3#2 EV-112)"] * 3),
]  # fmt: skip


@pytest.mark.clause("SABF20 11.10#1")
@pytest.mark.clause("SABF20 11.10#2")
def test_what_each_offence_brings_the_first_second_and_third_time(conduct: Conduct) -> None:
    for name, unit, steps in LADDERS:
        ladder = conduct.ladders[name]
        assert [told(climb(ladder, unit, name, earlier=earlier)) for earlier in (0, 1, 2)] == steps
        assert cited(ladder.clause) == steps[0].partition("(")[2].rpartition(")")[0]
    assert set(conduct.ladders) == {row[0] for row in LADDERS}


LIMITS = [
    # ladder                unit               most  offence  as cited
    ("fouled board",         SHARE_OF_TOP,      50,   1, "11.9 D47"),
    ("mis-scoring",          PERCENTAGE_POINTS, 1,    1, "11.10#1 D48 D49"),
    ("no score entered",     SHARE_OF_TOP,      40,   1, "11.10#1 D29 D49"),
    ("slow play, pairs",     SHARE_OF_TOP,      50,   3, "11.10#1 D29 D49"),
    ("frequent mis-scoring", VPS,               3,    1, "19.7#6"),
]  # fmt: skip


@pytest.mark.clause("SABF20 19.7#6")
@pytest.mark.parametrize(("ladder", "unit", "most", "offence", "cite"), LIMITS)
def test_the_most_that_may_be_fined(
    conduct: Conduct, *, ladder: str, unit: Unit, most: int, offence: int, cite: str
) -> None:
    due = climb(conduct.ladders[ladder], unit, ladder, earlier=offence - 1)
    assert isinstance(due, Penalty)
    assert [due.allows(value, unit.many) for value in (most, most + 1)] == [True, False]
    assert cited(due.clause) == cite
    for before in range(offence - 1):
        assert isinstance(climb(conduct.ladders[ladder], unit, ladder, earlier=before), OffenceWarning)


@pytest.mark.clause("SABF20 7#8")
def test_the_most_for_a_frivolous_appeal(conduct: Conduct) -> None:
    assert conduct.appeal
    cap = conduct.appeal.fine
    assert cap
    assert [cap] == list(conduct.caps.values())
    assert cited(cap.clause) == "7#8 D19"
    for unit, most in ((VPS, 3), (SHARE_OF_TOP, 100)):
        assert [check_fine(value, unit, cap).allowed for value in (most, most + 1)] == [True, False]
    assert check_fine(3, IMPS, cap).allowed is None


NOON = datetime.fromisoformat("2020-10-14T12:00")
MINUTE = timedelta(minutes=1)


@pytest.mark.clause("SABF20 13.16")
@pytest.mark.clause("SABF20 13.15")
@pytest.mark.clause("SABF20 16.3#3")
@pytest.mark.clause("SABF20 19.7#1")
@pytest.mark.parametrize(
    ("name", "pause", "finish_deal", "cite"),
    [
        ("teams", 0, True, "13.16 D81"),
        ("teams, boards that count", 0, False, "13.15 D80 D81"),
        ("teams finals", 10, False, "16.3#3 D97"),
        ("trials", 0, True, "19.7#1"),
    ],
)
def test_seven_and_a_half_minutes_a_board_and_none_begun_in_the_last_five(
    conduct: Conduct, name: str, pause: int, *, finish_deal: bool, cite: str
) -> None:
    rule = conduct.allowances[name]
    times = session_times(NOON, 28, rule)
    assert (times.completion - NOON, times.completion - times.last_start) == ((210 + pause) * MINUTE, 5 * MINUTE)
    assert (times.playing.value, rule.finish_deal, cited(times.playing.clause)) == (210, finish_deal, cite)
    assert len(conduct.allowances) == 4


CLOCKS = [
    # deadline                          runs from                    for                    as cited
    ("departure from the regulations", "start of the event",   timedelta(),           "2#3"),
    ("appeal",                         "scheduled finish",     30 * MINUTE,           "7#1 D14"),
    ("copy to the respondents",        "ruling",               timedelta(hours=24),   "7#2 D16"),
    ("further appeal",                 "decision",             timedelta(days=7),     "7#9 D20"),
    ("appeal of a scorer's decision",  "scores posted",        timedelta(weeks=1),    "7#10 D21"),
    ("correction",                     "scores posted",        timedelta(hours=24),   "8 D24"),
    ("correction of a teams result",   "last round posted",    30 * MINUTE,           "13.9#4 D24 D72"),
    ("admission",                      "start of play",        -5 * MINUTE,           "11.2#1"),
    ("notice of a substitute, pairs",  "start of play",        -15 * MINUTE,          "12.5#2"),
    ("notice of a substitute, teams",  "start of play",        -15 * MINUTE,          "13.4#1"),
]  # fmt: skip


@pytest.mark.clause("SABF20 7#1")
@pytest.mark.clause("SABF20 8")
@pytest.mark.clause("SABF20 13.4#1")
@pytest.mark.parametrize(("name", "of", "length", "cite"), CLOCKS)
def test_every_deadline_to_the_minute(conduct: Conduct, name: str, of: str, length: timedelta, cite: str) -> None:
    limit = deadline(conduct.clocks[name], {of: NOON})
    before = name == "departure from the regulations"
    assert (limit.at, cited(limit.clause), limit.inclusive) == (NOON + length, cite, not before)
    assert limit.is_met(NOON + length) is not before
    assert not limit.is_met(NOON + length + MINUTE)
    assert limit.needs == (("approval of the tournament committee",) if before else ())
    about = conduct.clocks[name].about
    assert (about.value if about else "") == ("corrections" if name.startswith("correction") else "")
    assert len(conduct.clocks) == len(CLOCKS)


@pytest.mark.clause("SABF20 13.9#4")
def test_which_period_covers_which_correction(conduct: Conduct) -> None:
    assert [(window.clock.name, window.kinds) for window in conduct.windows] == [
        ("correction of a teams result", ("teams result posted wrong",)),
        ("correction", ("score card error", "teams result posted wrong")),
    ]


@pytest.mark.clause("SABF20 17.4")
def test_finals_are_on_five_wednesdays_from_the_wednesday_week(conduct: Conduct) -> None:
    rule = conduct.finals_dates
    assert rule
    monday = date(2020, 9, 7)
    first = finals_dates(monday, [(date(2020, 9, 24), date(2020, 9, 27))], rule)
    assert [str(day) for day in first] == ["2020-09-16", "2020-09-30", "2020-10-07", "2020-10-14", "2020-10-21"]
    assert rule.missed == ("Spring National Open Teams", "national GNOT finals", "National Team Playoffs")
    assert cited(rule.clause) == "17.4 EV-15 EV-17"


@pytest.mark.clause("SABF20 16.4")
@pytest.mark.clause("SABF20 17.4")
@pytest.mark.clause("SABF20 16.1#3")
@pytest.mark.parametrize(
    ("name", "earlier", "later", "cite"),
    [
        ("finals", ["a State director is available"], ["national championship", "selection event"], "16.4 D98"),
        ("State Teams finals", ["both captains agree", "the director accepts"], [], "17.4 EV-16 D98"),
    ],
)
def test_when_a_final_may_be_moved_and_who_may_order_it(
    conduct: Conduct, name: str, earlier: list[str], later: list[str], cite: str
) -> None:
    rule = conduct.moves[name]
    assert may_play_earlier(earlier, rule).allowed
    assert not any(may_play_earlier(earlier[:n] + earlier[n + 1 :], rule).allowed for n in range(len(earlier)))
    reasons = ("national championship", "selection event", "holiday")
    assert [reason for reason in reasons if may_postpone(reason, rule).allowed] == later
    assert rule.order
    assert (rule.by, rule.order.number, cited(rule.clause)) == ("the Management Committee", "16.1#3", cite)


@pytest.mark.clause("SABF20 2#1")
def test_which_text_governs_two_cards_two_graces_and_a_final_of_double_length(conduct: Conduct) -> None:
    order = conduct.precedence
    assert order
    texts = ["mc_determination", "event_rule", "supplementary", "sabf20", "laws"]
    assert [governing(texts[n:], order) for n in range(5)] == texts
    assert cited(order.clause) == "2#1 D3"
    may = conduct.determination
    assert may
    matters = ("covered", "not_covered", "not_adequately_covered")
    assert [may_determine(matter, may, in_progress=True) for matter in matters] == [False, True, True]
    assert cited(may.clause) == "2#5 D5"
    grace = conduct.grace
    assert grace
    assert [(use.used, use.left, use.penalised) for use in card_grace((1, 0, 2), grace)] == [
        (1, 1, 0), (1, 0, 1), (0, 0, 0),
    ]  # fmt: skip
    assert cited(grace.clause) == "5.2#1 D13"
    assert conduct.final_length
    assert (conduct.final_length.times, cited(conduct.final_length.clause)) == (2, "13.2#4 D59")
    assert conduct.count
    counted = (conduct.count.same.value, conduct.count.reach.value, cited(conduct.count.clause))
    assert counted == ("of its kind", "the whole event", "11.2#2 D28 D49")


STEPS = [
    # act                after                                     leads to         needs, and what it brings     cited
    ("lodge",           "RULED",                        "LODGED",        ";the appeal", "7#1 D15"),
    ("reject_late",     "LODGED",                       "OUT_OF_TIME",   "lodged late;", "7#1 D14"),
    ("route_elsewhere", "LODGED",                       "OTHER_BODY",    "outside the committee's remit;", "7#11 D22"),
    ("accept",          "LODGED",                       "ACCEPTED",
     "lodged in time, within the committee's remit;", "7#2"),
    ("td_completes",    "ACCEPTED",                     "TD_COMPLETED",  ";", "7#2"),
    ("circulate",       "TD_COMPLETED",                 "CIRCULATED",
     "form complete;copies to the respondents", "7#2 D16"),
    ("respond",         "CIRCULATED",                   "RESPONDED",     ";", "7#5"),
    ("reply",           "RESPONDED",                    "REPLIED",       ";", "7#5 D23"),
    ("set_hearing",     "CIRCULATED RESPONDED REPLIED", "HEARING_SET",   ";a date for the hearing", "7#3 D17"),
    ("respond",         "HEARING_SET",                  None,            ";", "7#5"),
    ("reply",           "HEARING_SET",                  None,            ";", "7#5 D23"),
    ("hear",            "HEARING_SET",                  "HEARD",         ";a hearing", "7#4 D18"),
    ("decide",          "HEARD",                        "DECIDED",       ";a decision", "7#7 D18"),
    ("find_frivolous",  "DECIDED",                      "FINE_PENDING",
     ";a finding that the appeal was frivolous", "7#8 D19"),
    ("tc_fines",        "FINE_PENDING",                 "FINED",         "fine within the limit;a fine", "7#8 D19"),
    ("tc_declines",     "FINE_PENDING",                 "FINED",         ";", "7#8 D19"),
    ("further_appeal",  "DECIDED FINED",                "MC_PENDING",    ";a further appeal", "7#9 D20"),
    ("mc_decides",      "MC_PENDING",                   "FINAL",         ";a decision", "7#9 D20"),
    ("close",           "DECIDED FINED",                "FINAL",         ";the end of the appeal", "7#9 D20"),
    ("withdraw", "LODGED ACCEPTED TD_COMPLETED CIRCULATED RESPONDED REPLIED HEARING_SET", "WITHDRAWN", ";", "7#2"),
]  # fmt: skip


@pytest.mark.clause("SABF20 7#2")
@pytest.mark.clause("SABF20 7#9")
def test_the_course_of_an_appeal_act_by_act(conduct: Conduct) -> None:
    assert conduct.appeal
    course = conduct.appeal.course
    found = [
        (
            step.act,
            " ".join(step.after),
            step.to,
            f"{', '.join(need.value for need in step.needs)};{step.brings.value if step.brings else ''}",
            cited(step.clause),
        )
        for step in course.steps
    ]
    assert found == STEPS
    assert (course.start, course.ends) == ("RULED", ("OUT_OF_TIME", "OTHER_BODY", "WITHDRAWN", "FINAL"))
    assert cited(course.clause) == "7#2 D16"
    called = {state: course.called[state] for state in ("LODGED", "DECIDED", "FINED", "MC_PENDING", "FINAL")}
    assert called == {
        "LODGED": "lodged", "DECIDED": "decided", "FINED": "decided, the fine too",
        "MC_PENDING": "before the Management Committee", "FINAL": "final",
    }  # fmt: skip


@pytest.mark.clause("SABF20 7#3")
@pytest.mark.clause("SABF20 7#7")
@pytest.mark.clause("SABF20 7#10")
def test_an_appeal_goes_to_the_director_signed_by_one_and_is_heard_a_week_on(conduct: Conduct) -> None:
    appeal = conduct.appeal
    assert appeal
    lodged = datetime.fromisoformat("2020-10-14T23:00")
    assert hearing(lodged, time(19, 30), appeal.hearing) == datetime.fromisoformat("2020-10-21T19:00")
    assert cited(appeal.hearing.clause) == "7#3 D17"
    rule = appeal.lodging
    assert rule.concurrence
    assert (rule.to, rule.signatures, rule.concurrence.cite, cited(rule.clause)) == (
        "director", 1, "Law 92D", "7#1 D15",
    )  # fmt: skip
    assert (appeal.reversal.grounds, cited(appeal.reversal.clause)) == (("fact", "discretion"), "7#7 D18")
    assert {whose: clock.name for whose, clock in appeal.against.items()} == {
        "director": "appeal", "scorer": "appeal of a scorer's decision",
    }  # fmt: skip
    assert appeal.copies
    assert appeal.further
    assert appeal.fine
    assert (appeal.copies.name, appeal.further.name, appeal.fine.name) == (
        "copy to the respondents", "further appeal", "frivolous appeal",
    )  # fmt: skip


CHAMPIONSHIPS = ["state-teams", "state-open-pairs", "swiss-pairs-championship", "seniors-pairs-championship"]
SELECTIONS = [
    "open-trials-qualifying", "open-trials-consolation", "open-butler-trials", "womens-trials-qualifying",
    "womens-butler-trials", "seniors-trials-qualifying", "seniors-butler-trials", "youth-trials",
]  # fmt: skip


@pytest.mark.clause("SABF20 7#11")
def test_the_sabf_hears_appeals_from_championships_and_selections_alone(conduct: Conduct) -> None:
    assert conduct.appeal
    remit = conduct.appeal.remit
    heard = {kind: body_for(kind, remit) for kind in ("state_championship", "selection", "saba_session")}
    assert heard == {"state_championship": "sabf", "selection": "sabf", "saba_session": "saba"}
    assert (remit.own, cited(remit.clause)) == ("sabf", "7#11 D22")
    assert remit.events == {f"sabf-2020/{name}": "state_championship" for name in CHAMPIONSHIPS} | {
        f"sabf-2020/{name}": "selection" for name in SELECTIONS
    }


FORM = [
    # who fills it    before it is sent  with        what is on it
    ("appellants",    True,  "lodge",
     ("match number", "board number", "four hands", "auction", "additional details")),
    ("director",      True,  "td_completes", ("director's ruling",)),
    ("appellants",    True,  "lodge",        ("grounds of appeal", "signature of appellant")),
    ("director",      True,  "td_completes", ("director's comments", "signature of Director")),
    ("respondents",   False, "respond",      ("submission of respondents",)),
    ("appellants",    False, "reply",        ("arguments in reply", "signature of respondent")),
    ("committee",     False, "decide",
     ("decision of Appeals Committee", "signature of Chairman", "committee members and dissents")),
]  # fmt: skip


@pytest.mark.clause("SABF20 21.14")
def test_the_appeals_form_part_by_part(conduct: Conduct) -> None:
    assert conduct.appeal
    form = conduct.appeal.form
    assert [(part.by, part.first, part.step, part.fields) for part in form.parts] == FORM
    assert (form.optional, cited(form.clause)) == (("additional details",), "21.14 EV-104 D23")
