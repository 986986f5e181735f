"""What the documents say of stages, sessions, rounds, boards and days, restated here and held against the events."""

from collections.abc import Mapping
from datetime import date

import pytest

from directing import Room, numbers
from overtrick.core.conduct.timetable import event_dates
from overtrick.core.event.plan.session_ways import SessionPlay
from overtrick.core.event.plan.stages import Entrants, Event, Stage
from overtrick.core.event.plan.ways import FinalsPlay, RobinPlay, StanzaPlay, SwissPlay, TallyPlay, TwoFieldPlay
from overtrick.core.flow.stages import Contest, Who
from overtrick.core.ranking.qualification import PassOverReason, qualify
from overtrick.core.scoring.boards import ButlerRule
from overtrick.core.scoring.rounds import TeamsRule
from overtrick.regulations.grammar.conduct import Conduct
from overtrick.regulations.plan.event_book import plan_for
from overtrick.regulations.read.documents import load


def plan(event: str, entries: int, *choices: str) -> Event:
    return plan_for(event)(Entrants(entries), frozenset(choices), {})


def one(event: str, entries: int, *choices: str) -> Stage:
    """The only stage of an event."""
    [stage] = plan(event, entries, *choices).stages
    return stage


def cite(clause: str, *values: object) -> object:
    return pytest.param(*values, marks=pytest.mark.clause(clause), id=clause)


# ANC26: matches, their boards, and how many a session has.


@pytest.mark.parametrize(
    ("event", "entries", "stage", "play", "matches", "boards", "sessions"),
    [
        cite("ANC26 17.5", "open-butler", 60, 1, TwoFieldPlay, 10, 12, (5, 5)),
        cite("ANC26 17.6", "open-butler", 60, 2, RobinPlay, 9, 12, (5, 4)),
        cite("ANC26 17.7", "mixed-butler", 50, 0, SwissPlay, 10, 12, (5, 5)),
        cite("ANC26 17.8", "mixed-butler", 50, 1, RobinPlay, 9, 12, (5, 4)),
        cite("ANC26 17.9", "restricted-butler", 40, 0, SwissPlay, 8, 12, (2, 2, 2, 2)),
        cite("ANC26 17.10", "swiss-pairs-a", 50, 0, SwissPlay, 10, 12, (5, 5)),
        cite("ANC26 17.11", "swiss-pairs-b", 50, 0, SwissPlay, 9, 12, (5, 4)),
        cite("ANC26 23.1", "welcome-pairs", 40, 0, SwissPlay, 9, 8, (3, 3, 3)),
        cite("ANC26 23.4", "country-club-teams", 20, 0, SwissPlay, 11, 16, (1, 2, 2, 2, 2, 2)),
        cite("ANC26 23.5", "three-day-teams", 20, 0, SwissPlay, 11, 16, (1, 2, 2, 2, 2, 2)),
        cite("ANC26 23.6", "one-day-swiss-pairs-1", 40, 0, SwissPlay, 8, 7, (4, 4)),
        cite("ANC26 23.7", "one-day-swiss-pairs-2", 40, 0, SwissPlay, 8, 7, (4, 4)),
        cite("ANC26 23.8", "one-day-swiss-pairs-3", 40, 0, SwissPlay, 8, 7, (4, 4)),
        cite("ANC26 23.9", "country-pairs", 30, 0, SwissPlay, 14, 8, (4, 3, 4, 3)),
        cite("ANC26 23.11", "novice-swiss-pairs", 24, 0, SwissPlay, 6, 6, (2, 4)),
    ],
)
def test_matches_and_boards_of_the_championships(
    event: str, entries: int, stage: int, play: type, matches: int, boards: int, sessions: tuple[int, ...]
) -> None:
    found = plan(f"anc-2026/{event}", entries).stages[stage]
    assert isinstance(found.play, play)
    assert (found.rounds, found.boards, found.sessions) == (matches, boards, sessions)


