"""Editions: the texts that rules are built from, identified by the hash of their content, and the one in force.

The program's rulebook is one edition: the shipped texts and the folders beside the program. The texts under which a
book was opened are another edition, or the same one. Code that builds rules gets its texts here, from the edition in
force: the program's own, unless the caller runs it `under` another.
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
F = TypeVar("F", Path, Traversable)

ENDING = ".toml"
"""The file extension of every text."""

DOCUMENT = "document.toml"
"""The file that says which document a folder restates; a folder without it is shared by all."""


TEXTS = ("clauses.toml", "readings.toml")
"""The files of a document that hold its clauses and our readings of them."""

_REFERENCE = re.compile(r'"([\w-]+)(?:/([^"]+))?"')
_LIKE = re.compile(r'^like\s*=\s*"([\w-]+)/([\w-]+)"', re.MULTILINE)
_NAMED = re.compile(r'\b(?:id|name)\s*=\s*"([^"]+)"')


class Edition:
    """The texts of a rulebook, by path; a text at the top level is an event's own file.

    An edition that is *kept* with books was checked when they were opened: it is read as it is, without checks that
    were added to the program since.

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
        """The fingerprint of the edition: the hash of its manifest, in the format of `sha256sum`."""
        return manifest_hash(self.manifest)

    @cached_property
    def former(self) -> str:
        """The fingerprint in older books, from before texts were stored: of a whole rulebook, and an own file."""
        digest = sha256()
        for path in self.paths:
            if path != self.own:
                digest.update(f"/{path}\n{self.texts[path]}\n".encode())
        whole = digest.hexdigest()
        return text_hash(f"{whole}\n{self.texts[self.own]}") if self.own else whole

    def has_fingerprint(self, fingerprint: str) -> bool:
        """Whether a fingerprint in a book means this edition."""
        return fingerprint in (self.hash, self.former)

    def has(self, path: str) -> bool:
        """Whether there is such a text."""
        return path in self.texts

    def is_within(self, other: "Edition") -> bool:
        """Whether every text of this edition is in another, unchanged."""
        return all(other.texts.get(path) == self.texts[path] for path in self.paths)

    def with_own(self, path: str, text: str) -> "Edition":
        """This edition with an event's own file."""
        return Edition({**self.texts, path: text})

    def reached_from(self, start: Iterable[str]) -> "Edition":
        """What can be reached from these paths: their folders, what their texts name, and what all folders share.

        A reference to a rule by its full id reaches the file that has it. A reference to a folder, or to a rule by its
        name within a folder, reaches the whole folder. Of the events in a folder only those in *start* are reached, and
        those that one is like.
        """
        shared = [folder for folder in self.folders if not self.has(f"{folder}/{DOCUMENT}")]
        start = list(start)
        fresh = {*start, *self._paths_in(*shared, *(path.partition("/")[0] for path in start if "/" in path))}
        reached = set(fresh)
        while fresh:
            named = {each for path in fresh for each in _REFERENCE.findall(self.texts[path])}
            alike = {each for path in fresh for each in _LIKE.findall(self.texts[path])}
            fresh = {path for each in named for path in self._referenced_paths(*each)}
            fresh = {*fresh, *(path for each in alike for path in self._alike(*each))} - reached
            reached |= fresh
        return Edition({path: self.texts[path] for path in reached})

    def _paths_in(self, *folders: str) -> list[str]:
        """The paths in folders, except their events."""
        return [path for path in self.paths if path.count("/") == 1 and path.partition("/")[0] in folders]

    def _referenced_paths(self, folder: str, rest: str) -> list[str]:
        """The paths that a reference leads to, if it is one."""
        if folder not in self.folders:
            return []
        having = self._having.get(f"{folder}/{rest}", [])
        by_name = any(path.startswith(f"{folder}/") for path in self._having.get(rest, ()))
        return having if having and not by_name else self._paths_in(folder)

    def _alike(self, folder: str, name: str) -> list[str]:
        """The file of an event that another is like, and its folder."""
        path = f"{folder}/events/{name}{ENDING}"
        return [path, *self._paths_in(folder)] if self.has(path) else []

    @cached_property
    def _having(self) -> dict[str, list[str]]:
        """The paths of the texts that have a rule with an id or a name."""
        found: dict[str, list[str]] = {}
        rules = [path for path in self._paths_in(*self.folders) if not path.endswith(TEXTS)]
        for path in rules:
            for name in _NAMED.findall(self.texts[path]):
                found.setdefault(name, []).append(path)
        return found


class _Texts(Mapping[str, str]):
    """The texts of folders, each read on first use."""

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


def files_in(folder: F, above: str = "") -> Iterator[tuple[str, F]]:
    """The files of rules in a folder and in the folders inside it, in order, each with its path after *above*."""
    for entry in sorted(folder.iterdir(), key=lambda each: each.name):
        path = f"{above}{entry.name}"
        if entry.is_dir():
            yield from files_in(entry, f"{path}/")
        elif path.endswith(ENDING):
            yield path, entry


def rulebook() -> Traversable:
    """The location of the rulebook that ships with the program."""
    return files("overtrick.rulebook")


@cache
def shipped_edition() -> Edition:
    """The rulebook that ships with the program."""
    return Edition(_Texts(dict(files_in(rulebook()))))


def other_bodies() -> Mapping[str, Path]:
    """The shipped folders of rules of other bodies, from the package or beside its source, by name."""
    package = Path(str(files("overtrick")))
    places = (package / "rulebooks", package.parents[1] / "rulebooks")
    place = next((each for each in places if each.is_dir()), None)
    return {each.name: each for each in sorted(place.iterdir()) if (each / DOCUMENT).is_file()} if place else {}


def _extra_folders() -> Iterator[Path]:
    """The folders of documents beside the program: those named by the setting, and the folders in them."""
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
    """The rulebook that ships with the program, and the documents beside it, as they are on first use."""
    found: dict[str, Traversable] = dict(files_in(rulebook()))
    known = {path.partition("/")[0] for path in found}
    for folder in _extra_folders():
        if folder.name in known:
            raise DirectorError(
                "Two rules folders are called {folder}",
                remedy="Rename {other}.",
                folder=folder.name,
                other=folder,
            )
        known.add(folder.name)
        found |= dict(files_in(folder, f"{folder.name}/"))
    return Edition(_Texts(found)) if len(found) > len(shipped_edition().paths) else shipped_edition()


_in_force: ContextVar[Edition | None] = ContextVar("edition in force", default=None)


def in_force() -> Edition:
    """The edition from which rules are built in the current context."""
    return _in_force.get() or program_edition()


@contextmanager
def use_edition(edition: Edition) -> Iterator[None]:
    """Build rules from an edition's texts in this thread, inside the `with` block.

    >>> with use_edition(Edition({"club/scoring.toml": ""})):
    ...     in_force().folders
    ('club',)
    """
    token = _in_force.set(edition)
    try:
        yield
    finally:
        _in_force.reset(token)


def by_edition(function: Callable[P, R]) -> Callable[P, R]:
    """Cache a function's results by its arguments, separately for each edition and as long as the edition lives."""

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
    """The fingerprint of a manifest: the hash of its lines in the format of `sha256sum` (hash, two spaces, path)."""
    return text_hash("".join(f"{fingerprint}  {path}\n" for path, fingerprint in manifest))
