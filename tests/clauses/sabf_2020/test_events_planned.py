"""The events of SABF20 as planned: entries, matches, boards, sessions, and by which rules each stage goes.

Where the document leaves a number to supplementary regulations (13.2#2) or names none, as with most entries, the table
has what is planned here; where it does name one, the clause stands beside it.
"""

from collections.abc import Callable, Mapping

import pytest

from clauses.sabf_2020.told import cited
from overtrick.core.conduct.participation import PlayRule
from overtrick.core.event.plan.rules import AbsencesPlacing, SharePlacing
from overtrick.core.event.plan.session_ways import SessionPlay
from overtrick.core.event.plan.stages import Entrants, Event, Stage
from overtrick.core.event.plan.ways import FinalsPlay, RobinPlay, SwissPlay, TallyPlay
from overtrick.core.scoring.boards import ButlerRule
from overtrick.regulations.plan.event_book import event_files, plan_for

AS_READ: Mapping[str, str] = {}


def plan(event: str, entries: int, choices: str = "", readings: Mapping[str, str] = AS_READ) -> Event:
    return plan_for(f"sabf-2020/{event}")(Entrants(entries), frozenset(filter(None, choices.split("; "))), readings)


ENTRIES = {
    # event                       who      from  to   usual  of a team
    "daytime-teams":              ("teams", 4,   40,  10, (4, 6)),
    "gnot-monday":                ("teams", 12,  60,  16, (4, 6)),
    "gnot-regional-final":        ("teams", 6,   60,  14, (4, 6)),
    "gnot-thursday":              ("teams", 12,  60,  20, (4, 6)),
    "gnot-under-grand-master":    ("teams", 6,   60,  16, (4, 6)),
    "open-butler-trials":         ("pairs", 6,   14,  14, None),  # fourteen pairs: 19.13#1
    "open-trials-consolation":    ("pairs", 20,  120, 30, None),
    "open-trials-qualifying":     ("pairs", 20,  120, 30, None),
    "round-robin-teams":          ("teams", 6,   16,  10, (4, 6)),
    "seniors-butler-trials":      ("pairs", 6,   12,  12, None),  # a field of 12 pairs: 19.11.1#1
    "seniors-pairs-championship": ("pairs", 6,   80,  24, None),
    "seniors-trials-qualifying":  ("pairs", 4,   30,  8,  None),
    "state-masters-pairs":        ("pairs", 6,   80,  24, None),
    "state-open-pairs":           ("pairs", 14,  80,  34, None),
    "state-pairs-plate":          ("pairs", 6,   80,  20, None),
    "state-teams":                ("teams", 12,  60,  16, (4, 6)),  # 4, 5 or 6 members: 17.1#3
    "swiss-pairs-championship":   ("pairs", 20,  120, 30, None),
    "swiss-teams":                ("teams", 6,   60,  14, (4, 6)),  # no more than six players: 13.3
    "womens-butler-trials":       ("pairs", 6,   12,  12, None),  # a field of 12 pairs: 19.11.1#1
    "womens-trials-qualifying":   ("pairs", 4,   30,  8,  None),
    "youth-trials":               ("pairs", 4,   16,  6,  None),
}  # fmt: skip


@pytest.mark.clause("SABF20 13.3", "SABF20 17.1#3", "SABF20 19.13#1", "SABF20 19.11.1#1")
@pytest.mark.parametrize("name", sorted(ENTRIES))
def test_how_many_may_enter_and_how_large_a_team_may_be(name: str) -> None:
    who, least, most, usual, members = ENTRIES[name]
    words = event_files()[f"sabf-2020/{name}"].event
    assert (str(words.contest), words.entries.least, words.entries.most, words.usual) == (who, least, most, usual)
    assert (words.members and (words.members.size.least, words.members.size.most)) == members
    butler_trial = name.endswith("butler-trials")
    assert (words.visitors or "") == ("sabf-2020/selection/non-contending" if butler_trial else "")
    assert (words.by_stage.number if words.by_stage else "") == ("17.1#3" if name == "state-teams" else "")
    assert (words.even.number if words.even else "") == ("20.2#1b" if name == "daytime-teams" else "")
    assert {each.removeprefix("sabf-2020/") for each in event_files() if each.startswith("sabf")} == set(ENTRIES)


ADDED, LEAVE, MEMBER, THROUGHOUT = "13.3 D60 D61", "13.5#1 D61 D63", "16.2#1 D63 D94", "16.2#2 D95"


