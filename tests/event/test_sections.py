"""Sections of a room: movements and boards of their own, compared across or within, ranked overall or by section."""

from collections.abc import Callable
from pathlib import Path

import pytest

from asking import Ask
from directing import Room, numbers
from overtrick.core.errors import DirectorError
from overtrick.core.event.after.also import also_ranked
from overtrick.core.event.plan.session_ways import Section
from overtrick.core.event.plan.stages import Entrants
from overtrick.core.event.play.session_movements import section_sizes
from overtrick.core.event.play.stage import StageState
from overtrick.regulations.plan.event_book import plan_for
from overtrick.views.draws import draw_page
from overtrick.views.movements import movement_page

NIGHT = """
[event]
id      = "my-club/sections"
name    = "Two Sections"
clause  = "CLUB 1"
contest = "pairs"
entries = [10, 20]
usual   = 12

[[stage]]
name    = "Night"
play    = "sessions"
scoring = "laws-2017/matchpoint-pairs"
ranking = "laws-2017/percent"
compare = "across"
ranked  = "both"

  [stage.draw]
  session_boards = 25
  movements = [{ tables = [2, 5], movement = "Howell", rounds = [3, 9] }]

  [[stage.section]]
  name = "A"

  [[stage.section]]
  name = "B"
"""
WITHIN = (('compare = "across"', 'compare = "section"'), ('ranked  = "both"', 'ranked  = "section"'))


@pytest.fixture
def night(tmp_path: Path) -> Callable[..., Path]:
    """The evening as a file, with some of its words otherwise."""

    def write(*changes: tuple[str, str]) -> Path:
        text = NIGHT
        for was, now in changes:
            assert was in text
            text = text.replace(was, now)
        path = tmp_path / "sections.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def one_swing(path: Path) -> StageState:
    """Six pairs in each section; everybody makes the same but for board 1 at the first table in the first round."""
    room = Room(str(path)).enter(numbers(12))
    state = room.start("Night")
    room.play(
        "Night",
        lambda number, table, _, board: "1NT N +1" if (number, table, board) == (1, 1, 1) else "1NT N =",
    )
    assert state.rounds[1].seatings[1].boards[0] == 1
    assert room.agrees()
    return state


def totals(state: StageState) -> list[float]:
    """All totals of the standings, without those of whom nothing is known but 50."""
    found = [row.total.value for field in state.fields for row in state.standings(field.name).rows]
    return sorted((float(value) for value in found if value != 50), reverse=True)


def test_a_board_is_compared_over_all_sections(night: Callable[..., Path]) -> None:
    # A Howell of three tables has five sets, each played at three tables: six results over both sections, a top of 10.
    # The swing is 10 of 10 and 0 of 10, once in 25 boards: (100 + 24 × 50) / 25 = 52, and 48. The other five tables
    # have 4 and 6 of 10 on that board: (40 + 1200) / 25 = 49.6 and 50.4.
    state = one_swing(night())
    assert totals(state) == [52, *[50.4] * 5, *[49.6] * 5, 48]
    assert {field.name: len(field.contestants) for field in state.fields} == {"all": 12}


def test_or_within_each_of_them_on_boards_of_its_own(night: Callable[..., Path]) -> None:
    # Three results, a top of 4: 52 and 48 again. The other two tables have 1 and 3 of 4: (25 + 1200) / 25 = 49, and 51.
    state = one_swing(night(*WITHIN))
    assert totals(state) == [52, 51, 51, 49, 49, 48]
    assert {field.name: len(field.contestants) for field in state.fields} == {"A": 6, "B": 6}
    boards = [{board for seat in state.rounds[1].seatings.values() if seat.table in at for board in seat.boards}
              for at in ((1, 2, 3), (4, 5, 6))]  # fmt: skip
    assert (min(boards[0]), max(boards[0]) <= 25 < min(boards[1])) == (1, True)


