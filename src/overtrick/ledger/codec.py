"""The written form of a posting: one JSON object, versioned, readable in ten years with no program of ours.

`v` is the version of the form, `n` the posting's number, `act` its name, then who (`by`), when (`at`), the
poster's `key`, the act's own fields by name, and `prev`, the SHA-256 of the line before. Results are written
as people write them, exact numbers as text.
"""

import json
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from fractions import Fraction
from hashlib import sha256
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

from overtrick.core.errors import OvertrickError
from overtrick.core.event.acts import ACTS, Act, Posting
from overtrick.core.exact import exact_text, read_exact
from overtrick.core.model.notation import read_result
from overtrick.core.model.results import Result

VERSION = 1

_NAMED: dict[str, type[Act]] = {act.called: act for act in ACTS}
_RESULTS = get_args(Result)


class UnreadablePosting(OvertrickError):
    """A line of a book that this program cannot read."""


def write_posting(posting: Posting, prev: str) -> str:
    """A posting as one line of JSON; the same posting always gives the same bytes."""
    line: dict[str, object] = {
        "v": VERSION,
        "n": posting.number,
        "at": posting.at,
        "by": posting.by,
        "key": posting.key,
        "act": posting.act.called,
    }
    line.update(_fields(posting.act))
    line["prev"] = prev
    return json.dumps(line, ensure_ascii=False, separators=(",", ":"))


def read_posting(line: str) -> tuple[Posting, str]:
    """The posting a line holds, and the hash it gives of the line before."""
    try:
        written = json.loads(line)
    except json.JSONDecodeError as error:
        raise UnreadablePosting(f"This line of the book is not JSON: {line[:60]}…") from error
    if not isinstance(written, dict):
        raise UnreadablePosting(f"This line of the book is not a posting: {line[:60]}")
    if written.get("v") != VERSION:
        raise UnreadablePosting(f"This book is of form {written.get('v')}, and this program reads form {VERSION}.")
    act = _NAMED.get(str(written.get("act")))
    if act is None:
        raise UnreadablePosting(f"This program does not know the act “{written.get('act')}”.")
    try:
        read = _read_as(act, written)
        return Posting(written["n"], read, written["by"], written["at"], written["key"]), written["prev"]
    except (KeyError, TypeError, ValueError) as error:
        raise UnreadablePosting(f"Posting {written.get('n')} lacks {error}.") from error


def line_hash(line: str) -> str:
    """The fingerprint of a line, which the next one carries."""
    return sha256(line.encode()).hexdigest()


def write_act(act: Act) -> dict[str, object]:
    """An act by its name and fields, as a posting's line holds it."""
    return {"act": act.called, **_fields(act)}


def read_act(written: Mapping[str, Any]) -> Act:
    """The act that its name and fields state."""
    act = _NAMED.get(str(written.get("act")))
    if act is None:
        raise UnreadablePosting(f"This program does not know the act “{written.get('act')}”.")
    read: Act = _read_as(act, written)
    return read


def _fields(value: Any) -> dict[str, object]:
    """The fields of an act that say something: those at their defaults are left out."""
    said = {}
    for field in fields(value):
        part = getattr(value, field.name)
        if field.default is MISSING or part != field.default:
            said[field.name] = _written(part)
    return said


def _written(value: object) -> object:
    if isinstance(value, _RESULTS):
        return str(value)
    if isinstance(value, Fraction):
        return exact_text(value)
    if isinstance(value, tuple):
        return [_written(part) for part in value]
    if is_dataclass(value) and not isinstance(value, type):
        return _fields(value)
    return value


_HINTS: dict[str, dict[str, Any]] = {}


def _hints(kind: type[Any]) -> dict[str, Any]:
    if kind.__name__ not in _HINTS:
        hints = get_type_hints(kind)
        _HINTS[kind.__name__] = {name: hint for name, hint in hints.items() if name != "called"}
    return _HINTS[kind.__name__]


def _read_as(kind: type[Any], written: Mapping[str, Any]) -> Any:
    hints = _hints(kind)
    return kind(**{name: _read(hint, written[name]) for name, hint in hints.items() if name in written})


def _read(hint: Any, value: Any) -> Any:
    """A value read back as its type says."""
    if hint == Result:
        return read_result(value)
    if isinstance(hint, UnionType):
        if value is None and NoneType in get_args(hint):
            return None
        return read_exact(value) if isinstance(value, str) else value
    if get_origin(hint) is tuple:
        inner = get_args(hint)
        if len(inner) == 2 and inner[1] is Ellipsis:
            return tuple(_read(inner[0], part) for part in value)
        return tuple(_read(each, part) for each, part in zip(inner, value, strict=True))
    if isinstance(hint, type) and is_dataclass(hint):
        return _read_as(hint, value)
    return value
