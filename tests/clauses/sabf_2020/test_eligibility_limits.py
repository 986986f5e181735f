"""SABF20 on who may play, limit by limit: one case that just passes, one that just fails, and the clause of each.

What is stated of a subject stands in one line: `boards a match: 14` counts, `scoring = teams` is a word, `lodged @ day`
a moment, `+ a Swiss draw` is so and `- a Swiss draw` is not.
"""

from datetime import date, timedelta

import pytest

from clauses.answers.eligibility_facts import each_test, moment, remedies
from clauses.sabf_2020.told import cited
from overtrick.core.conduct.eligibility import bar, common_to, free_of_bars
from overtrick.core.conduct.entries import check_reentry, club_places, even_field, fill_place, offer_places, reject
from overtrick.core.conduct.facts import Amount, Facts
from overtrick.core.conduct.participation import (
    Substitution,
    check_absences,
    check_play,
    check_substitutions,
    claims,
    same_team,
)
from overtrick.core.conduct.systems import in_force, may_change, may_play, psychic_barred
from overtrick.core.conduct.teams import finals_team
from overtrick.core.typed_numbers import read_exact
from overtrick.regulations.grammar.eligibility import Eligibilities
from overtrick.regulations.read.documents import load


@pytest.fixture
def rules() -> Eligibilities:
    return load(Eligibilities, "sabf-2020")


def facts(told: str, name: str = "") -> Facts:
    """What a line states."""
    amounts, moments, words, said = [], {}, {}, {}
    for part in filter(None, (each.strip() for each in told.split(";"))):
        if part[0] in "+-":
            said[part[1:].strip()] = part[0] == "+"
        elif " @ " in part:
            what, _, when = part.partition(" @ ")
            moments[what] = moment(when)
        elif " = " in part:
            what, _, word = part.partition(" = ")
            words[what] = word
        else:
            what, _, count = part.partition(": ")
            amounts.append(Amount(what, read_exact(count)))
    return Facts(name, tuple(amounts), moments, words, said)


LONG = "scoring = teams; boards a match: 14; supplementary sheets: 2"
STARTS = "the event starts @ 2020-10-14"
SWISS = f"{LONG}; + a Swiss draw; lodged @ 2020-10-14; {STARTS}; - round two in the session of round one"
HALF = f"{SWISS}; round: 2; teams: 13; own rank: 3"
CLEAR = f"{HALF}; opponents' rank: 7"
NOTES = "the session starts @ 2020-10-14T19:30; + approved; + identical for both players; + open to the opponents"
AGREED = "opponents' rank: 8; + the opponents agreed; agreed @ 2020-10-14T19:29; the match starts @ 2020-10-14T19:30"
ALONE = "in another team of the competition"
NEITHER = "boards of the stage: 100; team size after"
NOT_YET = "already qualified for the national final"
TEN_O_CLOCK = "play starts @ 2020-10-14T10:00"
OUT_OF_REACH = "refused share out of reach: Use the player as a substitute."
TWICE = "refused in another team"
DECIDES, ASK = "The Tournament Committee decides.", "Ask the team before play starts."

