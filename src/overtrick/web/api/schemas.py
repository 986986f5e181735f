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

    last: int = Field(description="The number of the last posting that this answer takes into account.")
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
    key: str = Field(description="The public key, in base64; `/proof/key` has it in PEM.")
    signature: str = Field(description="The Ed25519 signature, in base64, of the text given in the documentation.")


class ActAsked(Schema):
    """An act to post. The same key always gives the same posting, however often it is sent."""

    model_config = ConfigDict(json_schema_extra={"example": {"key": "scoreboard-1-1-3", "act": EXAMPLE, "seen": 17}})
    key: str = Field(min_length=1, max_length=150, pattern=r"^[\x21-\x7e]+$")
    act: dict[str, Any] = Field(
        description="`act` is the name of the act; its fields follow, as in a book file. `result confirmed` and "
        "`result disputed` state what was seen: `result`, as written (`4S S +1`), or `seen`, the number of the last "
        "posting about the board; a disputed result can be confirmed only with `seen`. `seat` (`North`, `East`, "
        "`South`, `West`) is the player who confirms or disputes; leave it out for an official. If the result has "
        "changed since it was seen, the act is refused with the current result."
    )
    seen: int | None = Field(
        None, ge=0, le=2**53, description="Refuse the act if anything has been posted after this posting."
    )


class Posted(Schema):
    """The postings that are in the book now, and cautions for the poster."""

    postings: list[PostingSaid]
    cautions: list[str]
    receipt: HeadSaid | None = Field(
        description="Keep the receipt: it can later prove that the posting was in the book."
    )


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

    act: dict[str, Any] = Field(description="To accept the draft, post this act unchanged, with `seen` set to `last`.")
    tables: list[DrawnSaid]
    notes: list[str]
    cautions: list[str]
    last: int = Field(description="The number of the last posting before the draft.")


class Refused(Schema):
    """What was wrong, by which clause, and what to do."""

    refused: str
    key: str = Field("", description="The template of the refusal: the same for all values and in all languages.")
    clause: str = ""
    remedy: str = ""
    since: list[PostingSaid] = Field(default_factory=list)
