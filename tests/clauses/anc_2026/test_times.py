"""The time for a match or a stanza."""

import pytest

from overtrick.core.conduct.allowance import playing_time
from overtrick.regulations.conduct import load_conduct

ALLOWANCES = load_conduct("anc-2026").allowances


@pytest.mark.clause("ANC26 11.14")
def test_two_hours_a_qualifying_match() -> None:
    assert playing_time(16, ALLOWANCES["ITC Qualifying match"]).value == 120


@pytest.mark.clause("ANC26 12.5")
def test_ninety_six_minutes_a_stanza() -> None:
    assert playing_time(12, ALLOWANCES["ITC Final stanza"]).value == 96