JUDGED = [
    # rule                     what is stated                                                        in the way
    ("closing", "nominated @ 2020-10-14T23:59; nominations close @ 2020-10-14", ""),
    ("closing", "nominated @ 2020-10-15; nominations close @ 2020-10-14", f"refer late: {DECIDES}"),
    ("teams/closing", "nominated @ 2020-10-14; nominations close @ 2020-10-14", ""),
    ("teams/closing", "nominated @ 2020-10-15; nominations close @ 2020-10-14", f"refer late: {DECIDES}"),
    ("replacement", "- nominations closed", ""),
    ("replacement", "+ nominations closed; + permitted by the committee or its director", ""),
    ("replacement", "+ nominations closed", "refused closed, leave"),
    ("captain", "+ names a captain", ""),
    ("captain", "- names a captain", "refused captain missing"),
    ("yellow", f"{LONG}; - a Swiss draw; lodged @ 2020-10-07; {STARTS}", ""),
    ("yellow", f"{LONG}; - a Swiss draw; lodged @ 2020-10-08; {STARTS}", "refused lodged late"),
    ("yellow", CLEAR, ""),
    ("yellow", CLEAR.replace("= teams", "= butler"), ""),
    ("yellow", CLEAR.replace("= teams", "= matchpoint pairs"), "refused scoring form"),
    ("yellow", CLEAR.replace("match: 14", "match: 13"), "refused match too short"),
    ("yellow", CLEAR.replace("sheets: 2", "sheets: 3"), "refused too many sheets"),
    ("yellow", CLEAR.replace("round: 2", "round: 1"), "refused early round"),
    ("yellow", CLEAR.replace("- round two", "+ round two"), "refused early round"),
    ("yellow", CLEAR.replace("- round two", "+ round two").replace("round: 2", "round: 3"), ""),
    ("yellow", CLEAR.replace("lodged @ 2020-10-14", "lodged @ 2020-10-15"), "refused lodged late"),
    ("yellow", f"{HALF}; opponents' rank: 8", "refused lower half"),
    ("yellow", CLEAR.replace("own rank: 3", "own rank: 8"), "refused lower half"),
    ("yellow", f"{HALF}; {AGREED}; + the director was told", ""),
    ("yellow", f"{HALF}; {AGREED}", "refused lower half"),
    ("yellow", f"{HALF}; {AGREED}; + the director was told".replace("19:29", "19:30"), "refused lower half"),
    ("yellow", f"{HALF}; {AGREED}; + the director was told".replace("+ the opp", "- the opp"), "refused lower half"),
    ("defence-notes", f"lodged @ 2020-10-14T19:15; {NOTES}", ""),
    ("defence-notes", f"lodged @ 2020-10-14T19:16; {NOTES}", "refused lodged late"),
    ("defence-notes", f"lodged @ 2020-10-14T19:15; {NOTES}".replace("+ app", "- app"), "refused not approved"),
    ("defence-notes", f"lodged @ 2020-10-14T19:15; {NOTES}".replace("+ ide", "- ide"), "refused not identical"),
    ("defence-notes", f"lodged @ 2020-10-14T19:15; {NOTES}".replace("+ open", "- open"), "refused not open"),
    ("brown-sticker", "scoring = teams; boards a match: 10", ""),
    ("brown-sticker", "scoring = butler; boards a match: 10", ""),
    ("brown-sticker", "scoring = butler; boards a match: 9", "refused match too short"),
    ("brown-sticker", "scoring = matchpoint pairs; boards a match: 26", "refused scoring form"),
    ("one-yellow", "yellow systems: 1", ""),
    ("one-yellow", "yellow systems: 2", "refused second system"),
    ("one-yellow", "yellow systems: 2; + permitted by the Chief Tournament Director", ""),
    ("team/added-player", f"members: 5; - {ALONE}; boards left: 40; boards of the team: 100", ""),
    ("team/added-player", f"members: 6; - {ALONE}; boards left: 40; boards of the team: 100", "refused six already"),
    ("team/added-player", f"members: 5; + {ALONE}; boards left: 40; boards of the team: 100", TWICE),
    ("team/added-player", f"members: 5; - {ALONE}; boards left: 39; boards of the team: 100", OUT_OF_REACH),
    ("team/pair-change", "pairs change = at the end of a period of play", ""),
    ("team/pair-change", "pairs change = during a period of play", "refused during play"),
    ("state-teams/stage", "nights: 5; matches a night: 2", ""),
    ("state-teams/stage", "nights: 4; matches a night: 2", "refused nights"),
    ("state-teams/stage", "nights: 6; matches a night: 1", "refused matches a night"),
    ("state-teams/stage", "nights: 6; matches a night: 3", "refused matches a night"),
    ("state-teams/entry", "members: 3", "refused members"),
    ("state-teams/entry", "members: 4", ""),
    ("state-teams/entry", "members: 6", ""),
    ("state-teams/entry", "members: 7", "refused members"),
    ("state-teams/picked", "points in that stage: 1; matches played: 4; matches of the stage: 10", ""),
    ("state-teams/picked", "points in that stage: 0; matches played: 4; matches of the stage: 10", "refused no points"),
    ("state-teams/picked", "points in that stage: 1; matches played: 3; matches of the stage: 10", "refused matches"),
    ("state-teams/added", f"points in that stage: 0; boards played: 60; {NEITHER}: 6", ""),
    ("state-teams/added", f"points in that stage: 1; boards played: 60; {NEITHER}: 6", "refused scoring stage"),
    ("state-teams/added", f"points in that stage: 0; boards played: 59; {NEITHER}: 6", "refused boards"),
    ("state-teams/added", f"points in that stage: 0; boards played: 60; {NEITHER}: 7", "refused team size"),
    ("state-teams/finals", "finals qualifying points: 1", ""),
    ("state-teams/finals", "finals qualifying points: 0", "refused no points"),
    ("selection/team", "pairs: 3; different players: 6", ""),
    ("selection/team", "pairs: 2; different players: 6", "refused pairs"),
    ("selection/team", "pairs: 4; different players: 6", "refused pairs"),
    ("selection/team", "pairs: 3; different players: 5", "refused players"),
    ("selection/team", "pairs: 3; different players: 7", "refused players"),
    ("selection/member", "membership = affiliated club", ""),
    ("selection/member", "membership = ABF Youth Players' Club", ""),
    ("selection/member", "membership = another club", "refused membership"),
    ("selection/non-contending", "eligible nominations: 11", ""),
    ("selection/non-contending", "eligible nominations: 10", "refused number"),
    ("selection/non-contending", "eligible nominations: 13", "refused number"),
    ("selection/senior", "born @ 1960-11-07; the first day of qualifying @ 2020-11-07; least age: 60", ""),
    ("selection/senior", "born @ 1960-11-08; the first day of qualifying @ 2020-11-07; least age: 60", "refused age"),
    ("gnot/under-grand-master", "+ affiliated player; rank on the day = Life Master", ""),
    ("gnot/under-grand-master", "+ affiliated player; rank on the day = Grand Master", "refused rank"),
    ("gnot/under-grand-master", "- affiliated player; rank on the day = Club Master", "refused affiliated"),
    ("gnot/declaration", f"declared @ 2020-10-14T09:59; {TEN_O_CLOCK}", ""),
    ("gnot/declaration", f"declared @ 2020-10-14T10:00; {TEN_O_CLOCK}", f"refer declaration: {ASK}"),
    ("gnot/regional-declaration", f"declared @ 2020-10-14T09:59; {TEN_O_CLOCK}", ""),
    ("gnot/regional-declaration", f"declared @ 2020-10-14T10:00; {TEN_O_CLOCK}", f"refer declaration: {ASK}"),
    *(
        (f"gnot/{which}", told, refused)
        for which in ("winners-changed", "regional-winners-changed")
        for told, refused in [
            ("players replaced: 1; team size after: 6", ""),
            ("players replaced: 2; team size after: 6", "refused replacements"),
            ("players replaced: 2; team size after: 6; + approved by the SABF Committee", ""),
            ("players replaced: 1; team size after: 7", "refused team size"),
        ]
    ),
    ("gnot/qualifier", f"+ registered with the ABF; - {NOT_YET}", ""),
    ("gnot/qualifier", f"- registered with the ABF; - {NOT_YET}", "refused registered"),
    ("gnot/qualifier", f"+ registered with the ABF; + {NOT_YET}", "refused already qualified"),
]  # fmt: skip

