"""A draw keeps its reasons as data: the words made from them are those it was published with."""

import json
from dataclasses import replace

import pytest

from books import whole_book
from overtrick.core.event.acts import DrawPublished, DrawReason, PassedOver
from overtrick.core.event.play.drafting import reason_words
from overtrick.ledger.codec import read_act, write_act
from overtrick.views.drafts import apply_swaps
from overtrick.views.draws import reasons


def draws(rules: str) -> list[DrawPublished]:
    """The draws of a rehearsed event that have reasons."""
    acts = (posting.act for posting in whole_book(rules))
    return [act for act in acts if isinstance(act, DrawPublished) and act.reasons]


@pytest.mark.parametrize("rules", ["nsw-swiss-pairs/congress", "gnot-nsw-2018/gnot"])
def test_the_words_are_made_from_the_data(rules: str) -> None:
    found = draws(rules)
    for act in found:
        words, notes = reasons(act)
        printed = {table: str(each) for table, each in words.items()}, list(map(str, notes))
        assert printed == reasons(replace(act, reasons=())), "as older books print them"
        assert set(words) == {seating.table for seating in act.seatings}
        assert read_act(json.loads(json.dumps(write_act(act)))) == act
    assert found


def test_whoever_changed_places_has_no_reason_left() -> None:
    act = draws("nsw-swiss-pairs/congress")[1]
    one, other = act.seatings[0].ns, act.seatings[2].ns
    words, _ = reasons(apply_swaps(act, [(one, other)], "they asked"))
    assert set(words) == {seating.table for seating in act.seatings} - {1, 3}


def test_a_strange_reason_says_what_was_said_with_it() -> None:
    strange = PassedOver(("8",), "strands")
    assert str(reason_words(DrawReason("order", 4, ("6", "10"), (strange,)), 5)) == (
        "6 meets 10, next in order. They have not met."
    )
    assert str(reason_words(DrawReason("by post", 4, ("6",), said="By post."), 5)) == "By post."
