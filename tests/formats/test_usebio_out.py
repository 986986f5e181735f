"""USEBIO as we write it, read by somebody else: a stand-in for MyABF's reader, and one for the nested dialect."""

import re
from dataclasses import replace
from fractions import Fraction
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings

from books import whole_book
from myabf import TODAY, read_as_myabf
from overtrick.core.errors import DirectorError
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.exact import Exact, decimal_text, to_places
from overtrick.core.model.cards import Deal
from overtrick.core.model.notation import read_result
from overtrick.core.model.results import Artificial, NotPlayed, Split, WeightedScore
from overtrick.formats.session import EventKind, Method, Person, SessionLine
from overtrick.formats.usebio import flat_usebio, nested_usebio
from overtrick.formats.xml_writing import printable
from overtrick.regulations.plan.event_book import plan_for
from overtrick.views.readers import PUBLIC
from overtrick.views.sessions import SessionDetails, session_of
from sessions_made import folded, names, session_at, two_pairs

NIGHTS = ("club/pairs-night", "club/butler-night", "club/cross-imp-night")
DEAL = Deal.read("N:.AKQJT98765432.. AKQJT98765432... ...AKQJT98765432 ..AKQJT98765432.")


@pytest.mark.parametrize("event", NIGHTS)
def test_myabf_shows_what_the_event_has(event: str) -> None:
    session = session_at(event)
    shown = read_as_myabf(flat_usebio(session))
    assert shown.day == session.day != TODAY
    assert shown.winners == str(session.winners)
    assert len(shown.pairs) == len(session.contestants)
    for each in session.contestants:
        place, score, people, _, direction, _ = shown.pairs[each.number]
        assert (place, direction) == (each.place, each.direction)
        mine = each.percent if event == NIGHTS[0] else each.total
        assert mine is not None
        assert score == float(decimal_text(mine, 2))
        assert people == tuple(person.name.title() for person in each.people)
    lines = [line for line in session.lines if line.ns_points is not None and not isinstance(line.result, NotPlayed)]
    told = [(board, *line) for board, listed in shown.boards.items() for line in listed]
    assert len(told) == len(lines) > 150
    adjusted = [line for line in lines if isinstance(line.result, Artificial | WeightedScore | Split)]
    assert sum(line[3] == "ADJ" for line in told) == len(adjusted)
    for line in lines:
        points = [float(to_places(each, 2)) for each in (line.ns_points, line.ew_points) if each is not None]
        score_text = "ADJ" if line in adjusted else str(line.score)
        assert (line.board, line.ns, line.ew, score_text, *points) in told


def test_two_fields_have_numbers_of_their_own_and_ties_repeat_the_place() -> None:
    session = session_at("club/butler-night", 20)
    assert session.winners == 2
    numbers = [each.number for each in session.contestants]
    assert len(set(numbers)) == 20
    assert all(each.number.endswith(each.direction) for each in session.contestants)
    assert {line.ns for line in session.lines} | {line.ew for line in session.lines} <= set(numbers)
    data = flat_usebio(session)
    assert b"=" not in b"".join(re.findall(rb"<PLACE>(.*?)</PLACE>", data))
    places = [each.place for each in session.contestants if each.direction == "NS"]
    assert sorted(shown[0] for number, shown in read_as_myabf(data).pairs.items() if number.endswith("NS")) == places


def test_the_stand_in_falls_into_every_trap() -> None:
    """What it could not read elsewhere it cannot read here: the checks above can fail."""
    whole = flat_usebio(two_pairs())
    assert read_as_myabf(whole).pairs["2"][0] == 2
    for wrong, right in (
        (b"<PLACE>=1</PLACE>", b"<PLACE>1</PLACE>"),
        (b"<NATIONAL_ID_NUMBER>X1</NATIONAL_ID_NUMBER>", b"<NATIONAL_ID_NUMBER>123</NATIONAL_ID_NUMBER>"),
        (b"", b"<NS_MATCH_POINTS>1</NS_MATCH_POINTS>"),
        (b'EVENT EVENT_TYPE="SWISS_PAIRS"', b'EVENT EVENT_TYPE="MP_PAIRS"'),
    ):
        assert right in whole
        with pytest.raises((ValueError, KeyError)):
            read_as_myabf(whole.replace(right, wrong))
    assert read_as_myabf(whole.replace(b"15/11/2026", b"2026-11-15")).day == TODAY
    one = nested_usebio(replace(two_pairs(), contestants=two_pairs().contestants[:1]))
    with pytest.raises((TypeError, KeyError, ValueError)):
        read_as_myabf(one.replace(b'EVENT_TYPE="PAIRS"', b'EVENT_TYPE="MP_PAIRS"'))


