"""Event files: every one builds for every entry it takes, its counts fit its draws, and its mistakes are told."""

import ast
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.core.errors import DirectorError, RegulationErrors
from overtrick.core.event.acts import DrawPublished, Field
from overtrick.core.event.plan.graph import DropInPlay, KnockoutPlay
from overtrick.core.event.plan.stages import Contest, Entrants, Event, Stage
from overtrick.core.event.plan.ways import FinalsPlay, StanzaPlay, SwissPlay, TallyPlay
from overtrick.core.event.play.drafting import draft_draw, rounds_of
from overtrick.core.event.play.inputs import ROUNDS
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.play.ways import new_stage
from overtrick.core.event.score.rounds import RoundState
from overtrick.core.model.contestants import HOMES
from overtrick.core.ranking.carry_over import StandardCarry
from overtrick.core.ranking.carry_rules import Deviation
from overtrick.core.scoring.boards import ButlerRule
from overtrick.core.scoring.datum import DropCount
from overtrick.regulations.describe.event import describe_event
from overtrick.regulations.grammar.event import EventFile
from overtrick.regulations.lint.events import lint_events, sizes
from overtrick.regulations.plan.event_book import event_files, find_event, plan_for, read_event
from overtrick.regulations.plan.events import build_event
from overtrick.regulations.read.editions import shipped_edition
from overtrick.regulations.read.event_texts import event_paths
from overtrick.regulations.read.library import shipped_rulebook

pytestmark = pytest.mark.whole

ROOT = Path(__file__).parents[2]
TEXTS = {path: shipped_edition().texts[path] for path in event_paths().values()}
CONGRESS = TEXTS["nsw-swiss-pairs/events/congress.toml"]
RULED = '  rule   = "nsw-swiss-pairs/swiss"\n'
EXPECTED = {
    "anc-2026": 22,
    "nsw-its-2021": 4,
    "nsw-swiss-pairs": 1,
    "sabf-2020": 21,
}

SABF_TEAMS = {
    "daytime-teams",
    "gnot-monday",
    "gnot-regional-final",
    "gnot-thursday",
    "gnot-under-grand-master",
    "round-robin-teams",
    "state-teams",
    "swiss-teams",
}

WHOLE = ("not TOML", "the usual entry", "nobody may", "“form” is not")
"""Faults of a whole table or file, told with the line it begins on."""

every_event = pytest.mark.parametrize("name", event_files())


def built(name: str, entered: int, house: int = 0, **choices: str) -> Event:
    return build_event(find_event(name), Entrants(entered, house=house), choices.values())


def test_every_event_has_a_file() -> None:
    counted = {folder: sum(file.folder == folder for file in event_files().values()) for folder in EXPECTED}
    assert counted == EXPECTED
    assert len({file.event.name for file in event_files().values()}) == len(event_files())


def test_every_teams_event_of_south_australia_has_a_file() -> None:
    teams = {file.event.id for file in event_files().values() if file.event.contest is Contest.TEAMS}
    assert {f"sabf-2020/{name}" for name in SABF_TEAMS} <= teams


@every_event
def test_it_builds_for_every_entry_and_its_stages_follow_on(name: str) -> None:
    file = find_event(name)
    for entered in sizes(file):
        for house in (0, entered % 2):
            for choices in [(), *((choice.id,) for choice in file.choice)]:
                event = build_event(file, Entrants(entered, house=house), choices)
                _follows_on(event, entered + house)


