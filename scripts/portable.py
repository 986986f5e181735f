"""Build a folder that runs Overtrick without Python being installed, for Windows, macOS or Linux.

    python scripts/portable.py dist/overtrick-windows --system windows     # Python and packages from the network
    python scripts/portable.py dist/overtrick-linux --system linux --python /opt/cpython   # with a Python unpacked

The folder holds a standalone build of Python (python-build-standalone, fetched by uv), the wheel of this source with
its locked packages, and files to start it by a double click. All packages are ready-made wheels, so that a folder for
any system can be made on any other. Needs uv; docs/decisions/0099 says why it is done so. Try the result on its own
system with `python scripts/try_install.py dist/overtrick-windows/overtrick.cmd`.
"""

import argparse
import shutil
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from artefacts import EXTRAS, NotBuilt, constraints, run

ROOT = Path(__file__).parents[1]
PYTHON = "3.13"
"""The Python in the folder, unless one is given."""


@dataclass(frozen=True, slots=True)
class System:
    """A system by uv's names: of its Python, and of its packages."""

    python: str
    packages: str
    interpreter: str
    """The interpreter's place in a standalone build."""
    libraries: str
    """The place of installed packages in it."""


_UNIX = ("bin/python3", "lib/python{version}/site-packages")
SYSTEMS = {
    "windows": System("windows-x86_64-none", "x86_64-pc-windows-msvc", "python.exe", "Lib/site-packages"),
    "macos": System("macos-aarch64-none", "aarch64-apple-darwin", *_UNIX),
    "linux": System("linux-x86_64-gnu", "x86_64-manylinux_2_28", *_UNIX),
}
NOT_COPIED = shutil.ignore_patterns("__pycache__", "site-packages", "test", "idlelib", "tkinter", "turtledemo")
"""Parts of a Python that no program of ours uses."""

_CMD = '@"%~dp0python\\python.exe" -I -m overtrick %*\r\n'
_START_CMD = (
    '@echo off\r\nset OVERTRICK_DATA=%~dp0overtrick-data\r\ncall "%~dp0overtrick.cmd" serve --host 0.0.0.0\r\npause\r\n'
)
_SH = '#!/bin/sh\nexec "$(dirname "$0")/python/bin/python3" -I -m overtrick "$@"\n'
_START_SH = (
    '#!/bin/sh\nhere="$(cd "$(dirname "$0")" && pwd)"\n'
    'OVERTRICK_DATA="$here/overtrick-data" exec "$here/overtrick" serve --host 0.0.0.0\n'
)


def launchers(system: str) -> dict[str, str]:
    """The files that start the program: the command, and the server by a double click."""
    if system == "windows":
        return {"overtrick.cmd": _CMD, "Start Overtrick.cmd": _START_CMD}
    start = "Start Overtrick.command" if system == "macos" else "start-overtrick"
    return {"overtrick": _SH, start: _START_SH}


def copy_python(system: System, given: Path | None, target: Path) -> str:
    """Copy a standalone Python into the folder; return its version, such as 3.13."""
    with tempfile.TemporaryDirectory(prefix="overtrick-python-") as folder:
        if given is None:
            name = f"cpython-{PYTHON}-{system.python}"
            run("uv", "python", "install", "--no-bin", "--install-dir", folder, name, cwd=ROOT)
            (given,) = Path(folder).glob(f"cpython-{PYTHON}.*")
        shutil.copytree(given, target, ignore=NOT_COPIED, symlinks=True)
    if not system.libraries.startswith("lib/"):
        return PYTHON
    return next((target / "lib").glob("python3.*")).name.removeprefix("python")


def install(system: System, version: str, python: Path) -> None:
    """Put the wheel of this source and its locked packages, made for that system, into its Python."""
    with tempfile.TemporaryDirectory(prefix="overtrick-wheel-") as folder:
        run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=ROOT)
        (wheel,) = Path(folder).glob("*.whl")
        locked = Path(folder, "constraints.txt")
        locked.write_text(constraints((ROOT / "requirements-dev.lock").read_text(encoding="utf-8")), encoding="utf-8")
        run(
            "uv", "pip", "install", "--quiet", "--target", python / system.libraries.format(version=version),
            "--python-platform", system.packages, "--python-version", version, "--only-binary", ":all:",
            "--constraint", locked, f"overtrick[{','.join(EXTRAS)}] @ {wheel.as_uri()}",
            cwd=ROOT,
        )  # fmt: skip


def build(name: str, given: Path | None, target: Path) -> None:
    """Build the folder."""
    system = SYSTEMS[name]
    version = copy_python(system, given, target / "python")
    install(system, version, target / "python")
    for file, text in launchers(name).items():
        (target / file).write_text(text, encoding="utf-8", newline="")
        (target / file).chmod(0o755)
    for file in ("LICENSE", "NOTICE", "README.md"):
        shutil.copy(ROOT / file, target)


def main() -> int:
    """Build it, and print where to start it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("target", type=Path)
    parser.add_argument("--system", choices=SYSTEMS, required=True)
    parser.add_argument("--python", type=Path, help="a relocatable Python for that system (default: fetched by uv)")
    parser.add_argument("--zip", action="store_true", help="pack the folder too")
    asked = parser.parse_args()
    if asked.target.exists():
        parser.error(f"{asked.target} exists already")
    try:
        build(asked.system, asked.python, asked.target.resolve())
    except (NotBuilt, FileNotFoundError) as why:
        shutil.rmtree(asked.target, ignore_errors=True)
        print(why, file=sys.stderr)
        return 1
    if asked.zip:
        kind = "zip" if asked.system == "windows" else "gztar"  # a ZIP made here would lose the right to execute
        shutil.make_archive(str(asked.target), kind, asked.target.parent, asked.target.name)
    print(f"{asked.target}: start {', '.join(launchers(asked.system))}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
