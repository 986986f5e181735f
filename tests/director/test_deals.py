"""How boards were dealt, at the director's door."""

from dataclasses import replace
from random import Random

import pytest

from directing import Room
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import BoardDealt, ResultConfirmed, ResultCorrected, ResultPosted, RoundClosed
from overtrick.core.event.fold.tournament import replay
from overtrick.core.model.cards import RANKS, Deal
from overtrick.core.model.notation import read_result
from overtrick.director.deals import boards_at
from overtrick.director.decide import decide
from overtrick.ledger.codec import read_posting, write_posting
from overtrick.regulations.plan.event_book import plan_for

RULES, STAGE = "nsw-swiss-pairs/congress", "Swiss"
SUITS = f"N:{RANKS}... .{RANKS}.. ..{RANKS}. ...{RANKS}"
"""Everybody has a suit: North the spades."""


def shuffled(seed: str) -> str:
    cards = [(suit, rank) for suit in range(4) for rank in RANKS]
    Random(seed).shuffle(cards)
    hands = [cards[13 * place : 13 * place + 13] for place in range(4)]
    return "S:" + " ".join(
        ".".join("".join(rank for suit, rank in hand if suit == wanted) for wanted in range(4)) for hand in hands
    )


@pytest.fixture
def room() -> Room:
    room = Room(RULES).enter([str(number) for number in range(1, 11)])
    room.start(STAGE)
    room.draw(STAGE)
    return room


@pytest.mark.clause("SABF20 13.8#1", "SABF20 19.7#4")
def test_a_deal_is_kept_with_its_board_and_read_back_from_the_book(room: Room) -> None:
    dealt = BoardDealt(STAGE, 1, 2, shuffled("a"), "set A", "E", "NS")
    assert room.do(dealt) == ()
    kept = room.event.stage(STAGE).deal(1, 2)
    assert kept == Deal.read(dealt.deal)
    assert str(kept).startswith("N:")
    last = list(room.book.postings())[-1]
    assert read_posting(write_posting(last, ""))[0].act == dealt
    again = replay(plan_for(RULES), room.book.postings())
    assert again.stage(STAGE).deal(1, 2) == kept
    assert again.stage(STAGE).deal(1, 3) is None


@pytest.mark.parametrize(
    ("changed", "told", "clause"),
    [
        ({"deal": SUITS.replace("A", "", 1)}, "North has 12 cards", "Law 1"),
        ({"deal": SUITS.replace("A", "K", 1)}, "North holds SK twice", "Law 1"),
        ({"deal": f"N:{RANKS}... {RANKS}... ..{RANKS}. ...{RANKS}"}, "East and North both hold SA", "Law 1"),
        ({"deal": "N:- - - -"}, "cannot be read", ""),
        ({"deal": "AKQ"}, "is not a deal", ""),
        ({"dealer": "N"}, "East is the dealer on board 2", "Law 2"),
        ({"vulnerable": "All"}, "NS vulnerable", "Law 2"),
        ({"vulnerable": "banana"}, "NS vulnerable", "Law 2"),
        ({"board": 99}, "No one plays board 99", ""),
        ({"round": 9}, "Round 9 of Swiss has not been drawn", ""),
        ({"source": ""}, "A deal needs a source", ""),
    ],
)
def test_a_deal_that_cannot_be_is_refused(room: Room, changed: dict[str, object], told: str, clause: str) -> None:
    with pytest.raises(DirectorError, match=told) as refused:
        decide(room.event, replace(BoardDealt(STAGE, 1, 2, SUITS, "set A"), **changed))  # type: ignore[arg-type]
    assert clause in str(refused.value.clause)
    assert refused.value.remedy


@pytest.mark.parametrize("vulnerable", ["NS", "ns", ""])
def test_vulnerability_is_as_files_write_it(room: Room, vulnerable: str) -> None:
    assert decide(room.event, BoardDealt(STAGE, 1, 2, SUITS, "set A", "e", vulnerable)).acts


def test_the_same_deal_again_is_nothing_new_and_another_replaces_it_with_a_word(room: Room) -> None:
    room.do(BoardDealt(STAGE, 1, 2, SUITS, "set A"))
    assert decide(room.event, BoardDealt(STAGE, 1, 2, SUITS, "set A")).acts == ()
    assert "replaces" in room.do(BoardDealt(STAGE, 1, 2, shuffled("b"), "the right set"))[0]
    assert room.event.stage(STAGE).deal(1, 2) == Deal.read(shuffled("b"))


def test_a_deal_is_of_its_own_round_where_each_round_has_its_own_boards(room: Room) -> None:
    room.do(BoardDealt(STAGE, 1, 2, SUITS, "set A"))
    room.results(STAGE, 1)
    room.do(RoundClosed(STAGE, 1))
    room.draw(STAGE)
    state = room.event.stage(STAGE)
    assert 2 in boards_at(state, 1)
    assert state.deal(2, 2) is None


def test_a_lead_that_is_no_card_is_refused_and_what_was_led_stays_when_the_result_is_put_right(room: Room) -> None:
    posted = ResultPosted(STAGE, 1, 1, 2, read_result("4S S ="), lead="HK")
    with pytest.raises(DirectorError, match="is not a card"):
        decide(room.event, replace(posted, lead="ZZ"))
    room.do(posted, ResultConfirmed(STAGE, 1, 1, 2, result=posted.result))
    room.do(ResultCorrected(STAGE, 1, 1, 2, read_result("4S N ="), "declarer"))
    known = room.event.stage(STAGE).result_at(1, 1, "", 2)
    assert known is not None
    assert known.lead == "HK"
