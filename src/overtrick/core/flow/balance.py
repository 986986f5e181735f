"""Check printed rows of counts: every row must balance."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from overtrick.core.errors import EngineError
from overtrick.core.exact import Exact, plain
from overtrick.core.wording import Phrase, phrase


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

    @property
    def shown(self) -> str:
        """The term as readers see it, without its sign.

        >>> Term("pool_a", over=2).shown, Term(8).shown
        ('pool a / 2', '8')
        """
        name = str(self.of).replace("_", " ")
        return f"{name} / {self.over}" if self.over > 1 else name


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


def _sum(terms: Sequence[Term]) -> str:
    """Terms as a sum: the first positive one, and the others with their signs."""
    first = next((term for term in terms if term.sign > 0), None)
    rest = "".join(f" {'+' if term.sign > 0 else '−'} {term.shown}" for term in terms if term is not first)
    return f"{first.shown if first else 0}{rest}"


def faults(row: Mapping[str, int], equations: Sequence[Equation]) -> tuple[Phrase, ...]:
    """Every equation that a row breaks, with the values of both sides.

    >>> halves = Equation("winners = teams/2", (Term("winners"),), (Term("teams", over=2), Term("left_over", -1)))
    >>> print(*faults({"winners": 8, "teams": 14, "left_over": 1}, (halves,)))
    winners is 8, but teams / 2 − left over is 6
    """
    found = []
    for equation in equations:
        left, right = equation.sides(row)
        if left != right:
            sums = {"one": _sum(equation.left), "other": _sum(equation.right)}
            found.append(phrase("{one} is {left}, but {other} is {right}", **sums, left=left, right=right))
    return tuple(found)
