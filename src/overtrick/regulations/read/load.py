"""Reads files of the rulebook: texts to tables, tables to objects, with all faults of a file at once."""

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, TypeVar

from overtrick.core import limits
from overtrick.core.errors import RegulationErrors
from overtrick.regulations.grammar.files import FileScope, read_file
from overtrick.regulations.grammar.locate import LocatedTable, Origin, at_line
from overtrick.regulations.grammar.place import NOTHING, Below, FilePosition, Misread, Path, Scope
from overtrick.regulations.grammar.readings import Reading
from overtrick.regulations.grammar.rules import ClauseText, Document, RuleFile
from overtrick.regulations.grammar.tables import read as read_value
from overtrick.regulations.read.editions import DOCUMENT, TEXTS, Edition, in_force

T = TypeVar("T")

_AT = re.compile(r"\(at line (\d+), column \d+\)")
"""The position in Python's message about a file that is not TOML."""

OWN_READERS = (
    DOCUMENT,
    "draws.toml",
    "brackets.toml",
    "conduct.toml",
    "eligibility.toml",
    "ranking.toml",
    "season.toml",
    "selection.toml",
    "flow.toml",
)
"""Files of the rulebook that have readers of their own."""


def folders() -> tuple[str, ...]:
    """The folders of the rulebook in force, by name."""
    return in_force().folders


def has(folder: str, name: str) -> bool:
    """Whether a folder of the rulebook in force has such a file."""
    return in_force().has(f"{folder}/{name}")


def text_of(folder: str, name: str) -> str:
    """The text of a file in a folder of the rulebook in force."""
    return in_force().texts[f"{folder}/{name}"]


@dataclass(frozen=True, slots=True)
class RuleText:
    """A rule file: its name, and the tables in it."""

    name: str
    data: LocatedTable

    def check(self, scope: Scope) -> list[tuple[Path, str]]:
        """Every fault of its tables; rules they name are looked up in *scope*."""
        at = FilePosition(scope=scope)
        read_value(RuleFile, dict(self.data), at)
        return at.faults

    def faults(self, found: Iterable[tuple[Path, str]]) -> list[str]:
        """Faults with their lines."""
        return [f"{self.data.find_origin(path)}: {fault}" for path, fault in found]


@dataclass(frozen=True, slots=True)
class TextFile:
    """A file of clauses and readings."""

    clause: tuple[ClauseText, ...] = ()
    reading: tuple[Reading, ...] = ()


def rule_text(text: str, name: str) -> RuleText:
    """A rule file from its text; *name* is used in the messages of its faults."""
    return RuleText(name, tables_in(text, name))


def rule_files(edition: Edition) -> list[RuleText]:
    """The rules of an edition, by file."""
    return [RuleText(path, tables_of(path, edition)) for path in _files(edition, lambda name: name not in TEXTS)]


def text_files(edition: Edition) -> list[tuple[str, TextFile]]:
    """The clauses and readings of an edition, by file."""
    return [(path, _text_file(path, edition)) for path in _files(edition, lambda name: name in TEXTS)]


def _text_file(path: str, edition: Edition) -> TextFile:
    """The clauses and readings in a text of an edition; each text is read once."""
    key = (_text_file, path)
    if key not in edition.built:
        edition.built[key] = read_tables(TextFile, tables_of(path, edition))
    found: TextFile = edition.built[key]
    return found


def add_folder(edition: Edition, folder: str, texts: Mapping[str, str]) -> Edition:
    """An edition with an additional folder, replacing one of the same name; *texts* by their paths in it.

    What has been read of the other folders stays cached.
    """
    others = {path: text for path, text in edition.texts.items() if not path.startswith(f"{folder}/")}
    made = Edition({**others, **{f"{folder}/{path}": text for path, text in texts.items()}})
    read = {key: value for key, value in edition.built.copy().items() if key[0] in (tables_of, _text_file)}
    made.built |= {key: value for key, value in read.items() if key[1] in others}
    return made


