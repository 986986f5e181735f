"""Phrases as text in a book: templates with their values, so that an interface can show them in its language later."""

import json
from enum import Enum
from fractions import Fraction
from typing import Any

from overtrick.core import limits
from overtrick.core.errors import OvertrickError
from overtrick.core.exact import exact_text
from overtrick.core.typed_numbers import read_exact
from overtrick.core.wording import Phrase, Said

_EXACT = "exact"
_MALFORMED = (OvertrickError, ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


def write_phrase(said: Said) -> str:
    """A phrase as JSON: texts and whole numbers as they are, a phrase as a list of its template and its values.

    >>> from overtrick.core.wording import phrase
    >>> write_phrase(phrase("{one} meets {other}", one="3", other=("5", "7")))
    '["{one} meets {other}",{"one":"3","other":{"list":["5","7"]}}]'
    """
    return json.dumps(_as_json(said), ensure_ascii=False, separators=(",", ":"))


def read_phrase(text: str) -> Said:
    """The phrase that was stored; a text that is no phrase, or whose values do not fit its template, is the text.

    >>> print(read_phrase('["{one} meets {other}",{"one":"3","other":{"list":["5","7"]}}]'))
    3 meets 5 and 7
    >>> read_phrase('["{one} meets {other}",{"one":"3"}]')
    '["{one} meets {other}",{"one":"3"}]'
    """
    try:
        said = _read(json.loads(text, parse_float=Fraction), limits.DEPTH)
        str(said)
    except _MALFORMED:
        return text
    return said if isinstance(said, str | Phrase) else text


def _as_json(value: object) -> object:
    value = getattr(value, "phrased", value)
    match value:
        case Phrase():
            return [value.template, {name: _as_json(part) for name, part in value.values}]
        case Enum():
            return [str(value), {}]
        case Fraction():
            return {_EXACT: str(exact_text(value))}
        case tuple():
            return {"list": [_as_json(part) for part in value]}
        case None | bool() | int():
            return value
        case _:
            return str(value)


def _read(written: Any, depth: int) -> object:
    match written:
        case _ if not depth:
            raise ValueError(written)
        case [str(template), dict(values)]:
            return Phrase(template, tuple((name, _read(value, depth - 1)) for name, value in values.items()))
        case {"list": [*parts]}:
            return tuple(_read(part, depth - 1) for part in parts)
        case {"exact": str(number)}:
            return read_exact(number)
        case str() | None | bool() | int():
            return written
        case _:
            raise ValueError(written)
