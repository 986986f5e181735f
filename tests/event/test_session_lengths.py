"""How many boards a session has: what is asked for, what is played, and who is told."""

from collections.abc import Iterator
from random import Random

import pytest

from overtrick.core.event.fold.tournament import replay
from overtrick.core.event.plan.session_ways import SessionMovement, SessionPlay
from overtrick.core.event.plan.stages import Entrants
from overtrick.core.event.play.session_movements import session_length, session_movement
from overtrick.core.movements.check import check
from overtrick.core.movements.families import Family
from overtrick.core.scoring.datum import Span
from overtrick.lab.fault_rates import NO_FAULTS
from overtrick.lab.rehearsal import Rehearsal
from overtrick.regulations.describe.event import describe_event
from overtrick.regulations.describe.stages import length_text
from overtrick.regulations.lint.events import lint_event
from overtrick.regulations.plan.event_book import event_files, plan_for, read_event
from overtrick.regulations.read.library import shipped_rulebook

pytestmark = pytest.mark.whole

EVENTS = [name for name, file in event_files().items() if any(stage.play == "sessions" for stage in file.stage)]
ONE_DAY = "anc-2026/one-day-matchpoint-pairs"


def stages(event: str) -> Iterator[tuple[int, SessionPlay, int, int]]:
    """Of every entry an event takes: its size, how each of its sessions stages is played, its rounds, its boards."""
    words, plan = event_files()[event].event, plan_for(event)
    for size in range(words.entries.least, (words.entries.most or 0) + 1):
        for stage in plan(Entrants(size), frozenset(), {}).stages:
            if isinstance(stage.play, SessionPlay):
                yield size, stage.play, stage.sessions[0], stage.boards


@pytest.mark.parametrize("event", EVENTS)
def test_every_entry_plays_about_what_is_asked(event: str) -> None:
    club = event.startswith("club/")
    assert [each.startswith("club/") for each in EVENTS].count(False) == 8
    for size, play, rounds, boards in stages(event):
        asked = Span(22 if play.alone else 24, 28) if club else Span(26, 26)  # twelve individuals have eleven partners
        assert play.boards == asked
        assert (asked.least if club else 25) <= rounds * boards <= 28, size


@pytest.mark.parametrize("pairs", [10, 18, 20, 26])
def test_what_was_silently_short_is_not(pairs: int) -> None:
    event = plan_for(ONE_DAY)(Entrants(pairs), frozenset(), {})
    stage = event.stages[0]
    assert (stage.sessions[0], stage.boards) == ((13, 2) if pairs == 26 else (9, 3))
    rehearsal = Rehearsal(plan_for(ONE_DAY), ONE_DAY, Random("lengths"), NO_FAULTS)
    state = replay(plan_for(ONE_DAY), rehearsal.play(pairs)).stage(stage.name)
    first = [number for number in state.rounds if state.plan.session_of(number) == 1]
    boards: dict[str, int] = dict.fromkeys(state.contestants, 0)
    for number in first:
        for seating in state.rounds[number].seatings.values():
            boards[seating.ns] += len(seating.boards)
            boards[seating.ew] += len(seating.boards)
    assert set(boards.values()) == {stage.sessions[0] * stage.boards}


def test_every_movement_for_any_number_of_tables_is_sound() -> None:
    for event in EVENTS:
        plays = {play for _, play, _, _ in stages(event)}
        for play in plays:
            for tables in range(2, 24):
                if any(tables in each.tables for each in play.movements):
                    entered = (4 if play.alone else 2) * tables
                    assert check(session_movement(play, entered)).sound, (event, tables)


def test_of_two_as_near_the_one_with_more_rounds() -> None:
    play = SessionPlay((SessionMovement(Span(2), Family.MITCHELL, Span(5, 9)),), Span(26, 26))
    assert session_length(play, 16) == (5, 5)
    assert session_length(play, 14) == (5, 5)
    longer = SessionPlay((SessionMovement(Span(2), Family.MITCHELL, Span(6, 9)),), Span(26, 26))
    assert session_length(longer, 16) == (7, 4), "24 and 28 are as near"
    from_to = SessionPlay(longer.movements, Span(20, 22))
    assert session_length(from_to, 16) == (7, 3)


CLUB = """
[event]
id = "my-club/night"
name = "Night"
clause = "CLUB 1"
contest = "pairs"
entries = [6, 30]
usual = 20

[[stage]]
name = "Night"
clause = "CLUB 1"
play = "sessions"
sessions = 1
scoring = "anc-2026/matchpoint-pairs"
ranking = "anc-2026/matchpoint-pairs"
forfeit = "sabf-2020/forfeit"

  [stage.draw]
  clause = "CLUB 1"
  movements = [{ tables = [2, 7], movement = "Howell" }, { tables = [8], movement = "Mitchell"ROUNDS }]
  session_boards = 24
"""


def said(rounds: str) -> list[str]:
    file = read_event(CLUB.replace("ROUNDS", rounds), "night.toml")
    return [
        finding.what
        for finding in lint_event(file, shipped_rulebook())
        if "boards" in finding.what or "round" in finding.what
    ]


def test_check_tells_every_entry_that_misses_what_is_asked() -> None:
    (told,) = said(", rounds = [8, 12]")
    assert told == (
        "Night of the Night asks for 24 boards a session and plays 21 with 7, 8, 15 or 16; 22 with 11 or 12; "
        "25 with 6; 26 with 13 or 14; 27 with 9 or 10 pairs"
    )


def test_check_tells_of_a_mitchell_that_leaves_its_rounds_to_the_program() -> None:
    short = said("")
    assert short[-1] == "Night has a Mitchell that does not say how many rounds it may have; 13 are taken"
    assert "26 with 13, 14 or 25 to 30" in short[0]


def test_the_conditions_say_what_is_played() -> None:
    for pairs, words in {
        20: "2 sessions of 9 rounds of 3 boards, 27 boards a session (the regulations ask for 26)",
        26: "2 sessions of 13 rounds of 2 boards, 26 boards a session",
    }.items():
        stage = plan_for(ONE_DAY)(Entrants(pairs), frozenset(), {}).stages[0]
        assert str(length_text(stage)) == words
        text = " ".join(" ".join(describe_event(event_files()[ONE_DAY], Entrants(pairs))).split())
        assert words in text
        assert "D83" in text


def test_the_organiser_may_ask_for_another_number() -> None:
    for way, boards in (("24 boards", 24), ("28 boards", 27)):
        stage = plan_for(ONE_DAY)(Entrants(20), frozenset(), {"D83": way}).stages[0]
        assert stage.sessions[0] * stage.boards == boards


@pytest.mark.clause("SABF20 18.1.2#1")
def test_the_final_of_the_state_pairs_is_a_full_howell() -> None:
    for pairs, final in ((29, (9, 3)), (30, (13, 2))):
        stage = plan_for("sabf-2020/state-open-pairs")(Entrants(pairs), frozenset(), {}).stages[1]
        assert (stage.sessions[0], stage.boards) == final