CITES = {
    "closing": ["3#2 D6"],
    "teams/closing": ["13.1#1 D6"],
    "replacement": ["11.1#2"] * 2,
    "captain": ["13.13"],
    "yellow": ["4.2.2#1"] * 2 + ["4.2.2#2"] + ["4.2.2#3"] + ["4.2.2#3 D7"] * 8 + ["4.2.2#2"],
    "defence-notes": ["4.2.3#3 D9"] * 4,
    "brown-sticker": ["4.2.4#2 D10"] * 2,
    "one-yellow": ["4.5"] * 2,
    "team/added-player": ["13.3 D60 D61"] * 3,
    "team/pair-change": ["13.7"],
    "state-teams/stage": ["17.1#2"] * 2,
    "state-teams/entry": ["17.1#3"],
    "state-teams/picked": ["17.2#3 EV-06"] * 2,
    "state-teams/added": ["17.2#4 EV-07"] * 3,
    "state-teams/finals": ["17.2#5"],
    "selection/team": ["19.1#2"] * 2,
    "selection/member": ["19.1#4"],
    "selection/non-contending": ["19.4#1"],
    "selection/senior": ["19.11.6#1 EV-70"],
    "gnot/under-grand-master": ["20.1.2#1"] * 2,
    "gnot/winners-changed": ["20.1.2#3 EV-91"] * 2 + ["13.3"],
    "gnot/regional-winners-changed": ["20.1.4#5 EV-91"] * 2 + ["13.3"],
    "gnot/declaration": ["20.1.2#2"],
    "gnot/regional-declaration": ["20.1.4#4"],
    "gnot/qualifier": ["20.1.5 EV-94"] * 2,
}


