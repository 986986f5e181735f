"""What a view says, as a face is given it: phrases and results, which programs read as plain text."""

from collections.abc import Callable
from typing import Annotated, TypeAlias

from overtrick.core.model.cards import Card
from overtrick.core.model.results import Result
from overtrick.core.wording import Phrase


class AsText:
    """Marks a field of a view that the API's answers and schema have as a string.

    The answers are made of the views' own classes by pydantic, which asks a mark for its schema under this name; no
    other part of it is needed here.
    """

    def __get_pydantic_core_schema__(self, source: object, handler: Callable[[object], object]) -> dict[str, object]:
        """A string, made of whatever stands in the field, read and written alike."""
        return {
            "type": "function-before",
            "function": {"type": "no-info", "function": _text},
            "schema": {"type": "str"},
            "serialization": {"type": "function-plain", "function": _text, "return_schema": {"type": "str"}},
        }


def _text(value: object) -> str:
    return "" if value is None else str(value)


Text: TypeAlias = Annotated[Phrase | str, AsText()]
"""A phrase of ours, or a text that is somebody's own."""
ResultText: TypeAlias = Annotated[Result | None, AsText()]
"""What came back from a table; nothing while it has not."""
CardText: TypeAlias = Annotated[Card | None, AsText()]
"""A card that was led; nothing where nobody said which."""