def _follows_on(event: Event, playing: int) -> None:
    taken: dict[str, tuple[int, ...]] = {}
    for stage in event.stages:
        assert sum(stage.sessions) == stage.rounds
        played = not isinstance(stage.play, TallyPlay)
        assert (stage.rounds > 0) is played
        assert (stage.boards > 0) is played
        fields = len(stage.fields.names)
        if stage.source is None:
            size = playing
        else:
            before = taken[stage.source.stage]
            assert stage.source.each <= min(before)
            size = stage.source.each * len(before)
        taken[stage.name] = tuple(size // fields + (place < size % fields) for place in range(fields))
        if isinstance(stage.play, StanzaPlay):
            assert size == 2


def started(stage: Stage, playing: int, event: Event) -> StageState:
    sizes_: dict[str, int] = {}
    for each in event.stages:
        before = event.stage(each.source.stage) if each.source else None
        sizes_[each.name] = each.source.each * len(before.fields.names) if each.source and before else playing
        if each.name == stage.name:
            break
    size, names = sizes_[stage.name], stage.fields.names
    numbers = [str(number) for number in range(1, size + 1)]
    fields = tuple(Field(name, tuple(numbers[place :: len(names)])) for place, name in enumerate(names))
    return new_stage(stage, fields, 1)


@every_event
def test_every_round_of_every_stage_can_be_drawn(name: str) -> None:
    file = find_event(name)
    least, most = file.event.entries.least, file.event.entries.most or 0
    for entered in sorted({least, least + 1, least + 2, file.event.usual, min(most, 36), min(most, 51)}):
        if not file.event.takes(entered):
            continue
        event = build_event(file, Entrants(entered, house=entered % 2))
        for stage in event.stages:
            if isinstance(stage.play, FinalsPlay | TallyPlay):  # made from what was played: see the rehearsals
                continue
            state = started(stage, entered + entered % 2, event)
            if isinstance(stage.play, KnockoutPlay | DropInPlay):
                continue  # drawn from the stages before it: see the rehearsals
            if isinstance(stage.play, SwissPlay):
                _sits_everybody(draft_draw(state, 1, (), "seed"), state)
                continue
            assert rounds_of(state) == stage.rounds, (entered, stage.name)
            for number in range(1, stage.rounds + 1):
                drawn = draft_draw(state, number, (), "seed")
                _sits_everybody(drawn, state)
                ROUNDS.put(state, number, RoundState.of(drawn, number))


def _sits_everybody(drawn: DrawPublished, state: StageState) -> None:
    seated = [who for seating in drawn.seatings for who in seating.names]
    assert sorted([*seated, *drawn.sits_out]) == sorted(state.contestants)
    assert all(len(seating.boards) == state.plan.boards_in(drawn.round) for seating in drawn.seatings)


@pytest.mark.clause("ITS21 OITS.size-table")
@pytest.mark.parametrize(
    ("pairs", "stage_2", "final"),
    [
        (18, (9, 9, 9), (4, 7, 16)),
        (35, (9, 9, 9), (4, 7, 16)),
        (36, (12, 12, 7), (5, 9, 12)),
        (52, (15, 15, 5), (6, 11, 10)),
    ],
)
def test_contending_pairs_decide_the_stages(
    pairs: int, stage_2: tuple[int, int, int], final: tuple[int, int, int]
) -> None:
    file = find_event("nsw-its-2021/oits")
    event = build_event(file, Entrants(pairs + 4, contending=pairs))
    second, last = event.stages[1:]
    assert second.source is not None
    assert last.source is not None
    assert (second.source.each, second.rounds, second.boards) == stage_2
    assert (last.source.each, last.rounds, last.boards) == final


@pytest.mark.clause("ITS21 WITS.q-table")
def test_a_house_pair_has_not_entered() -> None:
    assert [stage.rounds for stage in built("nsw-its-2021/wits", 23, house=1).stages] == [12, 9]
    assert [stage.rounds for stage in built("nsw-its-2021/wits", 24).stages] == [12, 11]


@pytest.mark.clause("NSWSP 1.2")
def test_the_director_may_choose_the_short_congress() -> None:
    [usual], [small] = (
        built("nsw-swiss-pairs/congress", 24).stages,
        built("nsw-swiss-pairs/congress", 24, choice="small entry").stages,
    )
    assert (usual.rounds, usual.boards, usual.sessions) == (7, 8, (3, 4))
    assert (small.rounds, small.boards, small.sessions) == (6, 9, (3, 3))


def test_a_reading_chosen_changes_the_rule() -> None:
    plan = plan_for("nsw-swiss-pairs/congress")
    datum = plan(Entrants(24), frozenset(), {}).stages[0].scoring.board
    other = plan(Entrants(24), frozenset(), {"S-08": "not rounded"}).stages[0].scoring.board
    assert isinstance(datum, ButlerRule)
    assert isinstance(other, ButlerRule)
    assert (datum.datum.round_to, other.datum.round_to) == (10, None)
    assert replace(other.datum, round_to=10) == datum.datum


def test_a_reading_may_name_another_rule() -> None:
    way = "the middle n - 6 scores whatever the size (17.4)"
    event = plan_for("Open Butler")(Entrants(60), frozenset(), {"ANC26 D52": way})
    rule = event.stages[0].scoring.board
    assert isinstance(rule, ButlerRule)
    assert [case.drop for case in rule.datum.cases] == [DropCount(3)]
    assert event.stages[1:] == plan_for("Open Butler")(Entrants(60), frozenset(), {}).stages[1:]


def test_a_reading_reaches_into_a_carry_over() -> None:
    event = plan_for("nsw-its-2021/oits")(Entrants(40), frozenset(), {"I-29": "sample (divide by N - 1)"})
    carry = event.stages[2].carry
    assert isinstance(carry, StandardCarry)
    assert carry.deviation is Deviation.SAMPLE


@every_event
def test_every_other_way_of_every_reading_builds(name: str) -> None:
    file = find_event(name)
    least = file.event.entries.least
    entries = [Entrants(entered) for entered in (least, least + 1, file.event.usual) if file.event.takes(entered)]
    for reading in file.reading:
        for way in reading.other:
            if file.graph is not None:
                entries = [Entrants(entered) for entered in range(least, (file.event.entries.most or least) + 1)]
            plain = [build_event(file, each) for each in entries]
            changed = [build_event(file, each, (), {reading.id: way.way}) for each in entries]
            assert plain != changed, (reading.id, way.way)


@pytest.mark.parametrize(
    ("entered", "choices", "readings", "told"),
    [
        (6, (), {}, "too few pairs for seven rounds without a rematch"),
        (401, (), {}, "is for 7 to 400 pairs, not 401"),
        (24, ("smal entry",), {}, "Available choices: “small entry”"),
        (24, (), {"S-08": "to a five"}, "Choose “not rounded”"),
        (24, (), {"S-77": "x"}, "Readings that can be chosen: S-08, S-09"),
    ],
)
def test_what_cannot_be_is_refused_in_words(
    entered: int, choices: tuple[str, ...], readings: dict[str, str], told: str
) -> None:
    with pytest.raises(DirectorError, match=told):
        build_event(find_event("nsw-swiss-pairs/congress"), Entrants(entered), choices, readings)


@pytest.mark.parametrize(
    ("good", "bad", "told"),
    [
        ('play     = "swiss"', 'play     = "swis"', "“swiss”, “monrad”"),
        ("matches  =", "maches   =", "“maches” is not a word here. Did you mean “matches”?"),
        (RULED, 'first  = "by lots"\n', "“by lot”, “halves”"),
        (RULED, RULED + '  form   = "rotating"\n', "“form” is not a word for the draw of a swiss"),
        ('ranking  = "congress"', 'ranking  = "congres"', "Did you mean congress"),
        (
            'scoring  = "nsw-swiss-pairs/match"',
            'scoring  = "nsw-swiss-pairs/mach"',
            "Did you mean nsw-swiss-pairs/match",
        ),
        ('table = "congress"', 'table = "kongress"', "There is no table of formats called “kongress”"),
        ('  clause = "NSWSP 1.3"\n', "", "Every rule cites its clause"),
        (
            'when  = { choice = "small entry" }',
            'when  = { choice = "small" }',
            "There is no choice called “small”. Did you mean small entry",
        ),
        ('way  = "not rounded"', 'way  = "unrounded"', "There is no listed way called “unrounded”"),
        ('sets = ["Swiss.scoring.times"]', 'sets = ["Swis.scoring.times"]', "There is no stage called “Swis”"),
        ("usual    = 40", "usual    = 4", "the usual entry is one of"),
        ("usual    = 40", "usual    = forty", "not TOML"),
    ],
)
def test_a_mistake_is_told_with_its_line(good: str, bad: str, told: str) -> None:
    assert good in CONGRESS
    text = CONGRESS.replace(good, bad, 1)
    with pytest.raises(RegulationErrors) as caught:
        read_event(text, "congress.toml")
    assert told in str(caught.value)
    if (
        bad
        and told not in ("not TOML", "the usual entry is one of")
        and "nobody may" not in told
        and "draw of a" not in told
    ):
        line = next(number for number, each in enumerate(text.splitlines(), start=1) if bad.strip() in each)
        assert f"congress.toml, line {line}: " in str(caught.value)


def test_every_fault_is_told_at_once() -> None:
    text = CONGRESS.replace('scoring  = "nsw', 'scoring  = "nws').replace('ranking  = "', 'ranking  = "x')
    with pytest.raises(RegulationErrors) as caught:
        read_event(text, "congress.toml")
    assert len(caught.value.faults) == 2


def test_what_does_not_balance_is_a_fault() -> None:
    text = TEXTS["anc-2026/events/interstate-open.toml"].replace("sessions = [1, 4]", "sessions = [1, 3]")
    file = read_event(text, "interstate-open.toml")
    with pytest.raises(RegulationErrors, match="Final has 5 matches, its sessions 4"):
        build_event(file, Entrants(8))
    greedy = TEXTS["anc-2026/events/mixed-butler.toml"].replace("each = 10", "each = 40")
    with pytest.raises(RegulationErrors, match="40 are to come from fields of"):
        build_event(read_event(greedy, "mixed-butler.toml"), Entrants(20))


@every_event
def test_it_is_described_stage_by_stage_with_citations(name: str) -> None:
    file = find_event(name)
    for entered in {file.event.entries.least, file.event.usual}:
        text = "\n".join(describe_event(file, Entrants(entered)))
        event = build_event(file, Entrants(entered))
        joined = " ".join(text.split())
        for stage in event.stages:
            assert f". {stage.name}\n" in text
            assert stage.clause.cite in joined
            assert stage.standings.prize.clause.cite in joined
        numbered = [line for line in text.splitlines() if line.startswith("   ") and line.strip()[:1].isdigit()]
        assert len(numbered) > 10


@pytest.mark.parametrize(("name", "entered"), [("nsw-swiss-pairs/congress", 24), ("nsw-its-2021/oits", 40)])
def test_conditions_read_as_they_did(name: str, entered: int) -> None:
    golden = Path(__file__).with_name(f"{name.rpartition('/')[2]}-{entered}.txt").read_text(encoding="utf-8")
    assert "\n".join(describe_event(find_event(name), Entrants(entered))) + "\n" == golden


entries_of = st.sampled_from(sorted(event_files())).flatmap(
    lambda name: st.tuples(
        st.just(find_event(name)),
        st.integers(find_event(name).event.entries.least, find_event(name).event.entries.most or 0).filter(
            find_event(name).event.takes
        ),
    )
)


@settings(max_examples=60, deadline=None)
@given(entries_of)
def test_building_is_a_pure_function(drawn: tuple[EventFile, int]) -> None:
    file, entered = drawn
    first = build_event(file, Entrants(entered))
    again = build_event(read_event(_text_of(file), "again"), Entrants(entered))
    assert first == again
    assert plan_for(file.event.id)(Entrants(entered), frozenset(), {}) == first


def _text_of(file: EventFile) -> str:
    return TEXTS[file.event.id.replace("/", "/events/") + ".toml"]


def test_the_linter_finds_what_the_registers_say() -> None:
    found = lint_events(shipped_rulebook())
    known = {reading for finding in found for reading in finding.reading.split()}
    assert {"D02", "D28", "D29", "D57", "D58", "D65", "D87", "S-04", "S-27"} <= known
    assert {"Q02", "Q05", "Q06", "Q08", "Q09", "Q10", "Q25"} <= known
    assert {"I-06", "I-13", "I-20", "I-25", "I-38", "I-47", "I-50", "I-53", "I-75"} <= known
    assert [finding.clause for finding in found if not finding.reading] == []


def test_the_core_names_no_event() -> None:
    names = {file.event.name for file in event_files().values()} | set(event_files())
    names |= {file.folder for file in event_files().values()}
    for path in (ROOT / "src" / "overtrick" / "core").rglob("*.py"):
        for text in _strings(ast.parse(path.read_text(encoding="utf-8"))):
            # A folder may be called by an ordinary word: a club is also where a player comes from.
            named = [name for name in names if name in text and (not name.isalpha() or name == text)]
            assert not [name for name in named if name not in HOMES], path


def _strings(tree: ast.Module) -> list[str]:
    """The strings of a module that are not docstrings."""
    told = [
        node.body[0].value
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    ]
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in told
    ]


def test_a_clubs_own_event_needs_a_file_alone() -> None:
    file = find_event(str(ROOT / "examples" / "club-swiss-teams.toml"))
    [stage] = build_event(file, Entrants(13), ("long evening",)).stages
    assert stage.rounds == 5
    assert stage.bye is not None
    assert stage.bye.vps == 12
