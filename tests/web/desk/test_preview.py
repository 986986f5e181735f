"""What an act will do, said before it is done: always what it then does, and nothing is touched by asking."""

from collections.abc import Callable
from itertools import takewhile

import pytest

from books import whole_book
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import (
    Act,
    BoardFouled,
    EntriesClosed,
    EntryTaken,
    MatchForfeited,
    PenaltyGiven,
    Posting,
    ResultCorrected,
    ResultPosted,
    RulingGiven,
    StageClosed,
    Withdrawn,
)
from overtrick.core.event.fold.replaying import copy_mutable
from overtrick.core.event.fold.tournament import Tournament, replay
from overtrick.core.model.notation import read_result
from overtrick.director.what_if import what_if
from overtrick.regulations.plan.event_book import plan_for
from overtrick.web.congress.preview import foresee
from web.desk.conftest import RULES, rehearsed

PLAYED = rehearsed(12)
OPEN = PLAYED[:-1]  # the stage not closed yet


def event_after(postings: list[Posting]) -> Tournament:
    return replay(plan_for(RULES), postings)


def totals(event: Tournament) -> list[tuple[str, str, object]]:
    return [(row.place_text, row.contestant, row.total.value) for row in event.stage("Swiss").standings("all").rows]


ACTS: list[Callable[[], Act]] = [
    lambda: ResultCorrected("Swiss", 7, 1, 25, read_result("7NTXX N -5"), "wrong way"),
    lambda: RulingGiven("Swiss", 7, 1, 25, read_result("AV+ AV-"), "Law 12C", "misinformation"),
    lambda: BoardFouled("Swiss", 7, 25, ((1, 2, 3), (4, 5, 6)), "two forms"),
    lambda: PenaltyGiven("3", "late", "Swiss", 7, 2, "VPs", "Law 90"),
    lambda: MatchForfeited("Swiss", 7, 1, ""),
    lambda: Withdrawn("4", "Swiss", 3, expunged=True),
    lambda: Withdrawn("4", "Swiss", 7, expunged=False),
]


@pytest.mark.parametrize("make", ACTS)
def test_asking_touches_nothing(make: Callable[[], Act]) -> None:
    event = event_after(OPEN)
    before, fresh = totals(event), event_after(OPEN)
    foresee(event, make())
    assert totals(event) == before == totals(fresh)
    assert event.stage("Swiss").rounds[7].results == fresh.stage("Swiss").rounds[7].results
    assert event.last == fresh.last


@pytest.mark.parametrize("make", ACTS)
def test_the_event_that_would_be_is_the_event_that_comes(make: Callable[[], Act]) -> None:
    event = event_after(OPEN)
    totals(event)  # with every number made, so that the copy has to forget the right ones
    act = make()
    after = what_if(event, [act])
    event.post(Posting(event.last + 1, act, "", "", ""))
    assert totals(after) == totals(event)
    assert totals(after) == totals(event_after([*OPEN, Posting(len(OPEN) + 1, act, "", "", "")]))


def test_a_copy_shares_nothing_that_is_written_in() -> None:
    event = event_after(OPEN)
    other = copy_mutable(event)
    penalty = PenaltyGiven("3", "late", "Swiss", 7, 1, "VPs", "Law 90")
    for posting in (ResultCorrected("Swiss", 7, 1, 25, read_result("PASS"), "x"), penalty):
        other.post(Posting(other.last + 1, posting, "", "", ""))
    other.entries["99"] = EntryTaken("99")
    assert "99" not in event.entries
    assert not event.stage("Swiss").penalties
    assert len(event.conducted.offending) + 1 == len(other.conducted.offending)


def test_a_correction_says_the_score_the_datum_and_the_places() -> None:
    event = event_after(OPEN)
    said = foresee(event, ResultCorrected("Swiss", 7, 1, 25, read_result("7NTXX N -5"), "wrong way")).lines
    assert said[0] == "7NTXX by North −5: NS −2200 (was NS +110)."
    assert any(line.startswith("The datum of board 25: ") and "→" in line for line in said)
    assert any("IMPs on board 25 change for" in line for line in said)
    assert any(line.startswith("Totals: ") for line in said)


def test_the_same_result_corrected_to_itself_changes_nothing() -> None:
    event = event_after(OPEN)
    there = event.stage("Swiss").round(7).results[1, "", 25].result
    said = foresee(event, ResultCorrected("Swiss", 7, 1, 25, there, "looked at again")).lines
    assert "The IMPs on board 25 do not change." in said
    assert "No places change." in said
    assert not any(line.startswith(("Totals", "The datum")) for line in said)


def test_a_penalty_says_the_total_before_and_after() -> None:
    event = event_after(OPEN)
    total = event.stage("Swiss").standings("all").row("3").total
    text = foresee(event, PenaltyGiven("3", "late", "Swiss", 7, 2, "VPs", "Law 90")).text
    assert f"number 3 from {total.unit.number(total.value)} to {total.unit.number(total.value - 2)}" in text


def test_an_entry_says_what_format_it_makes() -> None:
    entries = [each for each in OPEN if isinstance(each.act, EntryTaken)]
    event = event_after([OPEN[0], *entries[:8]])
    assert "the format stays Swiss, 7 matches of 8 boards" in foresee(event, EntryTaken("9")).text
    assert "7 matches of 8 boards" in foresee(event, EntriesClosed()).text


def test_closing_a_stage_says_the_order_that_stands() -> None:
    event = event_after(OPEN)
    first = event.stage("Swiss").standings("all").order[0]
    named = " – ".join(player.name for player in event.entries[first].players)
    assert f"Final order: 1. {named} ({first})" in foresee(event, StageClosed("Swiss")).text


def test_closing_a_stage_names_the_field_of_each_order() -> None:
    rules = "anc-2026/open-butler"
    book = whole_book(rules, 24, faults=False)
    event = replay(plan_for(rules), takewhile(lambda each: not isinstance(each.act, StageClosed), book))
    told = foresee(event, StageClosed("Stage 1")).text
    for field in ("NS", "EW"):
        assert f"Final order in {field}: 1. " in told
        assert f"Qualifiers for Stage 2 from {field}: " in told


def test_what_is_refused_is_refused_here_too() -> None:
    event = event_after(OPEN)
    with pytest.raises(DirectorError, match="closed"):
        foresee(event, ResultPosted("Swiss", 7, 1, 25, read_result("PASS")))
