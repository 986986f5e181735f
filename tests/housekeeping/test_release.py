"""A release: its version, its changelog, and a dry run in a clean clone."""

import os
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest
from release import RELEASES, NotReady, dated, release, versioned

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


def test_the_changelog_gets_its_day() -> None:
    day = date(2026, 11, 16)
    assert "\n## [0.2.0] – 2026-11-16\n" in dated(CHANGELOG, "0.2.0", day)
    after = CHANGELOG.replace("0.1.0] – unreleased", "Unreleased]") + "\n## [0.1.0] – 2026-01-02\n\n- **Older**.\n"
    assert "\n## [0.2.0] – 2026-11-16\n" in dated(after, "0.2.0", day)
    with pytest.raises(NotReady, match="says nothing"):
        dated(after.replace("- **Something**.\n", ""), "0.2.0", day)
    with pytest.raises(NotReady, match="no heading"):
        dated("# Changelog\n", "0.2.0", day)


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
    assert "overtrick-99.0.0.tar.gz" in done.stdout
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

    def git(*words: str) -> str:
        return subprocess.run(["git", *words], cwd=clone, capture_output=True, text=True, check=True).stdout.strip()

    assert git("rev-parse", "v99.0.0^{commit}") == git("rev-parse", "HEAD~1")
    assert git("status", "--porcelain", "--untracked-files=no") == ""
    assert "overtrick-99.0.0" not in git("ls-tree", "--name-only", "v99.0.0", f"{RELEASES.as_posix()}/")
