"""What comes of an offence: nothing, a warning, a penalty, a sanction, or someone's decision.

A step of a rule says what is due; taking it, at a stage that counts in some unit, gives a consequence with
its clause and words a player understands. What a regulation only allows is a proposal: the director gives it.
"""

from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeAlias, assert_never

from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact
from overtrick.core.provenance import PERCENT, Clause, Fact, Figure, Unit
from overtrick.core.wording import Phrase, Said, phrase

SHARE_OF_TOP = Unit("per cent of a top", "per cent of a top")
PERCENTAGE_POINTS = Unit("percentage points", "percentage point")
MINUTES = Unit("minutes", "minute")


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount of a unit."""

    value: Exact
    unit: Unit

    @property
    def phrased(self) -> Phrase:
        """An exact amount."""
        name = self.unit.one if abs(self.value) == 1 else self.unit.many
        return phrase("{number} {unit}", number=self.value, unit=Phrase(name))

    def __str__(self) -> str:
        return str(self.phrased)


@dataclass(frozen=True, slots=True)
class Free:
    """Nothing is due at this step."""

    clause: Clause
    says: str


@dataclass(frozen=True, slots=True)
class Warn:
    """A warning is due."""

    clause: Clause


@dataclass(frozen=True, slots=True)
class Charge:
    """An amount is due, stated in each unit a stage may count in; *at_most* leaves the amount below it open."""

    clause: Clause
    amounts: tuple[Amount, ...]
    at_most: bool = False

    def amount(self, unit: Unit | None) -> Amount:
        """The amount in one unit; a unit the clause does not price is refused.

        From a percentage both a share of a top and percentage points can be taken.
        """
        takes = (unit, SHARE_OF_TOP, PERCENTAGE_POINTS) if unit == PERCENT else (unit,)
        for amount in self.amounts:
            if amount.unit in takes:
                return amount
        raise DirectorError(
            "The penalty is stated in {priced}, not in {asked}"
            if unit
            else "The penalty is stated in {priced}, not in the unit of this stage",
            clause=self.clause,
            remedy="Use one of these units, or let the director set the amount.",
            priced=tuple(Phrase(amount.unit.many) for amount in self.amounts),
            asked=Phrase(unit.many) if unit else "",
        )


class SanctionEffect(Enum):
    """What a sanction does: nothing but stand on the record, or take the contestant out of the stage from then on.

    Anyone who is excluded is not drawn again and takes no place; matches already drawn stand.
    """

    RECORD = "record"
    EXCLUDED = "excluded"


@dataclass(frozen=True, slots=True)
class Impose:
    """Something other than an amount is due, in the regulation's own words; *forfeit* if the match is lost by it.

    *effect* is what it does besides.
    """

    clause: Clause
    what: str
    forfeit: bool = False
    effect: SanctionEffect = SanctionEffect.RECORD


@dataclass(frozen=True, slots=True)
class Refer:
    """Someone decides, and may go as far as *up_to*; *forfeit* if that takes in losing the match."""

    clause: Clause
    to: str
    up_to: str = ""
    forfeit: bool = False


Step: TypeAlias = Free | Warn | Charge | Impose | Refer


@dataclass(frozen=True, slots=True)
class Nothing:
    """No penalty, and why; *counts* where it is an offence all the same, so that the next one is the second."""

    clause: Clause
    says: Said
    counts: bool = False

    @property
    def phrased(self) -> Phrase:
        """That there is no penalty, and why."""
        return phrase("No penalty: {says} ({clause})", says=self.says, clause=self.clause)

    def __str__(self) -> str:
        return str(self.phrased)


@dataclass(frozen=True, slots=True)
class OffenceWarning:
    """A warning, which counts as an offence from now on."""

    clause: Clause
    says: Said

    @property
    def phrased(self) -> Phrase:
        """The warning and its clause."""
        return phrase("Warning: {says} ({clause})", says=self.says, clause=self.clause)

    def __str__(self) -> str:
        return str(self.phrased)


@dataclass(frozen=True, slots=True)
class Penalty:
    """An amount to take off; *proposed* where the director may give it, *at_most* where less may be given."""

    amount: Figure[Exact]
    proposed: bool = False
    at_most: bool = False

    @property
    def clause(self) -> Clause:
        """The clause of the amount."""
        return self.amount.clause

    @property
    def says(self) -> Phrase:
        """What it is for."""
        return phrase("{note}", note=self.amount.note)

    def allows(self, value: Exact, unit: str) -> bool:
        """Whether a penalty of *value* is within the maximum; it is where none is stated, or none in this unit."""
        return not self.at_most or unit != self.amount.unit.many or value <= self.amount.value

    @property
    def phrased(self) -> Phrase:
        """The amount, what it is for, and the clause."""
        amount = Amount(self.amount.value, self.amount.unit)
        given = {"amount": amount, "says": self.says, "clause": self.clause}
        if self.at_most:
            return phrase("Penalty of up to {amount}: {says} ({clause})", **given)
        if self.proposed:
            return phrase("Proposed penalty of {amount}: {says} ({clause})", **given)
        return phrase("Penalty of {amount}: {says} ({clause})", **given)

    def __str__(self) -> str:
        return str(self.phrased)


@dataclass(frozen=True, slots=True)
class Sanction:
    """Something other than an amount; *flag* is what the official should know before giving it."""

    clause: Clause
    what: str
    says: Said
    proposed: bool = False
    flag: Said = ""
    forfeit: bool = False
    effect: SanctionEffect = SanctionEffect.RECORD

    @property
    def phrased(self) -> Phrase:
        """The sanction, what it is for, and the clause."""
        return phrase(
            "{proposed:Proposed sanction|Sanction}: {what}, {says}[; {flag}] ({clause})",
            proposed=self.proposed, what=self.what, says=self.says, flag=self.flag, clause=self.clause,
        )  # fmt: skip

    def __str__(self) -> str:
        return str(self.phrased)


@dataclass(frozen=True, slots=True)
class Referral:
    """Someone's decision; *base* is what the table alone would have charged."""

    clause: Clause
    to: str
    says: Said
    up_to: str = ""
    base: Figure[Exact] | None = None
    forfeit: bool = False

    @property
    def phrased(self) -> Phrase:
        """Who decides, how far they may go, on what, and the clause."""
        return phrase(
            "To be decided by {to}[, up to {limit}]: {says} ({clause})",
            to=self.to, limit=self.up_to, says=self.says, clause=self.clause,
        )  # fmt: skip

    def __str__(self) -> str:
        return str(self.phrased)


