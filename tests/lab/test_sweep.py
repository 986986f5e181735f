"""The sweep: cases seed by seed, whatever comes of one is its outcome, and all of it is kept."""

from dataclasses import dataclass, replace
from pathlib import Path

import pytest
import sweep
from sweep import BROKE, PASSED, Case, cases, rehearse, some

from overtrick.lab import store
from overtrick.lab.rehearsal import Rehearsal
from overtrick.lab.store import Store


@dataclass(frozen=True, slots=True)
class Row:
    """Something that is kept."""

    number: int
    said: str = ""


def first_case() -> Case:
    """The smallest night of pairs."""
    return next(cases(["club/pairs-night"], 1, 1, None, faults=True))


def test_every_event_comes_before_the_next_seed_and_small_entries_first() -> None:
    found = list(cases(["club/pairs-night", "nsw-swiss-pairs/congress"], 2, 0, 12, faults=True))
    assert len({case.name for case in found}) == len(found)
    assert [case.seed for case in found] == sorted(case.seed for case in found)
    first = [case for case in found if case.seed == 0]
    assert [case.entries for case in first] == sorted(case.entries for case in first)
    assert {case.choices for case in first if case.event == "nsw-swiss-pairs/congress"} >= {(), ("small entry",)}
    assert max(case.entries for case in found) == 12


def test_some_sizes_are_the_smallest_and_a_spread_of_odd_and_even_ones() -> None:
    assert some(range(8, 301), 9) == [8, 9, 10, 58, 105, 155, 202, 251, 300]


def test_a_case_is_played_and_proved_and_whatever_stops_it_is_its_outcome(monkeypatch: pytest.MonkeyPatch) -> None:
    case = first_case()
    found = rehearse(case)
    assert (found.outcome, found.told) == (PASSED, "")
    assert found.postings > 20
    assert replace(rehearse(case), seconds=found.seconds) == found
    assert "other rules" in rehearse(replace(case, rules="others")).told
    refused = rehearse(replace(case, entries=1))
    assert (refused.outcome, refused.postings) == (BROKE, 0)
    monkeypatch.setattr(sweep, "PATIENCE", 0.2)
    monkeypatch.setattr(Rehearsal, "play", _for_ever)
    assert rehearse(case).told.startswith("Endless")


def _for_ever(*_: object) -> None:
    while True:
        pass


def test_a_store_brings_many_parts_together_and_the_last_of_a_key_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "MANY", 4)
    kept = Store(tmp_path)
    for number in range(9):
        kept.keep(f"{number:016}", [Row(number), Row(number, "again")])
    assert len(list(tmp_path.iterdir())) == 2
    kept.keep(f"{3:016}", [Row(33)])
    for each in (kept, Store(tmp_path)):
        assert all(each.has(f"{number:016}") for number in range(9))
        assert not each.has(f"{9:016}")
        rows = each.rows(f"{number:016}" for number in (3, 5, 8, 9)).sort("number")
        assert rows["number"].to_list() == [5, 5, 8, 8, 33]
    for number in (10, 11, 12):
        kept.keep(f"{number:016}", [Row(number)])
    assert Store(tmp_path).rows([f"{3:016}"])["number"].to_list() == [33]