def test_sections_are_ranked_by_themselves_too_and_filled_in_turn(night: Callable[..., Path]) -> None:
    room = Room(str(night())).enter(numbers(11))
    state = room.start("Night")
    room.play("Night", rounds=1)
    lists = {each.rule.name: {row.contestant for row in each.standings.rows} for each in also_ranked(room.event, state)}
    assert lists == {"Section A": {"1", "3", "5", "7", "9", "11"}, "Section B": {"2", "4", "6", "8", "10"}}
    page = draw_page(room.event, state, 1)
    assert [line.called for line in page.lines] == ["A1", "A2", "A3", *[line.called for line in page.lines][3:]]
    assert {line.called[0] for line in page.lines[3:]} == {"B"}
    for line in page.lines:
        assert {line.ns.number, line.ew.number} <= lists[f"Section {line.called[0]}"]


def test_each_section_is_proved(night: Callable[..., Path]) -> None:
    stage = plan_for(str(night()))(Entrants(17), frozenset(), {}).stages[0]
    page = movement_page(stage, 17)
    assert page is not None
    assert page.sound
    # Ten pairs and seven: six rounds of four boards beside seven.
    proof = [str(line) for line in page.proof]
    assert [line for line in proof if "Sound" in line][1].startswith("B: Sound: no one plays a board twice")
    assert [line.split(",")[:2] for line in proof if " tables, " in line] == [
        ["A: 5 tables", " 6 rounds"], ["B: 4 tables", " 7 rounds"],
    ]  # fmt: skip


def test_the_pairs_of_sections() -> None:
    two = (Section("A", 9), Section("B"))
    assert section_sizes(two, 29) == (18, 11)
    with pytest.raises(DirectorError, match="20 pairs do not fit sections A, B"):
        section_sizes(two, 20)
    with pytest.raises(DirectorError, match="21 pairs do not fit sections A"):
        section_sizes((Section("A", 9),), 21)


@pytest.mark.parametrize(
    ("was", "now", "fault"),
    [
        ('compare = "across"', 'compare = "acros"', "did you mean “across”?"),
        (
            'compare = "across"',
            'compare = "section"',
            "boards that are compared within a section are ranked by",
        ),
        ('name = "B"', 'name = "A"', "two sections have one name"),
        ('name = "B"', 'nam = "B"', "Did you mean “name”?"),
        ('name = "B"', 'name = "B"\n  tables = 4', "cannot be planned: 10 pairs do not fit sections A, B"),
        ("[[stage.section]]", "[[stage.sections]]", "“sections” is not a word here. Did you mean “section”?"),
    ],
)
def test_faults_are_told(
    was: str,
    now: str,
    fault: str,
    night: Callable[..., Path],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, said, _ = Ask(monkeypatch, capsys)(f"rules check {night((was, now))}")
    assert code == 1
    assert fault in said, said


OTHER = (
    ("[2, 5]", "[2, 3]"),
    ('name = "A"', 'name = "A"\n  tables = 3'),
    ('name = "B"', 'name = "B"\n  movements = [{ tables = 4, movement = "Howell" }]'),
)


@pytest.mark.parametrize(("entries", "changes"), [(11, ()), (19, WITHIN), (14, OTHER)])
def test_it_is_played_with_faults_and_proved(
    entries: int,
    changes: tuple[tuple[str, str], ...],
    night: Callable[..., Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    ask = Ask(monkeypatch, capsys)
    path, book = night(*changes), tmp_path / "sections.jsonl"
    assert ask(f"simulate {path} --entries {entries} --seed 5 -o {book}")[0] == 0
    assert ask(f"verify {book}")[1].endswith(": 0 objections\n")
    told = ask(f"standings {book}")[1]
    assert ("Night, A" in told) is (changes == WITHIN)
    assert ("Additional rankings, with --also: Section A, Section B" in told) is (changes != WITHIN)
