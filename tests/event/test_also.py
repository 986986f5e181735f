"""More rankings of one result: handicaps and strata, from an event file to the numbers and their reasons."""

from pathlib import Path

import pytest

from asking import Ask
from directing import Room, flat, numbers
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import EntriesClosed, EntryTaken, EventOpened
from overtrick.core.event.after.also import also_ranked
from overtrick.core.model.contestants import Player, Stated
from overtrick.core.provenance import why
from overtrick.formats.entries_csv import read_entries
from overtrick.views.addresses import AlsoAdded, AlsoPlace, AlsoTotal
from overtrick.views.standings import standings_page
from overtrick.views.whys import figure_at

GAME = "club/handicap-night"
HANDICAPS = {"1": ("2.35", "3.85"), "2": ("-4", "-6"), "3": ("20", "30"), "4": ("0", "1")}
POINTS = {"1": ("100", "299"), "2": ("900", "10"), "3": ("0", "5"), "4": ("50", "60")}


def entry(name: str) -> EntryTaken:
    """A pair of six, of which the last two have stated nothing, or not both."""
    players = []
    for place, letter in enumerate("AB"):
        said = [Stated("handicap", HANDICAPS[name][place])] if name in HANDICAPS else []
        said += [Stated("masterpoints", POINTS[name][place])] if name in POINTS else []
        players.append(Player(f"{name}{letter}", stated=tuple(said)))
    if name == "5":
        players[0] = Player("5A", stated=(Stated("handicap", "8"),))
    return EntryTaken(name, players=tuple(players))


@pytest.fixture(scope="module")
def room() -> Room:
    """Six pairs, every result the same: everybody has 50 per cent."""
    room = Room(GAME)
    room.do(EventOpened(GAME, "", "", ""), *map(entry, numbers(6)), EntriesClosed())
    room.start("Night")
    room.play("Night", flat)
    return room


@pytest.mark.clause("CLUB26 8")
def test_handicaps_are_the_mean_of_the_players_and_ten_at_most(room: Room) -> None:
    handicap, _ = also_ranked(room.event, room.event.stage("Night"))
    # 50 + (2.35 + 3.85) / 2 = 53.10; 50 + (-4 - 6) / 2 = 45; (20 + 30) / 2 = 25, which is more than 10: 60; 50 + 0.5.
    # Of pair 5 one player has said nothing, of pair 6 both: nothing is added.
    assert [(row.contestant, str(row.total)) for row in handicap.standings.rows] == [
        ("3", "60.00%"), ("1", "53.10%"), ("4", "50.50%"), ("5", "50.00%"), ("6", "50.00%"), ("2", "45.00%"),
    ]  # fmt: skip
    assert [row.place_text for row in handicap.standings.rows] == ["1", "2", "3", "4=", "4=", "6"]
    state = room.event.stage("Night")
    assert {row.total.value for row in state.standings(state.fields[0].name).rows} == {50}


@pytest.mark.clause("CLUB26 8")
def test_a_stratum_has_those_below_and_nobody_who_has_not_said(room: Room) -> None:
    _, stratum = also_ranked(room.event, room.event.stage("Night"))
    # The higher of the two counts: 299, 900, 5, 60, and of 5 and 6 nobody knows.
    assert {row.contestant for row in stratum.standings.rows} == {"1", "3", "4"}
    assert {row.place_text for row in stratum.standings.rows} == {"1="}


def test_every_number_of_it_says_why(room: Room) -> None:
    total = figure_at(room.event, AlsoTotal("night", "handicap", "3"))
    told = why(total, 4)
    assert total.value == 60
    assert "10.00%  handicap × 1, at most 10.00%  (CLUB26 8)" in told
    assert "25.00%  the mean of the values for 3A and 3B  (CLUB26 8)" in told
    assert "handicap 30 for 3B, as entered" in told
    assert str(figure_at(room.event, AlsoAdded("night", "handicap", "6"))) == "0.00%"
    assert figure_at(room.event, AlsoPlace("night", "under-300", "4")).value == 1
    page = standings_page(room.event, room.event.stage("Night"))
    assert [(table.title, len(table.rows)) for table in page.also] == [("Handicap", 6), ("Under 300", 3)]
    for table in page.also:
        for row in table.rows:
            for number in (row.place, row.total, *row.columns):
                assert number.why, number


