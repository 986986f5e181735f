"""A release: its version, its changelog, and a dry run in a clean clone."""

import os
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest
from release import NotReady, dated, versioned

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
