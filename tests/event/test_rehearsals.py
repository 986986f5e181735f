"""Whole events played through the director and proved, for every event of the rulebook."""

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from books import whole_book
from overtrick.core.event.acts import (
    EntriesClosed,
    EntryTaken,
    Posting,
    ResultCorrected,
    ResultPosted,
    RoundClosed,
    RulingGiven,
    SubstituteUsed,
)
from overtrick.core.event.fold.tournament import Tournament, replay
from overtrick.core.exact import exact_text
from overtrick.core.scoring.stand_ins import Ground
from overtrick.lab.fault_rates import NO_FAULTS, USUAL_FAULTS, Faults
from overtrick.lab.rehearsal import Rehearsal
from overtrick.lab.verify import verify
from overtrick.regulations.plan.event_book import event_files, plan_for

pytestmark = pytest.mark.whole

EVENTS = list(event_files())
some_books = settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow])
SMALL = "nsw-swiss-pairs/congress"


def book_of(event: str, entries: int, seed: str, *, faults: bool = True) -> list[Posting]:
    """A book for one test alone."""
    rehearsal = Rehearsal(plan_for(event), event, Random(seed), USUAL_FAULTS if faults else NO_FAULTS)
    return rehearsal.play(entries)


def order(event: Tournament) -> dict[str, list[tuple[str, str]]]:
    return {
        f"{name}, {field.name}": [
            (row.contestant, exact_text(row.total.value)) for row in state.standings(field.name).rows
        ]
        for name, state in event.stages.items()
        for field in state.fields
    }


def sizes(event: str) -> list[int]:
    """The least entry of an event, the next, and one above the usual: where plans change most."""
    words = event_files()[event].event
    least = words.entries.least
    wanted = {least, least + 1, min(words.usual + 1, words.entries.most or words.usual + 1)}
    return sorted(size for size in wanted if words.takes(size))


@pytest.mark.parametrize("event", EVENTS)
def test_an_event_is_played_to_its_last_placing(event: str) -> None:
    """The book that other tests show and tell; the slow part plays the least entries and more than the usual one.

    That it is played as planned, and every stage closed, is for tests/clauses/test_events.py.
    """
    assert verify(plan_for(event), whole_book(event)).objections == ()


def test_a_rehearsed_seasons_substitutes_name_their_ground_as_one() -> None:
    event = "sabf-2020/state-pairs-plate"
    rehearsal = Rehearsal(plan_for(event), event, Random("grounds"), Faults(substitute=0.4))
    used = [posting.act for posting in rehearsal.play(12) if isinstance(posting.act, SubstituteUsed)]
    grounds = {act.ground for act in used}
    assert {""} < grounds <= {"", *(str(ground) for ground in Ground)}
    assert {act.requested for act in used} == {""}


def test_fields_that_withdrawals_left_a_pair_short_still_all_meet_in_sections() -> None:
    """Nobody is left in Stage I to come in, so each field is eight where the sections are for nine."""
    event = "nsw-its-2021/oits"
    postings = book_of(event, 19, f"{event} 19 3 faults")
    assert verify(plan_for(event), postings).objections == ()
    stage = replay(plan_for(event), postings).stages["Stage II"]
    assert [len(field.contestants) for field in stage.fields] == [8, 8]
    for field, other in (stage.fields, reversed(stage.fields)):
        for pair in field.contestants:
            met = [name for line in stage.record(pair).matches for name in line.opponents]
            assert sorted(met) == sorted(other.contestants)


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("event", EVENTS)
def test_an_event_of_other_sizes(event: str) -> None:
    """One seed each, the last with nothing going wrong; `just rehearse` plays all entries from any number of seeds."""
    for entries in (played := sizes(event)):
        postings = book_of(event, entries, f"{entries} entries", faults=entries != played[-1])
        assert verify(plan_for(event), postings).objections == (), entries


@some_books
@given(entries=st.integers(8, 17), seed=st.integers(0, 10**9))
def test_the_fold_of_one_posting_equals_the_replay_of_all(entries: int, seed: int) -> None:
    postings = book_of(SMALL, entries, str(seed))
    event = Tournament(plan_for(SMALL))
    for number, posting in enumerate(postings, start=1):
        event.post(posting)
        if number % 211 == 0 or number == len(postings):
            assert order(event) == order(replay(plan_for(SMALL), postings[:number]))


@some_books
@given(entries=st.integers(8, 17), seed=st.integers(0, 10**9))
def test_a_correction_equals_having_posted_it_right_first(entries: int, seed: int) -> None:
    postings = book_of(SMALL, entries, str(seed))
    corrected = {
        (p.act.round, p.act.table, p.act.board): p.act.result for p in postings if isinstance(p.act, ResultCorrected)
    }
    ruled = {(p.act.round, p.act.table, p.act.board) for p in postings if isinstance(p.act, RulingGiven)}
    right = []
    for posting in postings:
        act = posting.act
        if isinstance(act, ResultCorrected):
            continue
        place = (act.round, act.table, act.board) if isinstance(act, ResultPosted) else None
        if isinstance(act, ResultPosted) and place in corrected and place not in ruled:
            act = ResultPosted(act.stage, act.round, act.table, act.board, corrected[act.round, act.table, act.board])
        right.append(Posting(posting.number, act, posting.by, posting.at, posting.key))
    assert order(replay(plan_for(SMALL), right)) == order(replay(plan_for(SMALL), postings))


@some_books
@given(entries=st.integers(8, 17), seed=st.integers(0, 10**9))
def test_what_comes_later_never_moves_a_published_draw(entries: int, seed: int) -> None:
    postings = book_of(SMALL, entries, str(seed))
    whole = replay(plan_for(SMALL), postings)
    for number in range(0, len(postings), 131):
        part = replay(plan_for(SMALL), postings[:number])
        for name, state in part.stages.items():
            for round_number, drawn in state.rounds.items():
                assert drawn.draw == whole.stage(name).round(round_number).draw


@some_books
@given(seed=st.integers(0, 10**9))
def test_a_closed_round_keeps_its_results(seed: int) -> None:
    postings = book_of(SMALL, 12, str(seed), faults=False)
    closes = [place for place, posting in enumerate(postings) if isinstance(posting.act, RoundClosed)]
    whole = replay(plan_for(SMALL), postings)
    for place in closes:
        part = replay(plan_for(SMALL), postings[: place + 1])
        state = part.stage("Swiss")
        for number, drawn in state.rounds.items():
            assert drawn.results == whole.stage("Swiss").round(number).results


def test_every_number_of_a_final_table_says_why_down_to_the_results() -> None:
    from overtrick.core.provenance import PostingSource, facts

    event = replay(plan_for("anc-2026/open-butler"), whole_book("anc-2026/open-butler"))
    final = list(event.stages.values())[-1]
    for row in final.standings(final.fields[0].name).rows:
        assert any(isinstance(fact.source, PostingSource) for fact in facts(row.total))
        assert "ANC26" in row.total.why(None)


def test_a_rehearsal_keeps_enough_who_contend() -> None:
    """The least entry of an event counted by its contending pairs, with visitors as often as usual."""
    event = "nsw-its-2021/oits"
    for seed in range(4):
        entering = Rehearsal(
            plan_for(event),
            event,
            Random(f"least {seed}"),
            USUAL_FAULTS,
            until=lambda _, act: isinstance(act, EntriesClosed),
        )
        entered = [p.act for p in entering.play(18) if isinstance(p.act, EntryTaken)]
        assert len(entered) >= 18
        assert all(act.contending for act in entered)
