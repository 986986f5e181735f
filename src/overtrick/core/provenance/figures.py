"""Numbers with their reasons.

A `Clause` is the rule, a `Fact` is what happened, and a `Figure` is a number with the clause that made
it, how it was made, and the figures or facts it was made from. An explanation walks down these parts
(`overtrick.core.provenance.telling`); nothing is recorded anywhere else. A figure does no arithmetic: rules calculate
with plain numbers and wrap the result once, in their `return`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Any, Generic, Literal, TypeAlias, TypeVar

from overtrick.core.errors import EngineError
from overtrick.core.exact import Exact, Numeral, decimal_text, mean, with_minus
from overtrick.core.wording import Phrase, Said, phrase, render_value

N_co = TypeVar("N_co", bound=Exact, covariant=True)

Json: TypeAlias = "bool | int | str | list[Json] | dict[str, Json] | None"


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of a document, and the readings of it that were applied.

    A reading is our numbered interpretation where the text is silent or contradicts itself.

    >>> print(Clause("ANC26", "17.13", ("D55",)))
    ANC26 17.13, reading D55
    """

    document: str
    number: str
    readings: tuple[str, ...] = ()

    @classmethod
    def parse(cls, cite: str, readings: Iterable[str] = ()) -> "Clause":
        """The clause with this citation: the document, a space, the number.

        >>> Clause.parse("Law 77")
        Clause(document='Law', number='77', readings=())
        """
        document, _, number = cite.strip().partition(" ")
        return cls(document, number, tuple(readings))

    @property
    def cite(self) -> str:
        """The clause alone, without its readings."""
        return f"{self.document} {self.number}"

    def reading(self, *ids: str) -> "Clause":
        """This clause with these readings added, each listed once."""
        return Clause(self.document, self.number, tuple(dict.fromkeys((*self.readings, *ids)))) if ids else self

    @property
    def phrased(self) -> Phrase:
        """The clause with its readings."""
        one = len(self.readings) == 1
        return phrase("{cite}[, {one:reading|readings} {ids:,}]", cite=self.cite, one=one, ids=self.readings)

    def __str__(self) -> str:
        return str(self.phrased) if self.readings else self.cite


@dataclass(frozen=True, slots=True)
class Unit:
    """The unit of a figure, and how its numbers are written."""

    many: str
    one: str
    places: int = 0
    signed: bool = False

    @property
    def name(self) -> str:
        """The name of the unit in a sentence without a number.

        >>> VPS.name, PERCENT.name
        ('VPs', 'per cent')
        """
        return "per cent" if self.many == "%" else self.many

    def like(self, other: "Unit") -> bool:
        """Whether numbers in both units count the same thing, and so can be added, carried over or ranked together.

        >>> VPS.like(Unit("VPs", "VP", places=3)), VPS.like(PERCENT)
        (True, False)
        """
        return self.many == other.many

    def number(self, value: Exact) -> Numeral:
        """The number alone, as written in a column.

        >>> IMPS.number(12), VPS.number(15), POINTS.number(-620)
        ('+12', '15.00', '−620')
        """
        places = self.places if self.places or value.denominator == 1 else 2
        text = decimal_text(value, places)
        return Numeral(f"+{text}") if self.signed and value > 0 else with_minus(text)

    def show(self, value: Exact) -> str:
        """The number with its unit, as written in a sentence.

        >>> IMPS.show(12), VPS.show(10), PERCENT.show(50)
        ('+12 IMPs', '10.00 VPs', '50.00%')
        """
        name = self.one if abs(value) == 1 else self.many
        return f"{self.number(value)}{name}" if name == "%" else f"{self.number(value)} {name}"

    def amount(self, value: Exact) -> Phrase:
        """The number with its unit as a phrase that can be translated.

        >>> print(IMPS.amount(12), PERCENT.amount(50))
        +12 IMPs 50.00%
        """
        name = self.one if abs(value) == 1 else self.many
        if name == "%":
            return phrase("{number}%", number=self.number(value))
        return phrase("{number} {unit}", number=self.number(value), unit=Phrase(name))


POINTS = Unit("points", "point", signed=True)
IMPS = Unit("IMPs", "IMP", signed=True)
VPS = Unit("VPs", "VP", places=2)
MATCHPOINTS = Unit("matchpoints", "matchpoint")
PERCENT = Unit("%", "%", places=2)
BOARDS = Unit("boards", "board")
MATCHES = Unit("matches", "match")
SESSIONS = Unit("sessions", "session")
TOP = Unit("matchpoints available", "matchpoint available")
TIMES = Unit("times", "time")
BOARD_POINTS = Unit("board points", "board point")
RESULTS = Unit("results", "result")