@pytest.mark.clause("SABF20 4.2.2#1")
@pytest.mark.parametrize(("rule", "told", "refused"), JUDGED)
def test_one_just_passes_and_one_just_fails(rules: Eligibilities, rule: str, told: str, refused: str) -> None:
    verdict = rules.rules[f"sabf-2020/{rule}"].judge(facts(told))
    said = "" if verdict.allowed else f"{verdict.answer.value} {', '.join(verdict.names)}"
    assert ": ".join(filter(None, (said, *remedies(verdict)))) == refused


@pytest.mark.clause("SABF20 4.2.2#2")
@pytest.mark.parametrize("rule", sorted(CITES))
def test_each_condition_stands_in_its_clause(rules: Eligibilities, rule: str) -> None:
    found = rules.rules[f"sabf-2020/{rule}"]
    assert [cited(test.clause) for test in each_test(found.rule)] == CITES[rule]
    assert cited(found.clause) == CITES[rule][0]


@pytest.mark.clause("SABF20 3#2")
def test_no_condition_is_left_out(rules: Eligibilities) -> None:
    assert set(rules.rules) == {f"sabf-2020/{name}" for name in CITES} == {f"sabf-2020/{row[0]}" for row in JUDGED}


LEAST = [
    # rule                       part           of a team of  counted in   out of: the least         as cited
    ("pairs/placing",             "represented",  None, "sessions", {4: 3, 5: 4, 6: 5, 7: 6},       "11.6 D33 D39 D40"),
    ("pairs/placing",             "own",          None, "sessions", {4: 3, 5: 3, 6: 4, 8: 5},       "11.6 D33 D39 D40"),
    ("state-pairs/qualifying",    "represented",  None, "sessions", {3: 3},     "18.1.1#1 EV-19 EV-23"),
    ("state-pairs/qualifying",    "own",          None, "sessions", {3: 2},     "18.1.1#1 EV-19 EV-23"),
    ("state-pairs/final",         "represented",  None, "sessions", {3: 3},                         "18.1.2#2 EV-30"),
    ("state-pairs/final",         "own",          None, "sessions", {3: 2},                         "18.1.2#2 EV-30"),
    ("butler/placing",            "together",     None, "sessions", {9: 6, 10: 7, 11: 8, 13: 9},    "12(c)"),
    ("team/added-player",         "boards",       None, "boards",   {100: 40, 101: 41},             "13.3 D60 D61"),
    ("team/finals-leave",         "boards",       None, "boards",   {100: 40, 101: 41},             "13.5#1 D61 D63"),
    ("team/member",               "qualifying",   4,    "boards",   {100: 60, 101: 61},             "16.2#1 D63 D94"),
    ("team/member",               "qualifying",   5,    "boards",   {100: 50, 101: 51},             "16.2#1 D63 D94"),
    ("team/member",               "qualifying",   6,    "boards",   {100: 40, 101: 41},             "16.2#1 D63 D94"),
    ("team/member-with-finals",   "qualifying",   4,    "boards",   {100: 60, 101: 61},             "16.2#1 D94"),
    ("team/member-with-finals",   "qualifying",   5,    "boards",   {100: 50, 101: 51},             "16.2#1 D94"),
    ("team/member-with-finals",   "qualifying",   6,    "boards",   {100: 40, 101: 41},             "16.2#1 D94"),
    ("team/member-with-finals",   "overall",      4,    "boards",   {100: 60, 101: 61},             "16.2#2 D95"),
    ("team/member-with-finals",   "overall",      5,    "boards",   {100: 50, 101: 51},             "16.2#2 D95"),
    ("team/member-with-finals",   "overall",      6,    "boards",   {100: 40, 101: 41},             "16.2#2 D95"),
    ("team/member-with-finals",   "full session", 4,    "boards",   {28: 28, 30: 30},               "16.2#2 D95"),
    ("selection/points",          "together",     None, "matches",  {9: 6, 10: 7, 11: 8},           "19.2.1#1 EV-33"),
    ("selection/team-points",     "boards",       4,    "boards",   {100: 60, 101: 61},             "19.2.1#2 EV-34"),
    ("selection/team-points",     "boards",       5,    "boards",   {100: 50, 101: 51},             "19.2.1#2 EV-34"),
    ("selection/team-points",     "boards",       6,    "boards",   {100: 40, 101: 41},             "19.2.1#2 EV-34"),
    ("selection/final",           "together",     None, "matches",  {9: 6, 11: 8, 13: 9},           "19.2.2 EV-33"),
]  # fmt: skip


