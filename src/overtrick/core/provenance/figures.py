"""Numbers that say why.

A `Clause` is the rule, a `Fact` is what happened, and a `Figure` is a number with the clause that made
it, how it was made, and the figures or facts it was made from. Explaining is walking down its parts
(`overtrick.core.provenance.telling`); nothing is recorded anywhere else. A figure does no arithmetic: rules compute
with plain numbers and wrap the answer once, at their `return`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Any, Generic, Literal, TypeAlias, TypeVar

from overtrick.core.errors import EngineError
from overtrick.core.exact import Exact, Numeral, decimal_text, mean, with_minus
from overtrick.core.wording import Phrase, phrase, written

N_co = TypeVar("N_co", bound=Exact, covariant=True)

Json: TypeAlias = "bool | int | str | list[Json] | dict[str, Json] | None"


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of a document, and the readings of it that were relied on.

    A reading is our numbered answer where the text is silent or contradicts itself.

    >>> print(Clause("ANC26", "17.13", ("D55",)))
    ANC26 17.13, reading D55
    """

    document: str
    number: str
    readings: tuple[str, ...] = ()

    @classmethod
    def parse(cls, cite: str, readings: Iterable[str] = ()) -> "Clause":
        """A clause as it is cited: the document, a space, the number.

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
        """The same clause, relying on these readings as well, each told once."""
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
    """What a figure counts, and how people write it."""

    many: str
    one: str
    places: int = 0
    signed: bool = False

    @property
    def name(self) -> str:
        """What it is called in a sentence without a number.

        >>> VPS.name, PERCENT.name
        ('VPs', 'per cent')
        """
        return "per cent" if self.many == "%" else self.many

    def like(self, other: "Unit") -> bool:
        """Whether numbers of the two can be added, carried or ranked together: they count the same thing.

        >>> VPS.like(Unit("VPs", "VP", places=3)), VPS.like(PERCENT)
        (True, False)
        """
        return self.many == other.many

    def number(self, value: Exact) -> Numeral:
        """The number alone, as it stands in a column.

        >>> IMPS.number(12), VPS.number(15), POINTS.number(-620)
        ('+12', '15.00', '−620')
        """
        places = self.places if self.places or value.denominator == 1 else 2
        text = decimal_text(value, places)
        return Numeral(f"+{text}") if self.signed and value > 0 else with_minus(text)

    def show(self, value: Exact) -> str:
        """The number with its unit, as it stands in a sentence.

        >>> IMPS.show(12), VPS.show(10), PERCENT.show(50)
        ('+12 IMPs', '10.00 VPs', '50.00%')
        """
        name = self.one if abs(value) == 1 else self.many
        return f"{self.number(value)}{name}" if name == "%" else f"{self.number(value)} {name}"

    def amount(self, value: Exact) -> Phrase:
        """The number with its unit as a phrase, for a sentence that another language may say.

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
TOP = Unit("matchpoints to be won", "matchpoint to be won")
TIMES = Unit("times", "time")
BOARD_POINTS = Unit("board points", "board point")
RESULTS = Unit("results", "result")


class Made(Enum):
    """How a figure was made of its parts, so that a program can do it again; the value is the word for it.

    A number that is rounded has as many places as its clause leaves it. Those that end in _EW and _NS are of a
    board: its scores are kept as North-South's and told from the side of whoever the figure is of.
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
        """The operation alone, without the side it is told from."""
        return self.value.partition(",")[0]


@dataclass(frozen=True, slots=True)
class Posted:
    """Where something is written down: its posting, and the table it came from where it came from one."""

    posting: int
    round: int = 0
    table: int = 0
    room: str = ""

    @property
    def where(self) -> Phrase | None:
        """The table, in words.

        >>> print(Posted(812, 3, 4, "open").where, Posted(813).where)
        table 4, open room None
        """
        if not self.table:
            return None
        if not self.room:
            return phrase("table {table}", table=self.table)
        return phrase("table {table}, {room} room", table=self.table, room=Phrase(self.room))

    @property
    def phrased(self) -> Phrase:
        """The posting, in words."""
        return phrase("posting {number}", number=self.posting)

    def __str__(self) -> str:
        return f"posting {self.posting}"


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that happened: what was said, and where that is written down.

    *says* is a phrase, a result, or anything that reads well as text; it is put into words only when somebody asks.
    *source* is a posting, or a line of a file.
    """

    says: object
    source: str | Posted = ""

    @property
    def phrased(self) -> Phrase:
        """What was said, and at which table."""
        where = self.source.where if isinstance(self.source, Posted) else None
        if where is not None:
            return phrase("{says}, {where}", says=self.says, where=where)
        return self.says if isinstance(self.says, Phrase) else phrase("{says}", says=self.says)

    def __str__(self) -> str:
        return f"{self.phrased} [{self.source}]" if self.source else str(self.phrased)


@dataclass(frozen=True, slots=True)
class From:
    """A note that ends in the number a figure was rounded from."""

    says: Phrase
    exact: Exact
    unit: Unit

    def turned(self) -> "From":
        """The note as the other side has it."""
        return From(self.says, -self.exact, self.unit)

    @property
    def phrased(self) -> Phrase:
        """The note, and the number at its end."""
        return phrase("{says}, from {number}", says=self.says, number=self.unit.number(self.exact))


