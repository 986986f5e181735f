"""Texts stored with a book: the rules that its postings name by their fingerprint, so that any program can apply them.

In the written form they are lines of their own, before the first posting that names them. A text line has a text and
its SHA-256; an edition line has the paths and hashes of its texts, and the hash of that list. They have no number and
are not part of the chain of postings: each proves itself by the hash of its content.
"""

import json
from collections.abc import Container, Iterator

from overtrick.core.errors import OvertrickError
from overtrick.regulations.read.editions import Edition, manifest_hash, text_hash

FORM = 1
_TEXT = f'{{"v":{FORM},"text":'
_EDITION = f'{{"v":{FORM},"edition":'


class ChangedText(OvertrickError):
    """A stored text that does not match its hash: someone changed it, or the disk is faulty."""


def is_text(line: str) -> bool:
    """Whether a line of a book holds a text or an edition instead of a posting."""
    return line.startswith((_TEXT, _EDITION))


def text_lines(edition: Edition, known: Container[str] = ()) -> Iterator[str]:
    """The lines that store an edition, without texts and editions whose hashes are in *known*."""
    if edition.hash in known:
        return
    said = set()
    for path, fingerprint in edition.manifest:
        if fingerprint not in known and fingerprint not in said:
            said.add(fingerprint)
            yield _line({"v": FORM, "text": fingerprint, "is": edition.texts[path]})
    yield _line({"v": FORM, "edition": edition.hash, "of": [list(each) for each in edition.manifest]})


def _line(said: dict[str, object]) -> str:
    return json.dumps(said, ensure_ascii=False, separators=(",", ":"))


class EditionTexts:
    """Editions and their texts, as read from lines."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self.editions: dict[str, Edition] = {}

    def __contains__(self, fingerprint: object) -> bool:
        return fingerprint in self.texts or fingerprint in self.editions

    def take(self, line: str) -> None:
        """Read a line, after checking its content against its hash."""
        said = json.loads(line)
        if "text" in said:
            if text_hash(said["is"]) != said["text"]:
                raise ChangedText("A text kept in this book is not what its hash says: restore it from a copy.")
            self.texts[said["text"]] = said["is"]
            return
        manifest = [(path, fingerprint) for path, fingerprint in said["of"]]
        missing = [path for path, fingerprint in manifest if fingerprint not in self.texts]
        if manifest_hash(manifest) != said["edition"] or missing:
            raise ChangedText("An edition kept in this book is not what its hash says: restore it from a copy.")
        self.editions[said["edition"]] = Edition({path: self.texts[each] for path, each in manifest}, kept=True)

    def find(self, fingerprint: str) -> Edition | None:
        """The edition with that current or former fingerprint."""
        found = self.editions.get(fingerprint)
        return found or next((each for each in self.editions.values() if each.has_fingerprint(fingerprint)), None)
