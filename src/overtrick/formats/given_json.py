"""JSON as strangers hand it in: no larger, no deeper and with no longer numbers than anything here has."""

import json
import re
from collections.abc import Callable
from typing import Any

from overtrick.core import limits
from overtrick.core.errors import DirectorError
from overtrick.core.wording import Said

_MARKS = re.compile(r'"(?:[^"\\]++|\\.)*+\\?(?:"|\Z)|[\[{]|[\]}]', re.DOTALL)
"""A text in quotes, to its end or to the end of all; a bracket that opens; one that closes."""
Objects = Callable[[list[tuple[str, Any]]], Any]


class OutOfBounds(DirectorError):
    """More than anything here has; *bound* says in a few words of what."""

    def __init__(self, what: Said, bound: str, remedy: Said = "", **values: object) -> None:
        super().__init__(what, clause="", remedy=remedy, **values)
        self.bound = bound


def bound_of(refused: DirectorError) -> str:
    """What was wrong with a text that was not read, in a few words for a log and without anything it said."""
    return refused.bound if isinstance(refused, OutOfBounds) else "not JSON"


def read_json(
    given: str | bytes,
    name: str,
    *,
    largest: int = limits.FILE,
    fraction: Callable[[str], Any] = float,
    objects: Objects | None = None,
) -> Any:
    """What a JSON text says; *fraction* makes each number with a point or a power, *objects* each object.

    >>> read_json('{"a": [1, 2.50]}', "x", fraction=str)
    {'a': [1, '2.50']}
    """
    if len(given) > largest:
        raise OutOfBounds(
            "{name} is too large: it has {count} characters, and at most {largest} are read",
            "too large",
            name=name,
            count=len(given),
            largest=largest,
        )
    try:
        text = given if isinstance(given, str) else given.decode()
        if _depth(text) > limits.DEPTH:
            raise OutOfBounds(
                "{name} has lists or objects more than {depth} deep in one another",
                "too deep",
                remedy="Write it flatter.",
                name=name,
                depth=limits.DEPTH,
            )
        return json.loads(
            text, parse_float=fraction, parse_int=_whole, parse_constant=_no_number, object_pairs_hook=objects
        )
    except json.JSONDecodeError as error:
        raise DirectorError(
            "{name} is not JSON: {msg} in line {lineno}", name=name, msg=error.msg, lineno=error.lineno
        ) from error
    except UnicodeDecodeError as error:
        raise DirectorError("{name} is not UTF-8", remedy="Send it as JSON in UTF-8.", name=name) from error


def _depth(text: str) -> int:
    """How deep brackets stand in one another; those in quotes are no brackets."""
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
        raise OutOfBounds(
            "A number of {count} digits is none that anybody counts with", "a number too long", count=len(digits)
        )
    return int(digits)


def _no_number(word: str) -> None:
    raise DirectorError("{word} is not a number", word=word)
