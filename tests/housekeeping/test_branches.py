"""What `just ci-branches` lists: the functions and branches that only unit tests enter."""

import json
from pathlib import Path
from typing import Any

from branches import SOURCE, only_units, read

FILE = str(SOURCE / "core" / "exact.py")


def report(folder: Path, name: str, **functions: dict[str, Any]) -> Path:
    """A report by coverage.py of some functions of a module."""
    nothing = {"start_line": 1, "executed_lines": [], "missing_lines": [2], "executed_branches": []}
    measured = {each: {**nothing, **found} for each, found in functions.items()}
    path = folder / f"{name}.json"
    path.write_text(json.dumps({"files": {FILE: {"functions": measured}}}), encoding="utf-8")
    return path


def test_a_function_that_only_unit_tests_enter_is_listed_once_and_a_branch_in_one_of_the_product(
    tmp_path: Path,
) -> None:
    alone = {"start_line": 20, "executed_lines": [21], "executed_branches": [[21, 22]]}
    shared = {"start_line": 3, "executed_lines": [4], "executed_branches": [[4, 5]]}
    more = {**shared, "executed_branches": [[4, 5], [4, -3]]}
    product = read(report(tmp_path, "product", shared=shared, alone={}, empty={"missing_lines": []}))
    units = read(report(tmp_path, "units", shared=more, alone=alone))
    assert product.lines.keys() == {("overtrick.core.exact", "shared"), ("overtrick.core.exact", "alone")}
    assert list(only_units(product, units)) == [
        "src/overtrick/core/exact.py:20: alone: the product never enters it",
        "src/overtrick/core/exact.py:4: shared: only unit tests go out of the function",
    ]