@pytest.mark.parametrize(
    ("event", "entries", "sessions"),
    [
        cite("ANC26 23.2", "rookie-pairs", 20, 1),
        cite("ANC26 23.3", "novice-pairs", 24, 2),
        cite("ANC26 23.10", "graded-pairs", 36, 2),
        cite("ANC26 23.12", "one-day-matchpoint-pairs", 36, 2),
    ],
)
def test_sessions_of_matchpoints_by_a_movement_for_the_entry(event: str, entries: int, sessions: int) -> None:
    found = one(f"anc-2026/{event}", entries)
    assert isinstance(found.play, SessionPlay)
    assert len(found.sessions) == sessions
    assert found.scoring.board.__class__.__name__ == "MatchpointRule"
    smaller = one(f"anc-2026/{event}", 16)
    assert smaller.sessions != found.sessions  # the movement goes by the entries


@pytest.mark.parametrize(
    ("event", "first", "last"),
    [
        cite("ANC26 23.1", "Welcome Pairs", 4, 5),
        cite("ANC26 23.2", "Rookie Pairs", 4, 4),
        cite("ANC26 23.3", "Novice Pairs", 5, 5),
        cite("ANC26 23.4", "Country Club Teams Championship", 6, 8),
        cite("ANC26 23.5", "Three-Day Teams", 6, 8),
        cite("ANC26 23.6", "One-day Swiss Pairs I", 6, 6),
        cite("ANC26 23.7", "One-day Swiss Pairs II", 7, 7),
        cite("ANC26 23.8", "One-day Swiss Pairs III", 8, 8),
        cite("ANC26 23.9", "Country Pairs Championship", 9, 10),
        cite("ANC26 23.10", "Graded Pairs", 9, 9),
        cite("ANC26 23.11", "Novice Swiss Pairs, as its own clause prints", 10, 10),
        cite("ANC26 23.12", "One-day Matchpoint Pairs, as its own clause prints", 11, 11),
    ],
)
def test_the_days_of_the_congress(event: str, first: int, last: int) -> None:
    conduct = load(Conduct, "anc-2026")
    assert conduct.first_day is not None
    dated = {each.row.event: each for each in event_dates(conduct.timetable, conduct.first_day)}
    assert (dated[event].first, dated[event].last) == (date(2026, 7, first), date(2026, 7, last))


@pytest.mark.clause("ANC26 17.2", "ANC26 17.3")
def test_the_open_butler_has_three_stages_and_the_mixed_two() -> None:
    assert [stage.name for stage in plan("anc-2026/open-butler", 60).stages] == ["Stage 1", "Stage 2", "Stage 3"]
    assert [stage.name for stage in plan("anc-2026/mixed-butler", 50).stages] == ["Stage 1", "Stage 2"]


@pytest.mark.clause("ANC26 17.5", "ANC26 17.6", "ANC26 17.7", "ANC26 17.8")
def test_how_many_go_on_in_the_butlers() -> None:
    _, second, third = plan("anc-2026/open-butler", 60).stages
    _, mixed = plan("anc-2026/mixed-butler", 50).stages
    places = [(stage.source.stage, stage.source.each) for stage in (second, third, mixed) if stage.source]
    assert places == [("Stage 1", 10), ("Stage 2", 5), ("Stage 1", 10)]
    assert second.fields.names == ("NS", "EW")  # ten and five of each half


@pytest.mark.clause("ANC26 11.1", "ANC26 12.3")
@pytest.mark.parametrize(
    ("event", "teams"),
    [("interstate-open", 8), ("interstate-womens", 7), ("interstate-seniors", 7), ("interstate-youth", 6)],
)
def test_sixteen_boards_a_match_then_sixty_in_five_stanzas_for_the_first_two(event: str, teams: int) -> None:
    qualifying, final = plan(f"anc-2026/{event}", teams).stages
    assert isinstance(qualifying.play, RobinPlay)
    assert qualifying.boards == 16
    assert qualifying.rounds == (14 if teams > 6 else 15)  # two round robins of seven or eight, three of six
    assert isinstance(final.play, StanzaPlay)
    assert (final.play.stanzas, final.boards, final.play.stanzas * final.boards) == (5, 12, 60)
    assert final.source is not None
    assert final.source.each == 2


# ITS21.


@pytest.mark.clause("ITS21 STRUCT.oits", "ITS21 OITS.stage1-sessions", "ITS21 OITS.stage2-sessions")
@pytest.mark.parametrize("pairs", [20, 44, 60])
def test_the_open_selection_has_two_stages_of_three_sessions_and_a_final(pairs: int) -> None:
    stages = plan("nsw-its-2021/oits", pairs).stages
    assert [stage.name for stage in stages] == ["Stage I", "Stage II", "Final"]
    assert [len(stage.sessions) for stage in stages[:2]] == [3, 3]