Note: TypeAlias = Phrase | From | Literal[""]
"""How a figure came about: a phrase, or nothing. A bare text is no note, since no other language could say it."""


@dataclass(frozen=True, slots=True)
class Figure(Generic[N_co]):
    """A number that says why: its value, its unit, the clause that made it, what of, and how.

    Equal figures have equal values *and* equal reasons; compare `value` to compare scores.
    """

    value: N_co
    unit: Unit
    clause: Clause
    of: "tuple[Figure[Exact] | Fact, ...]" = ()
    note: Note = ""
    made: Made = Made.GIVEN

    def __str__(self) -> str:
        return self.unit.show(self.value)

    def __repr__(self) -> str:
        """The number, its clause and how many parts it has; `why` has the reasons.

        >>> Figure(81, IMPS, Clause("Law", "78D"), (Fact("4S S ="),))
        <Figure +81 IMPs, Law 78D, 1 part>
        """
        parts = f", {len(self.of)} part{'s' * (len(self.of) > 1)}" if self.of else ""
        return f"<Figure {self}, {self.clause}{parts}>"

    @property
    def said(self) -> str:
        """The note in English."""
        return written(self.note)

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
        """The figure as a notebook shows it: on one line, its reasons to be opened."""
        from overtrick.core.provenance.notebook import notebook

        return notebook(self)

    def explained(self, depth: int | None = None) -> dict[str, Json]:
        """The same tree as JSON: exact values, and parts that recur given once and then by `ref`."""
        from overtrick.core.provenance.telling import explained

        return explained(self, depth)


class LateFigure(Figure[N_co]):
    """A figure whose reasons are made again when somebody asks for them; but for that it is any other.

    *reasons* makes them, by the number under which they are *asked* for. Only the opening of a snapshot makes one.
    """

    __slots__ = ("asked", "reasons")

    asked: int
    reasons: "Callable[[int], tuple[Figure[Exact] | Fact, ...]]"

    def __getattr__(self, name: str) -> Any:
        if name != "of":  # Python asks here for what was never set, and that is `of` alone
            raise AttributeError(name)
        of = self.reasons(self.asked)
        object.__setattr__(self, "of", of)
        return of

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Figure) and _parts(self) == _parts(other)

    __hash__ = Figure.__hash__

    def __repr__(self) -> str:
        """The number and its clause; to count the parts would make them."""
        return f"<Figure {self}, {self.clause}>"


def _parts(figure: Figure[Exact]) -> tuple[object, ...]:
    return figure.value, figure.unit, figure.clause, figure.of, figure.note, figure.made


Reason: TypeAlias = Figure[Exact] | Fact


def one_unit(figures: Iterable[Figure[Exact]]) -> Unit:
    """The unit that figures to be added, averaged or compared have in common; unlike ones are refused.

    Rule files are refused before they come so far, so this is a promise of ours.

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
def counted(number: int, unit: Unit = BOARDS) -> Phrase:
    """So many of something, in words; large fields say the same few over and over.

    >>> print(counted(1), counted(8, MATCHES))
    1 board 8 matches
    """
    return unit.amount(number)


def total(figures: Sequence[Figure[Exact]], unit: Unit, clause: Clause, note: Note, *also: Reason) -> Figure[Exact]:
    """The sum of figures as a figure; *also* are reasons that belong beside the parts. Unlike units are refused.

    >>> three = Figure(3, IMPS, Clause("Law", "78B"))
    >>> total((three, three), IMPS, Clause("NSWSP", "1.6"), phrase("net")).value
    6
    """
    for each in figures:
        if each.unit is not unit and not each.unit.like(unit):  # nearly always the same one, and asked very often
            raise EngineError(f"{each} ({each.clause}) cannot be added up in {unit.name} ({clause})")
    return Figure(sum(f.value for f in figures), unit, clause, (*figures, *also), note, Made.SUM)


def same(figure: Figure[Exact], unit: Unit, clause: Clause, note: Note, *also: Reason) -> Figure[Exact]:
    """The number of another figure under another clause; *also* are reasons that belong beside it."""
    return Figure(figure.value, unit, clause, (figure, *also), note, Made.SAME)


Scores: TypeAlias = Sequence[Figure[Exact] | Exact]
"""Scores of matches or sessions: as figures, or bare where only the numbers are known."""


def average(scores: Scores, unit: Unit, clause: Clause, note: Note) -> Figure[Exact]:
    """The exact mean of scores as a figure that opens to them.

    >>> average([61, 44], VPS, Clause("ANC26", "11.12"), phrase("its own average")).line()
    '52.50 VPs  its own average  (ANC26 11.12)'
    """
    parts = tuple(
        each if isinstance(each, Figure) else Figure(each, unit, clause, (), phrase("as given")) for each in scores
    )
    return Figure(mean(each.value for each in parts), unit, clause, parts, note, Made.MEAN)


def facts(figure: Figure[Exact]) -> Iterator[Fact]:
    """Every fact a figure rests on, each once, in the order of its reasons."""
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
