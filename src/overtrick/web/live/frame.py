"""Frames: the values of a page's live parts, which an open page is sent after a posting.

A frame is cut from the rendered page, so that page and frame cannot disagree. The page is cut into *pieces*: each live
part, with a mark in place of its rows; and for each run of rows (elements with `data-k`) their order, and one piece per
column with the shapes of its cells and each row's texts. A reader names the pieces it holds by their tags and is sent
the others, each as a whole and never as a change, so that any answer fits whatever the reader held. What a frame never
carries (names, which are in `<th>` and in the row's own `data-` attributes, and everything outside the live parts) has
a tag of its own; if that differs, the reader fetches the page itself.
"""

import json
import re
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import TypeAlias, cast

Piece: TypeAlias = "str | list[str]"

KEY, VALUE, KNOWN, ROWS, LINE, TAB = "\x01\x02\x03\x04\x05\x06"
"""Marks for a row's key, a text, a name and a run of rows; and the replacements for line ends and tabs in a text."""
_MARKS = re.compile("[\x01-\x06]")
_LIVE = re.compile(r"<(\w+)\b[^<>]*\sdata-live(?=[\s>=])[^<>]*>")
_ROW = re.compile(r'<(\w+)\b[^<>]*\sdata-k="([^"]*)"[^<>]*>')
_CELL = re.compile(r"</t[dh]>")
_OWN = re.compile(r'(\sdata-(?!k=)[\w-]+=")([^"]*)(?=")')
_NAME = re.compile(r"<th\b.*?</th>", re.DOTALL)
NAME_MARK = f"<th>{KNOWN}</th>"
_SAID = re.compile(r'((?<==")[^"]*(?=")|(?<=>)[^<>]+(?=<))')
HOLE = ' data-frame=""'
"""The attribute in which a page carries the tag of everything that its frames never carry."""


@dataclass(frozen=True, slots=True)
class _Run:
    """Adjacent rows: the key and the text of each, and those of its texts that are never carried."""

    rows: tuple[tuple[str, str], ...]
    known: tuple[tuple[str, ...], ...]


class Frame:
    """A page cut into the parts that its frames carry and those that they do not."""

    def __init__(self, page: str) -> None:
        self.outside: list[str] = []
        self.parts: list[str] = []
        self.runs: list[_Run] = []
        at = 0
        for start, end in _elements(_LIVE, page):
            self.outside.append(page[at:start])
            self.parts.append(self._cut(page[start:end]))
            at = end
        self.outside.append(page[at:])
        names: dict[str, tuple[str, ...]] = {}
        self.whole = _MARKS.search(page) is None and all(
            names.setdefault(key, known) == known
            for run in self.runs
            for (key, _), known in zip(run.rows, run.known, strict=True)
        )
        self.names = names

    def _cut(self, part: str) -> str:
        """A part without its rows, which are stored in `runs`."""
        at, out = 0, list[str]()
        run: list[tuple[str, str]] = []
        known: list[tuple[str, ...]] = []
        for start, end in _elements(_ROW, part):
            between = part[at:start]
            if run and between.strip():
                self._keep(run, known)
                run, known = [], []
            if not run:
                out.append(between + ROWS)
                between = ""
            row, own = _without_names(part[start:end])
            key = cast("re.Match[str]", _ROW.match(row)).group(2)  # the pattern found this row
            run.append((key, between + row))
            known.append(own)
            at = end
        if run:
            self._keep(run, known)
        return "".join(out) + part[at:]

    def _keep(self, run: list[tuple[str, str]], known: list[tuple[str, ...]]) -> None:
        self.runs.append(_Run(tuple(run), tuple(known)))

    @cached_property
    def unsaid(self) -> str:
        """The tag of everything that a frame of this page never carries; empty if the page has no frames."""
        if not self.whole or not self.parts or any(len({k for k, _ in r.rows}) < len(r.rows) for r in self.runs):
            return ""
        return _tag(json.dumps([self.outside, sorted(self.names.items())]))

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """The parts, then for each run of rows its order and its columns."""
        return (*self.parts, *(piece for run in self.runs for piece in _columns(run)))

    @cached_property
    def tags(self) -> tuple[str, ...]:
        """The tag of each piece."""
        return tuple(_tag(json.dumps(piece)) for piece in self.pieces)

    def message(self, held: Sequence[str]) -> str:
        """The message, as JSON, for a reader who holds the pieces with these tags."""
        same = len(held) == len(self.tags)
        new = {
            str(place): [tag, piece]
            for place, (tag, piece) in enumerate(zip(self.tags, self.pieces, strict=True))
            if not same or held[place] != tag
        }
        told = {"w": self.unsaid, "parts": len(self.parts), "count": len(self.tags), "p": new}
        return json.dumps(told, ensure_ascii=False, separators=(",", ":"))

    def view(self) -> str:
        """All pieces as JSON, for readers who hold any older version of the page with the same `unsaid` tag."""
        told = {"w": self.unsaid, "parts": len(self.parts), "p": self.pieces}
        return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def frame_page(page: str) -> tuple[str, Frame]:
    """A page with the tag of everything that its frames never carry, and its frame."""
    frame = Frame(page)
    return page.replace(HOLE, f' data-frame="{frame.unsaid}"', 1), frame