class Derivation(Enum):
    """How a figure was made from its parts, so that a program can repeat it; the value is the word shown to readers.

    A rounded number has as many places as its clause says. Members ending in _EW and _NS belong to a board: its
    scores are stored as North-South's, and the suffix says for which side the figure is shown.
    """

    GIVEN = "given"
    SUM = "sum"
    ROUNDED = "rounded sum"
    MEAN = "mean"
    TRIMMED = "mean without extremes"
    WEIGHTED = "weighted mean"
    MIDDLE = "median"
    DIFFERENCE = "difference"
    PRODUCT = "product"
    QUOTIENT = "quotient"
    GREATEST = "greatest"
    LEAST = "least"
    BETWEEN = "kept between"
    SAME = "same"
    INSTEAD = "given instead"
    COUNT = "count"
    SCALE = "scale"
    SCORED = "score of a result"
    RANK = "rank"
    STANDARD = "difference from the second over the third"
    FORMULA = "formula"
    SHARES = "mean of shares"
    SHARE = "per cent of the second"
    AGAINST = "IMPs of the difference"
    AGAINST_EW = "IMPs of the difference, East-West"
    TABLES_NS = "IMPs of the sum, North-South at the first table"
    TABLES_EW = "IMPs of the sum, East-West at the first table"
    POINTS_NS = "sum, North-South at the first table"
    POINTS_EW = "sum, East-West at the first table"
    COMPARED = "comparisons"
    COMPARED_EW = "comparisons, East-West"

    @property
    def word(self) -> str:
        """The operation alone, without the side."""
        return self.value.partition(",")[0]


