"""Clause coverage: tests that cite a clause, pass and rest on what the product does are written down for its page.

What a test names of the product must be reached from the prompt or from the server (`scripts/reach.py`): a test that
proves a function which neither calls proves nothing that anybody meets, and counts for nothing here.

Tests that run in parts, each perhaps on a machine of its own, note what came of their citations
(`--note-coverage FILE`), and `python -m clause_coverage FILE…` holds all the notes together against what ships.
"""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

STALE = "The clause coverage that ships is stale: run `just coverage` and commit it."
COVERAGE = Path(__file__).parents[1] / "src" / "overtrick" / "regulations" / "coverage.json"


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("clauses")
    group.addoption("--write-coverage", action="store_true", help="write which clauses the passing tests cite")
    group.addoption("--check-coverage", action="store_true", help="fail if the written clause coverage is stale")
    group.addoption("--note-coverage", metavar="FILE", help="note what came of the citations of this part of the tests")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Note the clauses a test cites."""
    item.user_properties.extend(("clause", cite) for cite in _cites(item))


def _cites(item: pytest.Item) -> list[str]:
    """The clauses a test cites: by its marks, and by the vector it answers."""
    cites = [str(cite) for mark in item.iter_markers("clause") for cite in mark.args]
    params = getattr(getattr(item, "callspec", None), "params", {})
    if cite := getattr(params.get("vector"), "clause", ""):
        cites.append(cite)
    return cites


class Cited:
    """What came of citations: by tests that passed, that failed, and that rest on something no face reaches."""

    def __init__(self) -> None:
        self.passed: set[str] = set()
        self.failed: set[str] = set()
        self.aside: set[str] = set()

    def note(self) -> str:
        """As it is written for another process."""
        return json.dumps({name: sorted(cites) for name, cites in vars(self).items()})

    def add(self, note: str) -> None:
        """Add what another process noted."""
        for name, cites in json.loads(note).items():
            getattr(self, name).update(cites)

    def written(self) -> str:
        """As it ships."""
        return json.dumps(self._states(), indent=1, ensure_ascii=False) + "\n"

    def _states(self) -> dict[str, dict[str, str]]:
        from clauses.cites import clause_ids
        from clauses.vectors import unanswered
        from overtrick.regulations.read.library import shipped_rulebook

        known = shipped_rulebook().clauses
        wanting = {pair for vector in unanswered() for pair in clause_ids(vector.clause, known)}
        wanting |= {pair for cite in self.failed | self.aside for pair in clause_ids(cite, known)}
        states: dict[str, dict[str, str]] = {}
        for cite in self.passed:
            for document, number in clause_ids(cite, known):
                states.setdefault(document, {})[number] = "part" if (document, number) in wanting else "done"
        order = {document: list(clauses) for document, clauses in known.items()}
        return {
            document: {number: states[document][number] for number in order[document] if number in states[document]}
            for document in sorted(states)
        }


class _Recorder:
    """Follows a run, and writes or checks what came of its citations."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.cited = Cited()
        self.stale = ""

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Only the tests that cite a clause are run to write the coverage; it is checked beside whatever is run."""
        if not config.getoption("--write-coverage"):
            return
        others = [item for item in items if not _cites(item)]
        items[:] = [item for item in items if _cites(item)]
        config.hook.pytest_deselected(items=others)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Note whether a test rests on something that no face reaches."""
        from clauses.proofs import unreached_by

        if _cites(item) and unreached_by(item):
            item.user_properties.append(("aside", True))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if "slow" in report.keywords:
            return  # what ships says what the tests prove that run all day
        cites = [str(cite) for name, cite in report.user_properties if name == "clause"]
        aside = any(name == "aside" for name, _ in report.user_properties)
        for cite in cites:
            if report.failed:
                self.cited.failed.add(cite)
            elif aside:
                self.cited.aside.add(cite)
            elif report.when == "call" and report.passed:
                self.cited.passed.add(cite)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if hasattr(self.config, "workerinput"):
            return
        if noted := self.config.getoption("--note-coverage"):
            Path(noted).write_text(self.cited.note(), encoding="utf-8")
        if self.config.getoption("--write-coverage"):
            COVERAGE.write_text(self.cited.written(), encoding="utf-8")
        elif self.config.getoption("--check-coverage") and COVERAGE.read_text(encoding="utf-8") != self.cited.written():
            self.stale = STALE
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        if self.stale:
            terminalreporter.write_line(self.stale, red=True)


def pytest_configure(config: pytest.Config) -> None:
    if any(config.getoption(f"--{what}-coverage") for what in ("write", "check", "note")):
        config.pluginmanager.register(_Recorder(config), "clause-coverage")


def main(notes: list[str]) -> str | None:
    """Hold the notes of all parts against what ships; what is wrong, if anything is."""
    cited = Cited()
    for note in notes:
        cited.add(Path(note).read_text(encoding="utf-8"))
    return None if COVERAGE.read_text(encoding="utf-8") == cited.written() else STALE


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
