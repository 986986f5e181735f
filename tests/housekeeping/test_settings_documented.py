"""Every variable the server reads is in the reference, and nothing else is."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
OWN = {"OVERTRICK_RUNTIME_DIR", "OVERTRICK_SUPERVISOR", "OVERTRICK_LISTEN_URL", "OVERTRICK_AUTHORITY"}
"""What the server tells its own processes."""


def test_every_setting_is_documented() -> None:
    source = "\n".join(file.read_text(encoding="utf-8") for file in (ROOT / "src" / "overtrick").rglob("*.py"))
    read = set(re.findall(r'environ(?:\.get\(|\.setdefault\(|\[)"([A-Z_]+)"|"(OVERTRICK_[A-Z]+)"', source))
    named = {one or other for one, other in read} - {"DJANGO_SETTINGS_MODULE"} - OWN
    page = (ROOT / "docs" / "reference" / "settings.md").read_text(encoding="utf-8")
    told = set(re.findall(r"^\| `([A-Z_]+)`", page, re.MULTILINE))
    assert told == named
