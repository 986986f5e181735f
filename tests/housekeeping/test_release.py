"""A release: its version, its changelog, and a dry run in a clean clone."""

import hashlib
import os
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from artefacts import SUMS, constraints, copied, write_context
from release import NO_ADDRESS, RELEASES, NotReady, addressed, cited, dated, release, versioned
from sbom import bill as bill_of_materials

ROOT = Path(__file__).parents[2]
PROJECT = '[project]\nname = "overtrick"\nversion = "0.1.0"\n'
SOMEBODY = {
    "GIT_CONFIG_COUNT": "2",
    "GIT_CONFIG_KEY_0": "user.name",
    "GIT_CONFIG_VALUE_0": "Somebody",
    "GIT_CONFIG_KEY_1": "user.email",
    "GIT_CONFIG_VALUE_1": "somebody@example.org",
}
"""Who commits, where nobody has said it."""
CHANGELOG = "# Changelog\n\n## [0.1.0] – unreleased\n\n### Added\n\n- **Something**.\n"


def test_the_version_is_written_and_where_the_project_is_at_home_if_anybody_says_so() -> None:
    assert versioned(PROJECT, "0.2.0") == PROJECT.replace("0.1.0", "0.2.0")
    assert versioned(PROJECT, "0.1.0", "https://x.example").endswith('[project.urls]\nHomepage = "https://x.example"\n')


@pytest.mark.parametrize(("version", "why"), [("2", "is not a version"), ("0.0.9", "is before 0.1.0")])
def test_no_other_version_is_taken(version: str, why: str) -> None:
    with pytest.raises(NotReady, match=why):
        versioned(PROJECT, version)


def test_the_citation_names_the_version_and_its_day_once() -> None:
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    once = cited(text, "0.2.0", date(2026, 11, 16))
    assert "\nversion: 0.2.0\ndate-released: 2026-11-16\n" in once
    assert cited(once, "0.1.0", date(2026, 11, 17)).count("date-released") == 1


def test_the_security_page_names_the_address_of_the_release() -> None:
    text = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    assert NO_ADDRESS in " ".join(text.split())
    assert addressed(text, "") == text
    assert "Write to security@example.org." in addressed(text, "security@example.org")
    with pytest.raises(NotReady, match="no place"):
        addressed("# Security\n", "security@example.org")


def test_the_changelog_gets_its_day() -> None:
    day = date(2026, 11, 16)
    assert "\n## [0.2.0] – 2026-11-16\n" in dated(CHANGELOG, "0.2.0", day)
    after = CHANGELOG.replace("0.1.0] – unreleased", "Unreleased]") + "\n## [0.1.0] – 2026-01-02\n\n- **Older**.\n"
    assert "\n## [0.2.0] – 2026-11-16\n" in dated(after, "0.2.0", day)
    with pytest.raises(NotReady, match="says nothing"):
        dated(after.replace("- **Something**.\n", ""), "0.2.0", day)
    with pytest.raises(NotReady, match="no heading"):
        dated("# Changelog\n", "0.2.0", day)


def test_the_container_is_built_from_what_its_file_copies() -> None:
    assert copied("COPY a.toml b ./\nRUN x\nCOPY src src\nCOPY --from=build x y\n") == ["a.toml", "b", "src"]
    names = copied((ROOT / "deploy" / "Containerfile").read_text(encoding="utf-8"))
    assert [name for name in names if not (ROOT / name).exists()] == []


def test_constraints_are_the_locked_versions_without_their_hashes() -> None:
    lock = 'click==8.1 \\\n    --hash=sha256:aa\npywin32==312 ; sys_platform == "win32" \\\n    --hash=sha256:bb\n'
    assert constraints(lock) == 'click==8.1\npywin32==312 ; sys_platform == "win32"\n'


def test_the_bill_of_materials_names_the_release_and_every_locked_package() -> None:
    bill: dict[str, Any] = bill_of_materials(ROOT)
    lock = (ROOT / "requirements-dev.lock").read_text(encoding="utf-8")
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert bill["metadata"]["component"]["purl"] == f"pkg:pypi/overtrick@{version}"
    assert len(bill["components"]) == len(constraints(lock).splitlines())
    assert [each["name"] for each in bill["components"] if not each["hashes"]] == []


@pytest.mark.slow
def test_the_wheel_can_be_built_from_the_container_s_files(tmp_path: Path) -> None:
    write_context(ROOT, tmp_path / "context.tar.gz")
    with tarfile.open(tmp_path / "context.tar.gz") as context:
        context.extraction_filter = getattr(tarfile, "data_filter", None)  # from 3.11.4
        context.extractall(tmp_path / "source")  # noqa: S202 - an archive that we have just made
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path],
        cwd=tmp_path / "source", capture_output=True, text=True, check=True,
    )  # fmt: skip
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as content:
        assert "overtrick/rulebooks/gold-cup/events/gold-cup.toml" in content.namelist()


@pytest.mark.slow
@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="not a checkout: there is nothing to clone")
def test_a_dry_run_makes_both_archives_in_a_clean_clone_and_keeps_nothing() -> None:
    def tags() -> str:
        return subprocess.run(["git", "tag"], cwd=ROOT, capture_output=True, text=True, check=True).stdout

    before = tags()
    done = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "release.py"), "99.0.0", "--dry-run"],
        env={**os.environ, **SOMEBODY}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "overtrick-99.0.0-py3-none-any.whl" in done.stdout
    for name in ("overtrick-99.0.0.tar.gz", ".pyz", "-container.tar.gz", ".cdx.json", SUMS):
        assert name in done.stdout
    assert tags() == before


@pytest.mark.slow
@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="not a checkout: there is nothing to clone")
def test_the_wheel_is_kept_after_the_tag_for_the_next_release_to_be_tried_beside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in SOMEBODY.items():
        monkeypatch.setenv(name, value)
    clone = tmp_path / "clone"
    made = release("99.0.0", "", clone)
    (kept,) = (clone / RELEASES).glob("*.whl")
    assert kept.read_bytes() == (made / "overtrick-99.0.0-py3-none-any.whl").read_bytes()
    for line in (made / SUMS).read_text(encoding="utf-8").splitlines():
        digest, _, name = line.partition("  ")
        assert hashlib.sha256((made / name).read_bytes()).hexdigest() == digest
    (single,) = made.glob("*.pyz")
    told = subprocess.run([sys.executable, "-I", str(single), "--version"], capture_output=True, text=True, check=True)
    assert "99.0.0" in told.stdout, "the single file says the version of the release"

    def git(*words: str) -> str:
        return subprocess.run(["git", *words], cwd=clone, capture_output=True, text=True, check=True).stdout.strip()

    assert git("rev-parse", "v99.0.0^{commit}") == git("rev-parse", "HEAD~1")
    assert git("status", "--porcelain", "--untracked-files=no") == ""
    assert "overtrick-99.0.0" not in git("ls-tree", "--name-only", "v99.0.0", f"{RELEASES.as_posix()}/")
