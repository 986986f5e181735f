"""Who of a team counts as a member and plays in its finals: SABF20 13.5, 16.2, 16.5 and 17.2."""

from collections.abc import Sequence
from fractions import Fraction

import pytest

from directing import Room, by_strength, numbers
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import (
    EntriesClosed,
    EntryTaken,
    EventOpened,
    LineUpPosted,
    MatchForfeited,
    SanctionGiven,
    StageClosed,
    SubstituteUsed,
)
from overtrick.core.event.after.line_ups import earlier_stages, may_play_finals, membership
from overtrick.core.event.fold.replaying import copy_mutable
from overtrick.core.event.play.drafting import rounds_of
from overtrick.core.event.play.inputs import LOT
from overtrick.core.lots import Lots
from overtrick.core.model.contestants import Player
from overtrick.director.line_ups import sitting
from overtrick.director.penalties import penalty_for
from overtrick.director.substitutes import substitute
from overtrick.ledger.memory import MemoryBook

pytestmark = pytest.mark.whole

STATE, DAYTIME = "sabf-2020/state-teams", "sabf-2020/daytime-teams"
A, B, C, D, E, F, X, Y = ("1A", "1B", "1C", "1D", "1E", "1F", "1X", "1Y")

STAGE_ONE = [(A, B, C, E)] * 4 + [(A, B, C, F)] * 3 + [(A, B, C, D)] * 3
STAGE_TWO = [(A, B, D, X)] * 4 + [(A, B, D, Y)] * 4 + [(A, B, X, Y)] * 2
"""Team 1's line-ups: E, F and D sit in 4, 3 and 3 matches of Stage One; D, X and Y in 8, 6 and 6 of Stage Two."""


def team(number: int | str, *players: str) -> EntryTaken:
    return EntryTaken(str(number), players=tuple(map(Player, players)))


