"""Cards, colours, psychic calls, determinations and powers passed on, at the director's door."""

import pytest

from appealing import evening
from directing import Room
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import (
    CardsShown,
    Determined,
    PowerPassed,
    PsychicRecorded,
    SystemClassified,
    SystemLodged,
)
from overtrick.core.event.fold.tournament import replay
from overtrick.director.decide import decide
from overtrick.director.disclosure import colour_in_force, grace_used
from overtrick.ledger.codec import read_posting, write_posting
from overtrick.regulations.plan.event_book import plan_for

STAGE = "Stage One"
DIRECTOR, COMMITTEE = "the Chief Tournament Director", "the Tournament Committee"


@pytest.mark.clause("SABF20 5.2#1")
def test_the_grace_for_cards_is_used_up_and_then_the_director_penalises() -> None:
    room = evening()
    assert room.do(CardsShown("1", STAGE, 1, 2)) == ()
    assert (
        "1 missing system card within the allowance; one more may be missing"
        in room.do(CardsShown("1", STAGE, 1, 1))[0]
    )
    assert "1 system card missing beyond the allowance" in room.do(CardsShown("1", STAGE, 1, 0))[0]
    assert [use.penalised for use in grace_used(room.event, "1", STAGE)] == [0, 0, 1]
    assert grace_used(room.event, "2", STAGE) == ()


@pytest.mark.clause("SABF20 4.1#2")
def test_the_first_word_on_a_colour_holds_until_the_final_one() -> None:
    room = evening()
    with pytest.raises(DirectorError, match="has not lodged a system called"):
        decide(room.event, SystemClassified("1", "ours", "red", DIRECTOR))
    room.do(SystemLodged("1", "ours", "red"))
    assert colour_in_force(room.event, "1", "ours") is None
    with pytest.raises(DirectorError, match="does not classify"):
        decide(room.event, SystemClassified("1", "ours", "red", "a kibitzer"))
    for by, colour in ((DIRECTOR, "yellow"), (COMMITTEE, "red")):
        room.do(SystemClassified("1", "ours", colour, by))
        found = colour_in_force(room.event, "1", "ours")
        assert found is not None
        assert (found.colour, found.by) == (colour, by)
    with pytest.raises(DirectorError, match="has classified"):
        decide(room.event, SystemClassified("1", "ours", "yellow", DIRECTOR))


@pytest.mark.clause("SABF20 4.6#1")
def test_a_psychic_call_against_a_weaker_player_is_told_to_be_adjusted() -> None:
    room = evening()
    weak, strong = _ranks(room)
    call = ("1", STAGE, 1, 1, 3, "1S")
    assert room.do(PsychicRecorded(*call, (strong, strong))) == ()
    assert "(SABF20 4.6#1" in room.do(PsychicRecorded(*call, (weak, weak)))[0]
    assert "only one of the opponents" in room.do(PsychicRecorded(*call, (weak, strong)))[1]
    assert room.do(PsychicRecorded(*call, (weak, weak), intentional=False)) == ()
    assert len(room.event.conducted.psychics) == 4


def _ranks(room: Room) -> tuple[str, str]:
    rule = room.event.stage(STAGE).plan.rules.players.psychic
    assert rule is not None
    return rule.below.ladder[0], rule.below.ladder[-1]


@pytest.mark.clause("SABF20 2#4")
@pytest.mark.clause("SABF20 2#5")
@pytest.mark.clause("SABF20 3#1")
def test_in_progress_only_what_is_not_covered_is_determined() -> None:
    room = evening()
    body = "the Management Committee"
    with pytest.raises(DirectorError, match="in progress") as refused:
        decide(room.event, Determined("covered", "twelve rounds", body))
    assert "SABF20 2#5" in str(refused.value)
    room.do(Determined("not_covered", "a power cut: round 2 is played on Friday", body))
    before = Room("sabf-2020/state-teams")
    before.do(Determined("covered", "supplementary: twelve rounds", body))
    assert [len(each.event.conducted.determined) for each in (room, before)] == [1, 1]


@pytest.mark.clause("SABF20 3#4")
def test_a_function_passed_on_is_in_the_book_with_both_names() -> None:
    room = evening()
    with pytest.raises(DirectorError, match="who delegates it and to whom"):
        decide(room.event, PowerPassed("seeding", COMMITTEE, ""))
    room.do(PowerPassed("seeding", COMMITTEE, DIRECTOR), PowerPassed("seeding", DIRECTOR, "an assistant"))
    again = replay(plan_for(room.name), [read_posting(write_posting(each, ""))[0] for each in room.book.postings()])
    assert again.conducted.determined == room.event.conducted.determined
    assert len(again.conducted.determined) == 2
