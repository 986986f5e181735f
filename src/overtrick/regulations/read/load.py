"""Reads rule files: bytes to checked words, with every fault of a file at once."""

import tomllib
from collections.abc import Callable, Iterator
from decimal import Decimal
from difflib import get_close_matches
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from overtrick.core import limits
from overtrick.core.errors import RegulationErrors
from overtrick.regulations.grammar.locate import line_of
from overtrick.regulations.grammar.schema import Document, RuleFile
from overtrick.regulations.read.editions import DOCUMENT, TEXTS, Edition, in_force

T = TypeVar("T", bound=BaseModel)

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
"""Files of the rulebook that are read by readers of their own."""


def folders() -> tuple[str, ...]:
    """The folders of the rulebook in force, by name."""
    return in_force().folders


def has(folder: str, name: str) -> bool:
    """Whether a folder of the rulebook in force has such a file."""
    return in_force().has(f"{folder}/{name}")


def text_of(folder: str, name: str) -> str:
    """The text of a file in a folder of the rulebook in force."""
    return in_force().texts[f"{folder}/{name}"]


def read_rules(text: str, name: str) -> RuleFile:
    """The rules in the text of a file.

    Raises `RegulationErrors` with every fault: the file and line, what is wrong, what may stand there.
    """
    return read_as(RuleFile, text, name)


def rule_files(edition: Edition) -> list[tuple[str, RuleFile]]:
    """The rules of an edition, by file."""
    return _files(edition, lambda name: name not in TEXTS)


def text_files(edition: Edition) -> list[tuple[str, RuleFile]]:
    """The clauses and readings of an edition, by file."""
    return _files(edition, lambda name: name in TEXTS)


def _files(edition: Edition, wanted: Callable[[str], bool]) -> list[tuple[str, RuleFile]]:
    found = []
    for path in edition.paths:
        folder, _, name = path.partition("/")
        if folder and name and "/" not in name and name not in OWN_READERS and wanted(name):
            found.append((path, read_rules(edition.texts[path], path)))
    return found


def document_files(edition: Edition) -> dict[str, Document]:
    """The documents of an edition, by folder."""
    found = {}
    for folder in edition.folders:
        path = f"{folder}/{DOCUMENT}"
        if edition.has(path):
            found[folder] = read_as(Document, edition.texts[path], path)
    return found


def read_toml(text: str, name: str) -> dict[str, Any]:
    """The tables in the text of a file, if it is TOML and no larger and deeper than rules are."""
    if len(text) > limits.FILE:
        raise RegulationErrors([f"{name}: too large: rules have at most {limits.FILE} characters."])
    for number, line in enumerate(text.splitlines(), start=1):
        if line.partition("=")[0].count(".") > limits.KEY:
            raise RegulationErrors([f"{name}, line {number}: a key of more parts than any rule has."])
    try:
        return tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        raise RegulationErrors([f"{name}: not TOML: {error}"]) from error
    except RecursionError as error:
        raise RegulationErrors([f"{name}: lists or tables too deep in one another."]) from error
    except (ValueError, ArithmeticError) as error:
        raise RegulationErrors([f"{name}: a number in it cannot be read: {error}."]) from error


def read_as(kind: type[T], text: str, name: str) -> T:
    """The text of a file as one kind of table, or every fault in it; *name* is what the faults call it."""
    data = read_toml(text, name)
    if faults := [f"{name}, line {line_of(text, path)}: {fault}" for path, fault in _too_large(data, ())]:
        raise RegulationErrors(faults)
    try:
        return kind.model_validate(data)
    except ValidationError as error:
        raise RegulationErrors([_fault(kind, text, name, detail) for detail in error.errors()]) from error


_MOST = {
    **dict.fromkeys(("matches", "rounds", "sessions", "times", "matches_a_session"), limits.ROUNDS),
    **dict.fromkeys(("boards", "first_boards", "session_boards", "boards_a_round"), limits.BOARDS),
    **dict.fromkeys(("entries", "usual", "tables", "teams", "sections"), limits.ENTRIES),
}
"""What is played or counted through, so that one number too large would never end."""


def _too_large(value: object, path: tuple[str | int, ...]) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """The whole numbers of a file that are larger than what they count can be, each with where it stands."""
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


def _fault(kind: type[BaseModel], text: str, name: str, detail: ErrorDetails) -> str:
    path = tuple(part for part in detail["loc"] if part not in _TAGS)
    where = f"{name}, line {line_of(text, path)}"
    key = ".".join(str(part) for part in path)
    match detail["type"]:
        case "extra_forbidden":
            return f"{where}: “{path[-1]}” is not a word here. {_words(kind, path)}"
        case "missing" if path[-1] == "clause":
            return f'{where}: {key} is missing. Every rule cites its clause, like clause = "ANC26 17.16".'
        case "missing":
            return f"{where}: {key} is missing."
        case _:
            return f"{where}: {key}: {detail['msg'].removeprefix('Value error, ')}."


_TAGS = {
    "printed", "corners", "bands", "same",
    "share of the margin", "by place", "straight line", "standard scores", "average of the sessions", "nothing",
    "int", "str", "Column", "tuple[int, ...]", "literal['each match']",
}  # fmt: skip
"""What pydantic puts into a path for the way it tried to read a value."""


def _words(kind: type[BaseModel], path: tuple[str | int, ...]) -> str:
    """The words that may stand where *path* ends, if its table can be found."""
    tables: list[type[BaseModel]] = [kind]
    for part in path[:-1]:
        if isinstance(part, str):
            found = [table.model_fields[part].annotation for table in tables if part in table.model_fields]
            tables = [table for annotation in found for table in _tables(annotation)]
    words = {field.alias or name for table in tables for name, field in table.model_fields.items()}
    if not words:
        return "See `overtrick rules schema` for the words of each table."
    close = get_close_matches(str(path[-1]), words, n=1)
    return f"Did you mean “{close[0]}”?" if close else f"Its words are {', '.join(sorted(words))}."


def _tables(annotation: object) -> Iterator[type[BaseModel]]:
    """The kinds of table an annotation allows."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in get_args(annotation):
        yield from _tables(part)
