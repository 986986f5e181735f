"""The brackets of the documents: they cite what exists, and a faulty file tells all its faults."""

import pytest

from overtrick.core.errors import RegulationErrors
from overtrick.regulations.grammar.brackets import Brackets
from overtrick.regulations.read.documents import load, open_file
from overtrick.regulations.read.editions import rulebook
from overtrick.regulations.read.load import folders

WITH_BRACKETS = [folder for folder in folders() if (rulebook() / folder / "brackets.toml").is_file()]


def test_three_documents_have_brackets() -> None:
    assert WITH_BRACKETS == ["anc-2026", "gnot-nsw-2018", "sabf-2020"]
    for folder in WITH_BRACKETS:
        assert load(Brackets, folder).brackets or load(Brackets, folder).choices


def test_a_file_tells_all_its_faults_at_once() -> None:
    text = """
[[order]]
name = "one"
by = ["net IMPs"]
[[order]]
name = "two"
clause = "Test 2"
by = ["luck"]
[[bracket]]
name = "three"
clause = "Test 3"
places = ["winner F"]
level = { clause = "Test 4", way = "refer to the committee" }
[[bracket.match]]
name = "F"
title = "Final"
clause = "Test 5"
sides = ["rank 1", "winner G"]
[[table]]
name = "four"
clause = "Test 6"
columns = ["entry", "teams"]
rows = [["16", 8, 8]]
[[choice]]
stage = "five"
clause = "Test 7"
may_choose = 3
"""
    with pytest.raises(RegulationErrors) as caught:
        open_file(Brackets, text, "test.toml")
    told = "\n".join(caught.value.faults)
    assert len(caught.value.faults) == 5
    assert "test.toml, line 2: order.0.clause is missing" in told
    assert "line 8: order.1.by.0: “luck” is not one of the words here: “group”, “wins”" in told
    assert "The winner of G is needed for F, but that match is not played earlier" in told
    assert "row 16 has 3 cells for 2 columns" in told
    assert "“may_choose” is not a word here" in told
