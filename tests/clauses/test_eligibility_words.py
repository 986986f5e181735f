"""What a rule on eligibility answers beyond yes and no: what is not known, who may waive, and every reason."""

from datetime import date, datetime

import pytest

from clauses.answers.eligibility_facts import remedies
from overtrick.core.conduct.eligibility import bar, free_of_bars, state_represented
from overtrick.core.conduct.entries import fill_place, offer_places
from overtrick.core.conduct.facts import Amount, Facts
from overtrick.core.conduct.participation import (
    Substitution,
    check_play,
    check_substitutions,
    least_play,
    substitutions_allowed,
)
from overtrick.core.conduct.systems import may_play, psychic_barred
from overtrick.core.conduct.teams import finals_team
from overtrick.core.conduct.verdicts import Answer
from overtrick.core.errors import DirectorError
from overtrick.core.event.plan.stages import Entrants
from overtrick.regulations.grammar.eligibility import Eligibilities
from overtrick.regulations.plan.event_book import find_event
from overtrick.regulations.plan.events import build_event
from overtrick.regulations.read.documents import load

ANC = load(Eligibilities, "anc-2026")
ITS = load(Eligibilities, "nsw-its-2021")
SABF = load(Eligibilities, "sabf-2020")
MARCH = date(2026, 3, 31)


@pytest.mark.clause("ANC26 3.5(c)")
def test_masterpoints_at_another_date_are_not_masterpoints_at_this_one() -> None:
    known = Facts(amounts=(Amount("masterpoints", 120, date(2026, 2, 28)),))
    verdict = ANC.rules["anc-2026/restricted"].judge(known)
    assert verdict.answer is Answer.REFER
    assert [str(reason.says) for reason in verdict.against] == ["not stated: masterpoints on 31 March 2026"]


@pytest.mark.clause("ANC26 3.6")
def test_a_new_zealand_rank_does_not_excuse_points_held_elsewhere() -> None:
    player = Facts(
        amounts=(Amount("masterpoints", 250, MARCH, "ABF"), Amount("masterpoints", 60, MARCH, "another body")),
        words={"New Zealand rank": "Local Master"},
        said={"holds a New Zealand rank": True},
    )
    verdict = ANC.rules["anc-2026/restricted"].judge(player)
    assert verdict.names == ("masterpoints",)
    assert [str(clause) for clause in verdict.clauses] == [
        "ANC26 3.6, reading D13",
        "ANC26 3.5(c)",
        "ANC26 3.5 proviso, reading D12",
    ]


@pytest.mark.clause("ANC26 3.6")
def test_a_rank_the_ladder_lacks_is_for_a_person() -> None:
    stated = {"holds a New Zealand rank": True, "registered in New Zealand only": True}
    verdict = ANC.rules["anc-2026/rookie"].judge(Facts(words={"New Zealand rank": "Junior"}, said=stated))
    assert verdict.answer is Answer.REFER


@pytest.mark.clause("ANC26 3.8")
def test_every_member_is_tested_and_named() -> None:
    pair = [Facts(name, (Amount("masterpoints", points, MARCH),)) for name, points in (("N", 40), ("S", 100))]
    verdict = ANC.rules["anc-2026/novice"].judge_each(pair)
    assert verdict.answer is Answer.REFUSED
    assert [str(reason) for reason in verdict.against] == [
        "S: masterpoints on 31 March 2026: 100; must be fewer than 100 (ANC26 3.5(d))."
    ]


@pytest.mark.clause("ANC26 3.3")
def test_two_states_entered_on_one_day_are_referred() -> None:
    assert ANC.first_entered
    day = date(2026, 2, 14)
    found = state_represented(ANC.first_entered, ["NSW", "ACT"], [("NSW", day), ("ACT", day)])
    assert found.state is None
    assert remedies(found.verdict) == ("Refer to the ABF.",)


@pytest.mark.clause("ANC26 3.3")
def test_a_selection_entered_for_a_state_that_is_not_open_does_not_count() -> None:
    assert ANC.first_entered
    entered = [("VIC", date(2025, 1, 1)), ("ACT", date(2026, 1, 1))]
    assert state_represented(ANC.first_entered, ["NSW", "ACT"], entered).state == "ACT"
    assert state_represented(ANC.first_entered, ["NSW"], entered).state == "NSW"


