"""The written form of a posting: one JSON object, versioned, readable in ten years with no program of ours.

`v` is the version of the form, `n` the posting's number, `act` its name, then who (`by`), when (`at`), the
poster's `key`, the act's own fields by name, and `prev`, the SHA-256 of the line before. Results are written
as people write them, exact numbers as text. A book that a server keeps adds `kept` before `prev`: the server's time.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from fractions import Fraction
from functools import lru_cache, partial
from hashlib import sha256
from types import NoneType, UnionType
from typing import Any, TypeAlias, get_args, get_origin, get_type_hints

from overtrick.core.errors import OvertrickError
from overtrick.core.event.acts import ACTS, Act, Posting
from overtrick.core.exact import exact_text, read_exact
from overtrick.core.model.notation import read_result, write_result
from overtrick.core.model.results import Result

VERSION = 1

Reader: TypeAlias = Callable[[Any], Any]
"""How a written value becomes what it was."""

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
    if posting.kept:
        line["kept"] = posting.kept
    line["prev"] = prev
    return json.dumps(line, ensure_ascii=False, separators=(",", ":"))


def read_posting(line: str) -> tuple[Posting, str]:
    """The posting a line holds, and the hash it gives of the line before."""
    try:
        written = json.loads(line)
    except (ValueError, RecursionError) as error:
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
        kept = written.get("kept", "")
        return Posting(written["n"], read, written["by"], written["at"], written["key"], kept), written["prev"]
    except (KeyError, TypeError, ValueError) as error:
        raise UnreadablePosting(f"Posting {written.get('n')} lacks {error}.") from error


def line_hash(line: str) -> str:
    """The fingerprint of a line, which the next one carries."""
    return sha256(line.encode()).hexdigest()


def write_act(act: Act) -> dict[str, object]:
    """An act by its name and fields, as a posting's line holds it."""
    return {"act": act.called, **_fields(act)}


def read_act(written: Mapping[str, Any]) -> Act:
    """The act that its name and fields state, as a stranger wrote it: every field is there and of its kind."""
    act = _NAMED.get(str(written.get("act")))
    if act is None:
        raise UnreadablePosting(f"This program does not know the act “{written.get('act')}”.")
    hints = get_type_hints(act)
    for name, value in written.items():
        if name != "act" and (name not in hints or name == "called" or not _states(hints[name], value)):
            raise UnreadablePosting(f"“{act.called}” cannot have {name} = {value!r:.60}.")
    try:
        read: Act = _read_as(act, written)
    except (TypeError, ValueError) as error:
        raise UnreadablePosting(f"“{act.called}” cannot be read: {error}.") from error
    return read


def _states(hint: Any, value: object) -> bool:
    """Whether a value in JSON can state something of a type."""
    if hint == Result:
        return isinstance(value, str)
    if isinstance(hint, UnionType):
        return (value is None and NoneType in get_args(hint)) or isinstance(value, str) or type(value) is int
    if get_origin(hint) is tuple:
        inner = get_args(hint)
        if not isinstance(value, list) or (inner[-1] is not Ellipsis and len(inner) != len(value)):
            return False
        each = [inner[0]] * len(value) if inner[-1] is Ellipsis else list(inner)
        return all(_states(one, part) for one, part in zip(each, value, strict=True))
    if isinstance(hint, type) and is_dataclass(hint):
        hints = get_type_hints(hint)
        return isinstance(value, dict) and all(name in hints and _states(hints[name], value[name]) for name in value)
    return type(value) is hint if hint in (str, int, bool) else True


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
        return write_result(value)
    if isinstance(value, Fraction):
        return exact_text(value)
    if isinstance(value, tuple):
        return [_written(part) for part in value]
    if is_dataclass(value) and not isinstance(value, type):
        return _fields(value)
    return value


def _read_as(kind: type[Any], written: Mapping[str, Any]) -> Any:
    """What a dataclass's written fields state; a field that is not written is at its default."""
    return kind(
        **{
            name: written[name] if read is None else read(written[name])
            for name, read in _readers(kind)
            if name in written
        }
    )


_READERS: dict[type[Any], tuple[tuple[str, Reader | None], ...]] = {}


def _readers(kind: type[Any]) -> tuple[tuple[str, Reader | None], ...]:
    """How each field of a dataclass is read, worked out once; nothing for one that is written as it is."""
    if kind not in _READERS:
        hints = get_type_hints(kind)
        _READERS[kind] = tuple((name, _reader(hint)) for name, hint in hints.items() if name != "called")
    return _READERS[kind]


def _reader(hint: Any) -> Reader | None:
    """How a value of a type is read back."""
    if hint == Result:
        return _read_result
    if isinstance(hint, UnionType):
        return _read_exact
    if get_origin(hint) is tuple:
        return _tuple_reader(get_args(hint))
    if isinstance(hint, type) and is_dataclass(hint):
        return partial(_read_as, hint)
    return None


def _tuple_reader(inner: tuple[Any, ...]) -> Reader:
    if len(inner) == 2 and inner[1] is Ellipsis:
        read = _reader(inner[0])
        return tuple if read is None else lambda value: tuple(read(part) for part in value)
    each = [_reader(hint) or _as_it_is for hint in inner]
    return lambda value: tuple(read(part) for read, part in zip(each, value, strict=True))


def _as_it_is(value: Any) -> Any:
    return value


def _read_exact(value: Any) -> Any:
    """A number written as text where it is a fraction; one that may be missing is `None`."""
    return read_exact(value) if isinstance(value, str) else value


_read_result = lru_cache(maxsize=4096)(read_result)
"""A book says the same few results over and over; a result never changes, so that one may stand for all."""
