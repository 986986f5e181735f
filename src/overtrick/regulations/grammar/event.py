"""The grammar of an event file: one event, its stages in order of play, and what they stand on.

Numbers stand where their document has them. An event file names rules by their ids; a number that a table
of formats decides is written `{ column = "boards" }`. What depends on the entry or on an official's choice
stands under `when`.
"""

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field, PrivateAttr, model_validator

from overtrick.core.conduct.record import Same
from overtrick.core.draws.rules import Choice, First, Odd, Placed, Rematch
from overtrick.core.event.plan import Contest, FieldsMade, SessionForm, TwoFieldForm
from overtrick.regulations.grammar.graph import GraphWords
from overtrick.regulations.grammar.locate import line_of
from overtrick.regulations.grammar.schema import RuleFile
from overtrick.regulations.grammar.words import Cite, Cited, Spanned, Table, word

PlayWord = Literal["swiss", "round robin", "two fields", "sessions", "stanzas", "finals", "tally"]

DRAW_WORDS: dict[str, frozenset[str]] = {
    "swiss": frozenset({"first", "rematch", "placed", "odd", "share", "modified", "house"}),
    "round robin": frozenset(
        {"printed", "half_way", "finals", "times", "bye_moved", "byes_spread", "by_lot", "second"}
    ),
    "two fields": frozenset({"form", "sections", "session_boards", "house"}),
    "sessions": frozenset({"movements", "session_boards"}),
    "stanzas": frozenset({"rights"}),
    "finals": frozenset({"brackets"}),
    "tally": frozenset({"stages", "points", "same_team"}),
}
"""The words of a draw, for each way to play."""


Silence = Literal["byes", "forfeits", "ties", "lengths"]
"""What a stage may be silent about, though play may need an answer."""


class Column(Table):
    """A number, or a list of them, that the event's table of formats gives for the entry."""

    column: str


Count = Annotated[int | Column, Field(union_mode="left_to_right")]

Sessions = Annotated[int | tuple[int, ...] | Column | Literal["each match"], Field(union_mode="left_to_right")]
"""How many sessions, or the matches of each; *each match* may be a session."""


class WhenWords(Table):
    """When something holds: an entry of so many, an official's choice, an odd or even field, a cell of the format."""

    entries: Spanned | None = None
    choice: str | None = None
    playing: Literal["odd", "even"] | None = None
    column: str | None = None
    is_: int | str | None = Field(None, alias="is")

    @model_validator(mode="after")
    def _something(self) -> "WhenWords":
        if (self.column is None) != (self.is_ is None):
            raise ValueError('a column is compared: { column = "stages", is = 1 }')
        if (self.entries, self.choice, self.playing, self.column) == (None, None, None, None):
            raise ValueError("say when: entries, choice, playing or column")
        return self


class SourceWords(Cited):
    """Where a stage's contestants come from: *each* from every field of another stage, or so many *places* in all.

    With *attendance* there are as many as a Howell of the document's seats, by how many played in a session of
    that stage on average.
    """

    stage: str
    attendance: bool = False
    each: Count | None = None
    places: Count | None = None
    contending: bool = True


class FieldWords(Cited):
    """The fields of a stage, and how they are filled."""

    names: tuple[str, ...] = Field(min_length=1)
    made: Annotated[FieldsMade, word(FieldsMade)] = FieldsMade.SEEDED


class ShareWords(Cited):
    """A match of three for an odd field."""

    choice: Annotated[Choice, word(Choice)]
    rounds: int = 1
    below_top_half: bool = False
    spare_again: bool = True


class MovementWords(Table):
    """A movement for so many tables; *rounds* are the fewest and the most it may have, as far as the tables allow.

    A Howell that does not say is a full one; a Mitchell has all its rounds, up to thirteen.
    """

    tables: Spanned
    movement: Annotated[SessionForm, word(SessionForm)]
    rounds: Spanned | None = None


class DrawWords(Cited):
    """Who meets whom. Each way to play has its own words here.

    A Swiss: *first*, *rematch*, *placed*, *odd*, *share*, *modified* (small fields, by that clause). A Swiss or
    two fields: *house*, the clause by which the organiser completes an odd field. A round robin: *printed* draws
    (*half_way* false: without the switches they print) and balanced *finals* of the document by id, else the
    circle, *times* over; *bye_moved*, *byes_spread*; numbers *by_lot*; *second* says which team of a match counts
    as its second. Two fields: *form*, *sections*. Sessions: *movements* by tables. *session_boards* is the length
    of a session, from and to where it is for the program to propose. Stanzas: *rights* by name, to sit last.
    Finals: *brackets* by name, for the teams there usually are and for fewer. A tally adds up *stages*, the
    *points* of their places, teams with enough members in common being the *same_team*.
    """

    says: str = ""
    first: Annotated[First, word(First)] | None = None
    rematch: Annotated[Rematch, word(Rematch)] | None = None
    placed: Annotated[Placed, word(Placed)] | None = None
    odd: Annotated[Odd, word(Odd)] | None = None
    share: ShareWords | None = None
    modified: Cite | None = None
    house: Cite | None = None
    printed: tuple[str, ...] | None = None
    half_way: bool | None = None
    finals: tuple[str, ...] | None = None
    times: int | None = Field(None, ge=1)
    bye_moved: bool | None = None
    byes_spread: bool | None = None
    by_lot: Cite | None = None
    second: Literal["as listed", "by number"] | None = None
    form: Annotated[TwoFieldForm, word(TwoFieldForm)] | None = None
    sections: int | None = None
    movements: tuple[MovementWords, ...] | None = None
    session_boards: Spanned | None = None
    rights: str | None = None
    brackets: tuple[str, ...] | None = None
    stages: tuple[str, str] | None = None
    points: str | None = None
    same_team: bool | None = None


