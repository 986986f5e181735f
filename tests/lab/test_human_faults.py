"""The mistakes people make in a rehearsal: each happens at its rate, and the book stays lawful."""

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from clauses.test_fouled_boards import CLUB
from overtrick.core.event.acts import (
    NEITHER,
    Act,
    BoardFouled,
    LatePairSeated,
    MatchForfeited,
    Posting,
    ReviewAsked,
    ReviewDecided,
    RulingGiven,
    ScoreAwarded,
    StageClosed,
    Withdrawn,
)
from overtrick.core.model.notation import read_result
from overtrick.lab.fault_rates import HUMAN_FAULTS, KINDS, NO_FAULTS, USUAL_FAULTS, Faults, read_faults
from overtrick.lab.hand_decisions import decisions_by_hand
from overtrick.lab.rehearsal import Rehearsal
from overtrick.lab.verify import verify
from overtrick.regulations.plan.event_book import plan_for

CONGRESS, TEAMS, NIGHT, MIXED = (
    "nsw-swiss-pairs/congress",
    "club/swiss-teams",
    "club/pairs-night",
    "anc-2026/mixed-butler",
)


def rehearse(event: str, entries: int, faults: Faults, seed: str = "1") -> tuple[Rehearsal, list[Act]]:
    """A rehearsal whose book has no objection, and its acts."""
    made = Rehearsal(plan_for(event), event, Random(seed), faults)
    postings = made.play(entries)
    assert verify(plan_for(event), postings).objections == ()
    return made, [posting.act for posting in postings]


def counted(acts: Sequence[Act]) -> list[str]:
    """The lines on the decisions in a book of these acts."""
    postings = [Posting(number, act, "", "", "") for number, act in enumerate(acts, 1)]
    return [str(each) for each in decisions_by_hand(postings)]


def kinds(acts: Sequence[Act]) -> set[type]:
    return {type(act) for act in acts}


@pytest.mark.parametrize(("event", "entries"), [(CONGRESS, 9), (TEAMS, 6), (NIGHT, 7), (MIXED, 14)])
def test_a_book_full_of_mistakes_is_lawful(event: str, entries: int) -> None:
    rehearse(event, entries, HUMAN_FAULTS)


@pytest.mark.parametrize(("event", "entries"), [("anc-2026/interstate-womens", 5), ("anc-2026/novice-swiss-pairs", 8)])
def test_a_book_is_lawful_when_somebody_left_a_draw_or_sat_out_and_left(event: str, entries: int) -> None:
    rehearse(event, entries, HUMAN_FAULTS, seed=f"{event} {entries} 0")


def test_a_fouled_board_has_a_form_that_one_or_two_tables_played() -> None:
    _, acts = rehearse(CONGRESS, 12, Faults(small_form=1))
    fouled = [act for act in acts if isinstance(act, BoardFouled)]
    assert fouled
    assert {min(map(len, act.forms)) for act in fouled} == {1, 2}
    assert all(sum(map(len, act.forms)) == 6 for act in fouled)


def test_the_director_rules_where_no_rule_says_what_a_small_form_is_worth(tmp_path: Path) -> None:
    """The club's datum needs three results: six tables, of which one or two played another form of the board."""
    event = tmp_path / "club.toml"
    event.write_text(CLUB, encoding="utf-8")
    made, acts = rehearse(str(event), 12, Faults(small_form=1))
    ruled = [act for act in acts if isinstance(act, RulingGiven) and act.reason == "cannot be compared"]
    assert ruled
    assert any("too few" in message for kind, message in made.refusals if kind == "award forgotten")
    (told,) = counted(acts)
    assert told == f"{len(ruled)} rulings on fouled boards without comparison: cannot be compared ({len(ruled)})"


def test_whoever_comes_late_or_leaves_early_is_in_the_book() -> None:
    _, acts = rehearse(CONGRESS, 12, Faults(late_arrival=0.6, early_departure=0.6))
    assert {LatePairSeated, Withdrawn} <= kinds(acts)


def test_neither_side_of_any_match_appears() -> None:
    _, acts = rehearse(TEAMS, 8, Faults(neither=1))
    ways = [act.how for act in acts if isinstance(act, MatchForfeited)]
    assert ways
    assert set(ways) == {NEITHER}


def test_every_early_close_is_refused_and_recorded() -> None:
    made, acts = rehearse(CONGRESS, 8, Faults(early_close=1))
    rounds = 7
    assert [fault for fault, _ in made.refusals] == ["early close"] * rounds
    assert all("has no result for" in message for _, message in made.refusals)
    assert counted(acts) == []


def test_a_review_asked_before_the_close_is_decided_after_it() -> None:
    _, acts = rehearse(MIXED, 14, Faults(late_review=1), seed="2")
    asked, closed, decided = (
        next(place for place, act in enumerate(acts) if isinstance(act, kind))
        for kind in (ReviewAsked, StageClosed, ReviewDecided)
    )
    assert asked < closed < decided


def test_an_odd_field_without_a_house_pair_sits_somebody_out() -> None:
    with_house, _ = rehearse(CONGRESS, 9, NO_FAULTS)
    without, _ = rehearse(CONGRESS, 9, Faults(no_house=1))
    assert "house" in with_house.state.entries
    assert "house" not in without.state.entries
    rounds = without.state.stages["Swiss"].rounds.values()
    assert all(len(drawn.draw.sits_out) == 1 for drawn in rounds)


def test_faults_are_read_by_kind_or_by_the_name_of_a_set() -> None:
    assert (read_faults("none"), read_faults("usual"), read_faults("human")) == (NO_FAULTS, USUAL_FAULTS, HUMAN_FAULTS)
    assert read_faults("late-review=1, no-house=0.5") == Faults(late_review=1, no_house=0.5)
    assert all(getattr(HUMAN_FAULTS, field) > 0 for field in KINDS.values())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("often", "neither a set of faults nor a rate"),
        ("", "neither a set of faults nor a rate"),
        ("neither=0.1,usual", "neither a set of faults nor a rate"),
        ("nether=0.1", "no fault “nether”"),
        ("neither=2", "from 0 to 1"),
        ("neither=nan", "from 0 to 1"),
        ("neither=", "from 0 to 1"),
    ],
)
def test_a_fault_that_cannot_be_read_is_explained(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read_faults(text)


def test_decisions_are_counted_by_kind_and_reason() -> None:
    award = ScoreAwarded("1", "Swiss", 1, 10, "1.5", "sat out")
    ruling = RulingGiven("Swiss", 1, 1, 1, read_result("AV AV"), "Law 12C", "review upheld")
    acts: list[Act] = [ruling, award, award, StageClosed("Swiss"), ReviewDecided(3, "upheld", "a panel", "so"), ruling]
    assert [counted(acts[:count]) for count in (0, 1, 2, 3, 6)] == [
        [],
        [],
        ["1 score awarded by the director: sat out (1)"],
        ["2 scores awarded by the director: sat out (2)"],
        [
            "2 scores awarded by the director: sat out (2)",
            "1 review decided: upheld (1)",
            "1 ruling after its stage closed: review upheld (1)",
        ],
    ]
