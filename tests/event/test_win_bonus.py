"""A bonus for wins, from an event file to the standings and their reasons: the whole of a kind of rule."""

from pathlib import Path

import pytest

from asking import Ask
from directing import Room, by_strength, numbers
from overtrick.core.errors import RegulationErrors
from overtrick.core.event.plan.stages import Entrants
from overtrick.core.provenance import Clause, Figure
from overtrick.regulations.plan.event_book import plan_for

EXAMPLE = (Path(__file__).parents[2] / "examples" / "club-swiss-teams.toml").read_text(encoding="utf-8")
BONUS = """
[[rules.win_bonus]]
id     = "my-club/bonus"
clause = "CLUB 6"
each   = 2
most   = 5
wins   = { clause = "CLUB 6", by = "a better score than the opponents", drawn = 0.5 }
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A club's teams with a bonus for each match won."""
    path = tmp_path / "winter.toml"
    path.write_text(EXAMPLE.replace("bye      =", 'adds     = ["my-club/bonus"]\nbye      =') + BONUS, encoding="utf-8")
    return path


def test_a_win_brings_its_bonus_and_no_more_than_the_most(own: Path) -> None:
    room = Room(str(own)).enter(numbers(6))
    state = room.start("Swiss")
    room.play("Swiss", by_strength(state, numbers(6)))
    for row in state.standings(state.fields[0].name).rows:
        record = state.record(row.contestant)
        scores = sum(match.score.value for match in record.matches)
        won = sum(match.score.value > (match.against or 0) for match in record.matches)
        # Nobody drew: the stronger side always wins. Two VPs each, and five in all.
        assert row.total.value - scores == min(2 * won, 5)
        [bonus] = [part for part in row.total.of if isinstance(part, Figure) and part.clause == Clause("CLUB", "6")]
        assert bonus.value == min(2 * won, 5)
        assert ("at most 5" in str(bonus.note)) is (won > 2)
    assert {len(state.record(name).matches) for name in numbers(6)} == {4}
    assert room.agrees()


def test_it_is_checked_and_described_at_the_prompt(
    own: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ask = Ask(monkeypatch, capsys)
    assert ask(f"rules check {own}")[:2] == (0, "0 faults, 0 known misprints\n")
    told = " ".join(ask(f"rules describe {own}")[1].split())
    assert "Each match won earns a bonus of 2 points, at most 5 in all; a tied match earns 0.5 times that bonus" in told


@pytest.mark.parametrize(
    ("was", "now", "fault"),
    [
        (
            'adds     = ["my-club/bonus"]',
            'adds     = ["my-club/bonos"]',
            "There is no bonus for wins called “my-club/bonos”",
        ),
        ("each   = 2", 'each   = "two"', "each"),
    ],
)
def test_a_fault_in_it_is_told(own: Path, was: str, now: str, fault: str) -> None:
    own.write_text(own.read_text(encoding="utf-8").replace(was, now), encoding="utf-8")
    with pytest.raises(RegulationErrors, match=fault):
        plan_for(str(own))(Entrants(12), frozenset(), {})
