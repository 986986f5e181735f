"""A draw keeps its reasons as data: the words made from them are those it was published with."""

import json
from dataclasses import replace
from fractions import Fraction

import pytest

from books import whole_book
from overtrick.core.draws.drawn import PairingMethod
from overtrick.core.event.acts import DrawPublished, DrawReason, PassedOver
from overtrick.core.event.play.drafting import reason_words
from overtrick.core.provenance import Clause
from overtrick.core.stored_phrases import read_phrase, write_phrase
from overtrick.core.wording import Phrase, phrase
from overtrick.ledger.codec import read_act, write_act
from overtrick.views.drafts import apply_swaps
from overtrick.views.draws import reasons


def draws(rules: str) -> list[DrawPublished]:
    """The draws of a rehearsed event that have reasons."""
    acts = (posting.act for posting in whole_book(rules))
    return [act for act in acts if isinstance(act, DrawPublished) and act.reasons]


@pytest.mark.parametrize("rules", ["nsw-swiss-pairs/congress"])
def test_the_words_are_made_from_the_data(rules: str) -> None:
    found = draws(rules)
    for act in found:
        words, notes = reasons(act)
        printed = {table: str(each) for table, each in words.items()}, list(map(str, notes))
        assert printed == reasons(replace(act, reasons=())), "as older books print them"
        assert set(words) == {seating.table for seating in act.seatings}
        assert read_act(json.loads(json.dumps(write_act(act)))) == act
    assert found


@pytest.mark.parametrize("rules", ["gnot-nsw-2018/gnot", "sabf-2020/state-teams", "sabf-2020/daytime-teams"])
def test_knockouts_and_finals_keep_phrases_that_read_as_published(rules: str) -> None:
    found = [act for act in draws(rules) if {each.key for each in act.reasons} == {"phrase"}]
    assert found
    for act in found:
        words, notes = reasons(act)
        assert all(isinstance(said, Phrase) for said in (*words.values(), *notes))
        lines = act.why.splitlines()
        assert all(sum(line.endswith(str(said)) for line in lines) >= 1 for said in (*words.values(), *notes))
        assert len(lines) == len(words) + len(notes)
        assert set(words) == {seating.table for seating in act.seatings}
        assert read_act(json.loads(json.dumps(write_act(act)))) == act


def test_a_phrase_is_read_as_it_was_written() -> None:
    said = phrase(
        "{n:#board} of {who}[, {none}] {share:%}: {why} {place} {won:won|lost}",
        n=2, who=("3", phrase("nobody")), none=None, share=Fraction(1, 8), why=PairingMethod.LOT,
        place=Clause("GNOT18", "3.1"), won=True,
    )  # fmt: skip
    assert str(said) == "2 boards of 3 and nobody 12.5%: by lot GNOT18 3.1 won"
    assert str(read_phrase(write_phrase(said))) == str(said)
    assert read_phrase(write_phrase("3 {of")) == "3 {of"


@pytest.mark.parametrize(
    "text",
    [
        "plain", "", "[", "12", '["{n:short}",{"n":"x"}]', '["{n:date}",{"n":3}]', '["{n",{"n":1}]',
        '["a"]', '{"list":["a"]}', "[" * 10_000,
        '["{n}",{"n":' * 40 + "1" + "}]" * 40, '["{n:%}",{"n":{"exact":"1/0"}}]',
    ],
)  # fmt: skip
def test_what_is_no_phrase_is_shown_as_text(text: str) -> None:
    assert str(reason_words(DrawReason("phrase", said=text), 1)) == text


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