@dataclass(frozen=True, slots=True)
class PostingSource:
    """The place in the book where a fact is recorded: its posting, and its table if it came from one."""

    posting: int
    round: int = 0
    table: int = 0
    room: str = ""

    @property
    def where(self) -> Phrase | None:
        """The table as a phrase.

        >>> print(PostingSource(812, 3, 4, "open").where, PostingSource(813).where)
        table 4, open room None
        """
        if not self.table:
            return None
        if not self.room:
            return phrase("table {table}", table=self.table)
        return phrase("table {table}, {room} room", table=self.table, room=Phrase(self.room))

    @property
    def phrased(self) -> Phrase:
        """The posting as a phrase."""
        return phrase("posting {number}", number=self.posting)

    def __str__(self) -> str:
        return f"posting {self.posting}"


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that happened: what was recorded, and where.

    *says* is a phrase, a result, or any value that reads well as text; it is rendered only when it is shown.
    *source* is a posting, or a line of a file.
    """

    says: object
    source: Said | PostingSource = ""

    @property
    def phrased(self) -> Phrase:
        """The recorded fact, and its table if it has one."""
        where = self.source.where if isinstance(self.source, PostingSource) else None
        if where is not None:
            return phrase("{says}, {where}", says=self.says, where=where)
        return self.says if isinstance(self.says, Phrase) else phrase("{says}", says=self.says)

    def __str__(self) -> str:
        return f"{self.phrased} [{self.source}]" if self.source else str(self.phrased)


@dataclass(frozen=True, slots=True)
class RoundingNote:
    """A note that ends with the number from which a figure was rounded."""

    says: Phrase
    exact: Exact
    unit: Unit

    def negate(self) -> "RoundingNote":
        """The note for the other side, with the sign of the number changed."""
        return RoundingNote(self.says, -self.exact, self.unit)

    @property
    def phrased(self) -> Phrase:
        """The note with the number at its end."""
        return phrase("{says}, rounded from {number}", says=self.says, number=self.unit.number(self.exact))


Note: TypeAlias = Phrase | RoundingNote | Literal[""]
"""How a figure was made: a phrase, or empty. A plain text is not allowed, because it could not be translated."""


@dataclass(frozen=True, slots=True)
class Figure(Generic[N_co]):
    """A number with its reasons: the value, its unit, the clause, the parts it was made from, and how.

    Equal figures have equal values *and* equal reasons; compare `value` to compare scores.
    """

    value: N_co
    unit: Unit
    clause: Clause
    of: "tuple[Figure[Exact] | Fact, ...]" = ()
    note: Note = ""
    made: Derivation = Derivation.GIVEN

    def __str__(self) -> str:
        return self.unit.show(self.value)

    def __repr__(self) -> str:
        """The number, its clause and the number of its parts; `why` gives the reasons.

        >>> Figure(81, IMPS, Clause("Law", "78D"), (Fact("4S S ="),))
        <Figure +81 IMPs, Law 78D, 1 part>
        """
        parts = f", {len(self.of)} part{'s' * (len(self.of) > 1)}" if self.of else ""
        return f"<Figure {self}, {self.clause}{parts}>"

    @property
    def said(self) -> str:
        """The note in English."""
        return render_value(self.note)

    @property
    def phrased(self) -> Phrase:
        """The number with its unit."""
        return self.unit.amount(self.value)

    def line(self) -> str:
        """This figure on one line: the number, how it came about, and the clause.

        >>> Figure(12, IMPS, Clause("Law", "78B"), note=phrase("620 against 110")).line()
        '+12 IMPs  620 against 110  (Law 78B)'
        """
        note = f"  {self.said}" if self.note else ""
        return f"{self}{note}  ({self.clause})"

    def why(self, depth: int | None = 2) -> str:
        """The reasons as a tree, one line each, *depth* levels down (`None`: all the way)."""
        from overtrick.core.provenance.telling import why

        return why(self, depth)

    def _repr_html_(self) -> str:
        """The figure as HTML for a notebook: one line that opens to its reasons."""
        from overtrick.core.provenance.telling import notebook

        return notebook(self)

    def explained(self, depth: int | None = None) -> dict[str, Json]:
        """The same tree as JSON: exact values, and parts that recur given once and then by `ref`."""
        from overtrick.core.provenance.telling import explain

        return explain(self, depth)


class LateFigure(Figure[N_co]):
    """A figure whose reasons are calculated when they are first read; otherwise it is like any other.

    *reasons* calculates them from the number *asked*. Only opening a snapshot creates such figures.
    """

    __slots__ = ("asked", "reasons")

    asked: int
    reasons: "Callable[[int], tuple[Figure[Exact] | Fact, ...]]"

    def __getattr__(self, name: str) -> Any:
        if name != "of":  # Python calls this for attributes that are not set, and only `of` is not
            raise AttributeError(name)
        of = self.reasons(self.asked)
        object.__setattr__(self, "of", of)
        return of

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Figure) and _parts(self) == _parts(other)

    __hash__ = Figure.__hash__

    def __repr__(self) -> str:
        """The number and its clause; counting the parts would calculate them."""
        return f"<Figure {self}, {self.clause}>"


def _parts(figure: Figure[Exact]) -> tuple[object, ...]:
    return figure.value, figure.unit, figure.clause, figure.of, figure.note, figure.made


Reason: TypeAlias = Figure[Exact] | Fact


def one_unit(figures: Iterable[Figure[Exact]]) -> Unit:
    """The common unit of figures that are to be added, averaged or compared; raise EngineError if they differ.

    Rule files with mixed units are refused when they are read, so different units here are a fault of the program.

    >>> three = Figure(3, IMPS, Clause("Law", "78B"))
    >>> str(one_unit((three, three)).many)
    'IMPs'
    >>> one_unit((three, Figure(10, VPS, Clause("NSWSP", "1.6"))))
    Traceback (most recent call last):
    overtrick.core.errors.EngineError: 10.00 VPs (NSWSP 1.6) cannot be taken together with +3 IMPs (Law 78B)
    """
    listed = list(figures)
    if not listed:
        raise EngineError("Nothing has no unit")
    first = listed[0]
    for other in listed[1:]:
        if not other.unit.like(first.unit):
            raise EngineError(f"{other} ({other.clause}) cannot be taken together with {first} ({first.clause})")
    return first.unit


@lru_cache(maxsize=1024)
def count_phrase(number: int, unit: Unit = BOARDS) -> Phrase:
    """A number of boards or other things as a phrase, cached because large fields repeat the same few.

    >>> print(count_phrase(1), count_phrase(8, MATCHES))
    1 board 8 matches
    """
    return unit.amount(number)


def total(figures: Sequence[Figure[Exact]], unit: Unit, clause: Clause, note: Note, *also: Reason) -> Figure[Exact]:
    """The sum of figures as a figure; *also* are reasons shown next to the parts. Different units raise EngineError.

    >>> three = Figure(3, IMPS, Clause("Law", "78B"))
    >>> total((three, three), IMPS, Clause("NSWSP", "1.6"), phrase("net")).value
    6
    """
    for each in figures:
        if each.unit is not unit and not each.unit.like(unit):  # nearly always the same object, and checked very often
            raise EngineError(f"{each} ({each.clause}) cannot be added up in {unit.name} ({clause})")
    return Figure(sum(f.value for f in figures), unit, clause, (*figures, *also), note, Derivation.SUM)


def same(figure: Figure[Exact], unit: Unit, clause: Clause, note: Note, *also: Reason) -> Figure[Exact]:
    """The number of another figure under another clause; *also* are reasons shown next to it."""
    return Figure(figure.value, unit, clause, (figure, *also), note, Derivation.SAME)


Scores: TypeAlias = Sequence[Figure[Exact] | Exact]
"""Scores of matches or sessions: figures, or plain numbers where nothing else is known."""


def average(scores: Scores, unit: Unit, clause: Clause, note: Note) -> Figure[Exact]:
    """The exact mean of scores as a figure with the scores as its parts.

    >>> average([61, 44], VPS, Clause("ANC26", "11.12"), phrase("its own average")).line()
    '52.50 VPs  its own average  (ANC26 11.12)'
    """
    parts = tuple(
        each if isinstance(each, Figure) else Figure(each, unit, clause, (), phrase("as entered")) for each in scores
    )
    return Figure(mean(each.value for each in parts), unit, clause, parts, note, Derivation.MEAN)


def facts(figure: Figure[Exact]) -> Iterator[Fact]:
    """Every fact on which a figure depends, each once, in the order of its reasons."""
    seen: set[int] = set()
    stack: list[Reason] = [figure]
    while stack:
        reason = stack.pop()
        if id(reason) in seen:
            continue
        seen.add(id(reason))
        if isinstance(reason, Fact):
            yield reason
        else:
            stack.extend(reversed(reason.of))
