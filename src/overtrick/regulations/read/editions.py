"""Editions: the texts that rules are built from, by their content's hash, and the one in force.

The program's rulebook is one edition: what ships with it, and the folders that stand beside it; the texts a book was
opened under are another, or the same. Whoever builds rules asks for texts here and gets those of the edition in force:
the program's own, unless the code that asks runs `under` another.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, cached_property, wraps
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from overtrick.core.errors import DirectorError

P = ParamSpec("P")
R = TypeVar("R")

ENDING = ".toml"
"""What the path of every text ends with."""

DOCUMENT = "document.toml"
"""The file of a folder that says which document the folder restates; a folder without it is shared by all."""


TEXTS = ("clauses.toml", "readings.toml")
"""The files of a document that hold its clauses and our readings of them."""

_REFERENCE = re.compile(r'"([\w-]+)(?:/([^"]+))?"')
_LIKE = re.compile(r'^like\s*=\s*"([\w-]+)/([\w-]+)"', re.MULTILINE)
_NAMED = re.compile(r'\b(?:id|name)\s*=\s*"([^"]+)"')


class Edition:
    """The texts of a rulebook, by path; a text at the top, in no folder, is an event's own file.

    One that is *kept* with books was found right when they were opened: it is read as it is, and what is asked of
    rules since then is not asked of it.

    >>> one = Edition({"club/document.toml": "…", "club/scoring.toml": "…"})
    >>> one.folders, one.has("club/scoring.toml"), one.own
    (('club',), True, '')
    """

    def __init__(self, texts: Mapping[str, str], *, kept: bool = False) -> None:
        self.texts = texts
        self.kept = kept
        self.built: dict[tuple[Any, ...], Any] = {}

    @cached_property
    def paths(self) -> tuple[str, ...]:
        """The paths of its texts, in order."""
        return tuple(sorted(self.texts))

    @cached_property
    def folders(self) -> tuple[str, ...]:
        """Its folders, by name."""
        return tuple(sorted({path.partition("/")[0] for path in self.paths if "/" in path}))

    @cached_property
    def own(self) -> str:
        """The path of an event's own file, if it has one."""
        return next((path for path in self.paths if "/" not in path), "")

    @cached_property
    def manifest(self) -> tuple[tuple[str, str], ...]:
        """Each path with the SHA-256 of its text, in order."""
        return tuple((path, text_hash(self.texts[path])) for path in self.paths)

    @cached_property
    def hash(self) -> str:
        """The fingerprint of the edition: of its manifest, written as `sha256sum` writes it."""
        return manifest_hash(self.manifest)

    @cached_property
    def former(self) -> str:
        """The fingerprint as books named their rules before texts were kept: of a whole rulebook, and an own file."""
        digest = sha256()
        for path in self.paths:
            if path != self.own:
                digest.update(f"/{path}\n{self.texts[path]}\n".encode())
        whole = digest.hexdigest()
        return text_hash(f"{whole}\n{self.texts[self.own]}") if self.own else whole

    def called(self, fingerprint: str) -> bool:
        """Whether a book means this edition by a fingerprint."""
        return fingerprint in (self.hash, self.former)

    def has(self, path: str) -> bool:
        """Whether there is such a text."""
        return path in self.texts

    def within(self, other: "Edition") -> bool:
        """Whether every text of this one is in another, letter for letter."""
        return all(other.texts.get(path) == self.texts[path] for path in self.paths)

    def with_own(self, path: str, text: str) -> "Edition":
        """This edition with an event's own file."""
        return Edition({**self.texts, path: text})

    def reached_from(self, start: Iterable[str]) -> "Edition":
        """What can be reached from these paths: their folders, what their texts name, and what all folders share.

        A reference names a rule by its full id, and the file that has it is reached; or it names a folder, or a rule
        by its name within a folder, and the whole folder is. Of the events of a folder only those among *start* are
        reached, and those that one is like.
        """
        shared = [folder for folder in self.folders if not self.has(f"{folder}/{DOCUMENT}")]
        start = list(start)
        fresh = {*start, *self._in(*shared, *(path.partition("/")[0] for path in start if "/" in path))}
        reached = set(fresh)
        while fresh:
            named = {each for path in fresh for each in _REFERENCE.findall(self.texts[path])}
            alike = {each for path in fresh for each in _LIKE.findall(self.texts[path])}
            fresh = {path for each in named for path in self._named(*each)}
            fresh = {*fresh, *(path for each in alike for path in self._alike(*each))} - reached
            reached |= fresh
        return Edition({path: self.texts[path] for path in reached})

    def _in(self, *folders: str) -> list[str]:
        """The paths in folders, but for their events."""
        return [path for path in self.paths if path.count("/") == 1 and path.partition("/")[0] in folders]

    def _named(self, folder: str, rest: str) -> list[str]:
        """The paths that a reference leads to, if it is one."""
        if folder not in self.folders:
            return []
        having = self._having.get(f"{folder}/{rest}", [])
        by_name = any(path.startswith(f"{folder}/") for path in self._having.get(rest, ()))
        return having if having and not by_name else self._in(folder)

    def _alike(self, folder: str, name: str) -> list[str]:
        """The file of an event that another is like, and its folder."""
        path = f"{folder}/events/{name}{ENDING}"
        return [path, *self._in(folder)] if self.has(path) else []

    @cached_property
    def _having(self) -> dict[str, list[str]]:
        """The paths of the texts that have a rule of an id or a name."""
        found: dict[str, list[str]] = {}
        rules = [path for path in self._in(*self.folders) if not path.endswith(TEXTS)]
        for path in rules:
            for name in _NAMED.findall(self.texts[path]):
                found.setdefault(name, []).append(path)
        return found


