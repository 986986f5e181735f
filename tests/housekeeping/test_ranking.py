"""The rankings of the documents: they cite what exists, and a faulty file tells all its faults."""

import pytest

from overtrick.core.by_entry import FormatGap, FormatRow
from overtrick.core.errors import DirectorError, RegulationErrors
from overtrick.regulations.grammar.ranking import RankingRules
from overtrick.regulations.read.documents import load, open_file
from overtrick.regulations.read.editions import rulebook
from overtrick.regulations.read.load import folders

WITH_RANKING = [folder for folder in folders() if (rulebook() / folder / "ranking.toml").is_file()]


def test_five_documents_have_rankings_and_the_laws_those_of_anybody() -> None:
    documents = ["anc-2026", "gnot-nsw-2018", "nsw-its-2021", "nsw-swiss-pairs", "sabf-2020"]
    assert [folder for folder in WITH_RANKING if folder != "laws-2017"] == documents
    assert "laws-2017" in WITH_RANKING
    for folder in WITH_RANKING:
        assert load(RankingRules, folder).standings


@pytest.mark.parametrize("folder", WITH_RANKING)
def test_no_entry_has_two_formats(folder: str) -> None:
    for table in load(RankingRules, folder).formats.values():
        for entries in range(1, 121):
            formats = [row for row in table.rows if entries in row.entries]
            gaps = [gap for gap in table.gaps if entries in gap.entries]
            assert len(formats) + len(gaps) <= 1, (table.id, entries)
            assert isinstance(table.find(entries), FormatRow if formats else FormatGap)


def test_an_entry_without_a_format_is_answered_with_what_could_be_played() -> None:
    with pytest.raises(DirectorError, match=r"fewer than 7 pairs.*A possible alternative: double round robin"):
        load(RankingRules, "nsw-its-2021").formats["wits-single"].row(6)


def test_a_file_tells_all_its_faults_at_once() -> None:
    text = """
[[chain]]
id = "one"
clause = "Test 1"
ends = "coin"
step = [{ by = "luck" }]
[[carry_over]]
kind = "straight line"
id = "two"
clause = "Test 2"
most = "seven"
[[standings]]
id = "three"
unit = "VPs"
prize = "one"
[[format]]
id = "four"
clause = "Test 4"
columns = ["rounds", "boards"]
rows = [[[7, 8], [7]]]
[[award]]
id = "five"
clause = "Test 5"
unit = "PQP"
amount = [3]
"""
    with pytest.raises(RegulationErrors) as caught:
        open_file(RankingRules, text, "test.toml")
    told = "\n".join(caught.value.faults)
    assert "chain.0.ends: “coin” is not one of the words here: “tied”, “lot”, “entry number”" in told
    assert "“luck” is not one of the words here: “total”" in told
    assert "test.toml, line 11: carry_over.0.most: “seven” is not a number" in told
    assert "standings.0.clause is missing" in told
    assert "the row for 7 to 8 has 1 cells for 2 columns" in told
    assert "“amount” is not a word here" in told


def test_a_name_that_is_nowhere_is_a_fault() -> None:
    text = """
[[standings]]
id = "one"
clause = "Test 1"
unit = "VPs"
prize = "chains of gold"
"""
    with pytest.raises(RegulationErrors, match=r"standings\.0\.prize: There is no chain called “chains of gold”"):
        open_file(RankingRules, text, "test.toml")
