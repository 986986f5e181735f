"""The API's own messages, besides those of the pages: one class per message."""

from datetime import date
from typing import Any

from ninja import Field, Schema
from pydantic import ConfigDict
from pydantic.config import JsonDict

EXAMPLE: JsonDict = {"act": "result posted", "stage": "Swiss", "round": 1, "table": 1, "board": 3, "result": "4S N +1"}


class CongressSaid(Schema):
    """A congress."""

    slug: str
    name: str
    venue: str
    starts: date | None
    ends: date | None


class BookSaid(Schema):
    """An event of a congress."""

    slug: str
    title: str
    rules: str
    congress: str


class StageSaid(Schema):
    """A stage and its progress."""

    name: str
    slug: str
    started: bool
    rounds_drawn: int
    rounds: int
    contestants: int
    closed: bool


class AsideSaid(Schema):
    """A posting that this program cannot read. It keeps its number in the book, and has no effect."""

    number: int
    act: str
    why: str


class EventSaid(BookSaid):
    """An event as it stands after its last posting."""

    last: int = Field(description="The number of the last posting; everything here follows from the book up to it.")
    at: str
    stages: list[StageSaid]
    aside: list[AsideSaid] = Field(default_factory=list, description="Postings that are set aside, with the reason.")


class ContestantSaid(Schema):
    """An entry."""

    number: str
    name: str
    players: list[str]


class PostingSaid(Schema):
    """A posting, in the format of a book file."""

    number: int
    line: dict[str, Any]


class HeadSaid(Schema):
    """The server's signed statement that the posting with this number has this hash; it covers the book up to there."""

    event: str
    number: int
    hash: str = Field(description="SHA-256 of the posting's line, in hexadecimal.")
    time: str = Field(description="When it was signed, by the server's clock.")
    key: str = Field(description="The public key, base64; `/proof/key` has it for other programs.")
    signature: str = Field(description="Ed25519 over the text that the documentation gives, base64.")


class ActAsked(Schema):
    """An act to post. The same key always gives the same posting, however often it is sent."""

    model_config = ConfigDict(json_schema_extra={"example": {"key": "scoreboard-1-1-3", "act": EXAMPLE, "seen": 17}})
    key: str = Field(min_length=1, max_length=150, pattern=r"^[\x21-\x7e]+$")
    act: dict[str, Any] = Field(
        description="`act` is its name, then its fields, as in the book's file form. `result confirmed` and "
        "`result disputed` say what was seen: `result`, as it is written (`4S S +1`), or `seen`, the number of the "
        "last posting about the board, which is needed where it is disputed. `seat` (`North`, `East`, `South`, `West`) "
        "is who at the table says so, left out where an official does. What is not as it was seen is refused with "
        "what stands now."
    )
    seen: int | None = Field(None, ge=0, le=2**53, description="Refuse if the book has moved since this posting.")


class Posted(Schema):
    """The postings that are in the book now, and cautions for the poster."""

    postings: list[PostingSaid]
    cautions: list[str]
    receipt: HeadSaid | None = Field(description="Keep it: it proves later that the posting was in the book.")


class DrawnSaid(Schema):
    """A table of a draft, and why they meet. For individuals, `ns` is North and `ew` is East; partners come after."""

    table: int
    ns: str
    ew: str
    because: str
    south: str = ""
    west: str = ""


class DraftSaid(Schema):
    """A draft of the next step in a stage, not posted: the act that would post it, and what to know first."""

    act: dict[str, Any] = Field(description="Post it as it is, with `seen` as `last` says, to have it so.")
    tables: list[DrawnSaid]
    notes: list[str]
    cautions: list[str]
    last: int = Field(description="The posting this was drafted after.")


class Refused(Schema):
    """What was wrong, by which clause, and what to do."""

    refused: str
    key: str = Field("", description="The refusal whatever its values and the language: the template it is said by.")
    clause: str = ""
    remedy: str = ""
    since: list[PostingSaid] = Field(default_factory=list)
