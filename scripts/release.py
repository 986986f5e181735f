"""Make a release: version, changelog, commit, tag, source archive and wheel.

    python scripts/release.py 0.2.0 --dry-run                          # everything, and nothing of it stays
    python scripts/release.py 0.2.0 --url https://bridge.example.org   # where the project is at home, if it is anywhere

All of it is done in a clean clone of what is committed, so that nothing gets in which is not in the repository. When
the archives are made and carry what they should, the commit and its tag are brought back here, and the archives into
`dist`. A second commit puts the wheel into `tests/releases`, in the place of the one before: there what is written next
is tried beside this release, on one database. Nothing is sent anywhere. Run the gate (`just ci`) before it.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from datetime import UTC, date, datetime
from pathlib import Path

ROOT = Path(__file__).parents[1]
_VERSION = re.compile(r"\d+\.\d+\.\d+")
_STANDS = re.compile(r'^version = "(\d+\.\d+\.\d+)"$', re.MULTILINE)
_NEXT = re.compile(r"^## \[(?:Unreleased|\d+\.\d+\.\d+)\](?: – unreleased)?$", re.MULTILINE)
"""The heading under which the changelog gathers what is not released yet."""
CARRIED = ("deploy/overtrick.service", "deploy/Containerfile", "deploy/nginx.conf")
"""Files that whoever installs a server finds in both archives."""
RELEASES = Path("tests", "releases")
"""Where the wheel of the last release is, beside which the next one must be able to run."""


class NotReady(Exception):
    """Why there can be no such release."""


def versioned(project: str, version: str, url: str = "") -> str:
    """The project's file with a version that is not below the one it had, and with where it is at home."""
    found = _STANDS.search(project)
    if not found or not _VERSION.fullmatch(version):
        raise NotReady(f"{version!r} is not a version like 0.2.0")
    if [int(part) for part in version.split(".")] < [int(part) for part in found[1].split(".")]:
        raise NotReady(f"{version} is before {found[1]}, which this is already")
    project = _STANDS.sub(f'version = "{version}"', project, count=1)
    return f'{project}\n[project.urls]\nHomepage = "{url}"\n' if url and "[project.urls]" not in project else project


def dated(changelog: str, version: str, day: date) -> str:
    """The changelog with what was gathered under this version and its day."""
    found = _NEXT.search(changelog)
    if not found:
        raise NotReady("the changelog has no heading for what is not released yet")
    said = changelog[found.end() :].split("\n## ", 1)[0]
    if not re.search(r"^- ", said, re.MULTILINE):
        raise NotReady("the changelog says nothing of this release")
    return changelog[: found.start()] + f"## [{version}] – {day.isoformat()}" + changelog[found.end() :]


def missing(archives: Path, version: str) -> list[str]:
    """What the archives in a folder should carry and do not."""
    with zipfile.ZipFile(archives / f"overtrick-{version}-py3-none-any.whl") as wheel:
        share = f"overtrick-{version}.data/data/share/overtrick"
        wanted = [f"{share}/{name}" for name in CARRIED]
        lacking = sorted({*wanted, "overtrick/py.typed"} - set(wheel.namelist()))
    with tarfile.open(archives / f"overtrick-{version}.tar.gz") as source:
        wanted = [f"overtrick-{version}/{name}" for name in (*CARRIED, "CHANGELOG.md", "justfile", "conftest.py")]
        return lacking + sorted(set(wanted) - set(source.getnames()))


def _run(*words: str, cwd: Path) -> str:
    done = subprocess.run(words, cwd=cwd, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NotReady(f"{' '.join(words)}: {done.stderr.strip() or done.stdout.strip() or 'there is none'}")
    return done.stdout.strip()


def release(version: str, url: str, clone: Path) -> Path:
    """Make the release in a clean clone; the folder of its archives."""
    _run("git", "clone", "--quiet", "--no-hardlinks", str(ROOT), str(clone), cwd=ROOT)
    for key in ("user.name", "user.email"):
        _run("git", "config", key, _run("git", "config", key, cwd=ROOT), cwd=clone)
    project, changelog = clone / "pyproject.toml", clone / "CHANGELOG.md"
    project.write_text(versioned(project.read_text(encoding="utf-8"), version, url), encoding="utf-8")
    today = datetime.now(UTC).date()
    changelog.write_text(dated(changelog.read_text(encoding="utf-8"), version, today), encoding="utf-8")
    _run("git", "commit", "--quiet", "--all", "--message", f"Release {version}", cwd=clone)
    _run("git", "tag", "--annotate", f"v{version}", "--message", f"Overtrick {version}", cwd=clone)
    _run(sys.executable, "-m", "hatchling", "build", "-d", "dist", cwd=clone)
    if lacking := missing(clone / "dist", version):
        raise NotReady(f"the archives lack {', '.join(lacking)}")
    for before in (clone / RELEASES).glob("overtrick-*.whl"):
        before.unlink()
    shutil.copy(clone / "dist" / f"overtrick-{version}-py3-none-any.whl", clone / RELEASES)
    _run("git", "add", "--all", str(RELEASES), cwd=clone)
    what = f"The next release is tried beside {version}\n\nIts wheel takes the place of the one before."
    _run("git", "commit", "--quiet", "--message", what, cwd=clone)
    return clone / "dist"


def make(version: str, url: str, *, dry: bool) -> str:
    """Make a release, and keep it unless it is a dry run; what is to be said of it."""
    if not dry and _run("git", "status", "--porcelain", cwd=ROOT):
        raise NotReady("commit first: the release is made of what is committed")
    if _run("git", "tag", "--list", f"v{version}", cwd=ROOT):
        raise NotReady(f"there is a v{version} already")
    with tempfile.TemporaryDirectory(prefix="overtrick-release-") as folder:
        clone = Path(folder, "overtrick")
        made = sorted(release(version, url, clone).glob("overtrick-*"))
        told = "\n".join(f"{each.name}  {each.stat().st_size // 1024} KB" for each in made)
        if dry:
            return f"{told}\nA dry run: nothing is kept."
        _run("git", "pull", "--quiet", "--ff-only", "--tags", str(clone), cwd=ROOT)
        (ROOT / "dist").mkdir(exist_ok=True)
        for each in made:
            shutil.copy(each, ROOT / "dist")
    return f"{told}\nv{version} is committed and tagged here, and its archives are in dist. Push and publish it."


def main() -> int:
    """Make a release, or try it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("version")
    parser.add_argument("--dry-run", action="store_true", help="keep nothing of it")
    parser.add_argument("--url", default=os.environ.get("PROJECT_URL", ""), help="where the project is at home")
    asked = parser.parse_args()
    try:
        print(make(asked.version, asked.url, dry=asked.dry_run))
    except NotReady as why:
        print(why, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
