"""The written form of a posting: one JSON object, versioned, readable in ten years without our program.

`v` is the version of the form, `n` the posting's number, `act` its name, then the poster (`by`), the time (`at`), the
poster's `key`, the act's own fields by name (`act_by` and `act_at` where it has such fields), and `prev`, the SHA-256
of the previous line. Results are written as people write them, exact numbers as text. A book that a server keeps adds
`kept` before `prev`: the server's time.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from difflib import get_close_matches
from fractions import Fraction
from functools import cache, lru_cache, partial
from hashlib import sha256
from types import NoneType, UnionType
from typing import Any, TypeAlias, get_args, get_origin, get_type_hints

from overtrick.core.errors import DirectorError, OvertrickError
from overtrick.core.event.acts import ACTS, Act, KnownAct, Posting, Unread
from overtrick.core.exact import exact_text
from overtrick.core.model.notation import read_result, write_result
from overtrick.core.model.results import Result
from overtrick.core.typed_numbers import read_exact
from overtrick.core.wording import Phrase, phrase

VERSION = 1

Reader: TypeAlias = Callable[[Any], Any]
"""Converts a written value back to the original."""

_FRAME = {"v": int, "n": int, "at": str, "by": str, "key": str, "act": str, "prev": str}
"""The parts of every line of a book besides the fields of its act."""
_BESIDE = frozenset((*_FRAME, "kept"))
_SHARED = {act: names for act in ACTS if (names := _BESIDE & {each.name for each in fields(act)})}
"""Acts with a field that has the name of a part of the frame; a line writes it as `act_by`, `act_at`."""
_MISREAD = (OvertrickError, LookupError, TypeError, ValueError, ArithmeticError, RecursionError)
"""Exceptions that reading an invalid field may raise."""
_NAMED: dict[str, type[KnownAct]] = {act.called: act for act in ACTS}
_RESULTS = get_args(Result)
_MAYBE_RESULT = Result | None


class UnreadablePosting(OvertrickError):
    """A line of a book that this program cannot read."""


class UnreadableAct(DirectorError):
    """An act from outside that cannot be read; the message names the field and what belongs there."""


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
    for name, part in _fields(posting.act).items():
        line[f"act_{name}" if name in _BESIDE else name] = part
    if posting.kept:
        line["kept"] = posting.kept
    line["prev"] = prev
    return _ENCODER.encode(line)


def read_posting(line: str) -> tuple[Posting, str]:
    """The posting in a line, and the hash that the line gives for the previous line.

    A posting whose act this program does not know or cannot read holds an `Unread` act: it keeps its place in the book.
    """
    try:
        written = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise UnreadablePosting(f"This line of the book is not JSON: {line[:60]}…") from error
    if not isinstance(written, dict) or any(type(written.get(name)) is not kind for name, kind in _FRAME.items()):
        raise UnreadablePosting(f"This line of the book is not a posting: {line[:60]}")
    act, kept = _act_of(written, line), str(written.get("kept", ""))
    return Posting(written["n"], act, written["by"], written["at"], written["key"], kept=kept), written["prev"]


def _act_of(written: Mapping[str, Any], line: str) -> Act:
    """The act in a line of a book, readable or not."""
    called = written["act"]
    if written["v"] != VERSION:
        return Unread(called, line, f"the line is of form {written['v']}, and this program reads form {VERSION}")
    act = _NAMED.get(called)
    if act is None:
        return Unread(called, line, f"this program does not know the act “{called}”")
    try:
        read: Act = _read_as(act, _of_the_act(act, written), _BESIDE)
    except _MISREAD as error:
        told = error.what if isinstance(error, DirectorError) else error
        return Unread(called, line, f"its fields cannot be read: {told}")
    return read


def _of_the_act(act: type[KnownAct], written: Mapping[str, Any]) -> Mapping[str, Any]:
    """A line with the act's own fields under their names, where one has the name of a part of the frame.

    Older lines wrote such fields over the frame's: there they stand for both.
    """
    own = {name: written[f"act_{name}"] for name in _SHARED.get(act, ()) if f"act_{name}" in written}
    if not own:
        return written
    return {name: part for name, part in written.items() if name.removeprefix("act_") not in own} | own


def line_hash(line: str) -> str:
    """The fingerprint of a line, which the next one carries."""
    return sha256(line.encode()).hexdigest()


def write_act(act: Act) -> dict[str, object]:
    """An act by its name and fields, as a posting's line holds it."""
    return {"act": act.called, **_fields(act)}


def named_act(written: Mapping[str, Any]) -> type[KnownAct]:
    """The class of the act that outside data names, before any of its fields is read."""
    called = written.get("act")
    if called is None:
        raise UnreadableAct("“act”, the name of the act, is missing", remedy="Name an act, like “result posted”.")
    act = _NAMED.get(str(called))
    if act is None:
        raise UnreadableAct(
            "There is no act “{called}”", remedy=_suggestion(str(called)[:60], _NAMED), called=f"{called!s:.60}"
        )
    return act


def read_act(written: Mapping[str, Any]) -> Act:
    """The act that outside data states by its name and fields; every field must be present and of its type."""
    read: Act = _read_as(named_act(written), written, frozenset({"act"}))
    return read


def _suggestion(name: str, known: Iterable[str]) -> Phrase:
    """A suggestion for an unknown name."""
    names = list(known)
    close = get_close_matches(name, names, n=3)
    if close:
        return phrase("Did you mean {close:or}?", close=tuple(f"“{each}”" for each in close))
    return phrase("Known names: {names:,}.", names=tuple(names))