def test_a_fact_that_is_no_number_is_refused() -> None:
    room = Room(GAME)
    room.do(EventOpened(GAME, "", "", ""))
    with pytest.raises(DirectorError, match=r"The handicap must be a number, not “some”.*\(CLUB26 8\)"):
        room.do(EntryTaken("1", stated=(Stated("handicap", "some"),)))
    room.do(EntryTaken("1", stated=(Stated("handicap", "-2.5"),), players=(Player("A"), Player("B"))))


def test_a_file_of_entries_has_a_column_for_each_fact() -> None:
    text = "Pair No,Name,Handicap,masterpoints\n1,A REED,2.5,\n1,B STONE,-1,300\n"
    [line] = read_entries(text, "x", facts=["handicap", "masterpoints"])
    assert line.players[0].stated == (Stated("handicap", "2.5"),)
    assert line.players[1].stated == (Stated("handicap", "-1"), Stated("masterpoints", "300"))
    with pytest.raises(DirectorError, match="line 2: the handicap “much” is not a number"):
        read_entries(text.replace("2.5", "much"), "x", facts=["handicap"])


OWN = """
[event]
id      = "my-club/night"
name    = "Thursday Night"
clause  = "CLUB 1"
like    = "club/pairs-night"

[[fact]]
name = "handicap"
unit = "per cent"

[[stage]]
name = "Night"

  [[stage.also]]
  name = "Handicap"
  add  = { fact = "handicap", share = "1/2" }
"""


@pytest.mark.parametrize(
    ("was", "now", "fault"),
    [
        (
            '{ fact = "handicap"',
            '{ fact = "handycap"',
            "line 17: stage.0.also.0.add.fact: There is no fact called “handycap”",
        ),
        ('unit = "per cent"', 'unit = "VPs"', "adds handicap in VPs, but Night adds up per cent"),
        ('add  = { fact = "handicap", share = "1/2" }', "", "say what it adds"),
        ('add  = { fact = "handicap"', 'only = { fact = "handicap"', "share"),
        ('share = "1/2"', 'shares = "1/2"', "line 17: “shares” is not a word here. Did you mean “share”?"),
    ],
)
def test_faults_are_told_by_line_with_the_nearest_word(
    was: str, now: str, fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "own.toml"
    path.write_text(OWN.replace(was, now), encoding="utf-8")
    code, said, _ = Ask(monkeypatch, capsys)(f"rules check {path}")
    assert code == 1
    assert fault in said, said


def test_at_the_prompt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    ask = Ask(monkeypatch, capsys)
    path, book = tmp_path / "own.toml", tmp_path / "own.jsonl"
    path.write_text(OWN, encoding="utf-8")
    assert ask(f"rules check {path}")[:2] == (0, "0 faults, 0 known misprints\n")
    told = " ".join(ask(f"rules describe {path}")[1].split())
    assert "“Handicap” is a further ranking of the same results with the handicap added, 0.5 of it (CLUB 1)" in told
    assert ask(f"simulate {path} --entries 17 --seed 4 -o {book}")[0] == 0
    assert ask(f"verify {book}")[1].endswith(": 0 objections\n")
    assert "Additional rankings, with --also: Handicap" in ask(f"standings {book}")[1]
    assert "Night, Handicap, North-South" in ask(f"standings {book} --also Handicap")[1]
    assert '"also": "Handicap"' in ask(f"standings {book} --also Handicap --json")[1]
    assert "handicap × 0.5" in ask(f"why {book} --pair 3 --also Handicap --depth 1")[1]
    assert "Its additional rankings are: Handicap." in ask(f"standings {book} --also Strata")[2]
