"""Numbers that say why.

A `Clause` is the rule, a `Fact` is what happened, and a `Figure` is a number with the clause that made
it and the figures or facts it was made from. Explaining is walking down `Figure.of`; nothing is
recorded anywhere else. A figure does no arithmetic: rules compute with plain numbers and wrap the
answer once, at their `return`.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from overtrick.core.errors import EngineError
from overtrick.core.exact import Exact, decimal_text, exact_text

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

    def __str__(self) -> str:
        if not self.readings:
            return self.cite
        word = "reading" if len(self.readings) == 1 else "readings"
        return f"{self.cite}, {word} {', '.join(self.readings)}"


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

    def number(self, value: Exact) -> str:
        """The number alone, as it stands in a column.

        >>> IMPS.number(12), VPS.number(15), POINTS.number(-620)
        ('+12', '15.00', '-620')
        """
        places = self.places if self.places or value.denominator == 1 else 2
        sign = "+" if self.signed and value > 0 else ""
        return sign + decimal_text(value, places)

    def show(self, value: Exact) -> str:
        """The number with its unit, as it stands in a sentence.

        >>> IMPS.show(12), VPS.show(10), PERCENT.show(50)
        ('+12 IMPs', '10.00 VPs', '50.00%')
        """
        name = self.one if abs(value) == 1 else self.many
        return f"{self.number(value)}{name}" if name == "%" else f"{self.number(value)} {name}"


POINTS = Unit("points", "point", signed=True)
IMPS = Unit("IMPs", "IMP", signed=True)
VPS = Unit("VPs", "VP", places=2)
MATCHPOINTS = Unit("matchpoints", "matchpoint")
PERCENT = Unit("%", "%", places=2)
BOARDS = Unit("boards", "board")
RESULTS = Unit("results", "result")


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that happened: what was said, and where that is written down.

    *says* is anything that reads well as text; it is put into words only when somebody asks. *source*
    is a posting, or a line of a file.
    """

    says: object
    source: str = ""

    def __str__(self) -> str:
        return f"{self.says} [{self.source}]" if self.source else str(self.says)


@dataclass(frozen=True, slots=True)
class Figure(Generic[N_co]):
    """A number that says why: its value, its unit, the clause that made it, and what it was made of.

    Equal figures have equal values *and* equal reasons; compare `value` to compare scores.
    """

    value: N_co
    unit: Unit
    clause: Clause
    of: "tuple[Figure[Exact] | Fact, ...]" = ()
    note: str = ""

    def __str__(self) -> str:
        return self.unit.show(self.value)

    def line(self) -> str:
        """This figure on one line: the number, how it came about, and the clause.

        >>> Figure(12, IMPS, Clause("Law", "78B"), note="620 against 110").line()
        '+12 IMPs  620 against 110  (Law 78B)'
        """
        note = f"  {self.note}" if self.note else ""
        return f"{self}{note}  ({self.clause})"

    def why(self, depth: int | None = 2) -> str:
        """The reasons as a tree, one line each, *depth* levels down (`None`: all the way).

        A part that was explained further up is not explained again.
        """
        return "\n".join([self.line(), *_branches(self, depth, "", {id(self)})])

    def explained(self, depth: int | None = None) -> dict[str, Json]:
        """The same tree as JSON: exact values, and parts that recur given once and then by `ref`."""
        return _explained(self, depth, _shared(self), set())


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


def total(figures: Sequence[Figure[Exact]], unit: Unit, clause: Clause, note: str, *also: Reason) -> Figure[Exact]:
    """The sum of figures as a figure; *also* are reasons that belong beside the parts. Unlike units are refused.

    >>> three = Figure(3, IMPS, Clause("Law", "78B"))
    >>> total((three, three), IMPS, Clause("NSWSP", "1.6"), "net of 2 boards").value
    6
    """
    for each in figures:
        if not each.unit.like(unit):
            raise EngineError(f"{each} ({each.clause}) cannot be added up in {unit.name} ({clause})")
    return Figure(sum(f.value for f in figures), unit, clause, (*figures, *also), note)


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


def _branches(figure: Figure[Exact], depth: int | None, indent: str, told: set[int]) -> Iterator[str]:
    if depth == 0:
        return
    below = None if depth is None else depth - 1
    for place, reason in enumerate(figure.of, start=1):
        last = place == len(figure.of)
        elbow, gap = ("└─ ", "   ") if last else ("├─ ", "│  ")
        if isinstance(reason, Fact):
            yield f"{indent}{elbow}{reason}"
        elif id(reason) in told and reason.of:
            yield f"{indent}{elbow}{reason.line()}  [as above]"
        else:
            told.add(id(reason))
            yield f"{indent}{elbow}{reason.line()}"
            yield from _branches(reason, below, indent + gap, told)


def _shared(figure: Figure[Exact]) -> dict[int, int]:
    """The figures with reasons of their own that are reached more than once, numbered."""
    seen: set[int] = set()
    shared: dict[int, int] = {}
    stack: list[Figure[Exact]] = [figure]
    while stack:
        here = stack.pop()
        if id(here) in seen:
            shared.setdefault(id(here), len(shared) + 1)
            continue
        seen.add(id(here))
        stack.extend(r for r in reversed(here.of) if isinstance(r, Figure) and r.of)
    return shared


def _explained(figure: Figure[Exact], depth: int | None, shared: dict[int, int], told: set[int]) -> dict[str, Json]:
    number = shared.get(id(figure))
    if number is not None and number in told:
        return {"ref": number, "value": exact_text(figure.value), "unit": figure.unit.many}
    answer: dict[str, Json] = {"value": exact_text(figure.value), "unit": figure.unit.many}
    if number is not None:
        told.add(number)
        answer["id"] = number
    answer["shown"] = str(figure)
    answer["clause"] = figure.clause.cite
    if figure.clause.readings:
        answer["readings"] = list(figure.clause.readings)
    if figure.note:
        answer["note"] = figure.note
    if figure.of and depth != 0:
        below = None if depth is None else depth - 1
        answer["of"] = [
            _told(reason) if isinstance(reason, Fact) else _explained(reason, below, shared, told)
            for reason in figure.of
        ]
    return answer


def _told(fact: Fact) -> dict[str, Json]:
    return {"fact": str(fact.says), "source": fact.source} if fact.source else {"fact": str(fact.says)}
