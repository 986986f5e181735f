"""No act that the director accepts can harm an event: every kind, with hostile fields, against every document."""

from random import Random

import pytest
from hostile import EVENTS, YEARS
from hostile_acts import Tally, attack, attacks
from hostile_starts import Start, starts
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from every_page import every_page
from overtrick.core.event.acts import ACTS
from overtrick.double_dummy.asked import InMemory, known

FEW = ("nsw-swiss-pairs/congress", "anc-2026/one-day-matchpoint-pairs", "sabf-2020/swiss-teams", "gnot-nsw-2018/gnot")
"""Of each way to play one, for the tests that run all day; the Interstate Selection is among all of them."""
A_RUN = 100


@pytest.fixture(autouse=True)
def solved_by_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages are made here without a server, so no database keeps the tricks of deals."""
    monkeypatch.setattr(known, "keeper", InMemory())


@pytest.fixture(scope="module")
def few() -> list[Start]:
    """Starts of the smallest events, and a year."""
    return list(starts([each for each in EVENTS if each[0] in FEW], YEARS))


@pytest.fixture(scope="module")
def every() -> list[Start]:
    """Starts of an event of every way to play, of all documents, and a year."""
    return list(starts(EVENTS, YEARS))


def test_what_is_accepted_folds_and_can_be_shown(few: list[Start]) -> None:
    """20,000 acts, in runs that go on from what was accepted: not all are nonsense, and most kinds are among them."""
    tally = Tally()

    @settings(max_examples=200, deadline=None, derandomize=True, database=None, phases=(Phase.explicit, Phase.generate))
    @given(seed=st.integers(0, 2**32))
    def attacked(seed: int) -> None:
        dice = Random(seed)
        attack(few[dice.randrange(len(few))], dice, A_RUN, tally)

    attacked()
    assert tally.tried >= 20_000
    assert tally.accepted > tally.tried // 10
    assert len(tally.taken) > len(ACTS) // 2


def test_every_page_of_what_is_accepted_can_be_made(few: list[Start]) -> None:
    """Fewer acts, and each time all pages."""
    *_, tally = attacks(few, 600, 11, every_page, run=20)
    assert tally.tried == 600


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("seed", [2026, 2027, 2028, 2029])
def test_fifty_thousand_acts_against_every_document(every: list[Start], seed: int) -> None:
    """Four times, that is two hundred thousand; in parts, so that several processes may share them."""
    *_, tally = attacks(every, 50_000, seed, every_page)
    assert tally.tried == 50_000
    assert tally.accepted > 5_000
