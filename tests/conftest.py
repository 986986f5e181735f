"""Clause coverage: tests that cite a clause, pass and rest on what the product does are written down for its page.

What a test names of the product must be reached from the prompt or from the server (`scripts/reach.py`): a test that
proves a function which neither calls proves nothing that anybody meets, and counts for nothing here.
"""

import json
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

COVERAGE = Path(__file__).parents[1] / "src" / "overtrick" / "regulations" / "coverage.json"


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("clauses")
    group.addoption("--write-coverage", action="store_true", help="write which clauses the passing tests cite")
    group.addoption("--check-coverage", action="store_true", help="fail if the written clause coverage is stale")


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


class _Recorder:
    """What came of every citation in this run."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.passed: defaultdict[str, int] = defaultdict(int)
        self.failed: set[str] = set()
        self.aside: set[str] = set()
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
                self.failed.add(cite)
            elif aside:
                self.aside.add(cite)
            elif report.when == "call" and report.passed:
                self.passed[cite] += 1

    def states(self) -> dict[str, dict[str, str]]:
        from clauses.cites import clause_ids
        from clauses.vectors import unanswered
        from overtrick.regulations.read.library import shipped

        known = shipped().clauses
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

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if hasattr(self.config, "workerinput"):
            return
        written = json.dumps(self.states(), indent=1, ensure_ascii=False) + "\n"
        if self.config.getoption("--write-coverage"):
            COVERAGE.write_text(written, encoding="utf-8")
        elif COVERAGE.read_text(encoding="utf-8") != written:
            self.stale = "The clause coverage that ships is stale: run `just coverage` and commit it."
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        if self.stale:
            terminalreporter.write_line(self.stale, red=True)


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--write-coverage") or config.getoption("--check-coverage"):
        config.pluginmanager.register(_Recorder(config), "clause-coverage")


@pytest.fixture(scope="session", autouse=True)
def _emptied_between_tests() -> None:
    """Let the tests empty the books between them as only a superuser can: the database refuses it to all others."""
    from django.db.backends.base.operations import BaseDatabaseOperations
    from django.db.backends.postgresql.operations import DatabaseOperations

    def past_the_triggers(self: BaseDatabaseOperations, sql_list: Iterable[str]) -> None:
        with self.connection.cursor() as cursor:
            cursor.execute("SET session_replication_role = replica")
            for statement in sql_list:
                cursor.execute(statement)
            cursor.execute("SET session_replication_role = origin")

    DatabaseOperations.execute_sql_flush = past_the_triggers  # type: ignore[method-assign]
