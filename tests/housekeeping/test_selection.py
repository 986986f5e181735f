"""Seasons, selection and flow: the files cite what exists, and a faulty file tells what is wrong."""

import pytest

from overtrick.core.errors import RegulationErrors
from overtrick.regulations.grammar.brackets import Brackets
from overtrick.regulations.grammar.season import Seasons
from overtrick.regulations.plan.selection import read_selection
from overtrick.regulations.read.documents import OuterScope, load, open_file, reach, read_flow
from overtrick.regulations.read.editions import rulebook
from overtrick.regulations.read.load import folders

FILES = [
    (folder, name)
    for folder in folders()
    for name in ("season", "selection", "flow")
    if (rulebook() / folder / f"{name}.toml").is_file()
]


def text(folder: str, name: str) -> str:
    return (rulebook() / folder / f"{name}.toml").read_text("utf-8")


def test_the_documents_that_have_them() -> None:
    assert FILES == [("gnot-nsw-2018", "flow"), ("sabf-2020", "season"), ("sabf-2020", "selection")]


def test_a_season_by_rules_that_are_not_there_is_refused() -> None:
    wrong = text("sabf-2020", "season").replace('"sabf-2020/pairs/placing"', '"placing"')
    with pytest.raises(
        RegulationErrors, match=r"season\.0\.eligibility: There is no rule of least play called “placing”"
    ):
        open_file(Seasons, wrong, "sabf-2020/season.toml")


def test_a_tie_breaker_nobody_knows_is_refused() -> None:
    wrong = text("sabf-2020", "season").replace('"scores above 60"', '"the better looks"')
    with pytest.raises(RegulationErrors, match=r"line \d+: ties\.0\.by\.1: “the better looks” breaks no tie"):
        open_file(Seasons, wrong, "sabf-2020/season.toml")


def test_an_event_that_is_not_there_is_refused() -> None:
    wrong = text("sabf-2020", "selection").replace('"doubled open-trials-qual"', '"doubled the-other-one"')
    with pytest.raises(RegulationErrors, match="“the-other-one” is not an event of this file"):
        read_selection(wrong, "test.toml", OuterScope(reach("sabf-2020"), "selection.toml"))


def test_a_flow_that_loses_teams_is_refused() -> None:
    brackets = load(Brackets, "gnot-nsw-2018")
    wrong = text("gnot-nsw-2018", "flow").replace('losers = "SW7"', 'losers = "rank 4"')
    with pytest.raises(RegulationErrors) as caught:
        read_flow(wrong, "test.toml", brackets)
    assert any("With 16 teams the final ranks would be 1, 2, " in fault for fault in caught.value.faults)
    assert len(caught.value.faults) == 18


def test_a_row_that_does_not_balance_is_refused() -> None:
    brackets = load(Brackets, "gnot-nsw-2018")
    wrong = text("gnot-nsw-2018", "flow").replace('"m2a_winners = pool_a/2"', '"m2a_winners = pool_b/2"')
    with pytest.raises(RegulationErrors, match="table 1A, row 20: m2a winners is 6, but pool b / 2 is 4"):
        read_flow(wrong, "test.toml", brackets)


def test_a_lucky_loser_needs_a_count() -> None:
    brackets = load(Brackets, "gnot-nsw-2018")
    wrong = text("gnot-nsw-2018", "flow").replace('lucky    = "m1_lucky"\n', "")
    with pytest.raises(RegulationErrors, match=r"M1: matches leave as winners, losers"):
        read_flow(wrong, "test.toml", brackets)