@pytest.mark.clause("SABF20 16.2#2")
@pytest.mark.clause("SABF20 19.2.1#2")
@pytest.mark.parametrize(("rule", "part", "team", "unit", "least", "cite"), LEAST)
def test_the_least_play_of_every_part(
    rules: Eligibilities, *, rule: str, part: str, team: int | None, unit: str, least: dict[int, int], cite: str
) -> None:
    for there, needed in least.items():
        [limb] = [each for each in rules.play[f"sabf-2020/{rule}"].for_team(team) if each.name == part]
        figure = limb.figure(there)
        assert (figure.value, figure.unit.many, cited(figure.clause)) == (needed, unit, cite)


@pytest.mark.clause("SABF20 13.5#1")
@pytest.mark.parametrize(
    ("rule", "answer", "remedy", "parts", "cite"),
    [
        ("pairs/placing", "refused", (), 2, "11.6 D33 D39 D40"),
        ("state-pairs/qualifying", "refused", (), 2, "18.1.1#1 EV-19 EV-23"),
        ("state-pairs/final", "refused", (), 2, "18.1.2#2 EV-30"),
        ("butler/placing", "refused", (), 1, "12(c)"),
        ("team/added-player", "refused", ("The matches count as played by a substitute.",), 1, "13.3 D60 D61"),
        ("team/finals-leave", "refer", ("The Tournament Committee must approve.",), 1, "13.5#1 D61 D63"),
        ("team/member", "refused", (), 1, "16.2#1 D63 D94"),
        ("team/member-with-finals", "refused", (), 3, "16.2#2 D95"),
        ("selection/points", "refused", (), 1, "19.2.1#1 EV-33"),
        ("selection/team-points", "refused", (), 1, "19.2.1#2 EV-34"),
        ("selection/final", "refused", (), 1, "19.2.2 EV-33"),
    ],
)
def test_who_played_too_little_is_refused_or_needs_leave(
    rules: Eligibilities, *, rule: str, answer: str, remedy: tuple[str, ...], parts: int, cite: str
) -> None:
    play = rules.play[f"sabf-2020/{rule}"]
    names = [limb.name for limb in play.for_team(5)]
    verdict = check_play(play, dict.fromkeys(names, 100), dict.fromkeys(names, 1), 5)
    assert (verdict.answer.value, remedies(verdict), len(names)) == (answer, remedy, parts)
    assert cited(play.clause) == cite


ABSENCES = {
    # sessions        9  10  11  12  13   the most absences; none where only the two thirds of 12(c) say
    "weeknight": (None,  4,  4,  4,  4),
    "weekend":   (2,  None,  2, None, 2),
}  # fmt: skip


