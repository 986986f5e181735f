"""Qualification: who goes through, who is passed over, who replaces whom, and which ties decide it.

Places are filled down the order of one field, never across fields. A contestant that cannot go on keeps its place in
the ranking but is passed over.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from overtrick.core.errors import DirectorError
from overtrick.core.exact import floor
from overtrick.core.provenance import Clause


class PassOverReason(Enum):
    """Why a contestant does not go through."""

    NOT_CONTENDING = "not contending"
    WITHDRAWN = "withdrew"
    NOT_AVAILABLE = "not available"
    BARRED = "cannot be selected"
    NOT_PLACED = "may not be placed"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class QualifyRule:
    """How places in the next stage, or in a team, are filled from the order of a field.

    *places* is the number of places. *passed_over* cites the clause for each reason to pass a contestant over. *top*
    is the share of the field from which replacements may come. *vacancy* says what happens to a place that no
    contestant can fill.
    """

    clause: Clause
    places: int | None = None
    passed_over: tuple[tuple[PassOverReason, Clause], ...] = ()
    top: Fraction | None = None
    top_clause: Clause | None = None
    vacancy: str = ""
    vacancy_clause: Clause | None = None


@dataclass(frozen=True, slots=True)
class Qualifier:
    """A contestant that goes through: its place in the field, and the contestant that it replaces, if any."""

    name: str
    place: int
    why: str

    def __str__(self) -> str:
        return f"{self.name}: {self.why}"


@dataclass(frozen=True, slots=True)
class PassedOver:
    """A contestant that would have gone through, and why it did not."""

    name: str
    place: int
    why: PassOverReason
    clause: Clause

    def __str__(self) -> str:
        return f"{self.name}, placed {self.place}, {self.why} ({self.clause})"


@dataclass(frozen=True, slots=True)
class FilledPlaces:
    """The contestants that go through, in order, those passed over, the places left open, and the first reserve."""

    clause: Clause
    through: tuple[Qualifier, ...]
    passed_over: tuple[PassedOver, ...]
    vacant: int
    flags: tuple[str, ...] = ()
    reserve: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of those who go through."""
        return tuple(each.name for each in self.through)


def qualify(
    order: Sequence[str],
    rule: QualifyRule,
    out: Mapping[str, PassOverReason] | None = None,
    *,
    places: int | None = None,
    after: int = 0,
) -> FilledPlaces:
    """Fill the places down the order of one field, passing over those who are *out*.

    *places* is given if the rule has no number itself. A contestant that is out never goes through; those
    ranked within the number of places go through by their place, those below it replace others. *after* is the
    number of places in the field above the first of *order*.

    >>> rule = QualifyRule(Clause("ANC26", "20.1"), 2, ((PassOverReason.WITHDRAWN, Clause("ANC26", "20.1")),))
    >>> print(*qualify(("A", "B", "C"), rule, {"A": PassOverReason.WITHDRAWN}).through, sep="; ")
    B: place 2; C: place 3, in for A
    """
    wanted = _places(rule, places)
    reasons = out or {}
    through: list[Qualifier] = []
    passed: list[PassedOver] = []
    lowest = len(order) if rule.top is None else max(wanted, floor(rule.top * len(order)))
    for place, name in enumerate(order, start=1):
        if len(through) == wanted or place > lowest:
            break
        if name in reasons:
            passed.append(PassedOver(name, after + place, reasons[name], _clause_for(rule, reasons[name])))
            continue
        # As many replacements come from below the line as contestants above it were passed over.
        come_in = [each for each in through if each.place > after + wanted]
        gone = [each.name for each in passed if each.place <= after + wanted]
        said = f"place {after + place}, in for {gone[len(come_in)]}" if place > wanted else f"place {after + place}"
        through.append(Qualifier(name, after + place, said))
    vacant = wanted - len(through)
    clause = rule.vacancy_clause or rule.clause
    flags = (f"{vacant} to fill: {rule.vacancy} ({clause})",) if vacant and rule.vacancy else ()
    able = [name for name in order[:lowest] if name not in reasons]
    reserve = next(iter(able[len(through) :]), "")
    return FilledPlaces(rule.clause, tuple(through), tuple(passed), vacant, flags, reserve)


def _places(rule: QualifyRule, places: int | None) -> int:
    wanted = rule.places if places is None else places
    if wanted is None:
        raise DirectorError(
            "The number of places is not given",
            clause=rule.clause,
            remedy="Take the number from the event’s format.",
        )
    return wanted


def _clause_for(rule: QualifyRule, why: PassOverReason) -> Clause:
    return next((clause for reason, clause in rule.passed_over if reason is why), rule.clause)


@dataclass(frozen=True, slots=True)
class SignificantRule:
    """Which ties must be broken: those across one of these cuts; all other ties stand.

    A cut of 3 is between third and fourth.
    """

    clause: Clause
    cuts: tuple[int, ...]

    def matters(self, first: int, last: int) -> bool:
        """Whether a tie from position *first* to position *last* must be broken.

        >>> team = SignificantRule(Clause("ITS21", "OITS.final-ties"), (3,))
        >>> team.matters(3, 4), team.matters(2, 3), team.matters(4, 5)
        (True, False, False)
        """
        return any(first <= cut < last for cut in self.cuts)


def significant(
    groups: Sequence[Sequence[str]], rule: SignificantRule, out: Collection[str] = ()
) -> tuple[tuple[str, ...], ...]:
    """The tied groups whose ties must be broken, from the top; contestants that are *out* fill no place.

    >>> team = SignificantRule(Clause("SABF20", "19.11.4"), (3,))
    >>> significant((("A",), ("B",), ("C",), ("D", "E")), team, out=("A",))
    (('D', 'E'),)
    """
    found = []
    above = 0
    for group in groups:
        filling = sum(name not in out for name in group)
        if rule.matters(above + 1, above + filling):
            found.append(tuple(group))
        above += filling
    return tuple(found)


def part_significant(
    groups: Sequence[Sequence[str]], broken: Sequence[Sequence[str]], rule: SignificantRule, out: Collection[str] = ()
) -> tuple[tuple[str, ...], ...]:
    """The groups with the significant ties broken as in *broken*, and every other tie left standing.

    Contestants that are *out*, because they do not contend or have left, fill no place.

    >>> team = SignificantRule(Clause("ITS21", "OITS.final-ties"), (3,))
    >>> part_significant((("A", "B"), ("C", "D"), ("E",)), (("B",), ("A",), ("D",), ("C",), ("E",)), team)
    (('A', 'B'), ('D',), ('C',), ('E',))
    """
    must = {name for group in significant(groups, rule, out) for name in group}
    found: list[tuple[str, ...]] = []
    for group in groups:
        if group[0] in must:
            found += [tuple(part) for part in broken if part[0] in group]
        else:
            found.append(tuple(group))
    return tuple(found)
