"""The eligibility of the documents: it cites what exists, names stages that exist, and tells all faults."""

import pytest

from clauses.answers.eligibility_facts import each_test
from overtrick.core.conduct.conditions import Word
from overtrick.core.errors import RegulationErrors
from overtrick.regulations.grammar.eligibility import Eligibilities
from overtrick.regulations.plan.event_book import event_files
from overtrick.regulations.read.documents import load, open_file
from overtrick.regulations.read.editions import rulebook
from overtrick.regulations.read.load import folders

WITH_ELIGIBILITY = [folder for folder in folders() if (rulebook() / folder / "eligibility.toml").is_file()]


def test_five_documents_say_who_may_play_or_win() -> None:
    assert WITH_ELIGIBILITY == ["anc-2026", "gnot-nsw-2018", "nsw-its-2021", "nsw-swiss-pairs", "sabf-2020"]


@pytest.mark.parametrize("folder", WITH_ELIGIBILITY)
def test_every_stage_named_is_a_stage_of_an_event(folder: str) -> None:
    book = load(Eligibilities, folder)
    known = {f"{name}/{stage.name}" for name, file in event_files().items() for stage in file.stage}
    named = {*book.play_at, *book.substitutes_at}
    for rule in book.rules.values():
        for test in each_test(rule.rule):
            if isinstance(test.condition, Word) and test.condition.what == "stage":
                named |= {*test.condition.one_of}
    assert named <= known, named - known


@pytest.mark.parametrize("folder", WITH_ELIGIBILITY)
def test_every_name_belongs_to_its_document(folder: str) -> None:
    book = load(Eligibilities, folder)
    for names in (book.rules, book.play, book.substitutes, book.bars, book.common, book.offers, book.fields):
        assert all(name.startswith(f"{folder}/") for name in names)
    assert all(rule.says.endswith(".") for rule in book.rules.values())


def test_a_file_tells_all_its_faults_at_once() -> None:
    text = """
[[rule]]
id = "one"
says = "No clause."
said = "here"
[[rule]]
id = "two"
clause = "Test 2"
says = "Two tests."
said = "here"
born = { before = 1960-01-01 }
[[rule]]
id = "three"
clause = "Test 3"
says = "A word it does not know."
all = [{ said = "here" }, { count = { what = "boards", over = 3 } }]
[[play]]
id = "four"
clause = "Test 4"
says = "Both a count and a share."
limb = [{ name = "own", unit = "rounds", count = 3, share = "1/2" }]
"""
    with pytest.raises(RegulationErrors) as caught:
        open_file(Eligibilities, text, "test.toml")
    told = "\n".join(caught.value.faults)
    assert len(caught.value.faults) == 4
    assert "test.toml, line 2: rule.0.clause is missing" in told
    assert "give one of born, aged" in told
    assert "here: born, said" in told
    assert "“over” is not a word here" in told
    assert "limb.0: give one of count and share" in told


def test_names_that_lead_nowhere_are_told_together() -> None:
    text = """
[[rule]]
id = "one"
clause = "Test 1"
says = "Uses a rule that is not there."
all = [{ rule = "nine" }, { said = "here" }]
[[rule]]
id = "two"
clause = "Test 2"
says = "Uses a ladder that is not there."
rank = { what = "rank", below = "Master", ladder = "Mars" }
[systems]
clause = "Test 3"
anywhere = ["green"]
limited = { yellow = "three" }
[[absences]]
id = "four"
clause = "Test 4"
says = "Stands beside nothing."
rows = [["weekend", [9], 2]]
beside = "five"
limb = "own"
"""
    with pytest.raises(RegulationErrors) as caught:
        open_file(Eligibilities, text, "test.toml")
    told = "\n".join(caught.value.faults)
    assert len(caught.value.faults) == 4
    assert "line 6: rule.0.all.0.rule: There is no rule of eligibility called “nine”. Did you mean one?" in told
    assert "line 11: rule.1.rank.ladder: There is no ladder called “Mars”" in told
    assert "line 15: systems.limited.yellow: There is no rule of eligibility called “three”" in told
    assert "line 21: absences.0.beside: There is no rule of least play called “five”" in told


def test_rules_that_go_by_each_other_are_refused() -> None:
    text = """
[[rule]]
id = "one"
clause = "Test 1"
says = "Goes by the other."
rule = "two"
[[rule]]
id = "two"
clause = "Test 2"
says = "Goes by the one."
rule = "one"
"""
    with pytest.raises(RegulationErrors, match="“one” refers to itself"):
        open_file(Eligibilities, text, "test.toml")
