"""Readings: where a text is silent or contradicts itself, how we read it, and the alternatives an event may choose.

They belong to their document. An event names those it depends on, and states only its differences.
"""

from dataclasses import dataclass
from typing import Any, Literal

from overtrick.core.scoring.datum import Span
from overtrick.regulations.grammar.files import Many
from overtrick.regulations.grammar.forms import WordPlace, form
from overtrick.regulations.grammar.place import FilePosition
from overtrick.regulations.grammar.tables import read

Silence = Literal["byes", "forfeits", "ties", "lengths", "rematches"]
"""What a stage may be silent about although play may need an answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WhenWords:
    """When something applies.

    *entries* is a number or a range of entries. *choice* is a choice that was made. *playing* is an odd or even field.
    *column* is a column of the table of formats, with the value *is*.
    """

    entries: Span | None = None
    choice: str | None = None
    playing: Literal["odd", "even"] | None = None
    column: str | None = None
    is_: int | str | None = None

    def __post_init__(self) -> None:
        if (self.column is None) != (self.is_ is None):
            raise ValueError('a column is compared: { column = "stages", is = 1 }')
        if (self.entries, self.choice, self.playing, self.column) == (None, None, None, None):
            raise ValueError("say when: entries, choice, playing or column")


@dataclass(frozen=True, slots=True, kw_only=True)
class WayWords:
    """Another listed way to read the text: which keys it sets, each a stage, a key and what is below it.

    A `*` stands for every stage that has the key. What the event is played for is set under `honours`. One with *when*
    changes nothing in other cases.
    """

    way: str
    sets: tuple[str, ...]
    to: object
    when: WhenWords | None = None

    def __post_init__(self) -> None:
        for path in self.sets:
            if path.count(".") < 1:
                raise ValueError(f"“{path}” is not a path; write the stage and the key, like “Swiss.scoring.rule”")


@dataclass(frozen=True, slots=True, kw_only=True)
class EventReading:
    """A reading on which this event depends.

    *id* is its id, or a list of the ids of readings that need no other key. *other* lists the alternatives that an
    organiser may choose in this event. *covers* says what the stages leave open and the reading answers. Without them,
    both are as in the document.
    """

    id: str
    covers: tuple[Silence, ...] = ()
    other: tuple[WayWords, ...] = ()


class ListedWay:
    """An alternative that a document lists: its name, or a table that also says what it sets in an event."""

    @staticmethod
    def read_at(value: object, at: FilePosition) -> Any:
        """The name of the alternative."""
        made = read(WayWords if isinstance(value, dict) else str, value, at)
        return made.way if isinstance(made, WayWords) else made


@dataclass(frozen=True, slots=True)
class Reading:
    """Where the text is silent or contradicts itself: what we do, and what else could be done.

    A way under *other* may say what it sets in every event that depends on the reading, and *covers* what it answers
    there. *unswitched* says why no event can be played by the other ways, where none can.
    """

    id: str
    on: tuple[str, ...]
    matter: str
    we: str
    other: tuple[str, ...] = ()
    unswitched: str = ""


form(WayWords, sets=WordPlace("", Many(str, least=1)))
form(Reading, other=WordPlace("", Many(ListedWay)), beside="covers")
