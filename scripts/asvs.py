"""The page on OWASP's Application Security Verification Standard, from `docs/reference/asvs.csv`."""

import csv
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROWS = Path(__file__).parents[1] / "docs" / "reference" / "asvs.csv"
VERDICTS = ("met", "part", "not met", "not applicable")
NONE = "–: "
"""The beginning of a test entry where no test is possible, followed by the reason."""
CHAPTERS = {
    1: "Encoding and sanitisation", 2: "Validation and business logic", 3: "Browsers", 4: "API and HTTP", 5: "Files",
    6: "Authentication", 7: "Sessions", 8: "Authorisation", 9: "Tokens that carry their content", 10: "OAuth and OIDC",
    11: "Cryptography", 12: "Secure communication", 13: "Configuration", 14: "Data protection", 15: "Secure coding",
    16: "Logging and faults", 17: "WebRTC",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Requirement:
    """One requirement: its number and level in the standard, our summary, whether it is met, how, and the tests."""

    id: str
    level: str
    requirement: str
    verdict: str
    how: str
    test: str

    @property
    def chapter(self) -> int:
        """The chapter of the requirement."""
        return int(self.id.partition(".")[0])

    @property
    def tests(self) -> Sequence[str]:
        """The tests by their ids; empty where no test is possible."""
        return () if self.test.startswith(NONE) else self.test.split()

    def proof(self) -> str:
        """The entry for its tests in the table."""
        return " ".join(f"`{each.removeprefix('tests/')}`" for each in self.tests) or self.test


def requirements() -> list[Requirement]:
    """Every requirement, in the order of the standard."""
    with ROWS.open(encoding="utf-8", newline="") as file:
        return [Requirement(**row) for row in csv.DictReader(file)]


def asvs_page() -> Iterator[str]:
    """The page: unmet requirements first, then all of them by chapter."""
    rows = requirements()
    counts = Counter(each.verdict for each in rows)
    yield "# OWASP ASVS 5, level 2\n"
    yield (
        f"How Overtrick meets the {len(rows)} requirements of level 1 and 2 of OWASP's Application Security "
        "Verification Standard 5.0.0, and the test that would fail if it did not. This is our own assessment. The "
        "requirements are restated in our words; the original, under CC BY-SA 4.0, is at "
        "[owasp.org](https://owasp.org/www-project-application-security-verification-standard/). The page describes a "
        "server set up as in [Install a server](../../operators/guide.md#install-a-server): PostgreSQL with its two "
        "roles, TLS in front, `OVERTRICK_HTTPS=1`. A laptop that serves plain HTTP has no secure cookies, no HSTS and "
        "no TLS, so anyone on its network can read the traffic.\n"
    )
    yield ", ".join(f"**{counts[verdict]}** {verdict}" for verdict in VERDICTS) + ".\n"
    yield "## What is not met\n"
    for verdict in ("not met", "part"):
        yield f"### {'Not met' if verdict == 'not met' else 'Met in part'}\n"
        yield from _table(("", "level", "requirement", "how far"), (
            (each.id, each.level, each.requirement, each.how) for each in rows if each.verdict == verdict
        ))  # fmt: skip
    yield "## By chapter\n"
    yield from _table(("chapter", *VERDICTS), (
        (f"{number}. {name}", *(str(_count(rows, number, verdict)) for verdict in VERDICTS))
        for number, name in CHAPTERS.items()
    ))  # fmt: skip
    for number, name in CHAPTERS.items():
        yield f"## {number}. {name}\n"
        yield from _table(("", "level", "requirement", "", "how", "test"), (
            (each.id, each.level, each.requirement, each.verdict, each.how, each.proof())
            for each in rows if each.chapter == number
        ))  # fmt: skip


def _count(rows: Iterable[Requirement], chapter: int, verdict: str) -> int:
    return sum(each.chapter == chapter and each.verdict == verdict for each in rows)


def _table(headers: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield "| " + " | ".join(headers) + " |"
    yield "|" + " --- |" * len(headers)
    for row in rows:
        yield "| " + " | ".join(row) + " |"
    yield ""
