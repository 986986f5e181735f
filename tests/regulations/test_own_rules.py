"""Rules of one's own: of every kind, in an event file or in a folder beside the program, checked in one wave."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from overtrick.core.conduct.timetable import TimetableRow
from overtrick.core.errors import DirectorError, RegulationErrors
from overtrick.core.event.plan.stages import Entrants
from overtrick.core.ranking.carry_over import PlaceCarry
from overtrick.lab.trial import refusals
from overtrick.regulations.describe.event import describe_event
from overtrick.regulations.grammar.event_rules import BESIDE, WITHIN
from overtrick.regulations.grammar.files import not_found
from overtrick.regulations.lint.files import check_files, check_folder
from overtrick.regulations.plan.event_book import event_files, find_event, read_event
from overtrick.regulations.plan.events import build_event
from overtrick.regulations.read.editions import in_force, program_edition, shipped_edition

EXAMPLES = Path(__file__).parents[2] / "examples"
CHAMPIONSHIP = (EXAMPLES / "club-championship.toml").read_text(encoding="utf-8")
TEAMS = (EXAMPLES / "club-swiss-teams.toml").read_text(encoding="utf-8")

BARE = """
[event]
id = "thursday"
name = "Thursday night"
contest = "pair"
entires = [6, 40]
usual = 20

[[stage]]
name = "Night"
play = "session"
boards = 24
scoring = "matchpoints"
ranking = "percent"
movment = "Mitchell"
  [stage.draw]
  first = "seeded"
"""

NIGHT = """
[event]
id = "my-club/thursday"
name = "Thursday night"
clause = "CLUB 1"
contest = "pairs"
entries = [16, 26]
usual = 20

[[stage]]
name = "Night"
play = "sessions"
scoring = "laws-2017/matchpoint-pairs"
ranking = "laws-2017/percent"

  [stage.draw]
  session_boards = [20, 28]
  movements = [{ tables = [8, 13], movement = "Mitchell", rounds = [8, 13], winners = 2 }]
