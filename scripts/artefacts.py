"""Build what a release consists of, from this folder: every file, and their checksums.

    python scripts/artefacts.py dist

source archive and wheel   for `pip install`
overtrick-….pyz            a single file for this system and this Python, with the server and the locked packages
overtrick-…-container.tar.gz   what `podman build -f deploy/Containerfile .` needs
overtrick-….cdx.json       the software bill of materials, in CycloneDX
SHA256SUMS                 for `sha256sum --check`

The single file needs PyPI: its packages are installed into a new environment first.
"""

import hashlib
import json
import platform
import re
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import venv
from pathlib import Path

import sbom

ROOT = Path(__file__).parents[1]
SUMS = "SHA256SUMS"
EXTRAS = ("web", "print")
"""The extras in the single file: what a club's laptop needs."""
_LOCKED = re.compile(r"^[A-Za-z0-9._-]+==[^\s\\;]+(?: ; [^\\]+)?", re.MULTILINE)
_COPIED = re.compile(r"^COPY (?!--)(.+) \S+$", re.MULTILINE)


class NotBuilt(Exception):
    """What a command said when it failed."""


def run(*words: str | Path, cwd: Path) -> str:
    """What a command prints; it must succeed."""
    done = subprocess.run([str(word) for word in words], cwd=cwd, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NotBuilt(f"{' '.join(map(str, words))}: {done.stderr.strip() or done.stdout.strip() or 'failed'}")
    return done.stdout.strip()


def build(tree: Path, dist: Path) -> list[Path]:
    """Build everything from a source tree into an empty folder; return the files."""
    version = tomllib.loads((tree / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    run(sys.executable, "-m", "hatchling", "build", "-d", dist, cwd=tree)
    (wheel,) = dist.glob("*.whl")
    python = f"py{sys.version_info[0]}{sys.version_info[1]}"
    make_single_file(
        tree, wheel, dist / f"overtrick-{version}-{platform.system().lower()}-{platform.machine()}-{python}.pyz"
    )
    write_context(tree, dist / f"overtrick-{version}-container.tar.gz")
    bill = sbom.bill(tree)
    (dist / f"overtrick-{version}.cdx.json").write_text(json.dumps(bill, indent=2), encoding="utf-8")
    made = sorted(dist.glob("overtrick-*"))
    sums = "".join(f"{hashlib.sha256(each.read_bytes()).hexdigest()}  {each.name}\n" for each in made)
    (dist / SUMS).write_text(sums, encoding="utf-8")
    return [*made, dist / SUMS]


def constraints(lock: str) -> str:
    """The versions in a lock file, without their hashes: constraints that pip takes beside a local wheel."""
    return "".join(f"{line.rstrip()}\n" for line in _LOCKED.findall(lock))


def make_single_file(tree: Path, wheel: Path, target: Path) -> None:
    """Install the wheel with the locked packages into a new environment, and pack that."""
    with tempfile.TemporaryDirectory(prefix="overtrick-single-") as folder:
        home = Path(folder, "venv")
        venv.create(home, with_pip=True)
        python = home / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
        locked = Path(folder, "constraints.txt")
        locked.write_text(constraints((tree / "requirements-dev.lock").read_text(encoding="utf-8")), encoding="utf-8")
        wanted = f"{wheel.resolve()}[{','.join(EXTRAS)}]"
        run(python, "-m", "pip", "install", "--quiet", "--constraint", locked, wanted, cwd=tree)
        extras = [word for extra in EXTRAS for word in ("--extra", extra)]
        run(python, tree / "scripts" / "single_file.py", target.resolve(), *extras, cwd=tree)


def copied(containerfile: str) -> list[str]:
    """The files and folders of the source that a Containerfile copies."""
    return sorted({name for line in _COPIED.findall(containerfile) for name in line.split()})


def write_context(tree: Path, target: Path) -> None:
    """Write an archive of the source files from which the container image is built, and of nothing else."""
    names = copied((tree / "deploy" / "Containerfile").read_text(encoding="utf-8"))
    with tarfile.open(target, "w:gz") as archive:
        for name in names:
            archive.add(tree / name, name, filter=lambda each: None if "__pycache__" in each.name else each)


def main() -> int:
    """Build, and print what was made."""
    dist = Path(sys.argv[1] if len(sys.argv) > 1 else "dist").resolve()
    dist.mkdir(parents=True, exist_ok=True)
    if any(dist.iterdir()):
        print(f"{dist} is not empty.", file=sys.stderr)
        return 1
    try:
        made = build(ROOT, dist)
    except NotBuilt as why:
        print(why, file=sys.stderr)
        return 1
    for each in made:
        print(f"{each.name}  {each.stat().st_size // 1024} KB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