def _files(edition: Edition, wanted: Callable[[str], bool]) -> Iterator[str]:
    for path in edition.paths:
        folder, _, name = path.partition("/")
        if folder and name and "/" not in name and name not in OWN_READERS and wanted(name):
            yield path


def document_files(edition: Edition) -> dict[str, Document]:
    """The documents of an edition, by folder."""
    paths = {folder: f"{folder}/{DOCUMENT}" for folder in edition.folders}
    return {folder: read_as(Document, edition.texts[path], path) for folder, path in paths.items() if edition.has(path)}


def read_toml(text: str, name: str) -> dict[str, Any]:
    """The tables in the text of a file, if it is TOML and within the limits of size and depth."""
    if len(text) > limits.FILE:
        raise RegulationErrors([f"{name}: too large: rules have at most {limits.FILE} characters."])
    for number, line in enumerate(text.splitlines(), start=1):
        if line.partition("=")[0].count(".") > limits.KEY:
            raise RegulationErrors([f"{at_line(name, number)}: a key of more parts than any rule has."])
    try:
        return tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        at = _AT.search(str(error))
        where = at_line(name, int(at[1])) if at else name
        raise RegulationErrors([f"{where}: not TOML: {error}"]) from error
    except RecursionError as error:
        raise RegulationErrors([f"{name}: lists or tables too deep in one another."]) from error
    except (ValueError, ArithmeticError) as error:
        raise RegulationErrors([f"{name}: a number in it cannot be read: {error}."]) from error


def sound(text: str, name: str) -> dict[str, Any]:
    """The tables in the text of a file, refused if a number is larger than what it counts can be."""
    data = read_toml(text, name)
    if faults := [f"{Origin(name, text, path)}: {fault}" for path, fault in _too_large(data, ())]:
        raise RegulationErrors(faults)
    return data


def tables_of(path: str, edition: Edition | None = None) -> LocatedTable:
    """The tables of a text of an edition, by default the one in force; each text is read once."""
    edition = edition or in_force()
    key = (tables_of, path)
    if key not in edition.built:
        edition.built[key] = tables_in(edition.texts[path], path)
    found: LocatedTable = edition.built[key]
    return found


def tables_in(text: str, name: str) -> LocatedTable:
    """The tables in the text of a file; *name* is used in the messages of its faults."""
    return LocatedTable.from_words(sound(text, name), Origin(name, text))


def read_tables(kind: type[T], tables: LocatedTable, scope: FileScope | None = None, below: Below = NOTHING) -> T:
    """The tables of a file as an object of one kind, with words of other readings, or all faults in them."""
    try:
        return read_file(kind, tables, scope, below)
    except Misread as error:
        raise RegulationErrors([f"{tables.find_origin(path)}: {fault}" for path, fault in error.faults]) from error


def read_as(kind: type[T], text: str, name: str) -> T:
    """The text of a file as an object of one kind, or all faults in it; *name* is used in the messages."""
    return read_tables(kind, tables_in(text, name))


_MOST = {
    **dict.fromkeys(("matches", "rounds", "sessions", "times", "matches_a_session"), limits.ROUNDS),
    **dict.fromkeys(("boards", "first_boards", "session_boards", "boards_a_round"), limits.BOARDS),
    **dict.fromkeys(("entries", "usual", "tables", "teams", "sections"), limits.ENTRIES),
}
"""Limits for numbers that are played or counted through, since one too large would never end."""


def _too_large(value: object, path: tuple[str | int, ...]) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """The whole numbers of a file that are larger than what they count can be, each with its path."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _too_large(inner, (*path, key))
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from _too_large(inner, (*path, place))
    elif isinstance(value, int):
        key = next((part for part in reversed(path) if isinstance(part, str)), "")
        if abs(value) > (most := _MOST.get(key, limits.LARGEST)):
            yield path, f"{key} = {value:,} is more than there can be; at most {most:,}."