"""


def test_an_event_may_have_every_kind_of_rule_of_its_own() -> None:
    qualifying, final = build_event(read_event(CHAMPIONSHIP, "club.toml"), Entrants(13)).stages
    assert [step.by.value for step in qualifying.standings.prize.steps] == ["total", "net IMPs"]
    assert isinstance(final.carry, PlaceCarry)
    assert (final.carry.amounts, final.source and final.source.each) == ((6, 4, 2, 0), 4)
    tariff = qualifying.rules.tariffs.stage
    assert tariff is not None
    assert tariff.lateness is not None
    assert tariff.lateness.clause.cite == "CLUB 6"
    assert [rule.clause.cite for rule in qualifying.rules.players.entry] == ["CLUB 5"]


def test_its_own_rules_are_described_and_play_takes_them() -> None:
    told = " ".join(" ".join(describe_event(read_event(CHAMPIONSHIP, "club.toml"), Entrants(12))).split())
    assert "carry-overs in order of place are 6, 4, 2 and 0 VPs (CLUB 3)" in told
    assert "Members of the club only (CLUB 5)" in told
    assert "Lateness: up to 10 minutes, a warning, then 1 VP each time" in told
    assert refusals(read_event(CHAMPIONSHIP, "club.toml")) == []


def test_its_own_come_first_then_its_documents() -> None:
    own = '\n[[rules.chain]]\nid = "final-placings"\nclause = "ANC26 18.3"\nends = "lot"\nstep = [{ by = "total" }]\n'
    text = shipped_edition().texts["anc-2026/events/one-day-matchpoint-pairs.toml"]
    [was] = build_event(read_event(text, "own.toml"), Entrants(20)).stages
    [now] = build_event(read_event(text + own, "own.toml"), Entrants(20)).stages
    assert (was.standings.clause, str(was.standings.prize.ends)) == (now.standings.clause, "tied")
    assert str(now.standings.prize.ends) == "lot"  # the ranking is the document's, the order it names the event's own
    ranked = own + '[[rules.standings]]\nid = "own"\nclause = "ANC26 23"\nunit = "per cent"\nprize = "final-placings"\n'
    renamed = text.replace('ranking  = "matchpoint-pairs"', 'ranking  = "own"')
    [last] = build_event(read_event(renamed + ranked, "own.toml"), Entrants(20)).stages
    assert str(last.standings.prize.ends) == "lot"
    assert last.rules == now.rules == was.rules


@pytest.mark.parametrize(
    ("good", "bad", "told"),
    [
        ('kind    = "by place"', 'kind    = "by plaice"', "“by plaice” is not one of the words here"),
        ('prize  = "by lot"', 'prize  = "by lost"', "There is no chain called “by lost”. Did you mean by lot"),
        ("[[rules.chain]]", "[[rules.chian]]", "“chian” is not a kind of rule. Did you mean “chain”?"),
        ('count  = "the same band"', 'count  = "a band"', "“a band” is not one of the words here"),
        ('said   = "member of the club"', 'sad    = "member"', "“sad” is not a word here. Did you mean “said”?"),
    ],
)
def test_a_fault_of_an_own_rule_is_told_with_its_line(good: str, bad: str, told: str) -> None:
    text = CHAMPIONSHIP.replace(good, bad, 1)
    line = next(number for number, each in enumerate(text.splitlines(), start=1) if bad in each)
    faults, _ = check_files({"club.toml": text})
    assert [fault for fault in faults if told in fault and fault.startswith(f"club.toml, line {line}: ")]
    with pytest.raises(RegulationErrors):
        read_event(text, "club.toml")


def test_every_file_of_a_document_has_its_place_in_an_event() -> None:
    from overtrick.regulations.grammar.files import FILES

    assert {*BESIDE, *WITHIN} == FILES.keys()


def test_every_fault_of_a_bare_night_is_told_in_one_wave_and_once() -> None:
    faults, findings = check_files({"night.toml": BARE})
    told = [*faults, *(finding.located for finding in findings)]
    for line, each in (
        (2, "event.clause is missing"),
        (3, "“thursday” is not a valid id"),
        (5, "did you mean “pairs”?"),
        (6, "Did you mean “entries”?"),
        (11, "did you mean “sessions”?"),
        (13, "Did you mean laws-2017/matchpoint-pairs"),
        (14, "Did you mean laws-2017/percent"),
        (15, "“movment” is not a word here"),
        (17, "“first” is not a word for the draw of a sessions"),
        (16, "it names no movements"),
        (16, "it does not say how many boards a session has"),
    ):
        assert len([fault for fault in told if each in fault and fault.startswith(f"night.toml, line {line}: ")]) == 1
    assert len([fault for fault in told if "warning" not in fault]) == 11


@pytest.mark.parametrize("entries", ["2", "[2]", "[2, 2]", "[]", '"two"'])
def test_a_missing_usual_number_is_told_whatever_the_entries_are(entries: str) -> None:
    text = (EXAMPLES / "club-match.toml").read_text(encoding="utf-8")
    text = text.replace("entries = 2\nusual   = 2\n", f"entries = {entries}\n")
    faults, _ = check_files({"match.toml": text})
    assert any("event.usual is missing" in str(fault) for fault in faults)


def test_a_stranger_needs_two_rounds_of_check() -> None:
    mended = BARE
    for said, meant in (
        ('id = "thursday"', 'id = "my-club/thursday"\nclause = "CLUB 1"'),
        ('"pair"', '"pairs"'),
        ("entires", "entries"),
        ('"session"', '"sessions"'),
        ('"matchpoints"', '"laws-2017/matchpoint-pairs"'),
        ('"percent"', '"laws-2017/percent"'),
        ('movment = "Mitchell"\n', ""),
        ('first = "seeded"', 'movements = [{ tables = [3, 20], movement = "Mitchell" }]\nsession_boards = [20, 28]'),
    ):
        assert said in mended
        mended = mended.replace(said, meant, 1)
    faults, findings = check_files({"night.toml": mended})
    assert faults == []
    assert all(finding.warns for finding in findings)
    assert refusals(read_event(mended, "night.toml")) == []


def test_a_night_that_is_right_has_neither_fault_nor_warning() -> None:
    assert check_files({"night.toml": NIGHT}) == ([], [])
    assert refusals(read_event(NIGHT, "night.toml")) == []


@pytest.mark.parametrize(
    ("good", "bad", "told"),
    [
        (", winners = 2", "", "Night ranks everybody together, and with 16 to 26 pairs nobody sits in both directions"),
        ("session_boards = [20, 28]", "session_boards = 26", "asks for 26 boards a session and plays 27 with"),
        ('play = "sessions"', 'play = "sessions"\nboards = 24', "does not look at “boards”; write session_boards"),
        ('play = "sessions"', 'play = "sessions"\nhome = "CLUB 2"', "does not look at “home”"),
    ],
)
def test_what_would_surprise_a_director_is_a_warning(good: str, bad: str, told: str) -> None:
    assert good in NIGHT
    faults, findings = check_files({"night.toml": NIGHT.replace(good, bad)})
    assert faults == []
    [finding] = findings
    assert told in finding.what
    assert (finding.warns, finding.fault) == (True, False)
    assert finding.located.startswith("night.toml, line ")


def test_sizes_that_cannot_be_planned_are_told_together() -> None:
    text = NIGHT.replace("entries = [16, 26]", "entries = [10, 26]")
    _, findings = check_files({"night.toml": text})
    assert [finding.what.partition(":")[0] for finding in findings] == ["10 to 14 pairs cannot be planned"]


def test_a_graph_is_told_its_fault_once_for_all_entries() -> None:
    text = '[event]\nid = "my-club/cup"\nname = "Cup"\nclause = "CLUB 1"\ncontest = "teams"\n'
    text += "entries = [4, 64]\nusual = 16\n"
    text += '[graph]\nclause = "CLUB 1"\nscoring = "laws-2017/teams"\n'
    text += '[graph.knockout]\nclause = "CLUB 1"\nboards = 24\norder = "seeds"\n'
    faults, _ = check_files({"cup.toml": text})
    assert len(faults) == 1
    assert faults[0].startswith("cup.toml, line ")


def test_a_silence_has_the_line_of_its_stage() -> None:
    _, findings = check_files({"teams.toml": TEAMS.replace('forfeit  = "my-club/forfeit"\n', "")})
    assert [finding.located for finding in findings] == [
        "teams.toml, line 18: CLUB 1: Winter Swiss Teams does not say what a forfeited match is worth"
    ]


FOLDER = {
    "document.toml": 'cite = "MC"\ntitle = "My club"\nbody = "My club"\nissued = "2026"\n',
    "clauses.toml": '[[clause]]\nid = "1"\nkind = "decides"\nsays = "Thursdays."\n',
    "ranking.toml": '[[standings]]\nid = "percent"\nclause = "MC 1"\nunit = "per cent"\nprize = "laws-2017/total"\n',
    "events/pairs.toml": NIGHT.replace("my-club/thursday", "my-club/pairs")
    .replace("CLUB 1", "MC 1")
    .replace("laws-2017/percent", "percent")
    .replace('name = "Night"', 'name = "Night"\nclause = "MC 1"')
    .replace("  session_boards", '  clause = "MC 1"\n  session_boards'),
}


@pytest.fixture
def beside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A rulebook of a club beside the program."""
    for path, text in FOLDER.items():
        (tmp_path / "my-club" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "my-club" / path).write_text(text, encoding="utf-8")
    monkeypatch.setenv("OVERTRICK_RULEBOOK", str(tmp_path))
    program_edition.cache_clear()
    yield tmp_path
    program_edition.cache_clear()


