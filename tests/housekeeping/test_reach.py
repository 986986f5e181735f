"""The product does what is proved: no code for tests alone, and no clause that is counted on such code."""

import json

import pytest
import reach
from source_names import read_module

from clause_coverage import COVERAGE
from clauses.cites import clause_ids
from clauses.proofs import proofs
from overtrick.regulations.read.library import shipped_rulebook


def reached(**modules: str) -> set[str]:
    """What a face called `face` reaches among modules of these texts."""
    source = reach.Source({name: read_module(name, text) for name, text in modules.items()})
    return {name for module, name in source.reached(("face",)) if module != "face"}


def test_names_lead_to_what_they_were_imported_from() -> None:
    core = "def called(): return helper()\ndef helper(): pass\ndef other(): pass\n"
    assert reached(face="from core import called\ncalled()\n", core=core) == {"called", "helper"}
    assert reached(face="import core\ncore.other()\n", core=core) == {"other"}
    assert reached(face="from package import called\n", package="from core import called\n", core=core) == set()


def test_a_parameter_hides_a_name() -> None:
    core = "def datum(): pass\ndef asked(datum): return datum\n"
    assert reached(face="from core import asked\nasked(1)\n", core=core) == {"asked"}


def test_a_method_is_reached_with_its_class_and_its_name() -> None:
    core = "class Rule:\n    def applies(self): pass\n    def unused(self): pass\n    def __str__(self): return ''\n"
    assert reached(face="from core import Rule\nRule().applies()\n", core=core) == {"Rule", "Rule.applies"}
    assert reached(face="x.applies()\n", core=core) == set()


def test_an_annotated_parameter_means_its_own_class() -> None:
    core = "class A:\n    def go(self): pass\nclass B:\n    def go(self): pass\ndef use(a: A): a.go()\n"
    assert reached(face="from core import A, B, use\nuse(A())\nB()\n", core=core) == {"A", "A.go", "B", "use"}


def test_annotations_compute_nothing_and_fields_are_read_by_their_types() -> None:
    core = "class A: pass\nclass B:\n    part: A\ndef use(a: 'A') -> None: pass\n"
    assert reached(face="from core import use\nuse(1)\n", core=core) == {"use"}
    assert reached(face="from core import B\nB()\n", core=core) == {"A", "B"}


def test_a_function_is_reached_with_the_table_that_registers_it() -> None:
    core = "TABLE = []\nOTHER = []\n"
    rows = "from core import OTHER, TABLE\n@TABLE\ndef one(): pass\n@OTHER\ndef two(): pass\n"
    assert reached(face="from core import TABLE\nTABLE[0]()\n", core=core, rows=rows) == {"TABLE", "one"}


def test_every_name_of_a_module_may_be_handed_on() -> None:
    core = "def one(): pass\ndef two(): pass\n"
    assert reached(face="import all\nall.one()\n", all="from core import *\n", core=core) == {"one"}


def test_nothing_is_kept_for_tests_alone() -> None:
    assert reach.unexplained() == []


def test_benchmarks_measure_what_the_product_does() -> None:
    assert reach.benchmarks_beside_the_product() == []


def test_a_benchmark_of_what_only_tests_call_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reach, "SERVER_AND_COMMANDS", ("overtrick.cli.version",))
    named = "\n".join(reach.benchmarks_beside_the_product())
    assert "benchmarks/draws.py: " in named
    assert "overtrick.core.draws" in named


def test_no_clause_is_counted_on_what_no_face_reaches() -> None:
    states = json.loads(COVERAGE.read_text(encoding="utf-8"))
    known = shipped_rulebook().clauses
    wrong = {
        f"{document} {number} is counted as done, and a test of it rests on {', '.join(f'{m}:{n}' for m, n in rests)}"
        for cite, rests in proofs(reach.unreached())
        if rests
        for document, number in clause_ids(cite, known)
        if states.get(document, {}).get(number) == "done"
    }
    assert sorted(wrong) == [], "run `just coverage`, or let the product call it"