@pytest.mark.clause("SABF20 12.5#1")
@pytest.mark.parametrize("kind", sorted(ABSENCES))
def test_the_most_absences_by_the_list_and_else_by_the_two_thirds(rules: Eligibilities, kind: str) -> None:
    rule = rules.absences["sabf-2020/butler"]
    assert tuple(rule.most(kind, length) for length in (9, 10, 11, 12, 13)) == ABSENCES[kind]
    assert [rule.most(kind, length) for length in (8, 14)] == [None, None]
    for length, most in zip((9, 10, 11, 12, 13), ABSENCES[kind], strict=True):
        allowed = length // 3 if most is None else most
        fits = [check_absences(rule, kind, length, away, represented=True).verdict for away in (allowed, allowed + 1)]
        assert [verdict.allowed for verdict in fits] == [True, False]
        cite = "12(c)" if most is None else "12.5#1 D50 D51 D52"
        assert cited(fits[1].against[0].clause) == cite
    away = check_absences(rule, kind, 11, 0, represented=False).verdict
    assert [(reason.name, cited(reason.clause)) for reason in away.against] == [("represented", "12(c)")]


BARS = [
    # bar                           from what                        who may              excused by
    ("butler/not-attending", ("rest of this competition", "next competition"), "the Tournament Committee",
     "represented, or a substitute sent", "12.4 D83"),
    ("teams/not-attending", ("rest of this competition", "next competition"), "the Tournament Committee",
     "represented, or a substitute sent", "13.17 D83"),
    ("finals/foreseen-substitutes", ("this final",), "", "not known before the event", "16.5#2"),
    ("selection/became-ineligible", ("State Team selection",), "the Management Committee",
     "excuse accepted by the Management Committee", "19.3"),
    ("selection/withdrew", ("State Team selection",), "", "reason accepted by the Management Committee", "19.5 EV-40"),
]  # fmt: skip
YEAR = (date(2022, 1, 1), date(2022, 12, 31))
SPANS = {
    "butler/not-attending": None, "teams/not-attending": None, "finals/foreseen-substitutes": YEAR,
    "selection/became-ineligible": YEAR, "selection/withdrew": (date(2021, 5, 14), date(2022, 5, 13)),
}  # fmt: skip


@pytest.mark.clause("SABF20 13.17")
@pytest.mark.parametrize(("name", "of", "by", "excused", "cite"), BARS)
def test_who_is_kept_out_of_what_how_long_and_by_whom(
    rules: Eligibilities, *, name: str, of: tuple[str, ...], by: str, excused: str, cite: str
) -> None:
    rule = rules.bars[f"sabf-2020/{name}"]
    found = bar(rule, date(2021, 5, 14))
    assert found
    assert (found.of, rule.excused, cited(found.clause)) == (of, excused, cite)
    span = SPANS[name]
    assert (found.first, found.last) == (span or (None, None))
    first, last = span or (date(2021, 5, 14), date(2021, 5, 14))
    for event in of:
        for on in (first, last):
            verdict = free_of_bars([found], event, on)
            assert (verdict.answer.value, remedies(verdict)) == (
                ("refer", (f"Refer to {by}.",)) if by else ("refused", ())
            )
        outside = [first - timedelta(days=1), last + timedelta(days=1)] if span else []
        assert all(free_of_bars([found], event, on).allowed for on in outside)
    assert len(BARS) == len(rules.bars)


@pytest.mark.clause("SABF20 16.5#1")
def test_the_finals_have_one_substitution_of_one_player_for_a_session_or_a_pair_for_half(rules: Eligibilities) -> None:
    for event in ("state-teams", "daytime-teams", "round-robin-teams"):
        rule = rules.substitutes_at[f"sabf-2020/{event}/Finals"]
        assert (cited(rule.clause), rule.beyond) == (
            "16.5#1 D99", ("further substitute", "further substitute, foreseen"),
        )  # fmt: skip
        one = Substitution("a", "a session")
        pair = Substitution("a and b", "half a session", players=2, sessions=read_exact("0.5"))
        assert check_substitutions(rule, [one]).allowed
        assert check_substitutions(rule, [pair]).allowed
        assert not check_substitutions(rule, [one, one]).allowed
        assert not check_substitutions(rule, [Substitution("a and b", "a session", players=2)]).allowed
    assert len(rules.substitutes_at) == 3