@pytest.mark.parametrize("event", ["wits", "sits"])
@pytest.mark.clause("ITS21 STRUCT.wits", "ITS21 STRUCT.sits")
def test_the_womens_and_the_seniors_have_one_stage_or_two_by_their_entry(event: str) -> None:
    assert [stage.name for stage in plan(f"nsw-its-2021/{event}", 8).stages] == ["Final"]
    assert [stage.name for stage in plan(f"nsw-its-2021/{event}", 24).stages] == ["Qualifying", "Final"]


@pytest.mark.parametrize(
    "event",
    [
        pytest.param("wits", marks=pytest.mark.clause("ITS21 WITS.q-sessions", "ITS21 WITS.q-fields")),
        pytest.param("sits", marks=pytest.mark.clause("ITS21 SITS.q-sessions", "ITS21 SITS.q-fields")),
    ],
)
@pytest.mark.parametrize("pairs", [24, 31])
def test_their_qualifying_has_two_sessions_in_two_fields(event: str, pairs: int) -> None:
    qualifying = plan(f"nsw-its-2021/{event}", pairs).stages[0]
    assert len(qualifying.sessions) == 2
    assert qualifying.fields.names == ("NS", "EW")
    assert isinstance(qualifying.play, TwoFieldPlay)


@pytest.mark.parametrize(
    "event",
    [
        pytest.param("wits", marks=pytest.mark.clause("ITS21 WITS.q-movement")),
        pytest.param("sits", marks=pytest.mark.clause("ITS21 SITS.q-movement")),
    ],
)
@pytest.mark.parametrize("pairs", [24, 28])
def test_each_pair_plays_all_the_boards_of_a_session(event: str, pairs: int) -> None:
    room = Room(f"nsw-its-2021/{event}").enter(numbers(pairs))
    state = room.start("Qualifying")
    for movement in state.play.movements(state):
        used = {seat.boards for seats in movement.rounds for seat in seats}
        played: dict[int, set[int]] = {}
        for seats in movement.rounds:
            for seat in seats:
                for pair in (seat.ns, seat.ew):
                    if pair is not None:
                        played.setdefault(pair, set()).add(seat.boards)
        assert len(played) == pairs
        assert all(boards == used for boards in played.values())


@pytest.mark.clause("ITS21 SITS.final-other")
@pytest.mark.parametrize("pairs", [7, 8, 24, 31])
def test_the_seniors_final_is_built_as_the_womens(pairs: int) -> None:
    womens, seniors = (plan(f"nsw-its-2021/{event}", pairs).stages[-1] for event in ("wits", "sits"))
    assert isinstance(seniors.play, RobinPlay)
    assert isinstance(womens.play, RobinPlay)
    assert seniors.play.finals == womens.play.finals
    assert (seniors.boards, seniors.rounds, seniors.sessions) == (womens.boards, womens.rounds, womens.sessions)


@pytest.mark.clause("ITS21 STRUCT.yits", "ITS21 YITS.sessions")
def test_the_youth_have_one_stage_of_two_sessions_and_nobody_qualifies_before() -> None:
    stage = one("nsw-its-2021/yits", 8)
    assert len(stage.sessions) == 2
    assert stage.source is None


# NSWSP.


@pytest.mark.clause("NSWSP 1.2")
def test_seven_matches_of_eight_or_by_choice_six_of_nine() -> None:
    stage = one("nsw-swiss-pairs/congress", 40)
    assert (stage.rounds, stage.boards, stage.sessions) == (7, 8, (3, 4))


# SABF20.


@pytest.mark.clause("SABF20 17.1#1", "SABF20 17.1#2")
def test_the_state_teams_have_two_swiss_stages_of_five_nights_then_finals() -> None:
    one_, two, ranking, finals = plan("sabf-2020/state-teams", 16).stages
    for stage in (one_, two):
        assert isinstance(stage.play, SwissPlay)
        assert len(stage.sessions) >= 5
        assert set(stage.sessions) == {2}
        assert stage.source is None  # each takes its own entries
    assert isinstance(ranking.play, TallyPlay)
    assert ranking.play.stages == (one_.name, two.name)
    assert isinstance(finals.play, FinalsPlay)


