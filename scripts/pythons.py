"""Run the quick tests under every Python version that the package supports and that is available here.

    python scripts/pythons.py [3.12 …]

Each gets an environment of its own below `.pythons`, with the locked packages. A missing Python is reported and
skipped; the script fails if the tests fail under any version, or if none is available.
"""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
HOMES = ROOT / ".pythons"
QUICK = ("tests/contracts/test_file_faults.py", "tests/contracts/test_written.py", "tests/cli/test_words.py")


def promised() -> list[str]:
    """The Python versions that the package says it supports."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [found[1] for each in project["classifiers"] if (found := re.search(r"Python :: (3\.\d+)$", each))]


def passes(version: str) -> bool | None:
    """Whether the quick tests pass under a version; `None` if it is not available."""
    home = HOMES / version
    if subprocess.run(["uv", "venv", "--quiet", "--allow-existing", "--python", version, home], check=False).returncode:
        return None
    python = home / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    for words in (["sync", "requirements-dev.lock"], ["install", "--no-deps", "-e", "."]):
        subprocess.run(["uv", "pip", words[0], "--quiet", "--python", python, *words[1:]], cwd=ROOT, check=True)
    return subprocess.run([python, "-m", "pytest", "-n", "0", *QUICK], cwd=ROOT, check=False).returncode == 0


def main() -> int:
    """Try all versions, and print the results."""
    words = {True: "passes", False: "FAILS", None: "not to be had here"}
    done = {version: passes(version) for version in sys.argv[1:] or promised()}
    for version, how in done.items():
        print(f"Python {version}: {words[how]}")
    return int(False in done.values() or True not in done.values())


if __name__ == "__main__":
    sys.exit(main())