@pytest.mark.clause("SABF20 13.3", "SABF20 13.5#1", "SABF20 16.2#1", "SABF20 16.2#2")
@pytest.mark.parametrize("name", sorted(name for name, row in ENTRIES.items() if row[0] == "teams"))
def test_what_a_member_of_a_team_must_play(name: str) -> None:
    members = plan(name, ENTRIES[name][3]).members
    assert members
    rules = (members.added, members.finals, members.qualifying, members.throughout)
    finals = name in {"daytime-teams", "round-robin-teams", "state-teams"}
    cites = [cited(rule.clause) for rule in rules if isinstance(rule, PlayRule)]
    assert cites == ([ADDED, LEAVE, MEMBER, THROUGHOUT] if finals else [ADDED])
    assert (members.finals_team is not None) is (name == "state-teams")


EACH = "one a session"
LENGTHS = [
    # event                    entries  choices                   stage             matches  boards  a session
    ("swiss-teams",                14, "",                       "Swiss",             5, 14, (5,)),
    ("gnot-thursday",              20, "",                       "Swiss",            10, 14, (2,) * 5),  # 20.1.1
    ("gnot-monday",                16, "",                       "Swiss",            10, 14, (2,) * 5),
    ("gnot-under-grand-master",    16, "",                       "Swiss",             5, 11, (5,)),  # one day: 20.1.2#1
    ("gnot-regional-final",        14, "",                       "Swiss",             5, 11, (5,)),
    ("state-teams",                16, "",                       "Stage One",        10, 14, (2,) * 5),  # 17.1#2
    ("state-teams",                16, "",                       "Stage Two",        10, 14, (2,) * 5),
    ("state-teams",                16, "",                       "Finals",            5, 28, (1,) * 5),
    ("round-robin-teams",          10, "",                       "Minor round",       9, 14, EACH),
    ("round-robin-teams",          10, "",                       "Finals",            5, 28, (1,) * 5),
    ("daytime-teams",               4, "",                       "Minor round",       3, 14, (3,)),  # 20.2#1b
    ("daytime-teams",               6, "",                       "Minor round",       5, 14, (3, 2)),
    ("daytime-teams",               8, "",                       "Minor round",       7, 14, (3, 2, 2)),
    ("daytime-teams",              10, "",                       "Minor round",       9, 14, (3, 2, 2, 2)),
    ("daytime-teams",              10, "",                       "Finals",            4, 28, (1,) * 4),  # 20.2#3
    ("daytime-teams",              12, "",                       "Minor round",      10, 14, (2,) * 5),
    ("daytime-teams",              40, "",                       "Minor round",      10, 14, (2,) * 5),
    ("open-butler-trials",         14, "10-board matches",       "Final",            13, 10, EACH),
    ("open-butler-trials",         14, "12-board matches",       "Final",            13, 12, EACH),
    ("open-butler-trials",         14, "14-board matches",       "Final",            13, 14, EACH),
    ("open-butler-trials",         14, "",                       "Final",            13, 12, EACH),
    ("womens-butler-trials",       12, "",                       "Final",            11, 12, EACH),  # 19.11.1#4
    ("womens-butler-trials",       11, "",                       "Final",            10, 12, EACH),
    ("womens-butler-trials",       10, "",                       "Final",             9, 14, EACH),
    ("womens-butler-trials",        6, "",                       "Final",             5, 14, EACH),
    ("seniors-butler-trials",      12, "",                       "Final",            11, 12, EACH),
    ("seniors-butler-trials",      11, "",                       "Final",            10, 12, EACH),
    ("seniors-butler-trials",      10, "",                       "Final",             9, 14, EACH),
    ("seniors-butler-trials",       6, "",                       "Final",             5, 14, EACH),
    *((name, 8, choice, stage, 7, boards, EACH)
      for name, stage in [("womens-trials-qualifying", "Qualifying"), ("seniors-trials-qualifying", "Qualifying"),
                          ("youth-trials", "Round robin")]
      for choice, boards in [("", 8), ("7-board matches", 7), ("8-board matches", 8), ("9-board matches", 9),
                             ("10-board matches", 10)]),
    ("youth-trials",                8, "8-board matches; double round robin", "Round robin", 14, 8, EACH),  # 19.12#2
    *((name, 30, choice, "Swiss", matches, boards, EACH)
      for name in ("open-trials-qualifying", "open-trials-consolation", "swiss-pairs-championship")
      for choice, matches, boards in [("", 9, 10), ("8 matches of 10 boards", 8, 10), ("9 matches of 10 boards", 9, 10),
                                      ("10 matches of 8 boards", 10, 8), ("9 matches of 14 boards", 9, 14)]),
]  # fmt: skip