@pytest.mark.clause("SABF20 13.2#3", "SABF20 17.3", "SABF20 13.2#4")
@pytest.mark.parametrize("event", ["state-teams", "round-robin-teams"])
def test_finals_are_the_final_five_over_five_weeks_with_a_grand_final_of_two(event: str) -> None:
    finals = plan(f"sabf-2020/{event}", 16).stages[-1]
    assert isinstance(finals.play, FinalsPlay)
    bracket = finals.play.bracket(5)
    assert {match.name: tuple(match.weeks) for match in bracket.matches} == {
        "QF1": (1,), "QF2": (1,), "SF1": (2,), "SF2": (2,), "PF": (3,), "GF": (4, 5),
    }  # fmt: skip
    assert finals.source is not None
    assert finals.source.each == 5


@pytest.mark.clause("SABF20 15.3")
@pytest.mark.parametrize("teams", [6, 7, 10])
def test_the_minor_round_is_a_round_robin(teams: int) -> None:
    minor = plan("sabf-2020/round-robin-teams", teams).stages[0]
    assert isinstance(minor.play, RobinPlay)
    assert minor.play.times == 1
    assert isinstance(minor.scoring.board, TeamsRule)


@pytest.mark.clause("SABF20 20.2#1b", "SABF20 20.2#3")
@pytest.mark.parametrize(
    ("teams", "lengths"),
    [(4, (9,)), (6, (9, 14)), (8, (9, 14, 14)), (10, (9, 14, 14, 14))],
)
def test_three_shorter_matches_on_the_first_wednesday_then_two_a_day(teams: int, lengths: tuple[int, ...]) -> None:
    minor, finals = plan("sabf-2020/daytime-teams", teams).stages
    assert isinstance(minor.play, RobinPlay)
    assert minor.sessions == (3, *[2] * (len(lengths) - 1))
    assert sum(minor.sessions) == teams - 1
    assert minor.lengths == lengths
    assert finals.boards == 28
    assert isinstance(finals.play, FinalsPlay)
    grand = next(match for match in finals.play.bracket(4).matches if match.name == "GF")
    assert tuple(grand.weeks) == (3, 4)
    assert len(grand.weeks) * finals.boards == 56


@pytest.mark.clause("SABF20 20.2#1b")
def test_more_than_ten_teams_play_a_swiss_of_two_matches_a_day_without_finals() -> None:
    swiss = one("sabf-2020/daytime-teams", 12)
    assert isinstance(swiss.play, SwissPlay)
    assert set(swiss.sessions) == {2}
    assert swiss.boards == 14


@pytest.mark.parametrize("event", ["womens-butler-trials", "seniors-butler-trials"])
@pytest.mark.parametrize(("pairs", "boards"), [(12, 12), (11, 12), (10, 14), (9, 14), (8, 14)])
@pytest.mark.clause("SABF20 19.11.1#4", "SABF20 12(a)")
def test_trials_are_round_robins_with_longer_matches_for_fewer_pairs(event: str, pairs: int, boards: int) -> None:
    final = one(f"sabf-2020/{event}", pairs)
    assert isinstance(final.play, RobinPlay)
    assert final.boards == boards
    assert isinstance(final.scoring.board, ButlerRule)


@pytest.mark.clause("SABF20 13.2#2", "SABF20 13.2#1")
@pytest.mark.parametrize(
    "event",
    ["open-butler-trials", "open-trials-qualifying", "swiss-pairs-championship", "youth-trials"],
)
def test_where_the_text_gives_no_length_the_committee_must_choose_one(event: str) -> None:
    smallest = plan(f"sabf-2020/{event}", 20 if "swiss" in event or "qualifying" in event else 12)
    assert [must.about for must in smallest.must_choose if "boards" in must.about]


# GNOT18.

GNOT = "gnot-nsw-2018/gnot"
ENTRIES = (23, 24, 26)


def nodes(entries: int) -> Mapping[str, tuple[int, int, int, dict[Who, tuple[str, int | None]]]]:
    """The stages of the knockouts and the Swiss: session, boards, teams, and where each way out leads."""
    graph = plan(GNOT, entries).graph
    assert graph is not None
    return {
        node.rule.name: (
            node.rule.session,
            node.rule.boards,
            node.teams,
            {each.rule.who: (each.rule.stage, each.rule.rank) for each in node.exits},
        )
        for node in graph.flow.nodes
    }


