"""A stage whose contestants come from several others: who comes from where, in which order, and what each brings."""

from fractions import Fraction
from pathlib import Path

import pytest

from directing import Room, by_strength, numbers
from overtrick.core.errors import DirectorError, RegulationErrors
from overtrick.core.event.acts import Declined, EntryTaken, EventOpened, Withdrawn
from overtrick.core.event.plan.stages import Entrants
from overtrick.core.event.play.carrying import came_from
from overtrick.core.provenance import Figure
from overtrick.regulations.plan.event_book import plan_for, read_event
from overtrick.regulations.plan.events import build_event

EXAMPLE = str(Path(__file__).parents[2] / "examples" / "club-two-semi-finals.toml")
TEXT = Path(EXAMPLE).read_text(encoding="utf-8")


def played(*names: str, path: str = EXAMPLE) -> Room:
    """The stages of the event, played with the lower numbers the stronger."""
    room = Room(path).enter(numbers(16))
    for name in names:
        room.play(name, by_strength(room.start(name), numbers(16)))
        room.close(name)
    return room


def order(room: Room, stage: str) -> tuple[str, ...]:
    return room.event.stage(stage).standings("all").order


@pytest.fixture(scope="module")
def semi_finals() -> Room:
    return played("Qualifying", "Semi-final A", "Semi-final B")


@pytest.fixture
def room(semi_finals: Room) -> Room:
    """The event before its final."""
    again = Room(EXAMPLE)
    for posting in semi_finals.book.postings():
        again.do(posting.act)
    return again


def test_those_of_the_first_source_come_before_those_of_the_next(room: Room) -> None:
    final, rest = room.start("Final"), room.start("Consolation")
    assert final.contestants == (*order(room, "Semi-final A")[:6], *order(room, "Semi-final B")[:2])
    assert rest.contestants == (*order(room, "Semi-final A")[6:], *order(room, "Semi-final B")[2:])
    assert room.agrees()


def test_each_brings_what_its_own_source_says_and_the_number_says_from_where(room: Room) -> None:
    final = room.start("Final")
    # A top of 21 boards is 4.76 per cent; six places, in fifths of it. From B: half-way between 2.86 and 1.90.
    brought = [final.carried[name] for name in final.contestants]
    expected = ["4.76", "3.81", "2.86", "1.90", "0.95", "0", "2.38", "2.38"]
    assert [figure.value for figure in brought] == [Fraction(each) for each in expected]
    assert [figure.said for figure in brought] == ["from Semi-final A"] * 6 + ["from Semi-final B"] * 2
    (median,) = (each for each in brought[-1].of if isinstance(each, Figure))
    assert [each.value for each in median.of if isinstance(each, Figure)] == [Fraction("2.86"), Fraction("1.90")]
    assert median.said == "the median of 6 carry-overs"
    assert room.start("Consolation").carried == {}


def test_the_next_of_the_same_semi_final_comes_in_and_is_not_taken_twice(room: Room) -> None:
    before = order(room, "Semi-final A")
    room.do(Declined(before[1], "Final"))
    final = room.start("Final")
    assert final.contestants[:6] == (before[0], *before[2:7])
    assert final.carried[before[2]].value == Fraction("2.86")  # a withdrawal moves nobody up
    assert final.carried[before[6]].value == 0
    room.do(Declined(before[1], "Consolation"))
    assert room.start("Consolation").contestants[0] == before[7]


def test_a_pair_that_withdrew_in_a_semi_final_goes_nowhere() -> None:
    room = played("Qualifying")
    semi = room.start("Semi-final A")
    room.draw("Semi-final A")
    gone = semi.contestants[0]
    room.do(Withdrawn(gone, "Semi-final A", 0, expunged=True))
    room.results("Semi-final A", 1, by_strength(semi, numbers(16)))
    room.close_round("Semi-final A", 1)
    room.play("Semi-final A", by_strength(semi, numbers(16)))
    room.close("Semi-final A")
    room.play("Semi-final B", by_strength(room.start("Semi-final B"), numbers(16)))
    room.close("Semi-final B")
    assert gone not in (*room.start("Final").contestants, *room.start("Consolation").contestants)


REPECHAGE = """
[[stage]]
name   = "Repechage"
like   = "Semi-final B"

[[stage]]
name   = "Last"
like   = "Semi-final A"
carry  = "tops by place"
source = [{ stage = "Qualifying", places = 6 }, { stage = "Repechage", places = 2 }]
"""


def test_whoever_came_back_by_another_stage_comes_from_there(tmp_path: Path) -> None:
    path = tmp_path / "repechage.toml"
    stages, rules = TEXT.split('[[stage]]\nname    = "Final"')[0], TEXT[TEXT.index("[[rules.chain]]") :]
    path.write_text(f"{stages}{REPECHAGE}\n{rules}", encoding="utf-8")
    room = played("Qualifying", "Repechage", path=str(path))
    last = room.start("Last")
    came = [came_from(last.plan, name, room.event.stages) for name in last.contestants]
    assert [source.stage for source in came if source is not None] == ["Qualifying"] * 6 + ["Repechage"] * 2
    # In each of the two the first has the most and the last nothing.
    assert [last.carried[name].value for name in last.contestants][5:] == [0, Fraction("4.76"), 0]