Consequence: TypeAlias = Nothing | OffenceWarning | Penalty | Sanction | Referral


def take(step: Step, unit: Unit | None, says: Said, *, proposed: bool = False, times: Exact = 1) -> Consequence:
    """What a step comes to at a stage that counts in *unit*; an amount is charged so many *times*.

    >>> from overtrick.core.provenance import VPS
    >>> print(take(Charge(Clause("ANC26", "App-1.1"), (Amount(3, VPS),)), VPS, "7 minutes late"))
    Penalty of 3 VPs: 7 minutes late (ANC26 App-1.1)
    """
    match step:
        case Free(clause, why):
            return Nothing(clause, phrase("{says}: {why}", says=says, why=why))
        case Warn(clause):
            return OffenceWarning(clause, says)
        case Charge(clause, _, at_most):
            due = step.amount(unit)
            figure = Figure(due.value * times, due.unit, clause, (Fact(says),), phrase("{says}", says=says))
            return Penalty(figure, proposed or at_most, at_most)
        case Impose(clause, what, forfeit, effect):
            return Sanction(clause, what, says, proposed, forfeit=forfeit, effect=effect)
        case Refer(clause, to, up_to, forfeit):
            return Referral(clause, to, says, up_to, forfeit=forfeit)
        case _:
            assert_never(step)


def add_flag(consequence: Consequence, flag: Said) -> Consequence:
    """The same consequence with something the official should know; only a sanction carries one."""
    return replace(consequence, flag=flag) if isinstance(consequence, Sanction) else consequence