@pytest.mark.clause("SABF20 13.2#2", "SABF20 17.1#2", "SABF20 19.11.1#4", "SABF20 20.2#1b", "SABF20 20.1.1")
@pytest.mark.parametrize(("name", "entries", "choices", "of", "matches", "boards", "sessions"), LENGTHS)
def test_the_matches_of_a_stage_and_their_boards(
    *, name: str, entries: int, choices: str, of: str, matches: int, boards: int, sessions: tuple[int, ...] | str
) -> None:
    stage = plan(name, entries, choices).stage(of)
    assert stage
    assert (stage.rounds, stage.boards) == (matches if not _byes(stage, entries) else matches + 1, boards)
    assert stage.sessions == ((1,) * stage.rounds if sessions == EACH else sessions)
    shorter = name == "daytime-teams" and of == "Minor round" and entries <= 10
    assert set(stage.lengths) <= ({9, 14} if shorter else {boards})
    assert not shorter or stage.lengths[0] == 9


def _byes(stage: Stage, entries: int) -> bool:
    """Whether a round robin has a round more than a pair has matches."""
    return isinstance(stage.play, RobinPlay) and entries % 2 == 1


COUNTS = {"2 sessions": 2, "3 sessions": 3, "4 sessions": 4, "5 sessions": 5, "6 sessions": 6, "8 sessions": 8}
SESSIONS = [
    ("state-open-pairs", "", "Qualifying", 3),  # 18.1.1#1
    ("state-open-pairs", "", "Final", 3),  # 18.1.2#1
    ("state-pairs-plate", "", "Sessions", 3),
    ("state-masters-pairs", "", "Sessions", 4),
    ("seniors-pairs-championship", "", "Sessions", 3),
    *((name, choice, "Sessions", count) for name in ("state-masters-pairs", "seniors-pairs-championship")
      for choice, count in COUNTS.items()),
]  # fmt: skip
LADDERS = ["slow play, pairs", "mis-scoring", "no score entered", "fouled board"]


@pytest.mark.clause("SABF20 18.1.1#1", "SABF20 18.1.2#1", "SABF20 18.1.3", "SABF20 3#1", "SABF20 11.11")
@pytest.mark.parametrize(("name", "choice", "of", "sessions"), SESSIONS)
def test_the_sessions_of_matchpoint_pairs_and_their_movements(name: str, choice: str, of: str, sessions: int) -> None:
    event = plan(name, 34, choice)
    stage = event.stage(of)
    assert stage
    assert len(stage.sessions) == sessions
    play = stage.play
    assert isinstance(play, SessionPlay)
    assert (play.boards.least, play.boards.most) == (26, 26)
    told = [(str(each.tables), str(each.family), str(each.rounds or "all")) for each in play.movements]
    howell, mitchell = ("2 to 7", "Howell", "8 to 13"), ("8 or more", "arrow-switched Mitchell", "8 to 13")
    assert told == ([("2 or more", "Howell", "all")] if of == "Final" else [howell, mitchell])
    assert (stage.scoring.id, stage.standings.unit.many) == ("sabf-2020/matchpoint-pairs", "%")
    assert stage.season
    gate = "18.1.1#2" if name == "state-open-pairs" else "18.1.3" if name == "state-pairs-plate" else "11.3#2"
    assert stage.season.clause.number == gate
    assert stage.season.eligibility.clause.number == {"Qualifying": "18.1.1#1", "Final": "18.1.2#2"}.get(of, "11.6")
    tariffs = stage.rules.tariffs
    assert tariffs.stage
    assert (tariffs.stage.name, list(tariffs.ladders)) == ("matchpoint pairs", LADDERS)
    assert [clock.name for clock in stage.rules.times.clocks] == ["admission", "correction"]
    assert [each.unit.many for each in event.honours.awards] == ([] if name == "state-open-pairs" else ["masterpoints"])