FINAL = '{ stage = "Semi-final A", places = 6, carry = "tops by place" }'
OTHERS = '{ stage = "Semi-final B", places = 2, carry = "the median" }'


@pytest.mark.parametrize(
    ("said", "instead", "fault"),
    [
        (OTHERS, '{ stage = "Semi-final A", places = [7, 8] }', "Final has two sources in Semi-final A"),
        (FINAL, '{ stage = "Semi-final A", places = 6, carry = "the median" }', "would carry what the others do"),
        (FINAL, '{ stage = "Semi-final C", places = 6 }', "Semi-final C"),
        (FINAL, '{ stage = "Semi-final A", places = 9 }', "9 are to come from fields of"),
    ],
)
def test_sources_that_cannot_be_are_told(said: str, instead: str, fault: str) -> None:
    with pytest.raises((RegulationErrors, DirectorError), match=fault):
        build_event(read_event(TEXT.replace(said, instead), "own.toml"), Entrants(16))


def test_fields_are_kept_from_one_source_alone() -> None:
    text = TEXT.replace(
        'source  = [{ stage = "Semi', 'fields = { names = ["A", "B"], made = "kept" }\nsource  = [{ stage = "Semi'
    )
    with pytest.raises(RegulationErrors, match="Consolation has several sources and keeps no fields"):
        build_event(read_event(text, "own.toml"), Entrants(16))


def test_one_source_is_written_alone_or_in_a_list() -> None:
    one = '{ stage = "Qualifying", places = 8 }'
    alone, listed = (
        build_event(read_event(text, "own.toml"), Entrants(16)) for text in (TEXT, TEXT.replace(one, f"[{one}]"))
    )
    assert alone == listed


def test_a_choice_is_for_the_entries_it_says() -> None:
    choice = '[[choice]]\nid = "long"\nby = "the organiser"\nsays = "More."\nentries = [15, 16]\n\n[[stage]]\n'
    file = read_event(TEXT.replace("[[stage]]\n", choice, 1), "own.toml")
    assert build_event(file, Entrants(16), ["long"]).stages
    with pytest.raises(DirectorError, match="“long” is for 15 to 16 pairs, not 14"):
        build_event(file, Entrants(14), ["long"])


def test_its_plan_is_that_of_the_file() -> None:
    final = plan_for(EXAMPLE)(Entrants(15), frozenset(), {}).stage("Consolation")
    assert final is not None
    assert [(source.stage, source.after, source.each) for source in final.sources] == [
        ("Semi-final A", 6, 2),
        ("Semi-final B", 2, 5),
    ]


DROP_IN = '{ event = "Mixed Teams", places = 2, carry = "the median" }'


def with_drop_ins(tmp_path: Path, said: str = DROP_IN) -> str:
    path = tmp_path / "dropping.toml"
    text = TEXT.replace(OTHERS, f"{OTHERS},\n  {said}").replace("tables = [3, 4]", "tables = [3, 6]")
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_those_of_another_event_drop_in_after_the_others_and_carry_the_median(tmp_path: Path) -> None:
    room = played("Qualifying", "Semi-final A", "Semi-final B", path=with_drop_ins(tmp_path))
    room.do(EntryTaken("71", stages=("Final",)), EntryTaken("72", stages=("Final",)))
    with pytest.raises(DirectorError, match="Entries are closed, so number 73 cannot enter"):
        room.do(EntryTaken("73", stages=("Final",)))
    with pytest.raises(DirectorError, match="Entries are closed, so number 74 cannot enter"):
        room.do(EntryTaken("74", stages=("Consolation",)))
    room.do(Declined("71", "Final"))
    room.do(EntryTaken("73", stages=("Final",)))
    final = room.start("Final")
    assert final.contestants[6:] == (*order(room, "Semi-final B")[:2], "72", "73")
    # Five tables play 27 boards: the third and the fourth of six bring 2.22 and 1.48 of 3.70.
    assert final.carried["72"].value == Fraction("1.85")
    assert final.carried["72"].said == "from Mixed Teams"
    assert set(room.start("Consolation").contestants) == set(numbers(16)) - set(final.contestants)
    assert room.event.planned_for == Entrants(16, 16)
    assert room.agrees()


def test_nobody_drops_in_before_the_entry_is_closed_and_counted(tmp_path: Path) -> None:
    room = Room(with_drop_ins(tmp_path))
    room.do(EventOpened(room.name, "", "", ""), *map(EntryTaken, numbers(16)))
    with pytest.raises(DirectorError, match="would drop into Final before entries are closed"):
        room.do(EntryTaken("71", stages=("Final",)))


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        ('{ event = "Mixed Teams", places = [2, 3] }', "those from Mixed Teams drop in after those of a stage"),
        ('{ event = "Mixed Teams", places = 2, carry = "tops by place" }', "they have no place before it"),
        ('{ event = "Mixed Teams", stage = "Qualifying", places = 2 }', "or the event from which they drop in"),
        ('{ event = "Teams", places = 2 }, { event = "Mixed Teams", places = 2 }', "two sources in other events"),
    ],
)
def test_a_fault_of_those_who_drop_in_is_told(tmp_path: Path, said: str, fault: str) -> None:
    with pytest.raises(RegulationErrors, match=fault):
        plan_for(with_drop_ins(tmp_path, said))(Entrants(16), frozenset(), {})
