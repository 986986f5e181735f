"""The hosted workflows: whatever they call is here, and every supported Python is tried."""

import re
import subprocess
import tomllib
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
_MATRIX = re.compile(r"\$\{\{ matrix\.(\w+) \}\}")


def jobs(file: Path) -> dict[str, Any]:
    """The jobs of a workflow."""
    found = yaml.safe_load(file.read_text(encoding="utf-8"))["jobs"]
    assert isinstance(found, dict)
    return found


def variants(job: dict[str, Any]) -> list[dict[str, str]]:
    """The values of a job's matrix, one dictionary a run."""
    matrix = job.get("strategy", {}).get("matrix", {})
    if "include" in matrix:
        return list(matrix["include"])
    return [dict(zip(matrix, values, strict=True)) for values in product(*matrix.values())]


def commands() -> Iterator[str]:
    """Every line that a workflow runs, with the values of its matrix put in."""
    for file in WORKFLOWS:
        for job in jobs(file).values():
            for step in job["steps"]:
                for values in variants(job):
                    text = _MATRIX.sub(lambda found, values=values: str(values[found[1]]), step.get("run", ""))  # type: ignore[misc]  # bound at once
                    yield from filter(None, text.splitlines())


def unknown(command: str, recipes: set[str]) -> list[str]:
    """What a command names that is not here: a recipe, a script or a test."""
    gate = [f"ci-{part}" for part in re.findall(r"\.ci/run (\w+)", command)]
    named = gate + re.findall(r"(?:^|/)just ([\w-]+)", command)
    files = re.findall(r"\b((?:scripts|tests|deploy)/[\w/.-]+|requirements-dev\.lock)", command)
    return [name for name in named if name not in recipes] + [name for name in files if not (ROOT / name).exists()]


@pytest.fixture(scope="module")
def recipes() -> set[str]:
    """The recipes of the justfile."""
    told = subprocess.run(["just", "--summary"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return set(told.split())


def test_every_recipe_script_and_test_that_a_workflow_names_is_here(recipes: set[str]) -> None:
    found = list(commands())
    assert len(found) > 30
    assert {command: missing for command in found if (missing := unknown(command, recipes))} == {}


@pytest.mark.parametrize(
    "command", [".ci/run hose", ".venv/bin/just hostle --acts 3", "python scripts/none.py", "pytest tests/none"]
)
def test_a_name_that_is_not_here_is_found(command: str, recipes: set[str]) -> None:
    assert unknown(command, recipes)


def test_the_gate_has_every_part_and_every_supported_python() -> None:
    gate = jobs(ROOT / ".github" / "workflows" / "gate.yml")
    parts = {values["part"] for values in variants(gate["part"])}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    supported = {found[1] for each in project["classifiers"] if (found := re.search(r"Python :: (3\.\d+)$", each))}
    (usual,) = re.findall(r"python:(3\.\d+)-", gate["part"]["container"])
    assert parts == {"house", "rules", "web", "browser", "slow"}
    assert {usual, *(values["python"] for values in variants(gate["pythons"]))} == supported


@pytest.mark.parametrize("file", WORKFLOWS, ids=[file.stem for file in WORKFLOWS])
def test_a_workflow_says_what_its_token_may_do(file: Path) -> None:
    assert "permissions" in yaml.safe_load(file.read_text(encoding="utf-8"))


def test_the_documentation_that_is_published_in_versions_offers_them() -> None:
    """Each release gets a folder; without this setting no page links from one to another."""
    extra = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nextra:\n")[2].partition("\nextra_css:")[0]
    assert any("mike deploy" in command for command in commands())
    assert yaml.safe_load(extra)["version"] == {"provider": "mike"}