def _elements(pattern: re.Pattern[str], text: str) -> list[tuple[int, int]]:
    """The start and end of the elements whose start tag matches, without those inside another match."""
    at, found = 0, list[tuple[int, int]]()
    while start := pattern.search(text, at):
        at = _end(text, start)
        found.append((start.start(), at))
    return found


def _end(text: str, start: re.Match[str]) -> int:
    depth, at = 1, start.end()
    for tag in re.compile(rf"<(/?){re.escape(start.group(1))}\b").finditer(text, at):
        depth += -1 if tag.group(1) else 1
        if not depth:
            return text.index(">", tag.start()) + 1
    return len(text)


def _without_names(row: str) -> tuple[str, tuple[str, ...]]:
    """A row with marks in place of names, and the names."""
    known: list[str] = []

    def own(found: re.Match[str]) -> str:
        known.append(found.group(2))
        return f"{found.group(1)}{KNOWN}"

    def name(found: re.Match[str]) -> str:
        known.append(found.group())
        return NAME_MARK

    end = row.index(">")
    head = _OWN.sub(own, row[:end])
    return head + _NAME.sub(name, row[end:]), tuple(known)


def _columns(run: _Run) -> list[Piece]:
    """The order of the rows, then each column: its shapes, and one line per row in the order of the keys."""
    keys = sorted(key for key, _ in run.rows)
    cells = {key: _cells(row) for key, row in run.rows}
    width = max(len(each) for each in cells.values())
    order = "\n".join((str(width), *(key for key, _ in run.rows)))
    return [order, *(_column([(key, cells[key][at : at + 1]) for key in keys]) for at in range(width))]


def _cells(row: str) -> list[str]:
    """A row cut after each cell; the rest goes with the last one."""
    ends = [found.end() for found in _CELL.finditer(row)][:-1]
    return [row[one:other] for one, other in zip((0, *ends), (*ends, len(row)), strict=True)]


def _column(cells: list[tuple[str, list[str]]]) -> Piece:
    """One column: the shapes of its cells, and for each row the number of its shape and the texts that differ."""
    by_shape: dict[tuple[str, ...], list[tuple[str, list[str]]]] = {}
    for key, cell in cells:
        if cell:
            said = _SAID.split(cell[0])  # alternately the markup around texts, and the texts
            by_shape.setdefault(tuple(said[::2]), []).append((key, said[1::2]))
    shapes: list[str] = []
    lines: dict[str, str] = {}
    for around, rows in sorted(by_shape.items()):
        patterns = [_pattern([(key, said[at]) for key, said in rows]) for at in range(len(rows[0][1]))]
        filled = "".join(one + other for one, other in zip(around, (*(p for p, _ in patterns), ""), strict=True))
        for row, (key, _) in enumerate(rows):
            lines[key] = "\t".join((str(len(shapes)), *(texts[row] for _, texts in patterns if texts)))
        shapes.append(filled)
    return [*shapes, "\n".join(lines.get(key, "") for key, _ in cells)]


def _pattern(said: list[tuple[str, str]]) -> tuple[str, list[str]]:
    """The text that all rows share in one place, with a mark where they differ, and each row's own text there."""
    texts = [text for _, text in said]
    if len(set(texts)) == 1 and (len(texts) > 1 or not texts[0].strip()):
        return texts[0], []
    for key, text in said:
        pattern = re.sub(rf"(?<!\w){re.escape(key)}(?!\w)", KEY, text)
        if KEY in pattern and all(pattern.replace(KEY, key) == text for key, text in said):
            return pattern, []
    first = _common(texts)
    last = _common([text[len(first) :][::-1] for text in texts])[::-1]
    return f"{first}{VALUE}{last}", [_one_line(text[len(first) : len(text) - len(last)]) for text in texts]


def _common(texts: list[str]) -> str:
    """The longest common prefix."""
    one, other = min(texts), max(texts)
    differ = (place for place, (here, there) in enumerate(zip(one, other, strict=False)) if here != there)
    return one[: next(differ, len(one))]


def _one_line(text: str) -> str:
    return text.replace("\n", LINE).replace("\t", TAB)


def _tag(text: str) -> str:
    """Six characters of the text's hash, enough to tell versions of a piece apart."""
    return urlsafe_b64encode(sha256(text.encode()).digest()[:5])[:6].decode()
