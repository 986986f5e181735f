"""Check printed rows of counts: every row must balance."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from overtrick.core.errors import EngineError
from overtrick.core.exact import Exact, exact_text, plain


@dataclass(frozen=True, slots=True)
class Term:
    """A column, or a number, with a sign and a divisor."""

    of: str | int
    sign: int = 1
    over: int = 1

    def value(self, row: Mapping[str, int]) -> Fraction:
        if isinstance(self.of, str) and self.of not in row:
            raise EngineError(f"a balance names a column {self.of} that the table does not have")
        return Fraction(self.sign * (row[self.of] if isinstance(self.of, str) else self.of)) / self.over


@dataclass(frozen=True, slots=True)
class Equation:
    """An equation that a row must satisfy: its two sides, and its text."""

    says: str
    left: tuple[Term, ...]
    right: tuple[Term, ...]

    def sides(self, row: Mapping[str, int]) -> tuple[Exact, Exact]:
        """The values of the two sides for a row."""
        left, right = (plain(sum((t.value(row) for t in side), Fraction(0))) for side in (self.left, self.right))
        return left, right


def faults(row: Mapping[str, int], equations: Sequence[Equation]) -> tuple[str, ...]:
    """Every equation that a row breaks, with the values of both sides.

    >>> halves = Equation("winners = teams/2", (Term("winners"),), (Term("teams", over=2),))
    >>> faults({"winners": 8, "teams": 14}, (halves,))
    ('winners = teams/2: 8 != 7',)
    """
    found = []
    for equation in equations:
        left, right = equation.sides(row)
        if left != right:
            found.append(f"{equation.says}: {exact_text(left)} != {exact_text(right)}")
    return tuple(found)