def play(room: Room, stage: str, strong: list[str], line_ups: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """A whole stage, with team 1's line-ups; what is said when it closes."""
    state = room.start(stage)
    for line_up, _ in zip(line_ups, range(rounds_of(state)), strict=True):
        number = room.draw(stage)
        room.do(LineUpPosted(stage, number, "1", line_up))
        room.results(stage, number, by_strength(state, strong))
        room.close_round(stage, number)
    return room.do(StageClosed(stage))


@pytest.fixture(scope="module")
def played() -> tuple[Room, tuple[str, ...]]:
    """Team 1 wins Stage One, comes last in Stage Two with two new members, and is in the finals."""
    room = Room(STATE)
    room.do(EventOpened(STATE, "", "", ""), team(1, A, B, C, D, E, F))
    room.do(*(team(number, *(f"{number}{letter}" for letter in "ABCD")) for number in range(2, 13)), EntriesClosed())
    said = play(room, "Stage One", numbers(12), STAGE_ONE)
    room.do(team(1, A, B, C, D, X, Y))
    play(room, "Stage Two", list(reversed(numbers(12))), STAGE_TWO)
    room.start("Ranking for the finals")
    room.close("Ranking for the finals")
    return room, said


@pytest.fixture
def finals(played: tuple[Room, tuple[str, ...]]) -> Room:
    room, _ = played
    mine = Room(room.name, MemoryBook(list(room.book.postings())))
    mine.event = copy_mutable(room.event)
    return mine


def in_finals(room: Room, *players: str) -> int:
    """The finals begin with these as team 1; the first week in which it plays."""
    room.do(team(1, *players))
    state = room.start("Finals")
    number = room.draw("Finals")
    while not state.round(number).plays("1"):
        room.results("Finals", number)
        room.close_round("Finals", number)
        number = room.draw("Finals")
    return number


@pytest.mark.clause("SABF20 16.2#1")
def test_a_member_of_six_plays_forty_per_cent_of_the_qualifying_boards(played: tuple[Room, tuple[str, ...]]) -> None:
    _, said = played
    short = "1D (1) and 1F (1) played too little to be eligible as members (SABF20 16.2#1"
    assert [each for each in said if each.startswith(short)]


@pytest.mark.clause("SABF20 17.2#3", "SABF20 17.2#4")
def test_members_of_both_stages_pick_from_the_stage_with_points_and_add_one_from_the_other(finals: Room) -> None:
    in_finals(finals, A, B, C, D, E, X)
    state = finals.event.stage("Finals")
    rule = finals.event.current_plan().members
    assert rule is not None
    assert rule.finals_team is not None
    assert [(each.stage, each.points) for each in earlier_stages(finals.event, state, "1")] == [
        ("Stage One", 6), ("Stage Two", 0)
    ]  # fmt: skip
    found = may_play_finals(finals.event, state, "1", rule.finals_team)
    assert set(found.members) == {A, B, C, D, E, X}
    assert found.added == (X,)
    other = may_play_finals(finals.event, state, "1", rule.finals_team, [Y])
    assert other.added == (Y,)


@pytest.mark.clause("SABF20 17.2#3")
def test_who_sat_in_too_few_matches_of_the_stage_is_not_picked(finals: Room) -> None:
    number = in_finals(finals, A, B, C, D, E, F)
    finals.do(LineUpPosted("Finals", number, "1", (A, B, C, E)))
    with pytest.raises(DirectorError, match="1F may not play in the finals for team 1") as refused:
        finals.do(LineUpPosted("Finals", number, "1", (A, B, C, F)))
    assert "SABF20 17.2" in str(refused.value)
    assert "Choose from the eligible players, 1A, 1B, 1C, 1D, 1E, 1X, or" in str(refused.value)


@pytest.mark.clause("SABF20 17.2#4")
def test_a_second_player_of_the_other_stage_is_refused(finals: Room) -> None:
    number = in_finals(finals, A, B, C, D, X, Y)
    finals.do(LineUpPosted("Finals", number, "1", (A, B, C, X)))
    with pytest.raises(DirectorError, match="1Y may not play in the finals for team 1"):
        finals.do(LineUpPosted("Finals", number, "1", (A, B, X, Y)))


@pytest.mark.clause("SABF20 13.5#2")
def test_leave_for_the_finals_goes_by_the_stage_that_qualified_the_team(finals: Room) -> None:
    """D played four fifths of Stage Two, which brought no points, and three tenths of Stage One, which did."""
    number = in_finals(finals, A, B, C, D, E, X)
    said = " ".join(finals.do(LineUpPosted("Finals", number, "1", (A, B, D, E))))
    assert "1D" in said
    assert "1A" not in said
    assert "SABF20 13.5#1" in said


@pytest.mark.clause("SABF20 16.2#2", "SABF20 19.2.1#2")
def test_after_the_finals_the_share_is_of_everything_and_a_full_session_is_asked_for(finals: Room) -> None:
    number = in_finals(finals, A, B, C, D, E, X)
    finals.do(LineUpPosted("Finals", number, "1", (A, B, C, E)))
    rule = finals.event.current_plan().members
    assert rule is not None
    assert rule.qualifying is not None
    assert rule.throughout is not None
    found = membership(finals.event, "Finals", "1", rule.qualifying, rule.throughout)
    assert found[A].allowed
    assert found[C].allowed  # 140 of 280 before the finals, 168 of 308 with them
    short = {name: [reason.name for reason in verdict.against] for name, verdict in found.items()}
    assert short[D] == ["full session"]  # 154 of 280 is 55%
    assert short[E] == ["qualifying", "overall"]  # 56 of 280, 84 of 308
    assert short[X] == ["qualifying", "overall", "full session"]


def daytime_finals() -> Room:
    room = Room(DAYTIME)
    room.do(EventOpened(DAYTIME, "", "", ""))
    room.do(*(team(n, *(f"{n}{letter}" for letter in "ABCDEF")) for n in range(1, 5)), EntriesClosed())
    state = room.start("Minor round")
    room.play("Minor round", by_strength(state, numbers(4)))
    room.close("Minor round")
    room.start("Finals")
    room.draw("Finals")
    return room


@pytest.mark.clause("SABF20 16.5#1", "SABF20 16.5#2")
@pytest.mark.parametrize("known", ["", "before"])
def test_a_second_substitute_in_finals_makes_the_team_ineligible(known: str) -> None:
    room = daytime_finals()
    room.do(SubstituteUsed("1", "Finals", (1,), "1A", "a friend", "ill"))
    assert not [act for act in room.event.conducted.offending.values() if isinstance(act, SanctionGiven)]
    second = SubstituteUsed("1", "Finals", (1,), "1B", "another", "a wedding", foreseen=bool(known))
    said = " ".join(map(str, substitute(room.event, second, "").cautions))
    assert "should withdraw" in said
    assert "SABF20 16.5#2" in said
    room.do(second)
    [given] = [act for act in room.event.conducted.offending.values() if isinstance(act, SanctionGiven)]
    assert given.contestant == "1"
    assert given.clause == "SABF20 16.5#2"
    assert "the team is ineligible" in given.what
    assert ("excluded from this final the next year" in given.what) is bool(known)
    lost = penalty_for(room.event, "1", given.offence, "Finals", 1)
    assert [type(act) for act in lost.may] == [MatchForfeited]


@pytest.mark.clause("SABF20 16.5#1")
def test_a_pair_for_half_an_evening_is_the_one_substitution_and_a_player_more_is_another() -> None:
    room = daytime_finals()
    half = Fraction(1, 2)
    for out in ("1A", "1B"):
        room.do(SubstituteUsed("1", "Finals", (1,), out, f"for {out}", "ill", part=half))
    assert not room.event.conducted.offending
    room.do(SubstituteUsed("1", "Finals", (1,), "1C", "for 1C", "ill", part=half))
    assert [act.offence for act in room.event.conducted.offending.values()] == ["further substitute"]
    other = daytime_finals()
    other.do(SubstituteUsed("1", "Finals", (1,), "1A", "for 1A", "ill", part=half))
    assert "16.5#2" in " ".join(other.do(SubstituteUsed("1", "Finals", (1,), "1B", "for 1B", "ill")))


@pytest.mark.clause("SABF20 13.6#1", "SABF20 13.6#2")
def test_the_home_team_of_each_match_is_drawn_by_lot_and_sits_first_in_turn() -> None:
    room = daytime_finals()
    state = room.event.stage("Finals")
    homes: dict[str, set[str]] = {}
    for seed in "abcdefgh":
        LOT.set(state, Lots(seed))
        for seating in state.round(1).seatings.values():
            order = sitting(state, 1, seating)
            assert order is not None
            assert {order.first, order.last} == {seating.ns, seating.ew}
            assert order.clause.number == "13.6#1"
            homes.setdefault(seating.ns, set()).add(str(order.first))
    assert all(len(found) == 2 for found in homes.values())  # either side, by the lot alone
    for number in (1, 2, 3):
        room.results("Finals", number)
        room.close_round("Finals", number)
        room.draw("Finals")
    third, fourth = (sitting(state, number, state.round(number).seatings[1]) for number in (3, 4))
    assert third is not None
    assert fourth is not None
    assert (third.first, third.last) == (fourth.last, fourth.first)


@pytest.mark.clause("SABF20 16.5#1")
def test_a_substitute_before_the_finals_is_none_of_the_one() -> None:
    room = Room(DAYTIME).enter(numbers(4))
    room.start("Minor round")
    room.draw("Minor round")
    for number in (1, 2):
        assert not [
            each
            for each in room.do(SubstituteUsed("1", "Minor round", (1,), f"player {number}", f"friend {number}", "ill"))
            if "16.5" in each
        ]