def _fields(value: Any) -> dict[str, object]:
    """The fields of an act that are not at their defaults."""
    if isinstance(value, Unread):
        return {name: part for name, part in json.loads(value.line).items() if name not in _BESIDE}
    said = {}
    kind: Any = type(value)
    for name, default in _defaults(kind):
        part = getattr(value, name)
        if default is MISSING or part != default:
            said[name] = part if type(part) in _PLAIN else _write_value(part)
    return said


@cache
def _defaults(kind: Any) -> tuple[tuple[str, object], ...]:
    """The fields of a dataclass with their defaults. They are cached: a posting is written for every result."""
    return tuple((field.name, field.default) for field in fields(kind))


_write_known = lru_cache(maxsize=4096)(write_result)
_PLAIN = frozenset((str, int, bool, NoneType))
"""Types that are written unchanged."""
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def _write_value(value: object) -> object:
    if isinstance(value, _RESULTS):
        return _write_known(value)
    if isinstance(value, Fraction):
        return exact_text(value)
    if isinstance(value, tuple):
        return [_write_value(part) for part in value]
    if is_dataclass(value) and not isinstance(value, type):
        return _fields(value)
    return value


def _read_as(kind: Any, written: Mapping[str, Any], beside: frozenset[str] = frozenset()) -> Any:
    """A dataclass from its written fields; a missing one has its default, and an unknown one is refused."""
    given = {}
    for name, plain, read in _readers(kind):
        if name in written:
            value = written[name]
            if plain is None:
                try:
                    given[name] = read(value)
                except DirectorError:
                    raise
                except _MISREAD as error:
                    raise UnreadableAct(
                        "“{name}” cannot be {all}", remedy=_LOOK_UP, name=name, all=f"{value!r:.60}"
                    ) from error
            elif type(value) is plain:
                given[name] = value
            else:
                raise UnreadableAct(
                    "“{name}” must be {kinds}, not {all}",
                    remedy=_LOOK_UP,
                    name=name,
                    kinds=_KINDS[plain],
                    all=f"{value!r:.60}",
                )
    if len(given) < len(written) and (strange := written.keys() - given.keys() - beside):
        name, known = min(strange), [name for name, _, _ in _readers(kind)]
        raise UnreadableAct(
            "“{called}” has no field “{name}”",
            remedy=_suggestion(name[:60], known),
            called=_name_of(kind),
            name=f"{name:.60}",
        )
    try:
        return kind(**given)
    except TypeError:
        lacks = [name for name, default in _defaults(kind) if default is MISSING and name not in given]
        raise UnreadableAct(
            "“{called}” is missing {listed}", remedy=_LOOK_UP, called=_name_of(kind), listed=tuple(lacks)
        ) from None


_KINDS: dict[type[Any], str] = {str: "a text", int: "a whole number", bool: "true or false"}
_LOOK_UP = "The fields of each act are in the API documentation, and in the reference under Postings."


def _name_of(kind: Any) -> str:
    """The name of an act or of a part of one."""
    return str(getattr(kind, "called", kind.__name__.lower()))


_READERS: dict[type[Any], tuple[tuple[str, type[Any] | None, Reader], ...]] = {}


def _readers(kind: type[Any]) -> tuple[tuple[str, type[Any] | None, Reader], ...]:
    """How each field of a dataclass is read, cached: its plain type, or else the function that reads it."""
    if kind not in _READERS:
        hints = get_type_hints(kind)
        _READERS[kind] = tuple((name, *_reader(hint)) for name, hint in hints.items() if name != "called")
    return _READERS[kind]


def _reader(hint: Any) -> tuple[type[Any] | None, Reader]:
    """How a value of a type is read."""
    if hint == Result:
        return None, _read_result
    if hint == _MAYBE_RESULT:
        return None, _read_result_or_none
    if isinstance(hint, UnionType):
        return None, _read_exact if NoneType not in get_args(hint) else _read_exact_or_none
    if get_origin(hint) is tuple:
        return None, _tuple_reader(get_args(hint))
    if isinstance(hint, type) and is_dataclass(hint):
        return None, partial(_read_part, hint)
    return hint, _as_it_is


def _tuple_reader(inner: tuple[Any, ...]) -> Reader:
    if len(inner) == 2 and inner[1] is Ellipsis:
        every = _part_reader(inner[0])
        return lambda value: tuple([every(part) for part in _check_type(list, value)])
    each = [_part_reader(hint) for hint in inner]
    return lambda value: tuple([read(part) for read, part in zip(each, _check_type(list, value), strict=True)])


def _part_reader(hint: Any) -> Reader:
    plain, read = _reader(hint)
    return read if plain is None else partial(_check_type, plain)


def _read_part(kind: type[Any], value: Any) -> Any:
    return _read_as(kind, _check_type(dict, value))


def _check_type(kind: type[Any], value: Any) -> Any:
    if type(value) is not kind:
        raise TypeError(f"{value!r:.60} is not what belongs there")
    return value


def _as_it_is(value: Any) -> Any:
    return value


def _read_exact(value: Any) -> Any:
    """A number: whole, or written as text where it is a fraction."""
    return read_exact(value) if isinstance(value, str) else _check_type(int, value)


def _read_exact_or_none(value: Any) -> Any:
    return None if value is None else _read_exact(value)


@lru_cache(maxsize=4096)
def _read_known(text: str) -> Result:
    """A result from its text. It is cached: books repeat the same few results, and a result never changes."""
    return read_result(text)


def _read_result(value: Any) -> Result:
    return _read_known(_check_type(str, value))


def _read_result_or_none(value: Any) -> Result | None:
    return None if value is None else _read_result(value)