@pytest.mark.clause("SABF20 17.2#3")
@pytest.mark.clause("SABF20 17.2#4")
def test_more_than_half_in_common_is_the_same_team_and_one_player_is_added(rules: Eligibilities) -> None:
    rule = rules.common_members
    assert rule
    later = {4: "abcd", 5: "abcde", 6: "abcdef"}
    least = {size: next(n for n in range(7) if same_team(rule, team[:n], team)) for size, team in later.items()}
    assert least == {4: 3, 5: 3, 6: 4}
    twice = claims(rule, {"old": "abcdef"}, {"one": "abx", "two": "cdy"})["old"]
    assert remedies(twice) == ("Refer the claims to the Tournament Committee, and credit none of the teams.",)
    assert cited(rule.clause) == "17.2#3 EV-04 EV-05 EV-18"
    finals = rules.finals_teams["sabf-2020/state-teams"]
    stage = "boards of the stage: 100; matches of the stage: 10"
    others = [
        facts(f"points in that stage: 2; matches played: 4; {stage}", "picked"),
        facts(f"points in that stage: 0; boards played: 60; {stage}", "added"),
        facts(f"points in that stage: 0; boards played: 60; {stage}", "one too many"),
    ]
    assert finals_team(finals, "abcd", others).members == ("a", "b", "c", "d", "picked", "added")


@pytest.mark.clause("SABF20 4.2.3#5")
def test_which_systems_go_anywhere_who_classifies_and_what_a_yellow_pair_keeps(rules: Eligibilities) -> None:
    assert rules.systems
    assert rules.classifying
    assert rules.defence
    assert (rules.systems.anywhere, cited(rules.systems.clause)) == (("green", "blue", "red"), "4.2.1")
    assert rules.systems.register_open
    assert cited(rules.systems.register_open) == "4.2.2#2"
    assert {colour: cited(rule.clause) for colour, rule in rules.systems.limited.items()} == {
        "yellow": "4.2.2#1", "brown sticker": "4.2.4#2 D10",
    }  # fmt: skip
    assert all(may_play(rules.systems, colour, Facts()).allowed for colour in ("green", "blue", "red"))
    at_once = in_force(rules.classifying, "red")
    at_last = in_force(rules.classifying, "red", "yellow")
    assert (at_once.by, at_last.by) == ("the Chief Tournament Director", "the Tournament Committee")
    assert cited(at_last.clause) == "4.1#2"
    kept = [part for part in ("opening calls", "highly artificial parts", "responses")
            if not may_change(rules.defence, "yellow", part).allowed]  # fmt: skip
    assert kept == ["opening calls", "highly artificial parts"]
    assert may_change(rules.defence, "green", "opening calls").allowed
    assert cited(rules.defence.clause) == "4.2.3#5"


@pytest.mark.clause("SABF20 4.6#1")
@pytest.mark.parametrize(
    ("rank", "barred"),
    [("Club Master", True), ("Local Master", True), ("State Master", True), ("National Master", False),
     ("Life Master", False), ("Grand Master", False)],
)  # fmt: skip
def test_psychic_calls_are_barred_below_national_master(rules: Eligibilities, rank: str, *, barred: bool) -> None:
    assert rules.psychic
    found = psychic_barred(rules.psychic, [rank, "Grand Master"], intentional=True)
    assert (found.applies, cited(found.clause)) == (barred, "4.6#1 D12")
    under = rules.rules["sabf-2020/gnot/under-grand-master"]
    assert under.judge(facts(f"+ affiliated player; rank on the day = {rank}")).allowed is (rank != "Grand Master")


