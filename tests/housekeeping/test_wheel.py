"""The wheel, as a club's laptop gets it: few dependencies, and a core that needs none."""

import json
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FEW = {
    "annotated-types",
    "click",
    "markdown-it-py",
    "mdurl",
    "overtrick",
    "portalocker",
    "pydantic",
    "pydantic-core",
    "pygments",
    "rich",
    "typing-extensions",
    "typing-inspection",
}

pytestmark = pytest.mark.slow


def run(*command: str | Path, cwd: Path | None = None) -> str:
    """What a command prints; its complaint if it fails."""
    told = subprocess.run([str(word) for word in command], cwd=cwd, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    return told.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this source, built with the backend that is installed here."""
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=ROOT)
    (built,) = folder.glob("overtrick-*.whl")
    return built


@pytest.fixture(scope="module")
def fresh(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of a new environment into which the wheel alone was installed."""
    home = tmp_path_factory.mktemp("fresh")
    venv.create(home, with_pip=True)
    run(home / "bin" / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheel)
    return home / "bin"


def test_few_and_light_distributions_are_installed(fresh: Path) -> None:
    listed = json.loads(run(fresh / "python", "-m", "pip", "list", "--format=json", "--disable-pip-version-check"))
    names = {row["name"].lower().replace("_", "-") for row in listed} - {"pip", "setuptools"}
    assert names == FEW


def test_a_misprinted_row_in_a_fresh_environment(fresh: Path, tmp_path: Path) -> None:
    told = json.loads(run(fresh / "overtrick", "vp", "abf/swiss-pairs", "--boards", "8", "12", "--json", cwd=tmp_path))
    assert (told["vps"], told["opponents"], told["clause"]) == ("14.58", "5.42", "NSWSP Table 1")
    printed = {row["clause"]: (row["win"], row["lose"], row["differs"]) for row in told["printed"]}
    assert printed["ANC26 App-5 (8 boards)"] == ("14.68", "5.42", True)


def test_the_core_needs_no_dependency(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as content:
        content.extractall(tmp_path)
    proof = f"""
import sys
sys.path.insert(0, {str(tmp_path)!r})
import overtrick.core.scoring.rounds
from overtrick.core.laws.score import board_score
from overtrick.core.model import Board, read_result
assert overtrick.core.scoring.rounds.__file__.startswith({str(tmp_path)!r})
assert not [name for name in ("click", "pydantic", "rich") if name in sys.modules]
try:
    import pydantic
except ImportError:
    print(board_score(Board.from_number(13), read_result("4SX S +1")).value)
"""
    assert run(sys.executable, "-I", "-S", "-c", proof) == "990\n"


def test_the_wheel_carries_what_the_server_shows_and_keeps(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as content:
        carried = {name for name in content.namelist() if name.startswith("overtrick/")}
    source = ROOT / "src"
    kinds = (("templates", "*.html"), ("static", "*.*"), ("migrations", "*.py"))
    for folder, files in kinds:
        wanted = {
            str(path.relative_to(source))
            for path in source.rglob(f"{folder}/**/{files}")
            if "__pycache__" not in path.parts
        }
        assert len(wanted) > 3
        assert wanted <= carried, folder


def test_the_wheel_carries_the_rulebook_and_the_licence(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as content:
        names = content.namelist()
    assert "overtrick/rulebook/anc-2026/tables.toml" in names
    assert "overtrick/regulations/coverage.json" in names
    assert "overtrick/py.typed" in names
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert not [name for name in names if name.startswith(("tests", "docs", "examples"))]