@pytest.mark.clause("ANC26 4.7")
def test_all_that_is_wrong_with_notes_is_said_at_once() -> None:
    notes = Facts(
        amounts=(Amount("sides of A4", 3),),
        moments={
            "lodged": datetime.fromisoformat("2026-07-06T11:40"),
            "the session starts": datetime.fromisoformat("2026-07-06T11:45"),
        },
        said={"approved by the Chief Tournament Director": False, "open to the opponents": True},
    )
    verdict = ANC.rules["anc-2026/defence-notes"].judge(notes)
    assert verdict.names == ("too long", "lodged late", "not approved", "not identical")
    assert verdict.answer is Answer.REFUSED


@pytest.mark.clause("ANC26 21.3")
def test_a_least_says_why() -> None:
    least = least_play(ANC.play["anc-2026/others"], {"each player": 10, "partnership": 10})
    assert least["partnership"].line() == (
        "6 rounds  partnership, out of 10: 65%, fractions rounded down  (ANC26 21.3, readings D15, D65, D66)"
    )


@pytest.mark.clause("ANC26 21.2")
def test_a_stage_without_a_rule_is_not_guessed() -> None:
    file = find_event("anc-2026/interstate-pairs")
    stages = build_event(file, Entrants(file.event.usual)).stages
    assert [(stage.name, stage.rules.players.play) for stage in stages] == [("Swiss", None)]


@pytest.mark.clause("ITS21 OITS.subs-final")
def test_a_match_length_the_rule_does_not_name_is_not_guessed() -> None:
    with pytest.raises(DirectorError, match="matches of 14 boards"):
        substitutions_allowed(ITS.substitutes_at["nsw-its-2021/oits/Final"], 14)


@pytest.mark.clause("ANC26 3.9")
def test_an_emergency_needs_a_rule_that_provides_for_it() -> None:
    use = [Substitution("a player", "a session")]
    assert check_substitutions(ANC.substitutes["anc-2026/interstate"], use, authorised=True).allowed
    assert not check_substitutions(ITS.substitutes["nsw-its-2021/yits"], use, authorised=True).allowed


@pytest.mark.clause("ITS21 WDR.unauthorised")
def test_a_bar_covers_every_event_named_for_all_of_the_year() -> None:
    found = bar(ITS.bars["nsw-its-2021/unauthorised"], date(2021, 5, 1))
    assert found
    for event in ("oits", "wits", "sits", "yits"):
        for on in (date(2022, 1, 1), date(2022, 12, 31)):
            assert free_of_bars([found], f"nsw-its-2021/{event}", on).answer is Answer.REFUSED
        assert free_of_bars([found], f"nsw-its-2021/{event}", date(2021, 12, 31)).allowed


@pytest.mark.clause("SABF20 13.17")
def test_a_bar_that_is_not_automatic_is_referred_to_who_decides() -> None:
    found = bar(SABF.bars["sabf-2020/teams/not-attending"], date(2020, 10, 14))
    assert found
    verdict = free_of_bars([found], "next competition", date(2021, 10, 13))
    assert verdict.answer is Answer.REFER
    assert remedies(verdict) == ("Refer to the Tournament Committee.",)


@pytest.mark.clause("SABF20 19.5")
def test_a_ban_ends_the_day_before_it_began_a_year_on() -> None:
    found = bar(SABF.bars["sabf-2020/selection/withdrew"], date(2021, 5, 14))
    assert found
    assert not free_of_bars([found], "State Team selection", date(2022, 5, 13)).allowed
    assert free_of_bars([found], "State Team selection", date(2022, 5, 14)).allowed


@pytest.mark.clause("SABF20 19.5")
def test_a_place_nobody_can_take_is_said_to_be_so() -> None:
    assert SABF.replacement
    with pytest.raises(DirectorError, match="No one is available to replace B"):
        fill_place(SABF.replacement, ["A", "B", "C"], ["A", "B", "C"], "B", (6, 30))


@pytest.mark.clause("SABF20 16.2#1")
def test_a_team_of_three_has_no_share_laid_down() -> None:
    with pytest.raises(DirectorError, match="The regulations do not cover a team of 3 players"):
        check_play(SABF.play["sabf-2020/team/member"], {"qualifying": 140}, {"qualifying": 140}, 3)