@pytest.mark.clause("SABF20 19.5")
@pytest.mark.clause("SABF20 19.6")
def test_a_place_given_up_by_the_30th_of_june_goes_to_the_next_pair(rules: Eligibilities) -> None:
    rule = rules.replacement
    assert rule
    order, team = ["p1", "p2", "p3", "p4", "p5"], ["p1", "p2", "p3"]
    in_time = fill_place(rule, order, team, "p2", (6, 30), unavailable=["p4"])
    assert (in_time.team, in_time.method, cited(in_time.clause)) == (
        ("p1", "p3", "p5"), "next available pair", "19.5 EV-38 EV-39",
    )  # fmt: skip
    late = fill_place(rule, order, team, "p2", (7, 1))
    assert (late.team, late.method, cited(late.clause)) == (None, "committee decision", "19.6 EV-38")
    assert late.options == ("next available pair", "one player, preferably from the fourth placed pair")


@pytest.mark.clause("SABF20 20.1.1")
@pytest.mark.clause("SABF20 20.1.4#6")
@pytest.mark.parametrize(
    ("name", "taken", "cite"),
    [
        ("gnot/club", ("B", "C"), "20.1.1 EV-89"),
        ("gnot/under-grand-master", ("C",), "20.1.2#4 EV-90"),
        ("gnot/regional-final", ("C",), "20.1.4#6 EV-90"),
    ],
)
def test_how_many_places_are_offered_and_whether_only_to_contending_teams(
    rules: Eligibilities, name: str, taken: tuple[str, ...], cite: str
) -> None:
    contending = {"A": True, "B": False, "C": True, "D": True}
    offer = offer_places(rules.offers[f"sabf-2020/{name}"], "ABCD", unavailable="A", contending=contending)
    assert (offer.taken, cited(offer.clause), len(rules.offers)) == (taken, cite, 3)


@pytest.mark.clause("SABF20 20.1.4#3")
@pytest.mark.parametrize(
    ("teams", "places"), [(None, 1), (1, 2), (4, 2), (5, 2), (6, 3), (7, 3), (8, 4), (10, 4), (11, 5), (20, 8)]
)
def test_the_places_of_a_club_in_the_regional_final(rules: Eligibilities, teams: int | None, places: int) -> None:
    rule = rules.club_places
    assert rule
    figure = club_places(rule, teams)
    assert (figure.value, cited(figure.clause)) == (places, "20.1.4#3 EV-92 EV-93")
    assert [even_field(rule, field).value for field in (13, 14)] == [14, 14]
    assert rule.extra == 1  # the convenor may add one team


@pytest.mark.clause("SABF20 20.1.4#2")
@pytest.mark.clause("SABF20 13.1#2")
@pytest.mark.clause("SABF20 19.11.3")
def test_one_club_for_all_its_members_the_last_to_nominate_and_no_new_partner(rules: Eligibilities) -> None:
    club = rules.common["sabf-2020/gnot/regional-final"]
    assert common_to(club, [["Stirling", "Bridge at Beaumont"], ["Stirling"]], "Stirling").allowed
    other = common_to(club, [["Stirling"], ["Beaumont"]], "Stirling")
    assert (other.names, cited(other.clauses[0])) == (("common club",), "20.1.4#2")
    assert not common_to(club, [["Stirling"], ["Stirling"]]).allowed
    assert rules.rejection
    turned = reject(rules.rejection, "ABCD", 2)
    assert (turned.rejected, cited(turned.clause)) == (("D", "C"), "13.1#2")
    assert rules.reentry
    back = check_reentry(rules.reentry, ["a", "b"], ["a", "c"], after_closing=True)
    assert (back.allowed, cited(back.clauses[0])) == (False, "19.11.3 EV-67")


@pytest.mark.clause("SABF20 20.2#1b")
def test_the_daytime_teams_play_a_round_robin_with_ten_teams_or_fewer_and_else_a_swiss(rules: Eligibilities) -> None:
    rule = rules.fields["sabf-2020/daytime-teams"]
    told = [
        (each.most, each.name, each.round_robin, each.first_day, each.later_days, each.boards, each.finals)
        for each in rule.formats
    ]
    assert told == [(10, "round robin", True, 3, 2, None, "top four"), (None, "swiss", False, 2, 2, 14, "")]
    assert (rule.even, cited(rule.clause)) == (True, "20.2#1b EV-95 EV-97")
