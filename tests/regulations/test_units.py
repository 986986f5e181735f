"""Numbers that count different things are never added, carried or ranked together: check refuses, opening refuses."""

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import pytest

from asking import Ask
from overtrick.core.errors import EngineError, RegulationErrors
from overtrick.core.event.plan.stages import Entrants
from overtrick.core.event.plan.units import clashes
from overtrick.core.provenance import IMPS, PERCENT, VPS, Clause, Figure, total
from overtrick.core.ranking.carry_over import MarginCarry, margin_carry
from overtrick.core.ranking.chain import ChainRule, Ends, Step
from overtrick.core.ranking.measures import MatchLine, Measure, StageRecord
from overtrick.core.ranking.standings import StandingsRule, standings
from overtrick.core.scales import vps
from overtrick.core.wording import phrase
from overtrick.regulations.lint.events import sizes
from overtrick.regulations.plan.event_book import event_files, read_event
from overtrick.regulations.plan.events import build_event
from overtrick.regulations.read.library import shipped_rulebook

pytestmark = pytest.mark.whole

HERE = Clause("CLUB", "1")

SWISS = """\
[event]
id      = "my-club/evening"
name    = "An evening"
clause  = "CLUB 1"
contest = "pairs"
entries = [8, 20]
usual   = 12

[[stage]]
name     = "Swiss"
clause   = "CLUB 1"
play     = "swiss"
matches  = 4
boards   = 7
sessions = 1
scoring  = "anc-2026/matchpoint-swiss"
ranking  = "anc-2026/matchpoint-swiss"
bye      = "my-club/bye"

  [stage.draw]
  clause  = "CLUB 1"
  first   = "seeded"
  rematch = "never"
  odd     = "bye"

[[rules.bye]]
id     = "my-club/bye"
clause = "CLUB 1"
vps    = 12
"""

WORLD = """\
[event]
id      = "my-club/bowl"
name    = "A bowl"
clause  = "CLUB 1"
contest = "teams"
entries = [4, 12]
usual   = 8

[[stage]]
name     = "Round Robin"
clause   = "CLUB 1"
play     = "round robin"
boards   = 16
sessions = 1
scoring  = "anc-2026/interstate-teams"
ranking  = "anc-2026/interstate"
bye      = "anc-2026/interstate-teams"

  [stage.draw]
  clause = "CLUB 1"

[[stage]]
name     = "Final"
clause   = "CLUB 1"
play     = "stanzas"
matches  = 4
boards   = 12
sessions = 1
scoring  = "anc-2026/interstate-final"
ranking  = "anc-2026/interstate-final"
carry    = "anc-2026/interstate-final"
source   = { clause = "CLUB 1", stage = "Round Robin", places = 2 }

[[reading]]
id = "as if the rule were silent"

  [[reading.other]]
  way  = "half the margin, in IMPs"
  sets = ["Final.carry.of"]
  to   = "IMPs"
"""


def line(text: str, wanted: str) -> int:
    return 1 + next(place for place, each in enumerate(text.splitlines()) if each.startswith(wanted))


def refused(text: str) -> list[str]:
    with pytest.raises(RegulationErrors) as errors:
        read_event(text, "own.toml")
    return list(errors.value.faults)


@dataclass
class Check:
    """`overtrick rules check` of a text: its exit code and everything it says, on one line."""

    folder: Path
    ask: Ask

    def __call__(self, text: str) -> tuple[int, str]:
        path = self.folder / "own.toml"
        path.write_text(text, encoding="utf-8")
        return self.run(f"rules check {path}")

    def run(self, words: str) -> tuple[int, str]:
        code, told, complained = self.ask(words)
        return code, " ".join(f"{told} {complained}".split())


@pytest.fixture
def checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Check:
    return Check(tmp_path, Ask(monkeypatch, capsys))


def test_both_events_are_in_order_as_they_stand() -> None:
    for text in (SWISS, WORLD):
        file = read_event(text, "own.toml")
        assert not list(clashes(build_event(file, Entrants(file.event.usual))))


PER_CENT = SWISS.replace('"anc-2026/matchpoint-swiss"', '"anc-2026/matchpoint-pairs"', 1)
"""Rounds that count in per cent, under a ranking in victory points: it printed 550.62 VPs once."""