@pytest.mark.clause("SABF20 4.2.2#1")
def test_every_objection_to_a_yellow_system_is_told() -> None:
    assert SABF.systems
    match = Facts(
        amounts=(Amount("boards a match", 8), Amount("supplementary sheets", 4)),
        moments={"lodged": date(2020, 10, 10), "the event starts": date(2020, 10, 14)},
        words={"scoring": "matchpoint pairs"},
        said={"a Swiss draw": False},
    )
    verdict = may_play(SABF.systems, "yellow", match)
    assert verdict.names == ("scoring form", "match too short", "too many sheets", "lodged late")
    assert [clause.number for clause in verdict.clauses] == ["4.2.2#1", "4.2.2#2"]


@pytest.mark.clause("SABF20 4.2.1")
def test_a_class_of_system_nobody_knows_is_a_mistake() -> None:
    assert SABF.systems
    with pytest.raises(DirectorError, match="“purple” is not a system class in these regulations"):
        may_play(SABF.systems, "purple", Facts())


@pytest.mark.clause("SABF20 4.6#1")
def test_a_psychic_call_that_was_not_meant_is_not_barred() -> None:
    assert SABF.psychic
    assert not psychic_barred(SABF.psychic, ["Local Master", "Local Master"], intentional=False).applies
    with pytest.raises(DirectorError, match="An opponent’s rank is not in the regulations"):
        psychic_barred(SABF.psychic, ["Local Master", "Visitor"], intentional=True)


@pytest.mark.clause("SABF20 17.2#4")
def test_only_one_player_is_added_from_the_stage_without_points() -> None:
    others = [
        Facts(
            name, (Amount("points in that stage", 0), Amount("boards played", 280), Amount("boards of the stage", 280))
        )
        for name in ("x1", "x2")
    ]
    team = finals_team(SABF.finals_teams["sabf-2020/state-teams"], ["a1", "a2", "a3", "a4"], others)
    assert team.members == ("a1", "a2", "a3", "a4", "x1")
    assert team.added == ("x1",)
    assert team.verdicts["x2"].answer is not Answer.ALLOWED


@pytest.mark.clause("SABF20 20.1.2#4")
def test_those_passed_over_are_told_with_their_reason() -> None:
    rule = SABF.offers["sabf-2020/gnot/under-grand-master"]
    offer = offer_places(rule, ["A", "B", "C"], unavailable=["A"], contending={"A": True, "B": False, "C": True})
    assert [str(reason.says) for reason in offer.passed] == ["A is not available", "B is not contending"]


@pytest.mark.clause("ANC26 3.11")
@pytest.mark.parametrize(
    ("at_home", "verified", "answer"),
    [(True, True, Answer.ALLOWED), (True, False, Answer.REFER), (False, True, Answer.REFUSED)],
)
def test_a_player_from_abroad_waits_for_verification(*, at_home: bool, verified: bool, answer: Answer) -> None:
    stated = {"eligible for such events at home": at_home, "verified by the Tournament Organiser": verified}
    assert ANC.rules["anc-2026/overseas"].judge(Facts(said=stated)).answer is answer


@pytest.mark.clause("ANC26 3.12")
def test_a_house_contestant_is_the_organisers_to_name() -> None:
    rule = ANC.rules["anc-2026/house-contestant"]
    named = "nominated as a house contestant by the Tournament Organiser"
    assert rule.judge(Facts(said={named: True})).allowed
    assert rule.judge(Facts(said={named: False})).answer is Answer.REFUSED


@pytest.mark.clause("ITS21 ELIG.fill-in")
def test_a_pair_that_is_not_eligible_may_complete_a_movement() -> None:
    pair = Facts(said={"registered with the ABF": False, "let in by the Director to complete a movement": True})
    assert not ITS.rules["nsw-its-2021/oits/Stage I"].judge(pair).allowed
    assert ITS.rules["nsw-its-2021/fill-in"].judge(pair).allowed


@pytest.mark.clause("SABF20 20.1.2#2")
@pytest.mark.clause("SABF20 20.1.4#4")
@pytest.mark.parametrize("rule", ["declaration", "regional-declaration"])
def test_a_team_says_before_play_whether_it_would_take_the_place(rule: str) -> None:
    starts = datetime.fromisoformat("2020-06-07T10:00")
    for declared, answer in (("09:59", Answer.ALLOWED), ("10:00", Answer.REFER)):
        told = {"declared": datetime.fromisoformat(f"2020-06-07T{declared}"), "play starts": starts}
        assert SABF.rules[f"sabf-2020/gnot/{rule}"].judge(Facts(moments=told)).answer is answer
