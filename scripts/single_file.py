"""Builds a single file for a club's laptop: the program and its packages, for a machine with only this Python.

    python scripts/single_file.py dist/overtrick.pyz               the prompt
    python scripts/single_file.py dist/overtrick.pyz --extra web   the server too

It contains the packages installed here, so it works only on this system and this Python version: some of them are
compiled. Compiled modules cannot be imported from an archive, so the file unpacks itself once, into a folder of the
user's cache named by its content.
"""

import argparse
import hashlib
import sys
import zipfile
from collections.abc import Callable, Iterable, Iterator
from importlib.metadata import Distribution, PackagePath, distribution
from pathlib import Path

try:
    from packaging.requirements import Requirement
except ImportError:  # comes with pip
    from pip._vendor.packaging.requirements import Requirement  # type: ignore[assignment]

ROOT = Path(__file__).parents[1]
LEFT_OUT = ("RECORD", "INSTALLER", "REQUESTED", "direct_url.json")
"""Records of an installation about itself, which contain its location."""
START = '''"""Unpacks itself once, and runs."""
import os, shutil, sys, tempfile, zipfile
from pathlib import Path

PYTHON, SYSTEM, CONTENT = {python!r}, {system!r}, {content!r}
if (sys.version_info[:2], sys.platform) != (PYTHON, SYSTEM):
    sys.exit("overtrick: this file is for Python %d.%d on %s. Start it with that Python." % (*PYTHON, SYSTEM))
cache = Path(os.environ.get("LOCALAPPDATA") or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "overtrick"
home = cache / CONTENT
if not home.is_dir():
    cache.mkdir(parents=True, exist_ok=True, mode=0o700)
    made = Path(tempfile.mkdtemp(dir=cache))
    with zipfile.ZipFile(Path(__file__).parent) as archive:
        archive.extractall(made)
    try:
        made.rename(home)  # at once: whoever starts it meanwhile sees all of it or nothing
    except OSError:
        shutil.rmtree(made)
        if not home.is_dir():
            raise
sys.path[0] = str(home)
from overtrick.cli import main
main()
'''


def needed(names: Iterable[str], extra: str = "") -> dict[str, Distribution]:
    """The distributions with these names, and all their dependencies here."""
    found: dict[str, Distribution] = {}
    waiting = [(name, extra) for name in names]
    seen = set(waiting)
    while waiting:
        name, wanted = waiting.pop()
        found[name] = distribution(name)
        for line in found[name].requires or ():
            each = Requirement(line)
            if each.marker is None or each.marker.evaluate({"extra": wanted}):
                more = {(each.name.lower(), "")} | {(each.name.lower(), inner) for inner in each.extras}
                waiting += more - seen
                seen |= more
    return found


def files(extras: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    """Every file by its path in the archive: the program from its source, and its dependencies as installed."""
    for folder, inside in ((ROOT / "src" / "overtrick", "overtrick"), (ROOT / "rulebooks", "overtrick/rulebooks")):
        for path in folder.rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                yield f"{inside}/{path.relative_to(folder).as_posix()}", path.read_bytes()
    yield from installed(distribution("overtrick"), lambda path: path.parts[0].endswith(".dist-info"))
    others: dict[str, Distribution] = {}
    for extra in ("", *extras):
        others |= needed(["overtrick"], extra)
    del others["overtrick"]
    for each in others.values():
        yield from installed(each)


def installed(
    package: Distribution, wanted: Callable[[PackagePath], bool] = lambda _: True
) -> Iterator[tuple[str, bytes]]:
    """The files of an installed distribution, or those that are *wanted*."""
    for path in filter(wanted, package.files or ()):
        if ".." not in path.parts and "__pycache__" not in path.parts and path.name not in LEFT_OUT:
            yield path.as_posix(), Path(str(package.locate_file(path))).read_bytes()


def write(target: Path, extras: Iterable[str]) -> int:
    """Write the file; return how many files are in it."""
    held = sorted(dict(files(extras)).items())
    digest = hashlib.sha256()
    for name, data in held:
        digest.update(f"{name} {len(data)} ".encode() + data)
    start = START.format(python=sys.version_info[:2], system=sys.platform, content=digest.hexdigest()[:16])
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("wb") as file:
        file.write(b"#!/usr/bin/env python3\n")
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, data in (("__main__.py", start.encode()), *held):
                archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    target.chmod(0o755)
    return len(held)


def main() -> None:
    """Write it, and print the result."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("target", type=Path, nargs="?", default=ROOT / "dist" / "overtrick.pyz")
    parser.add_argument("--extra", action="append", default=[], help="An extra to put in, like web; may be repeated.")
    asked = parser.parse_args()
    count = write(asked.target, asked.extra)
    size = asked.target.stat().st_size / 1e6
    print(f"{asked.target}: {count} files, {size:.1f} MB, for Python {sys.version_info[0]}.{sys.version_info[1]}")


if __name__ == "__main__":
    main()
