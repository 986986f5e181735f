"""Finds functions and branches that unit tests enter and the product never does, and clauses that rest on them.

    python scripts/branches.py                                             # both runs: a night
    python scripts/branches.py --product tests/cli/test_games.py --units tests/laws --keep /tmp/branches
    python scripts/branches.py --keep /tmp/branches --report               # the report of earlier runs again

`reach.py` follows names; this measures what is executed in `MEASURED`, by coverage.py. The product is entered by the
tests of its interfaces: pages, the API and the command line, with whole events through all of them; the other run has
the unit tests. It lists the functions that only unit tests enter, then the branches that only they take in functions
that the product enters. It fails if a clause that counts as done is tested by a function that the product never enters.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import reach

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "overtrick"
MEASURED = ("core", "director", "regulations", "formats", "views")
Tests = Mapping[tuple[str, ...], str]
"""Paths of tests, each with the marks of those to run."""
USUAL = "not browser and not long"
PRODUCT: Tests = {("tests/cli", "tests/web"): USUAL, ("tests/web/test_faces_agree.py",): "long"}
"""The tests of the interfaces; the long ones show every event at the desk, on its pages, by the API and by commands."""
UNITS: Tests = {("tests/laws", "tests/event", "tests/clauses", "tests/properties"): USUAL}
SETTINGS = """[run]
branch = true
parallel = true
patch = subprocess
data_file = {folder}/{run}.measured
source =
{source}
disable_warnings = no-data-collected, module-not-measured, module-not-imported, couldnt-parse
"""
"""Processes that tests start are measured too; one that is killed keeps nothing."""

Branch = tuple[str, str, int, int]
"""A branch: its module, its function, the line that decides, and the line it leads to (negative: out)."""


@dataclass(frozen=True, slots=True)
class Entered:
    """The functions and branches that a run entered, and all the functions there are, with their first lines."""

    functions: frozenset[reach.Node]
    branches: frozenset[Branch]
    lines: dict[reach.Node, int] = field(default_factory=dict)


def measure(run: str, tests: Tests, folder: Path, workers: int) -> None:
    """Run tests with their marks under coverage.py, and write what they entered to a file named for the run."""
    settings = folder / f"{run}.ini"
    source = "\n".join(f"    {SOURCE / package}" for package in MEASURED)
    settings.write_text(SETTINGS.format(folder=folder, run=run, source=source), encoding="utf-8")

    def coverage(*words: str) -> int:
        command = [sys.executable, "-m", "coverage", words[0], f"--rcfile={settings}", *words[1:]]
        return subprocess.run(command, cwd=ROOT, check=False).returncode

    spread = ("-n", str(workers), "--dist", "worksteal") if workers > 1 else ("-p", "no:xdist")
    for paths, marks in tests.items():
        status = coverage("run", "-m", "pytest", *spread, "-m", marks, *paths)
        if status not in (0, 1):  # a test that fails, perhaps because it is measured, has entered what it has entered
            sys.exit(f"pytest ends with {status} in the run {run}")
    if coverage("combine", "--quiet") or coverage("json", "--quiet", "-o", str(folder / f"{run}.json")):
        sys.exit(f"coverage.py has no data of the run {run}")


def read(report: Path) -> Entered:
    """What a run entered, from its report by coverage.py."""
    functions, branches, lines = set(), set(), {}
    for file, measured in json.loads(report.read_text(encoding="utf-8"))["files"].items():
        path = (ROOT / file).relative_to(SOURCE.parent).with_suffix("")
        module = ".".join(path.parts).removesuffix(".__init__")
        for name, found in measured["functions"].items():
            if not name or not found["executed_lines"] + found["missing_lines"]:
                continue  # the module itself, which an import executes, or a function without a statement
            node = (module, name)
            lines[node] = found["start_line"]
            if found["executed_lines"]:
                functions.add(node)
            branches |= {(module, name, decides, to) for decides, to in found["executed_branches"]}
    return Entered(frozenset(functions), frozenset(branches), lines)


def only_units(product: Entered, units: Entered) -> Iterator[str]:
    """The functions that only unit tests enter, and the branches that only they take in functions of the product."""
    for module, name in sorted(units.functions - product.functions):
        yield f"{_file(module)}:{units.lines[module, name]}: {name}: the product never enters it"
    for module, name, decides, to in sorted(units.branches - product.branches):
        if (module, name) in product.functions:
            where = "out of the function" if to < 0 else f"to line {to}"
            yield f"{_file(module)}:{decides}: {name}: only unit tests go {where}"


def _file(module: str) -> str:
    path = ROOT / "src" / module.replace(".", "/")
    return str((path / "__init__.py" if path.is_dir() else path.with_suffix(".py")).relative_to(ROOT))


def resting(product: Entered) -> list[str]:
    """Clauses that count as done although a test of theirs names a function that the product never enters."""
    sys.path.insert(0, str(ROOT / "tests"))
    from clause_coverage import COVERAGE
    from clauses.cites import clause_ids
    from clauses.proofs import proofs
    from overtrick.regulations.read.library import shipped_rulebook

    never = frozenset(product.lines) - product.functions
    states, known = json.loads(COVERAGE.read_text(encoding="utf-8")), shipped_rulebook().clauses
    wrong: dict[str, set[str]] = {}
    for cite, rests in proofs(never):
        for document, number in clause_ids(cite, known):
            if rests and states.get(document, {}).get(number) == "done":
                wrong.setdefault(f"{document} {number}", set()).update(f"{module}:{name}" for module, name in rests)
    return [f"{clause} counts as done, and a test of it names {', '.join(sorted(wrong[clause]))}" for clause in wrong]


def main() -> int:
    """Measure, and print the lists; return 1 if a clause rests on what the product never enters."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--product", nargs="+", help="the tests of the interfaces")
    parser.add_argument("--units", nargs="+", help="the unit tests")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--keep", type=Path, help="a folder for the measurements")
    parser.add_argument("--report", action="store_true", help="measure nothing, and report what the folder has")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="overtrick-branches-") as temporary:
        folder = (asked.keep or Path(temporary)).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        if not asked.report:
            for run, given, usual in (("product", asked.product, PRODUCT), ("units", asked.units, UNITS)):
                measure(run, {tuple(given): USUAL} if given else usual, folder, asked.workers)
        product, units = read(folder / "product.json"), read(folder / "units.json")
    found, wrong = list(only_units(product, units)), resting(product)
    print(*found, *wrong, sep="\n")
    print(
        f"the product enters {len(product.functions)} of {len(product.lines)} functions; only unit tests enter "
        f"{len(found)} functions and branches; {len(wrong)} clauses that count as done name such a function"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