@pytest.mark.clause("GNOT18 1.1")
@pytest.mark.parametrize("entries", ENTRIES)
def test_five_sessions_the_first_of_them_qualifying(entries: int) -> None:
    found = nodes(entries)
    assert {session for session, *_ in found.values()} == {1, 2, 3, 4, 5}
    first = {name for name, (session, *_) in found.items() if session == 1}
    assert all(not name.startswith(("DKO", "SKO", "SW")) for name in first)
    assert all(name in first or name.startswith(("DKO", "SKO", "SW")) for name in found)


@pytest.mark.clause("GNOT18 1.2", "GNOT18 1.3", "GNOT18 2.1", "GNOT18 A1.DKO.R1", "GNOT18 A1.DKO.R2")
@pytest.mark.clause("GNOT18 A1.SKO.R1", "GNOT18 A1.SKO.R2", "GNOT18 A1.SKO.R3", "GNOT18 A1.SKO.R4", "GNOT18 A1.SKO.R5")
@pytest.mark.parametrize("entries", ENTRIES)
def test_losers_drop_a_knockout_at_a_time_and_boards_go_by_the_knockout(entries: int) -> None:
    found = nodes(entries)
    last = max(name for name in found if name.startswith("SKO"))
    for name, (_, boards, _, ways) in found.items():
        if name.startswith("DKO"):
            assert boards == 28
            assert ways[Who.LOSERS][0].startswith("SKO")
        elif name.startswith("SKO"):
            assert boards == (28 if name == last else 14)
            assert name == last or ways[Who.LOSERS][0].startswith("SW")
        elif name.startswith("SW"):
            assert boards == 14


@pytest.mark.clause("GNOT18 A1-23.DKO.R3", "GNOT18 A1.DKO.R3")
@pytest.mark.parametrize("entries", ENTRIES)
def test_the_two_winners_meet_for_the_national_final_and_the_loser_has_one_match_more(entries: int) -> None:
    _, boards, teams, ways = nodes(entries)["DKO3"]
    assert (boards, teams) == (28, 2)
    assert ways == {Who.WINNERS: ("", 1), Who.LOSERS: ("SKO7", None)}


@pytest.mark.clause("GNOT18 A1-23.SKO.R6", "GNOT18 A1.SKO.R6", "GNOT18 A1-23.SKO.R7", "GNOT18 A1.SKO.R7")
@pytest.mark.parametrize("entries", ENTRIES)
def test_the_last_of_the_single_knockout_meets_the_loser_of_the_double(entries: int) -> None:
    found = nodes(entries)
    _, boards, teams, ways = found["SKO6"]
    assert (boards, teams, ways[Who.WINNERS]) == (14, 2, ("SKO7", None))
    assert ways[Who.LOSERS][0].startswith("SW")
    _, boards, teams, ways = found["SKO7"]
    assert (boards, teams) == (28, 2)
    assert ways == {Who.WINNERS: ("", 2), Who.LOSERS: ("", 3)}


@pytest.mark.clause("GNOT18 A1-23.S1.draw")
def test_of_twenty_three_ten_matches_and_a_triangle_of_twice_fourteen_boards() -> None:
    graph = plan(GNOT, 23).graph
    assert graph is not None
    first = {node.rule.name: node for node in graph.flow.nodes if node.rule.enters}
    assert {name: (node.teams, node.rule.boards) for name, node in first.items()} == {"M1": (20, 14), "TRI": (3, 14)}
    assert first["TRI"].rule.contest is Contest.TRIANGLES


# Places in national finals.


@pytest.mark.parametrize(
    ("event", "through"),
    [
        cite("SABF20 20.1.1", "gnot-thursday", ("B", "C")),
        cite("SABF20 20.1.2#4", "gnot-under-grand-master", ("C",)),
        cite("SABF20 20.1.4#6", "gnot-regional-final", ("C",)),
    ],
)
def test_who_takes_the_places_of_a_gnot_qualifier(event: str, through: tuple[str, ...]) -> None:
    """A withdrew and B does not contend, which only keeps a team out where the clause says so."""
    rule = plan(f"sabf-2020/{event}", 12).honours.team
    assert rule is not None
    out = {"A": PassOverReason.WITHDRAWN} | ({"B": PassOverReason.NOT_CONTENDING} if len(through) == 1 else {})
    assert qualify(("A", "B", "C", "D"), rule, out).names == through
