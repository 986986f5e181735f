"""The possible results of a board at a table: a contract played, a hand passed out, or a director's award.

Played, passed out, scored, not played, artificial, weighted and split are separate types, so that code which
forgets one does not type-check. `str` writes undertricks with a hyphen, as people type them; `phrased` uses a
minus sign.
"""

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import TypeAlias

from overtrick.core.errors import ResultRefused
from overtrick.core.exact import Exact, exact_text, with_minus
from overtrick.core.model.contracts import Contract
from overtrick.core.wording import Phrase, phrase


@dataclass(frozen=True, slots=True)
class PlayedContract:
    """A contract that was played, and the tricks that declarer took."""

    contract: Contract
    tricks: int

    def __post_init__(self) -> None:
        if not 1 <= self.contract.level <= 7:
            raise ResultRefused("There is no contract at level {level}", clause="Law 18", level=self.contract.level)
        if not 0 <= self.tricks <= 13:
            raise ResultRefused(
                "Declarer in {contract} cannot take {tricks} tricks",
                clause="Law 65",
                remedy="A deal has thirteen tricks: check the overtricks or undertricks.",
                contract=self.contract,
                tricks=self.tricks,
            )

    @property
    def over(self) -> int:
        """Overtricks, or undertricks below zero."""
        return self.tricks - self.contract.needed

    @property
    def made(self) -> str:
        """The tricks above or below the contract with their sign, or an equals sign."""
        return "=" if self.over == 0 else with_minus(f"{self.over:+d}")

    @property
    def phrased(self) -> Phrase:
        """The contract, and the tricks above or below it."""
        return phrase("{contract} {made}", contract=self.contract, made=self.made)

    def __str__(self) -> str:
        return f"{self.contract} {'=' if self.over == 0 else f'{self.over:+d}'}"


@dataclass(frozen=True, slots=True)
class PassedOut:
    """Four passes: both sides score zero."""

    @property
    def phrased(self) -> Phrase:
        """The words "passed out"."""
        return phrase("passed out")

    def __str__(self) -> str:
        return str(self.phrased)


@dataclass(frozen=True, slots=True)
class PointsResult:
    """A score in points to North-South without a contract, because it is unknown or the director assigned it."""

    ns: int

    @property
    def phrased(self) -> Phrase:
        """The points to North-South as a phrase."""
        return phrase("NS {points}", points=with_minus(f"{self.ns:+d}"))

    def __str__(self) -> str:
        return f"NS {self.ns:+d}"


Single: TypeAlias = PlayedContract | PassedOut | PointsResult


@dataclass(frozen=True, slots=True)
class NotPlayed:
    """No result, and no award for it."""

    reason: str = ""

    @property
    def phrased(self) -> Phrase:
        """The words "not played", with the reason if there is one."""
        return phrase("not played[ ({reason})]", reason=self.reason)

    def __str__(self) -> str:
        return str(self.phrased)


class Average(Enum):
    """An artificial adjusted score by name (Law 12C2); the regulations set its value."""

    PLUS = "average plus"
    EVEN = "average"
    MINUS = "average minus"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class AwardedPercent:
    """An artificial adjusted score of a stated share of the matchpoints."""

    percent: Exact

    def __str__(self) -> str:
        return f"{exact_text(self.percent)}%"


@dataclass(frozen=True, slots=True)
class AwardedImps:
    """An artificial adjusted score of a stated number of IMPs."""

    imps: Exact

    @property
    def phrased(self) -> Phrase:
        """The number of IMPs."""
        return phrase("{imps} {single:IMP|IMPs}", imps=self.imps, single=abs(self.imps) == 1)

    def __str__(self) -> str:
        return f"{exact_text(self.imps)} {'IMP' if abs(self.imps) == 1 else 'IMPs'}"


Award: TypeAlias = Average | AwardedPercent | AwardedImps


@dataclass(frozen=True, slots=True)
class Artificial:
    """No bridge result: an award to each side (Law 12C2)."""

    ns: Award
    ew: Award

    @property
    def phrased(self) -> Phrase:
        """The award to each side."""
        return phrase("{ns} to NS, {ew} to EW", ns=self.ns, ew=self.ew)

    def __str__(self) -> str:
        return f"{self.ns} to NS, {self.ew} to EW"


@dataclass(frozen=True, slots=True)
class WeightedPart:
    """One of the results in a weighted score, and its weight."""

    weight: Fraction
    result: Single

    @property
    def phrased(self) -> Phrase:
        """The weight and the result."""
        return phrase("{weight:%} of {result}", weight=self.weight, result=self.result)

    def __str__(self) -> str:
        return f"{exact_text(self.weight * 100)}% of {self.result}"


@dataclass(frozen=True, slots=True)
class WeightedScore:
    """An assigned score of several results with their weights (Law 12C1(c)); the weights make 1."""

    parts: tuple[WeightedPart, ...]

    def __post_init__(self) -> None:
        made = sum(part.weight for part in self.parts)
        if made != 1 or any(part.weight <= 0 for part in self.parts):
            raise ResultRefused(
                "These weights, {amount}% in all, are not valid",
                clause="Law 12C1(c)",
                remedy="Give every result a weight above 0%; the weights must add up to 100%.",
                amount=exact_text(made * 100),
            )

    @property
    def phrased(self) -> Phrase:
        """Each result with its weight."""
        return phrase("{parts:,}", parts=self.parts)

    def __str__(self) -> str:
        return ", ".join(str(part) for part in self.parts)


SideResult: TypeAlias = Single | WeightedScore | Award


@dataclass(frozen=True, slots=True)
class Split:
    """A ruling that gives the two sides different scores (Law 12C1(e) and 12C2)."""

    ns: SideResult
    ew: SideResult

    @property
    def phrased(self) -> Phrase:
        """The score of each side."""
        return phrase("NS: {ns}; EW: {ew}", ns=self.ns, ew=self.ew)

    def __str__(self) -> str:
        return f"NS: {self.ns}; EW: {self.ew}"


Result: TypeAlias = PlayedContract | PassedOut | PointsResult | NotPlayed | Artificial | WeightedScore | Split