def test_a_folder_beside_the_program_is_a_document_like_any(beside: Path) -> None:
    assert "my-club" in in_force().folders
    assert "my-club/pairs" in event_files()
    [stage] = build_event(find_event("my-club/pairs"), Entrants(19)).stages
    assert (stage.standings.clause.cite, stage.standings.prize.clause.cite) == ("MC 1", "Law 78D")
    assert refusals(find_event("Thursday night")) == []
    assert "my-club" not in shipped_edition().folders


def test_a_folder_that_is_called_like_one_that_ships_is_refused(beside: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (beside / "my-club").rename(beside / "laws-2017")
    program_edition.cache_clear()
    with pytest.raises(DirectorError, match="Two rules folders are called laws-2017"):
        in_force()
    monkeypatch.setenv("OVERTRICK_RULEBOOK", str(beside / "nowhere"))
    with pytest.raises(DirectorError, match="There is no rulebook in"):
        in_force()


def test_a_folder_is_checked_whole() -> None:
    assert check_folder("my-club", FOLDER) == ([], [])
    wrong = {**FOLDER, "ranking.toml": FOLDER["ranking.toml"].replace("laws-2017/total", "laws-2017/totl")}
    faults, _ = check_folder("my-club", wrong)
    told = "There is no chain called “totl”. Did you mean total, total-and-lot or total-and-imps?"
    assert faults == [f"my-club/ranking.toml, line 5: standings.0.prize: {told}"]
    uncited = {**FOLDER, "events/pairs.toml": FOLDER["events/pairs.toml"].replace("MC 1", "MC 2")}
    _, findings = check_folder("my-club", uncited)
    assert {finding.what for finding in findings} == {
        "Thursday night of Thursday night cites it, but it is not in the rulebook",
        "Night of Thursday night cites it, but it is not in the rulebook",
    }


def test_no_rule_of_the_laws_folder_cites_a_championship() -> None:
    file = read_event(TEAMS, "teams.toml")
    told = "\n".join(describe_event(file, Entrants(13)))
    for cite in ("ANC26", "SABF20", "NSWSP", "ITS21", "GNOT18"):
        assert cite not in told


def test_a_kind_of_rule_without_a_name_of_its_own_is_named_in_words() -> None:
    assert str(not_found(TimetableRow, "x", ())).startswith("There is no timetable row called “x”.")
