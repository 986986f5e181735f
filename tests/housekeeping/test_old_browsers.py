"""The scripts run in the oldest browsers that the documentation names: Chrome 80, Safari 13.1, Firefox 74.

What is newer is supplied by `older.js`, asked for before it is used, or not written.
"""

import re
from pathlib import Path

import pytest

STATIC = Path(__file__).parents[2] / "src/overtrick/web/static/overtrick"
SCRIPTS = {file.name: file.read_text(encoding="utf-8") for file in STATIC.glob("*.js")}
WORKERS = {file for file in SCRIPTS if file.endswith("worker.js")}
"""Scripts that run without a page, and without what `older.js` supplies."""
SUPPLIED = {"at", "replaceAll", "replaceChildren"}
NEWER = SUPPLIED | {
    "findLast", "findLastIndex", "toSorted", "toReversed", "toSpliced", "groupBy", "hasOwn", "fromAsync", "any",
    "withResolvers", "isWellFormed", "toWellFormed", "randomUUID", "throwIfAborted", "checkVisibility", "requestSubmit",
    "showModal", "showPopover", "hidePopover", "togglePopover", "startViewTransition", "union", "intersection",
    "difference", "isSubsetOf", "moveBefore", "setHTMLUnsafe", "parseHTMLUnsafe", "structuredClone", "WeakRef",
    "FinalizationRegistry", "AggregateError", "DecompressionStream", "reportError", "SharedWorker", "locks", "share",
    "wakeLock", "timeout",
}  # fmt: skip
"""Functions and objects that came after those browsers, or that one of them lacks."""
USE = re.compile(rf"(?:\.|\bnew |(?<![\w.\"'-]))({'|'.join(sorted(NEWER))})\b(?=\(|\.)")
SYNTAX = {
    "logical assignment": r"(?:\|\||&&|\?\?)=",
    "a field of a class": r"^  static \w+ =|^  #\w+",
    "a look behind": r"\(\?<[=!]",
    "a number with separators": r"\b\d+_\d+\b",
    "await at the top": r"^await\b",
}
"""What those browsers cannot parse: such a script would not run at all."""


def unsupported(name: str, text: str) -> set[str]:
    """What a script uses that an old browser lacks, nothing supplies and the script does not ask for first."""
    code = re.sub(r"^\s*//.*", "", text, flags=re.MULTILINE)
    used = set(USE.findall(code)) - (set() if name in WORKERS else SUPPLIED)
    asked = {each for each in used if re.search(rf"\b{each}\b(?= \?|\)| &&| \|\|)", code)}
    return (used - asked) | {what for what, found in SYNTAX.items() if re.search(found, code, re.MULTILINE)}


@pytest.mark.parametrize("name", sorted(SCRIPTS))
def test_a_script_uses_nothing_that_old_browsers_lack(name: str) -> None:
    assert unsupported(name, SCRIPTS[name]) == set()


def test_what_is_supplied_is_supplied_on_every_page_before_anything_else() -> None:
    assert set(re.findall(r'supply\(\w+, "(\w+)"', SCRIPTS["older.js"])) == SUPPLIED
    page = (STATIC.parents[1] / "templates/base.html").read_text(encoding="utf-8")
    assert "{% joined js %}older " in page


@pytest.mark.parametrize(
    "text",
    ["[].findLast(found)", "structuredClone(one)", "Object.hasOwn(one, two)", "new WeakRef(one)", "one ??= two",
     "  static two = 3;", "/(?<=a)b/", "AbortSignal.timeout(1000)", "dialog.showModal()"],
)  # fmt: skip
def test_something_newer_is_noticed(text: str) -> None:
    assert unsupported("new.js", text)
    assert not unsupported("new.js", f"// {text}")


def test_a_worker_is_not_supplied() -> None:
    assert unsupported("table-worker.js", "rows.at(-1)") == {"at"}
    assert not unsupported("table.js", "rows.at(-1)")