def test_numbers_that_are_not_digits_are_left_empty() -> None:
    made = two_pairs()
    people = (Person("Ann", "NZ-77"), Person("Bob", "0012"))
    made = replace(made, contestants=(replace(made.contestants[0], people=people), made.contestants[1]))
    assert read_as_myabf(flat_usebio(made)).pairs["1"][3] == (None, 12)
    assert b"<NATIONAL_ID_NUMBER>NZ-77<" in nested_usebio(made)
    assert b"<NATIONAL_ID_NUMBER>0012<" in nested_usebio(made)


def test_masterpoints_are_hundredths_and_hands_are_the_deals() -> None:
    made = two_pairs()
    first = replace(made.contestants[0], masterpoints=to_places(0, 2) + 1)
    made = replace(made, contestants=(first, made.contestants[1]), deals={(0, 1): DEAL, (0, 2): DEAL})
    shown = read_as_myabf(flat_usebio(made))
    assert shown.pairs["1"][5] == 1.0
    assert shown.hands[2] == dict(zip(("North", "East", "South", "West"), DEAL.hands, strict=True))


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"kind": EventKind.SWISS_PAIRS}, "this session is “Swiss pairs”, scored by matchpoints"),
        ({"contestants": two_pairs().contestants[:1]}, "fewer than two pairs"),
        ({"lines": two_pairs().lines[:1]}, "fewer than two boards"),
        ({"day": None}, "there is no date"),
        (
            {"contestants": tuple(replace(each, people=()) for each in two_pairs().contestants)},
            r"there are pairs without two player names \(1, 2\)",
        ),
        ({"lines": tuple(replace(line, session=line.board) for line in two_pairs().lines)}, "several sessions"),
        (
            {"contestants": tuple(replace(each, section=each.number) for each in two_pairs().contestants)},
            "several sections",
        ),
    ],
)
def test_what_myabf_cannot_take_is_refused_with_a_remedy(changed: dict[str, object], told: str) -> None:
    with pytest.raises(DirectorError, match=told) as refused:
        flat_usebio(two_pairs(**changed))
    assert "USEBIO" in str(refused.value.remedy)


@pytest.mark.parametrize("event", ["club/swiss-pairs", "club/swiss-teams", "club/all-play-all", "club/individual"])
def test_the_nested_dialect_has_every_match_and_total(event: str) -> None:
    session = session_at(event)
    root = ET.fromstring(nested_usebio(session))  # noqa: S314 - our own file
    section = root.find("EVENT/SESSION/SECTION")
    assert section is not None
    tag = {EventKind.SWISS_PAIRS: "PAIR", EventKind.INDIVIDUAL: "PLAYER"}.get(session.kind, "TEAM")
    totals = [each.findtext("TOTAL_SCORE") for each in section.findall(f"PARTICIPANTS/{tag}")]
    assert [float(each or "nan") for each in totals] == [
        float(to_places(each.total or 0, 2)) for each in session.contestants
    ]
    matches = section.findall("MATCH")
    assert len(matches) == len(session.matches)
    own = "TEAM_VICTORY_POINTS" if session.kind.of_teams else "NS_VICTORY_POINTS"
    for said, match in zip(matches, session.matches, strict=True):
        assert said.findtext("ROUND_NUMBER") == str(match.round)
        if match.home_vps is not None:
            assert float(said.findtext(own) or "nan") == float(match.home_vps)
    lines = [line for line in session.lines if not isinstance(line.result, NotPlayed)]
    assert len(list(root.iter("TRAVELLER_LINE"))) == len(lines) > 20


def test_a_board_of_a_teams_match_has_two_lines_and_its_imps() -> None:
    session = session_at("club/swiss-teams")
    root = ET.fromstring(nested_usebio(session))  # noqa: S314 - our own file
    played = [match for match in root.iter("MATCH") if match.find("BOARD") is not None]
    assert played
    for match in played:
        won = [int(float(board.findtext("IMPS") or 0)) for board in match.findall("BOARD")]
        net = float(match.findtext("TEAM_SCORE") or 0) - float(match.findtext("OPPOSING_TEAM_SCORE") or 0)
        adjusted = any((score.text or "").startswith("A") for score in match.iter("SCORE"))
        assert adjusted or sum(won) == net
        assert all(
            [line.findtext("DIRECTION") for line in board.findall("TRAVELLER_LINE")] == ["NS", "EW"]
            for board in match.findall("BOARD")
            if len(board.findall("TRAVELLER_LINE")) == 2
        )


