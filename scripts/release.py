"""Make a release: version, changelog, commit, tag, and every file of the release with its checksum.

    python scripts/release.py 0.2.0 --dry-run                          # everything, and nothing of it stays
    python scripts/release.py 0.2.0 --url https://bridge.example.org   # the project's home page, if it has one
    python scripts/release.py 0.2.0 --security security@example.org    # who gets security reports, if anybody

Everything is done in a clean clone of the last commit, so that nothing outside the repository gets in. When the
files are made (`scripts/artefacts.py`) and complete, the commit and its tag are fetched into this repository, and the
files copied to `dist`. A second commit puts the wheel into `tests/releases`, replacing the previous one: tests run the
next version beside this release on one database. Nothing is published. Run the gate (`just ci`) before it.
"""

import argparse
import os
import re
import shutil
import sys
import tarfile
import tempfile
import zipfile
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path

from artefacts import NotBuilt, build, run

ROOT = Path(__file__).parents[1]
_VERSION = re.compile(r"\d+\.\d+\.\d+")
_STANDS = re.compile(r'^version = "(\d+\.\d+\.\d+)"$', re.MULTILINE)
_NEXT = re.compile(r"^## \[(?:Unreleased|\d+\.\d+\.\d+)\](?: – unreleased)?$", re.MULTILINE)
"""The heading under which the changelog collects what is not released yet."""
CARRIED = ("deploy/overtrick.service", "deploy/Containerfile", "deploy/nginx.conf")
"""Files for people who install a server, which must be in both archives."""
RELEASES = Path("tests", "releases")
"""The folder of the last release's wheel, beside which the next version must be able to run."""


NO_ADDRESS = "There is no public address for such reports yet."
"""The sentence of SECURITY.md that an address for reports replaces."""


class NotReady(Exception):
    """Why such a release is not possible."""


def versioned(project: str, version: str, url: str = "") -> str:
    """The project's file with a version not below the current one, and with the project's address."""
    found = _STANDS.search(project)
    if not found or not _VERSION.fullmatch(version):
        raise NotReady(f"{version!r} is not a version like 0.2.0")
    if [int(part) for part in version.split(".")] < [int(part) for part in found[1].split(".")]:
        raise NotReady(f"{version} is before {found[1]}, which this is already")
    project = _STANDS.sub(f'version = "{version}"', project, count=1)
    return f'{project}\n[project.urls]\nHomepage = "{url}"\n' if url and "[project.urls]" not in project else project


def cited(citation: str, version: str, day: date) -> str:
    """The citation file with the version and its date."""
    lines = [line for line in citation.splitlines() if not line.startswith("date-released:")]
    found = [f"version: {version}" if line.startswith("version:") else line for line in lines]
    found.insert(found.index(f"version: {version}") + 1, f"date-released: {day.isoformat()}")
    return "\n".join(found) + "\n"


def addressed(security: str, address: str) -> str:
    """The security page with the address for reports, if there is one."""
    if not address:
        return security
    if NO_ADDRESS not in security and address not in security:
        raise NotReady("the security page has no place for an address")
    return security.replace(NO_ADDRESS, f"Write to {address}.")


def dated(changelog: str, version: str, day: date) -> str:
    """The changelog with the unreleased entries under this version and its date."""
    found = _NEXT.search(changelog)
    if not found:
        raise NotReady("the changelog has no heading for what is not released yet")
    said = changelog[found.end() :].split("\n## ", 1)[0]
    if not re.search(r"^- ", said, re.MULTILINE):
        raise NotReady("the changelog says nothing of this release")
    return changelog[: found.start()] + f"## [{version}] – {day.isoformat()}" + changelog[found.end() :]


def missing(archives: Path, version: str) -> list[str]:
    """What is missing from the archives in a folder."""
    with zipfile.ZipFile(archives / f"overtrick-{version}-py3-none-any.whl") as wheel:
        share = f"overtrick-{version}.data/data/share/overtrick"
        wanted = [f"{share}/{name}" for name in CARRIED]
        lacking = sorted({*wanted, "overtrick/py.typed"} - set(wheel.namelist()))
    with tarfile.open(archives / f"overtrick-{version}.tar.gz") as source:
        wanted = [
            f"overtrick-{version}/{name}"
            for name in (*CARRIED, "CHANGELOG.md", "CITATION.cff", "justfile", "conftest.py")
        ]
        return lacking + sorted(set(wanted) - set(source.getnames()))


def release(version: str, url: str, clone: Path, security: str = "") -> Path:
    """Make the release in a clean clone; return the folder of its files."""
    run("git", "clone", "--quiet", "--no-hardlinks", str(ROOT), str(clone), cwd=ROOT)
    for key in ("user.name", "user.email"):
        run("git", "config", key, run("git", "config", key, cwd=ROOT), cwd=clone)
    project, changelog = clone / "pyproject.toml", clone / "CHANGELOG.md"
    project.write_text(versioned(project.read_text(encoding="utf-8"), version, url), encoding="utf-8")
    today = datetime.now(UTC).date()
    for name, changed in (
        ("CITATION.cff", partial(cited, version=version, day=today)),
        ("SECURITY.md", partial(addressed, address=security)),
    ):
        file = clone / name
        file.write_text(changed(file.read_text(encoding="utf-8")), encoding="utf-8")
    changelog.write_text(dated(changelog.read_text(encoding="utf-8"), version, today), encoding="utf-8")
    run("git", "commit", "--quiet", "--all", "--message", f"Release {version}", cwd=clone)
    run("git", "tag", "--annotate", f"v{version}", "--message", f"Overtrick {version}", cwd=clone)
    build(clone, clone / "dist")
    if lacking := missing(clone / "dist", version):
        raise NotReady(f"the archives lack {', '.join(lacking)}")
    for before in (clone / RELEASES).glob("overtrick-*.whl"):
        before.unlink()
    shutil.copy(clone / "dist" / f"overtrick-{version}-py3-none-any.whl", clone / RELEASES)
    run("git", "add", "--all", str(RELEASES), cwd=clone)
    what = f"The next release is tried beside {version}\n\nIts wheel takes the place of the one before."
    run("git", "commit", "--quiet", "--message", what, cwd=clone)
    return clone / "dist"


def make(version: str, url: str, security: str, *, dry: bool) -> str:
    """Make a release, and keep it unless it is a dry run; return the message to print."""
    if not dry and run("git", "status", "--porcelain", cwd=ROOT):
        raise NotReady("commit first: the release is made of what is committed")
    if run("git", "tag", "--list", f"v{version}", cwd=ROOT):
        raise NotReady(f"there is a v{version} already")
    with tempfile.TemporaryDirectory(prefix="overtrick-release-") as folder:
        clone = Path(folder, "overtrick")
        made = sorted(release(version, url, clone, security).iterdir())
        told = "\n".join(f"{each.name}  {each.stat().st_size // 1024} KB" for each in made)
        if dry:
            return f"{told}\nA dry run: nothing is kept."
        run("git", "pull", "--quiet", "--ff-only", "--tags", str(clone), cwd=ROOT)
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
    parser.add_argument("--security", default=os.environ.get("SECURITY_CONTACT", ""), help="who gets security reports")
    asked = parser.parse_args()
    try:
        print(make(asked.version, asked.url, asked.security, dry=asked.dry_run))
    except (NotReady, NotBuilt) as why:
        print(why, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