@pytest.mark.clause("SABF20 18.1.2#1", "SABF20 18.1.1#2")
def test_the_state_pairs_final_is_filled_by_attendance_and_carries_the_average() -> None:
    final = plan("state-open-pairs", 34).stage("Final")
    assert final
    assert final.source
    assert [(seats.at_least, seats.places) for seats in final.source.seats] == [(30, 14), (0, 10)]
    assert (final.source.stage, final.source.contending) == ("Qualifying", True)
    assert final.carry
    assert final.qualify
    assert (final.carry.clause.number, final.qualify.clause.number) == ("18.1.1#2", "18.1.2#1")


UNPLAYED = ["13.9#5", "13.18"]
NONE: list[str] = []
TEAMS = ("teams", "sabf-2020/teams", "13.9#3", UNPLAYED, "13.4#5", "")
FINALS = ("teams finals", "sabf-2020/teams-finals", "", NONE, "", "")
TEAM_CLOCKS = ["correction of a teams result", "notice of a substitute, teams"]
PAIR_CLOCKS = ["notice of a substitute, pairs", "correction"]
ROBIN = ("trials", "sabf-2020/butler-round-robin", "13.9#3", UNPLAYED, "13.4#5", "15.1")
TRIAL = ("trials", "sabf-2020/butler-swiss", "13.9#3", UNPLAYED, "13.4#5", "15.1")
BUTLER = ("teams", "sabf-2020/butler-swiss", "13.9#3", UNPLAYED, "13.4#5", "15.1")
LOT, JOINT, TRIALS = ("13.10#1", "lot"), ("13.10#1", "tied"), ("19.11.4", "lot")
STAGES = {
    # event, stage: penalties, scoring, forfeit, not played, substitutes, bye; ranking; least play for a place
    ("swiss-teams", "Swiss"):                        (TEAMS, JOINT, ""),
    ("gnot-thursday", "Swiss"):                      (TEAMS, LOT, ""),
    ("gnot-monday", "Swiss"):                        (TEAMS, LOT, ""),
    ("gnot-under-grand-master", "Swiss"):            (TEAMS, LOT, ""),
    ("gnot-regional-final", "Swiss"):                (TEAMS, LOT, ""),
    ("state-teams", "Stage One"):                    (TEAMS, LOT, ""),
    ("state-teams", "Stage Two"):                    (TEAMS, LOT, ""),
    ("state-teams", "Finals"):                       (FINALS, ("17.3", "tied"), ""),
    ("round-robin-teams", "Minor round"):            ((*TEAMS[:5], "15.1"), LOT, ""),
    ("round-robin-teams", "Finals"):                 (FINALS, ("17.3", "tied"), ""),
    ("daytime-teams", "Minor round"):                (TEAMS, LOT, ""),
    ("daytime-teams", "Finals"):                     (FINALS, ("17.3", "tied"), ""),
    ("open-butler-trials", "Final"):                 (ROBIN, TRIALS, "19.2.2"),
    ("womens-butler-trials", "Final"):               (ROBIN, TRIALS, "19.2.2"),
    ("seniors-butler-trials", "Final"):              (ROBIN, TRIALS, "19.2.2"),
    ("womens-trials-qualifying", "Qualifying"):      (ROBIN, TRIALS, "19.2.2"),
    ("seniors-trials-qualifying", "Qualifying"):     (ROBIN, TRIALS, "19.2.2"),
    ("youth-trials", "Round robin"):                 (ROBIN, TRIALS, "19.2.2"),
    ("open-trials-qualifying", "Swiss"):             (TRIAL, JOINT, "19.2.1#1"),
    ("open-trials-consolation", "Swiss"):            (TRIAL, JOINT, "19.2.1#1"),
    ("swiss-pairs-championship", "Swiss"):           (BUTLER, JOINT, "weeknight"),
}  # fmt: skip


def _placing(stage: Stage) -> str:
    match stage.placing:
        case AbsencesPlacing(kind=kind):
            return kind
        case SharePlacing(rule=rule):
            return rule.clause.number
        case _:
            return ""