@pytest.mark.parametrize(
    ("result", "score"),
    [
        ("A6040", "A6040"),
        ("AV+ AV-", "A6040"),
        ("AV AV", "A5050"),
        ("3IMPS -3IMPS", "A6040"),
        ("PASS", "0"),
        ("-50", "-50"),
    ],
)
def test_awards_and_bare_scores(result: str, score: str) -> None:
    line = SessionLine(1, "1", "2", read_result(result), 0, ns_points=1, ew_points=1)
    made = two_pairs(lines=(line, replace(line, board=2)))
    assert f"<SCORE>{score}</SCORE>".encode() in flat_usebio(made)


SPLIT = read_result("NS 4S N = | EW 4S N -1")


@pytest.mark.parametrize(
    ("ns", "ew", "score"),
    [
        (5, 0, "A5000"),  # five of a top of ten, and nothing of it
        (0, 5, "A0050"),
        (Fraction(15, 2), Fraction(5, 2), "A7525"),
        (2, 3, "A2030"),  # the sides of a split score need not add up to the top
        (0, 0, "A0000"),
        (10, Fraction(1, 3), "A9903"),  # a whole top has no two digits: 99 is the nearest
    ],
)
def test_an_assigned_score_is_written_as_each_sides_share_of_the_top(ns: Exact, ew: Exact, score: str) -> None:
    line = SessionLine(1, "1", "2", SPLIT, ns_points=ns, ew_points=ew)
    made = two_pairs(lines=(line, replace(line, board=2)), tops={(0, 1): 10, (0, 2): 10})
    for write in (flat_usebio, nested_usebio):
        assert write(made).count(f"<SCORE>{score}</SCORE>".encode()) == 2


def test_the_top_is_of_the_boards_lines_where_a_session_does_not_say_it() -> None:
    """Three lines on a board have a top of four: one matchpoint is a quarter of it."""
    line = SessionLine(1, "1", "2", SPLIT, ns_points=1, ew_points=3)
    made = two_pairs(lines=(line, replace(line, ns="3", ew="4"), replace(line, ns="5", ew="6")))
    assert nested_usebio(made).count(b"<SCORE>A2575</SCORE>") == 3


@pytest.mark.parametrize("method", [Method.BUTLER, Method.CROSS_IMPS])
@pytest.mark.parametrize(
    ("ns", "ew", "score"),
    [
        (11, -3, "A6040"),
        (1, -1, "A5050"),  # nearer to average than to plus three IMPs (Law 12C2)
        (Fraction(3, 2), 0, "A6050"),
        (-9, -9, "A4040"),
    ],
)
def test_an_assigned_score_in_imps_is_written_as_the_nearest_average(
    method: Method, ns: Exact, ew: Exact, score: str
) -> None:
    line = SessionLine(1, "1", "2", SPLIT, ns_points=ns, ew_points=ew)
    made = two_pairs(method=method, lines=(line, replace(line, board=2)))
    assert nested_usebio(made).count(f"<SCORE>{score}</SCORE>".encode()) == 2


def test_assigned_scores_of_a_night_are_written_by_the_top_of_their_boards() -> None:
    """Six tables play each board, so that ten matchpoints are the top and five of them half of it."""
    event = Tournament(plan_for("club/pairs-night"))
    for posting in whole_book("club/pairs-night", 12, "5"):
        event.post(posting)
    session = session_of(event, list(event.stages.values())[-1])
    root = ET.fromstring(nested_usebio(session))  # noqa: S314 - our own file
    written = {
        tuple(map(line.findtext, ("NS_PAIR_NUMBER", "NS_MATCH_POINTS", "EW_MATCH_POINTS", "SCORE")))
        for line in root.iter("TRAVELLER_LINE")
    }
    assert {("8", "5", "0", "A5000"), ("1", "5", "0", "A5000"), ("1", "0", "2", "A0020")} <= written


def test_a_board_that_somebody_has_still_to_play_is_in_no_file() -> None:
    event = folded("club/pairs-night", until=140)
    state = list(event.stages.values())[-1]
    results = {board for drawn in state.rounds.values() for *_, board in drawn.results}
    session = session_of(event, state, PUBLIC, SessionDetails())
    assert results
    assert not state.closed
    assert {line.board for line in session.lines} < results
    assert all(person.number == "" for each in session.contestants for person in each.people)


@settings(max_examples=60, deadline=None)
@given(names, names, names)
def test_any_name_survives_and_no_control_character_does(first: str, second: str, title: str) -> None:
    made = two_pairs(title=title, club=first)
    people = (Person(f"A{first}"), Person(f"B{second}"))
    made = replace(made, contestants=tuple(replace(each, people=people) for each in made.contestants))
    for write in (flat_usebio, nested_usebio):
        data = write(made)
        assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f]", data.decode())
        root = ET.fromstring(data)  # noqa: S314 - our own file
        assert [each.text for each in root.iter("PLAYER_NAME")] == [printable(each.name) for each in people] * 2
        assert (root.findtext("CLUB/CLUB_NAME") or "") == printable(first)