class ConductWords(Table):
    """What binds a stage besides its play, by the names in the document's `conduct.toml`.

    *lateness*, *boards* and *breaches* (by kind) stand instead of those its penalties name; *same* says which
    earlier offences count; *closes* is the one clock that closes corrections, whoever asks for them. *moves* is the
    rule for playing a match on another day; with *finals_dates* the document says on which days finals are played.
    """

    penalties: str | None = None
    lateness: str | None = None
    boards: str | None = None
    breaches: dict[str, str] = Field(default_factory=dict)
    same: Annotated[Same, word(Same)] | None = None
    closes: str | None = None
    slow_play: str | None = None
    ladders: tuple[str, ...] = ()
    clocks: tuple[str, ...] = ()
    rolling: tuple[str, ...] = ()
    allowance: str | None = None
    slots: str | None = None
    timetable: tuple[str, ...] = ()
    moves: str | None = None
    finals_dates: bool = False


class PlayersWords(Table):
    """Who may play, by the ids in the document's `eligibility.toml`; with *systems*, what it says of systems holds.

    How much must be played and how many substitutes there may be is found there under the stage itself.
    *titles* are the rules of those who take a title; *played* says which stage a count of play is taken from;
    *notice* is the rule for asking for a substitute, *limited* the one for playing a limited system in a match;
    *instead* are other rules that stand for those of the document.
    """

    eligibility: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()
    played: dict[str, str] = Field(default_factory=dict)
    common: str | None = None
    lodging: str | None = None
    notice: str | None = None
    limited: str | None = None
    systems: bool = False
    instead: dict[str, str] = Field(default_factory=dict)


class PlacingWords(Table):
    """The least play for a place: a list of *absences* for events *held* so, or a share of the matches (*play*).

    They are the ids of the document's `eligibility.toml`. With *sittings* absences are counted by sittings
    instead of matches.
    """

    absences: str | None = None
    held: str | None = None
    sittings: bool = False
    play: str | None = None

    @model_validator(mode="after")
    def _one_way(self) -> "PlacingWords":
        if (self.absences is None) == (self.play is None) or (self.absences is None) != (self.held is None):
            raise ValueError("write absences and how the event is held, like “weeknight”, or play")
        return self


class StageKeys(Table):
    """Everything that may be said of a stage, and said otherwise for some entries.

    *home* is the clause by which a lot makes one side of each match the home team, who sits first.
    *first_boards* is the length of a match in the first session, where it is another; *unplayed* are the rules
    for matches not played out through nobody's fault, *compared* the one for those that fouled boards leave with too
    few comparisons; *stand_ins* names what a substitute may cost, and is empty
    where one costs nothing after all.
    """

    says: str = ""
    play: PlayWord | None = None
    layout: str | None = None
    matches: Count | None = None
    boards: Count | None = None
    first_boards: int | None = None
    matches_a_session: Count | None = None
    sessions: Sessions | None = None
    programme: str | None = None
    scoring: str | None = None
    fields: FieldWords | None = None
    source: SourceWords | None = None
    ranking: str | None = None
    carry: str | None = None
    qualify: str | None = None
    significant: str | None = None
    bye: str | None = None
    forfeit: str | None = None
    unplayed: tuple[str, ...] = ()
    compared: str | None = None
    stand_ins: str | None = None
    season: str | None = None
    placing: PlacingWords | None = None
    opposed: str | None = None
    pool: str | None = None
    home: Cite | None = None
    draw: DrawWords | None = None
    conduct: ConductWords = ConductWords()
    players: PlayersWords = PlayersWords()


class InsteadWords(StageKeys, Cited):
    """What a stage has instead, when so and so."""

    when: WhenWords


class StageWords(StageKeys, Cited):
    """A stage: how it is played, scored and ranked. One with *when* is only played then."""

    name: str
    when: WhenWords | None = None
    instead: tuple[InsteadWords, ...] = ()

    @model_validator(mode="after")
    def _draw_of_its_play(self) -> "StageWords":
        """A draw has the words of the way the stage is played."""
        for play, draw in ((self.play, self.draw), *((i.play or self.play, i.draw) for i in self.instead)):
            if play is None or draw is None:
                continue
            own = DRAW_WORDS[play] | {"clause", "readings", "says"}
            if strange := sorted(draw.model_fields_set - own):
                words = ", ".join(sorted(DRAW_WORDS[play])) or "none of its own"
                raise ValueError(f"“{strange[0]}” is not a word for the draw of a {play}; they are: {words}")
        return self