@pytest.mark.clause("SABF20 13.9#2", "SABF20 13.9#3", "SABF20 12(b)", "SABF20 19.7#1")
@pytest.mark.parametrize(("name", "of"), sorted(STAGES))
def test_by_which_rules_each_stage_is_scored_ranked_and_conducted(name: str, of: str) -> None:
    (penalties, scoring, forfeit, unplayed, substitutes, bye), ranking, least = STAGES[name, of]
    stage = plan(name, ENTRIES[name][3]).stage(of)
    assert stage
    tariffs, times = stage.rules.tariffs, stage.rules.times
    assert tariffs.stage
    assert (tariffs.stage.name, stage.scoring.id) == (penalties, scoring)
    assert (stage.forfeit.clause.number if stage.forfeit else "") == forfeit
    assert not stage.forfeit or str(stage.forfeit.floor_says) == "a win by 12 IMPs"
    assert [each.clause.number for each in stage.unplayed] == unplayed
    assert not unplayed or stage.unplayed[0].complement.value == "the other side's score"
    assert (stage.stand_ins.guide.clause.number if stage.stand_ins else "") == substitutes
    assert (stage.bye.clause.number if stage.bye else "") == bye
    assert (stage.standings.prize.clause.number, stage.standings.prize.ends.value) == ranking
    swiss = isinstance(stage.play, SwissPlay)
    teams = stage.scoring.id == "sabf-2020/teams"
    assert (stage.standings.draw is not None) is (swiss or teams)
    assert _placing(stage) == least
    assert times.allowance
    assert times.allowance.name == penalties
    finals = isinstance(stage.play, FinalsPlay)
    assert [clock.name for clock in times.clocks] == ([] if finals else TEAM_CLOCKS if teams else PAIR_CLOCKS)
    late = ["both teams very late", "further substitute", "further substitute, foreseen"]
    assert list(tariffs.ladders) == (late if finals else [])
    moves = "State Teams finals" if name == "state-teams" else "finals"
    assert (times.moves.name if times.moves else "") == (moves if finals else "")
    assert (times.finals_dates is not None) is (finals and name == "state-teams")
    assert (stage.home.number if stage.home else "") == ("13.6#1" if teams or finals else "")
    trial = name.endswith("butler-trials")
    assert (stage.significant is not None, stage.opposed is not None) == (trial, trial)
    assert not stage.opposed or (stage.opposed.placing, stage.opposed.averages) == (10, True)
    assert (stage.pool.tables.most if stage.pool else None) == (3 if name == "youth-trials" else None)
    assert stage.rules.players.systems


QUARTERS = ("quarters", "never", "as low as possible")


@pytest.mark.clause("SABF20 14.1#1", "SABF20 14.1#2", "SABF20 14.1#3", "SABF20 14.1#4")
@pytest.mark.parametrize(("name", "of"), sorted(STAGES))
def test_how_each_stage_is_drawn(name: str, of: str) -> None:
    stage = plan(name, ENTRIES[name][3]).stage(of)
    assert stage
    match stage.play:
        case SwissPlay(rule=rule):
            assert (rule.first.value, rule.rematch.value, rule.placed.value) == QUARTERS
            teams = ENTRIES[name][0] == "teams"
            assert rule.odd.value == ("share" if teams else "bye")
            share = rule.share
            assert (share and (share.choice.value, share.below_top_half, share.rounds)) == (
                ("closest scores", True, 1) if teams else None
            )
        case RobinPlay(printed=printed, times=times, by_lot=by_lot):
            sizes = {"open-butler-trials": [(11, 12), (13, 14)], "womens-butler-trials": [(11, 12)],
                     "seniors-butler-trials": [(11, 12)]}.get(name, [])  # fmt: skip
            assert ([each.sizes for each in printed], times) == (sizes, 1)
            switched = [robin.half_way for each in printed for robin in each.robins]
            assert switched == [(1,) if 14 in each else () for each in sizes]
            assert (by_lot.number if by_lot else "") == ("15.1" if ENTRIES[name][0] == "teams" else "")
        case FinalsPlay(brackets=brackets):
            four = name == "daytime-teams"
            assert [each.name for each in brackets] == (["final four"] if four else ["final five", "final four"])
            assert stage.source
            before = {"state-teams": "Ranking for the finals"}.get(name, "Minor round")
            assert (stage.source.stage, stage.source.each, stage.source.contending) == (before, 4 if four else 5, False)
            assert stage.qualify
            cite = {"state-teams": "17.2#6", "daytime-teams": "20.2#2", "round-robin-teams": "13.2#3"}[name]
            assert stage.qualify.clause.number == cite
        case _:
            pytest.fail("no such play given")


