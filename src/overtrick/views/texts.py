"""Texts of a view as interfaces receive them: phrases and results, which programs read as plain text."""

from collections.abc import Callable
from typing import Annotated, TypeAlias

from overtrick.core.model.cards import Card
from overtrick.core.model.results import Result
from overtrick.core.wording import Phrase


class AsText:
    """Marks a field of a view that is a string in the API's answers and schema.

    Pydantic makes the answers from the views' own classes, and asks a mark for its schema under this name; no other
    part of pydantic is needed here.
    """

    def __get_pydantic_core_schema__(self, source: object, handler: Callable[[object], object]) -> dict[str, object]:
        """A string schema for any value of the field, both for reading and writing."""
        return {
            "type": "function-before",
            "function": {"type": "no-info", "function": _text},
            "schema": {"type": "str"},
            "serialization": {"type": "function-plain", "function": _text, "return_schema": {"type": "str"}},
        }


def _text(value: object) -> str:
    return "" if value is None else str(value)


Text: TypeAlias = Annotated[Phrase | str, AsText()]
"""A phrase of the program, or a text written by someone else."""
ResultText: TypeAlias = Annotated[Result | None, AsText()]
"""A result from a table; `None` until it is in."""
CardText: TypeAlias = Annotated[Card | None, AsText()]
"""The card that was led; `None` where it is not recorded."""