FAULTY = {
    "per cent ranked as VPs": (
        PER_CENT, "ranking", "Swiss: ranking adds up VPs, but its matches give per cent.",
    ),
    "IMPs compared in a matchpoint event": (
        SWISS.replace('ranking  = "anc-2026/matchpoint-swiss"', 'ranking  = "anc-2026/congress-teams"'),
        "ranking", "Swiss: ranking compares net IMPs, counted in IMPs, but its boards give matchpoints.",
    ),
    "wins by a plus in IMPs in a matchpoint event": (
        SWISS.replace('ranking  = "anc-2026/matchpoint-swiss"', 'ranking  = "anc-2026/butler-stage"'),
        "ranking", "Swiss: ranking counts as won what is a plus in IMPs, but its boards give matchpoints.",
    ),
    "a bye in IMPs": (
        SWISS.replace("vps    = 12", "imps   = 6"), "bye", "Swiss: bye is worth IMPs, but Swiss adds up VPs.",
    ),
    "a share of a margin that is counted otherwise": (
        WORLD.replace('scoring  = "anc-2026/interstate-teams"', 'scoring  = "anc-2026/interstate-final"', 1)
        .replace('ranking  = "anc-2026/interstate"', 'ranking  = "anc-2026/interstate-final"', 1)
        .replace('bye      = "anc-2026/interstate-teams"\n', ""),
        "carry",
        "Final: carry takes a share of a margin in VPs, but Round Robin counts IMPs.",
    ),
    "a carry-over of another unit": (
        WORLD.replace('carry    = "anc-2026/interstate-final"', 'carry    = "anc-2026/open-stage-3"'),
        "carry", "Final: carry brings VPs, but Final adds up IMPs.",
    ),
    "a forfeit in VPs where IMPs count": (
        WORLD.replace('scoring  = "anc-2026/interstate-teams"', 'scoring  = "anc-2026/interstate-final"', 1)
        .replace('ranking  = "anc-2026/interstate"', 'ranking  = "anc-2026/interstate-final"', 1)
        .replace('bye      = "anc-2026/interstate-teams"', 'forfeit  = "sabf-2020/forfeit-12-vps"'),
        "forfeit", "Round Robin: forfeit is worth VPs, but Round Robin adds up IMPs.",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTY)
def test_unlike_units_are_refused_with_the_file_the_line_and_both_units(name: str, checked: Check) -> None:
    text, key, says = FAULTY[name]
    told = f"own.toml, line {line(text, key)}: {says}"
    assert told in refused(text)
    code, output = checked(text)
    assert code
    assert told in output


def test_an_event_that_mixes_units_cannot_be_played(checked: Check, tmp_path: Path) -> None:
    path, book = tmp_path / "own.toml", tmp_path / "book.jsonl"
    path.write_text(PER_CENT, encoding="utf-8")
    code, output = checked.run(f"simulate {path} --entries 8 -o {book}")
    assert code
    assert "ranking adds up VPs, but its matches give per cent" in output
    assert not book.exists()


def test_half_of_a_margin_in_victory_points_is_no_number_of_imps() -> None:
    """What the World Championships' words made of it once: +2.33 IMPs, 50% of a margin of 4.66 VPs."""
    file = read_event(WORLD, "own.toml")
    with pytest.raises(RegulationErrors, match="takes a share of a margin in IMPs, but Round Robin counts VPs"):
        build_event(file, Entrants(8), (), {"as if the rule were silent": "half the margin, in IMPs"})
    ours, theirs = (Figure(Fraction(value, 100), VPS, HERE) for value in (44518, 44052))
    with pytest.raises(EngineError, match="A margin in VPs is none in IMPs"):
        margin_carry(ours, theirs, MarginCarry(HERE, Fraction(1, 2), IMPS, IMPS))


@pytest.mark.parametrize("name", event_files())
def test_no_event_that_ships_takes_unlike_units_together(name: str) -> None:
    file = event_files()[name]
    for choices in ((), *((choice.id,) for choice in file.choice)):
        for entered in sizes(file):
            assert not list(clashes(build_event(file, Entrants(entered), choices)))


def test_a_way_of_scoring_is_checked_by_itself(checked: Check) -> None:
    text = Path(__file__).parents[2].joinpath("examples/club.toml").read_text(encoding="utf-8")
    assert checked(text)[0] == 0
    awards = text.replace('unit = "IMPs"', 'unit = "per cent"')
    code, output = checked(awards)
    told = "my-club/match: artificial awards are worth per cent, but its boards are scored in IMPs."
    assert code
    assert f"line {line(text, 'artificial = ')}" in output
    assert told in output
    scale = text.replace('of = "IMPs"', 'of = "per cent"')
    assert "match converts per cent, but its boards give IMPs." in checked(scale)[1]


def test_the_core_refuses_unlike_units_too() -> None:
    """A second line, for what no file could have said."""
    imps, share = Figure(3, IMPS, HERE), Figure(55, PERCENT, HERE)
    with pytest.raises(EngineError, match=r"55.00% \(CLUB 1\) cannot be added up in IMPs"):
        total((imps, share), IMPS, HERE, phrase("net"))
    chain = ChainRule(HERE, (Step(Measure.TOTAL, HERE),), Ends.TIED)
    record = StageRecord("7", (MatchLine(("8",), share),), carry_over=Figure(2, VPS, HERE))
    with pytest.raises(EngineError, match=r"7: 55.00% .* cannot be added up in VPs"):
        standings([record], StandingsRule(HERE, VPS, chain))
    with pytest.raises(EngineError, match="takes per cent"):
        vps(imps, 7, shipped_rulebook().scale("anc-2026/interstate-pairs"))