@pytest.mark.clause("SABF20 14.1#2")
@pytest.mark.parametrize(
    "name", ["swiss-teams", "gnot-thursday", "gnot-monday", "gnot-under-grand-master", "gnot-regional-final"]
)
def test_the_committee_may_have_the_upper_half_meet_the_lower_first(name: str) -> None:
    play = plan(name, 20, "halves").stages[0].play
    assert isinstance(play, SwissPlay)
    rule = play.rule
    assert (rule.first.value, rule.rematch.value, rule.placed.value) == ("halves", *QUARTERS[1:])
    assert rule.share
    assert (rule.odd.value, rule.share.choice.value, rule.share.below_top_half) == ("share", "closest scores", True)
    [choice] = event_files()[f"sabf-2020/{name}"].choice
    assert (choice.by, choice.settles) == ("the Tournament Committee", "")


@pytest.mark.clause("SABF20 20.2#1b", "SABF20 14.1#3", "SABF20 14.1#4")
def test_more_than_ten_daytime_teams_play_a_swiss_without_finals() -> None:
    event = plan("daytime-teams", 12)
    assert [stage.name for stage in event.stages] == ["Minor round"]
    [stage] = event.stages
    assert isinstance(stage.play, SwissPlay)
    rule = stage.play.rule
    assert (rule.first.value, rule.rematch.value, rule.placed.value, rule.odd.value) == (*QUARTERS, "share")
    assert rule.share
    assert (rule.share.choice.value, rule.share.below_top_half) == ("closest scores", True)
    assert [stage.name for stage in plan("daytime-teams", 10).stages] == ["Minor round", "Finals"]


@pytest.mark.clause("SABF20 17.2#1", "SABF20 17.2#2")
def test_the_state_teams_are_ranked_for_the_finals_by_the_points_of_both_stages() -> None:
    event = plan("state-teams", 16)
    names = ["Stage One", "Stage Two", "Ranking for the finals", "Finals"]
    assert [stage.name for stage in event.stages] == names
    tally = event.stages[2]
    assert isinstance(tally.play, TallyPlay)
    assert (tally.play.stages, tally.play.points.amounts) == (("Stage One", "Stage Two"), (6, 4, 3, 2, 1))
    assert tally.play.same
    assert (tally.standings.prize.clause.number, tally.scoring.id) == ("17.2#2", "sabf-2020/teams")


HONOURS = {
    "open-butler-trials": "19.13#12", "womens-butler-trials": "19.11.5", "seniors-butler-trials": "19.11.6#2",
    "gnot-thursday": "20.1.1", "gnot-monday": "20.1.1", "gnot-under-grand-master": "20.1.2#4",
    "gnot-regional-final": "20.1.4#6",
}  # fmt: skip
ASKED = {
    "state-teams": ["17.1#3"],
    "gnot-thursday": ["20.1.5"],
    "gnot-monday": ["20.1.5"],
    "gnot-under-grand-master": ["20.1.2#1", "20.1.2#2", "20.1.5"],
    "gnot-regional-final": ["20.1.4#4", "20.1.5"],
}


@pytest.mark.clause("SABF20 20.1.5", "SABF20 20.1.2#1", "SABF20 20.1.4#2")
@pytest.mark.parametrize("name", sorted(ENTRIES))
def test_what_an_event_is_played_for_and_what_it_asks_of_an_entry(name: str) -> None:
    event = plan(name, ENTRIES[name][3])
    team = event.honours.team
    assert (team.clause.number if team else "") == HONOURS.get(name, "")
    players = event.stages[0].rules.players
    assert [rule.clause.number for rule in players.entry] == ASKED.get(name, [])
    assert (players.common.of if players.common else "") == ("club" if name == "gnot-regional-final" else "")


BOARDS, MATCHES = "how many boards a match has", "how many matches of how many boards there are"
LEFT_OPEN = {
    **dict.fromkeys(["open-butler-trials"], (BOARDS, ["10-board matches", "12-board matches", "14-board matches"])),
    **dict.fromkeys(
        ["womens-trials-qualifying", "seniors-trials-qualifying", "youth-trials"],
        (BOARDS, ["7-board matches", "8-board matches", "9-board matches", "10-board matches"]),
    ),
    **dict.fromkeys(
        ["open-trials-qualifying", "open-trials-consolation", "swiss-pairs-championship"],
        (MATCHES, ["8 matches of 10 boards", "9 matches of 10 boards", "10 matches of 8 boards",
                   "9 matches of 14 boards"]),
    ),
    **dict.fromkeys(
        ["state-masters-pairs", "seniors-pairs-championship"], ("how many sessions there are", list(COUNTS)),
    ),
}  # fmt: skip


