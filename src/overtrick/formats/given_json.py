"""JSON from outside, limited in size, depth and length of numbers."""

import json
import re
from collections.abc import Callable
from typing import Any

from overtrick.core import limits
from overtrick.core.errors import DirectorError
from overtrick.core.wording import Said

_MARKS = re.compile(r'"(?:[^"\\]++|\\.)*+\\?(?:"|\Z)|[\[{]|[\]}]', re.DOTALL)
"""A quoted text, to its end or to the end of the input; an opening bracket; a closing one."""
Objects = Callable[[list[tuple[str, Any]]], Any]


class OutOfBounds(DirectorError):
    """A limit is exceeded; *bound* names it in a few words."""

    def __init__(self, what: Said, bound: str, remedy: Said = "", **values: object) -> None:
        super().__init__(what, clause="", remedy=remedy, **values)
        self.bound = bound


def bound_of(refused: DirectorError) -> str:
    """Why a text was refused, in a few words for a log and without any of its content."""
    return refused.bound if isinstance(refused, OutOfBounds) else "not JSON"


def read_json(
    given: str | bytes,
    name: str,
    *,
    largest: int = limits.FILE,
    fraction: Callable[[str], Any] = float,
    objects: Objects | None = None,
) -> Any:
    """The content of a JSON text; *fraction* converts each number with a point or an exponent, *objects* each object.

    >>> read_json('{"a": [1, 2.50]}', "x", fraction=str)
    {'a': [1, '2.50']}
    """
    if len(given) > largest:
        raise OutOfBounds(
            "{name} is too large: {count} characters; the limit is {largest}",
            "too large",
            name=name,
            count=len(given),
            largest=largest,
        )
    try:
        text = given if isinstance(given, str) else given.decode()
        if _depth(text) > limits.DEPTH:
            raise OutOfBounds(
                "{name} nests lists or objects more than {depth} levels deep",
                "too deep",
                remedy="Nest the lists and objects less deeply.",
                name=name,
                depth=limits.DEPTH,
            )
        return json.loads(
            text, parse_float=fraction, parse_int=_whole, parse_constant=_no_number, object_pairs_hook=objects
        )
    except json.JSONDecodeError as error:
        raise DirectorError(
            "{name} is not JSON: {msg} on line {lineno}", name=name, msg=error.msg, lineno=error.lineno
        ) from error
    except UnicodeDecodeError as error:
        raise DirectorError("{name} is not UTF-8", remedy="Send the data as JSON in UTF-8.", name=name) from error


def _depth(text: str) -> int:
    """The nesting depth of brackets outside quotes."""
    deepest = depth = 0
    for mark in _MARKS.finditer(text):
        match mark[0]:
            case "[" | "{":
                depth += 1
                deepest = max(deepest, depth)
            case "]" | "}":
                depth -= 1
            case _:
                pass
    return deepest


def _whole(digits: str) -> int:
    if len(digits) > limits.NUMBER:
        raise OutOfBounds("A number with {count} digits is too long", "a number too long", count=len(digits))
    return int(digits)


def _no_number(word: str) -> None:
    raise DirectorError("“{word}” is not a number", remedy="Write numbers with digits, like 12 or 14.58.", word=word)