class _Texts(Mapping[str, str]):
    """The texts of folders, each read when it is first asked for."""

    def __init__(self, found: Mapping[str, Traversable]) -> None:
        self._read: dict[str, str] = {}
        self._found = found

    def __getitem__(self, path: str) -> str:
        if path not in self._read:
            self._read[path] = self._found[path].read_text(encoding="utf-8")
        return self._read[path]

    def __contains__(self, path: object) -> bool:
        return path in self._found

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)


def _walk(folder: Traversable, path: str) -> Iterator[tuple[str, Traversable]]:
    for entry in folder.iterdir():
        inner = f"{path}{entry.name}"
        if entry.is_dir():
            yield from _walk(entry, f"{inner}/")
        elif path and entry.name.endswith(ENDING):
            yield inner, entry


def rulebook() -> Traversable:
    """The rulebook that ships with the program, where it lies."""
    return files("overtrick.rulebook")


@cache
def shipped_edition() -> Edition:
    """The rulebook that ships with the program."""
    return Edition(_Texts(dict(_walk(rulebook(), ""))))


def other_bodies() -> Mapping[str, Path]:
    """The folders of rules of other bodies that come with the program, in its package or beside its source, by name."""
    package = Path(str(files("overtrick")))
    places = (package / "rulebooks", package.parents[1] / "rulebooks")
    place = next((each for each in places if each.is_dir()), None)
    return {each.name: each for each in sorted(place.iterdir()) if (each / DOCUMENT).is_file()} if place else {}


def _beside() -> Iterator[Path]:
    """The folders of documents that stand beside the program: those that the setting names, and those in them."""
    for named in filter(None, os.environ.get("OVERTRICK_RULEBOOK", "").split(os.pathsep)):
        folder = Path(named).absolute() if Path(named).is_dir() else other_bodies().get(named, Path(named))
        inner = sorted(folder.iterdir()) if folder.is_dir() else []
        found = [each for each in (folder, *inner) if (each / DOCUMENT).is_file()]
        if not found:
            raise DirectorError(
                "There is no rulebook in {named}",
                remedy="Name a folder that has a {document}, or one that comes with the program: {known:,}.",
                named=named,
                document=DOCUMENT,
                known=tuple(other_bodies()),
            )
        yield from found


@cache
def program_edition() -> Edition:
    """The rulebook that ships with the program, and the documents beside it, as they are when it is first asked for."""
    found = dict(_walk(rulebook(), ""))
    known = {path.partition("/")[0] for path in found}
    for folder in _beside():
        if folder.name in known:
            raise DirectorError(
                "There are two folders of rules called {folder}",
                remedy="Give {other} another name.",
                folder=folder.name,
                other=folder,
            )
        known.add(folder.name)
        found |= dict(_walk(folder, f"{folder.name}/"))
    return Edition(_Texts(found)) if len(found) > len(shipped_edition().paths) else shipped_edition()


_in_force: ContextVar[Edition | None] = ContextVar("edition in force", default=None)


def in_force() -> Edition:
    """The edition that rules are built from here and now."""
    return _in_force.get() or program_edition()


@contextmanager
def under(edition: Edition) -> Iterator[None]:
    """Build rules from an edition's texts for as long as this lasts, in this thread.

    >>> with under(Edition({"club/scoring.toml": ""})):
    ...     in_force().folders
    ('club',)
    """
    token = _in_force.set(edition)
    try:
        yield
    finally:
        _in_force.reset(token)


def by_edition(function: Callable[P, R]) -> Callable[P, R]:
    """Remember what a function gave for its arguments, for each edition apart and as long as the edition lives."""

    @wraps(function)
    def asked(*args: P.args, **named: P.kwargs) -> R:
        built = in_force().built
        key = (function, args, tuple(named.items()))
        if key not in built:
            built[key] = function(*args, **named)
        found: R = built[key]
        return found

    return asked


def text_hash(text: str) -> str:
    """The fingerprint of a text."""
    return sha256(text.encode()).hexdigest()


def manifest_hash(manifest: Iterable[tuple[str, str]]) -> str:
    """The fingerprint of a manifest: its lines as `sha256sum` writes them, hash, two spaces, path."""
    return text_hash("".join(f"{fingerprint}  {path}\n" for path, fingerprint in manifest))