@pytest.mark.clause("SABF20 13.2#2", "SABF20 3#1")
@pytest.mark.parametrize("name", sorted(ENTRIES))
def test_what_the_tournament_committee_must_settle(name: str) -> None:
    found = [(must.about, list(must.choices)) for must in plan(name, ENTRIES[name][3]).must_choose]
    assert found == ([LEFT_OPEN[name]] if name in LEFT_OPEN else [])
    by = {choice.by.lower() for choice in event_files()[f"sabf-2020/{name}"].choice}
    assert by <= {"the tournament committee"}


@pytest.mark.clause("SABF20 12.5#1", "SABF20 21.13")
def test_the_swiss_pairs_at_a_weekend_and_with_matchpoints() -> None:
    [weekend] = plan("swiss-pairs-championship", 30, "at a weekend").stages
    assert _placing(weekend) == "weekend"
    [matchpoints] = plan("swiss-pairs-championship", 30, "matchpoints").stages
    assert matchpoints.scoring.id == "sabf-2020/matchpoint-swiss"
    steps = [step.by.value for step in matchpoints.standings.prize.steps]
    assert steps == ["total", "total before penalties", "opponents' totals", "matches won"]
    assert matchpoints.forfeit
    assert matchpoints.forfeit.floor == 12
    assert (matchpoints.unplayed, matchpoints.stand_ins) == ((), None)  # both are in IMPs


# Readings an organiser may choose otherwise, and what each way changes.


def _artificial(stage: Stage) -> object:
    return stage.scoring.match.artificial.plus


def _switched(stage: Stage) -> object:
    assert isinstance(stage.play, RobinPlay)
    return [robin.half_way for each in stage.play.printed for robin in each.robins]


def _session_boards(stage: Stage) -> object:
    assert isinstance(stage.play, SessionPlay)
    return stage.play.boards.least


def _stand_ins(stage: Stage) -> object:
    assert stage.season
    return [(case.ground.value, case.clause.number) for case in stage.season.stand_ins.cases]


def _least(stage: Stage) -> object:
    match stage.placing:
        case AbsencesPlacing(rule=absences, kind=kind, sittings=sittings):
            return (absences.clause.number, kind, sittings)
        case SharePlacing(rule=share):
            return share.clause.number
        case _:
            return None


ROBINS = ["open-butler-trials", "womens-butler-trials", "seniors-butler-trials", "womens-trials-qualifying",
          "seniors-trials-qualifying", "youth-trials"]  # fmt: skip
SWISSES = ["open-trials-qualifying", "open-trials-consolation"]
PAIR_SWISSES = [*SWISSES, "swiss-pairs-championship"]
TEAM_EVENTS = [name for name, row in ENTRIES.items() if row[0] == "teams"]
LONG = ["state-masters-pairs", "seniors-pairs-championship", "state-pairs-plate", "state-open-pairs"]
TWO_THIRDS, LISTED = "two thirds of the sessions (12(c))", "the list of absences (12.5)"
WEEKNIGHT = "open-trials-qualifying"
OTHERWISE: list[tuple[str, str, list[str], Callable[[Stage], object], object, object]] = [
    # reading, the other way, where it is offered, what it is about, as read, the other way
    ("D65", "12 VPs", [*ROBINS, *PAIR_SWISSES, *TEAM_EVENTS],
     lambda stage: stage.forfeit and str(stage.forfeit.floor_says), "a win by 12 IMPs", "the minimum for a forfeit"),
    ("D73", "the complement of the opponents' mean", [*ROBINS, *SWISSES, *TEAM_EVENTS],
     lambda stage: [each.complement.value for each in stage.unplayed],
     ["the other side's score"] * 2, ["the other side's average", "the other side's score"]),
    ("D56", "3 IMPs, as Law 12C2", [*ROBINS, *PAIR_SWISSES], _artificial, 2, 3),
    ("EV-33", TWO_THIRDS, ROBINS, _least, "19.2.2", "12(c)"),
    ("EV-33", TWO_THIRDS, SWISSES, _least, "19.2.1#1", "12(c)"),
    ("EV-33", LISTED, ROBINS, _least, "19.2.2", ("12.5#1", "weekend", False)),
    ("EV-33", LISTED, ["open-trials-consolation"], _least, "19.2.1#1", ("12.5#1", "weekend", False)),
    ("EV-33", LISTED, [WEEKNIGHT], _least, "19.2.1#1", ("12.5#1", "weeknight", False)),
    ("D50", "two thirds (12(c)) governs", ["swiss-pairs-championship"], _least,
     ("12.5#1", "weeknight", False), "12(c)"),
    ("D50", "a session is a sitting", ["swiss-pairs-championship"], _least,
     ("12.5#1", "weeknight", False), ("12.5#1", "weeknight", True)),
    ("EV-36", "the pair's own average", ROBINS[:3], lambda stage: stage.opposed and stage.opposed.placing, 10, None),
    ("EV-108", "no switch at all", ["open-butler-trials"], _switched, [(), (1,)], [(), ()]),
    ("D40", "a recognised absence counts for nothing", LONG,
     lambda stage: stage.season and stage.season.recognised, True, False),
    ("D41", "chains of neighbours within 0.03 tie together", LONG,
     lambda stage: stage.season and stage.season.ties.linked, False, True),
    ("D45", "less than 0.03 only", LONG, lambda stage: stage.season and stage.season.ties.inclusive, True, False),
    ("EV-109", "24 boards", LONG, _session_boards, 26, 24),
    ("EV-109", "28 boards", LONG, _session_boards, 26, 28),
]  # fmt: skip