class ChoiceWords(Cited):
    """Something an official may choose for an event.

    Of the choices that settle the same thing one must be made before the entry is closed.
    """

    id: str
    by: str
    says: str
    settles: str = ""


class FormatOf(Table):
    """The table of formats that holds, and the column of it that names a table which says more."""

    table: str
    then: str | None = None
    gaps: Literal["refused", "as proposed"] = "refused"
    when: WhenWords | None = None


class HonourWords(Table):
    """What an event is played for, by the ids in the document's `ranking.toml`."""

    awards: tuple[str, ...] = ()
    members: tuple[str, ...] = ()
    categories: str | None = None
    team: str | None = None
    house_pair: bool = False


class WayWords(Table):
    """Another listed way to read the text: which keys it sets, each a stage, a key and what is below it.

    What the event is played for is set under `honours`. One with *when* changes nothing otherwise.
    """

    way: str
    sets: tuple[str, ...] = Field(min_length=1)
    to: object
    when: WhenWords | None = None

    @model_validator(mode="after")
    def _paths(self) -> "WayWords":
        for path in self.sets:
            if path.count(".") < 1:
                raise ValueError(f"“{path}” is not a path; write the stage and the key, like “Swiss.scoring.rule”")
        return self


class EventReading(Table):
    """A reading that this event rests on; *other* are the listed ways an organiser may choose here.

    *covers* names what the stages are silent about and this reading answers.
    """

    id: str
    covers: tuple[Silence, ...] = ()
    other: tuple[WayWords, ...] = ()


class MembersWords(Cited):
    """How many members a team has, and the least play of one *added* or playing in *finals*, by its id.

    *qualifying* and *throughout* are the least play of an eligible member, *finals_team* who of two stages may play.
    """

    size: Spanned
    added: str | None = None
    finals: str | None = None
    qualifying: str | None = None
    throughout: str | None = None
    finals_team: str | None = None


class EventTable(Cited):
    """What an event is: its name, who contends, how large an entry it takes, and what is usual.

    *visitors* is the rule of eligibility by which somebody may play who does not contend.
    *even* is the clause by which only an even number may enter, *by_stage* the one by which each stage takes
    entries of its own.
    """

    id: str = Field(pattern=r"^[a-z0-9-]+/[a-z0-9-]+$")
    name: str
    says: str = ""
    contest: Annotated[Contest, word(Contest)]
    entries: Spanned
    usual: int
    visitors: str | None = None
    even: Cite | None = None
    by_stage: Cite | None = None
    members: MembersWords | None = None

    def takes(self, entered: int) -> bool:
        """Whether the event is for so many."""
        return entered in self.entries and not (self.even is not None and entered % 2)

    @model_validator(mode="after")
    def _usual_fits(self) -> "EventTable":
        if self.entries.most is None or self.usual not in self.entries:
            raise ValueError(f"the usual entry is one of [least, most]; {self.usual} is not within {self.entries}")
        return self


class EventFile(Table):
    """A whole event file; *rules* are rules of its own, as a rule file has them."""

    event: EventTable
    choice: tuple[ChoiceWords, ...] = ()
    format: tuple[FormatOf, ...] = ()
    stage: tuple[StageWords, ...] = ()
    graph: GraphWords | None = None
    honours: HonourWords = HonourWords()
    conduct: ConductWords = ConductWords()
    players: PlayersWords = PlayersWords()
    reading: tuple[EventReading, ...] = ()
    rules: RuleFile = RuleFile()
    _text: str = PrivateAttr("")
    _called: str = PrivateAttr("")

    def read_from(self, text: str, called: str) -> "EventFile":
        """The same file, knowing the text it was read from and what that is called, so that faults can name a line."""
        self._text, self._called = text, called
        return self

    def where(self, path: Sequence[str | int]) -> str:
        """Where in its text something stands."""
        return f"{self._called}, line {line_of(self._text, path)}" if self._text else self.event.id

    @model_validator(mode="after")
    def _stages_or_graph(self) -> "EventFile":
        """An event has stages one after another, or is a graph of them."""
        if bool(self.stage) == (self.graph is not None):
            raise ValueError("an event has [[stage]] after [[stage]], or it has a [graph]")
        return self

    @model_validator(mode="after")
    def _choices_known(self) -> "EventFile":
        """Every choice that something waits for is one somebody may make."""
        known = [choice.id for choice in self.choice]
        waits = [table.when for table in self.format] + [stage.when for stage in self.stage]
        waits += [instead.when for stage in self.stage for instead in stage.instead]
        for when in waits:
            if when is not None and when.choice is not None and when.choice not in known:
                listed = ", ".join(f"“{name}”" for name in known) or "none"
                raise ValueError(f"nobody may choose “{when.choice}”; the choices are {listed}")
        return self

    @property
    def folder(self) -> str:
        """The folder of the rulebook the event belongs to."""
        return self.event.id.partition("/")[0]

    @property
    def cites(self) -> str:
        """The citation of the document the event stands on."""
        return self.event.clause.document