@pytest.mark.clause("SABF20 13.9#3", "SABF20 13.9#5", "SABF20 12.3(c)", "SABF20 19.2.2", "SABF20 11.7#1")
@pytest.mark.parametrize(
    ("name", "reading", "way", "about", "before", "after"),
    [(name, *row[:2], *row[3:]) for row in OTHERWISE for name in row[2]],
)
def test_what_another_reading_changes_in_every_stage_it_is_about(
    *, name: str, reading: str, way: str, about: Callable[[Stage], object], before: object, after: object
) -> None:
    entries = ENTRIES[name][3]
    usual, other = plan(name, entries), plan(name, entries, readings={reading: way})
    for one, two in zip(usual.stages, other.stages, strict=True):
        if isinstance(one.play, FinalsPlay | TallyPlay):
            assert one == two
        else:
            assert (about(one), about(two)) == (before, after)


@pytest.mark.clause("SABF20 12.2#2")
@pytest.mark.parametrize("name", PAIR_SWISSES)
def test_with_fewer_than_twelve_tables_a_sixth_may_be_dropped_instead(name: str) -> None:
    way = {"D55": "one sixth of the scores, rounded down"}
    [one], [two] = plan(name, 30).stages, plan(name, 30, readings=way).stages
    assert (len(one_cases := _cases(one)), len(_cases(two))) == (4, 3)
    assert one_cases[:2] == _cases(two)[:2]


def _cases(stage: Stage) -> tuple[object, ...]:
    board = stage.scoring.board
    assert isinstance(board, ButlerRule)
    return tuple(board.datum.cases)


SUBSTITUTE = ("substitute", "18.1.2#2")
QUALIFYING = [("substitute", "18.1.1#3"), ("representative duty", "11.4#3"), ("national championship", "18.1.1#4")]
FINAL = [SUBSTITUTE, ("representative duty", "11.5#1"), ("national playoffs", "18.1.2#3")]
LIMITED = [QUALIFYING[0], ("representative duty", "18.1.1#3"), QUALIFYING[2]]
AVERAGE = [SUBSTITUTE, FINAL[1], ("national playoffs", "11.5#1")]


@pytest.mark.clause("SABF20 18.1.1#3", "SABF20 18.1.2#2", "SABF20 18.1.2#3")
@pytest.mark.parametrize(
    ("readings", "qualifying", "final"),
    [
        ({}, QUALIFYING, FINAL),
        ({"EV-22": "the limits of 18.1.1#3 even then"}, LIMITED, FINAL),
        ({"D38": "11.5#1 throughout"}, QUALIFYING, AVERAGE),
        ({"EV-29": "100% of average, as 11.4"}, QUALIFYING, AVERAGE),
    ],
)
def test_what_counts_in_the_state_pairs_for_a_session_not_played(
    readings: dict[str, str], qualifying: object, final: object
) -> None:
    event = plan("state-open-pairs", 34, readings=readings)
    assert [_stand_ins(stage) for stage in event.stages] == [qualifying, final]
