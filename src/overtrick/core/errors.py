"""What can go wrong, for the person who sees it.

OvertrickError
├── DirectorError        a person can put it right; says what, why (the clause) and how
│   ├── ResultRefused    an impossible or unreadable result
│   ├── NoScale          the document has no scale for this match
│   ├── OutOfTime        its time has run out: when, and what can still be done
│   ├── NoDatum          too few scores to make a datum
│   └── NoLegalDraw      who cannot be drawn, and what would have to yield
├── RegulationErrors     every fault in a rule file at once
└── EngineError          a promise of ours is broken
"""

from collections.abc import Mapping, Sequence
from datetime import datetime

from overtrick.core.wording import Phrase, Said, phrase


class OvertrickError(Exception):
    """Anything this program says about its own work."""


class DirectorError(OvertrickError):
    """A person can put it right.

    *what* happened, the *clause* that says so, and what to do about it (*remedy*). Both are templates of the catalogue,
    and *values* stand in them under the names they have there; a phrase made elsewhere stands for itself. It is said
    when a face prints it, in its language; `str` is its English.

    >>> print(DirectorError("Board {board} was played", clause="Law 7", remedy="Turn {board} over.", board=7))
    Board 7 was played (Law 7). Turn 7 over.
    """

    def __init__(self, what: Said, /, *, clause: str = "", remedy: Said = "", **values: object) -> None:
        self.what = _phrase(what, values)
        self.clause = clause
        self.remedy = _phrase(remedy, values)
        super().__init__(what)

    def __str__(self) -> str:
        return str(self.phrased)

    @property
    def phrased(self) -> Phrase:
        """All of it as one phrase: what, by which clause, what to do."""
        return phrase("{what}[ ({clause})].[ {remedy}]", what=self.what, clause=self.clause, remedy=self.remedy)

    @property
    def key(self) -> str:
        """What the catalogue has it under, whatever its values and whatever the language."""
        return self.what.template


def _phrase(said: Said, values: Mapping[str, object]) -> Phrase:
    """A template with the values that it names; what names none is said as it is written, brackets and all."""
    if isinstance(said, Phrase):
        return said
    return Phrase(said, tuple(values.items()) if "{" in said and values else ())


class ResultRefused(DirectorError):
    """A result that cannot have happened, or that cannot be read."""


class NoScale(DirectorError):
    """The regulation has no victory-point scale for a match of this length."""


class OutOfTime(DirectorError):
    """Something came after its time had run out: *until* says when that was, in the venue's own time."""

    def __init__(
        self, what: Said, /, *, until: datetime, clause: str = "", remedy: Said = "", **values: object
    ) -> None:
        super().__init__(what, clause=clause, remedy=remedy, **values)
        self.until = until


class NoDatum(DirectorError):
    """Too few scores are left to make a datum by this rule."""


class NoCarryOver(DirectorError):
    """The rule has no carry-over for these scores; an official decides what each carries."""


class NoLegalDraw(DirectorError):
    """No draw keeps the rule: whose opponents have run out, and what would have to yield.

    *groups* are sets of contestants, each of an odd number, who may meet only within their own set and
    *outside* it only the few named there; there are more sets than contestants outside, so one set is
    always left over. *rematches* are the fewest meetings that would have to be played again.
    """

    def __init__(
        self,
        what: Said,
        /,
        *,
        clause: str = "",
        remedy: Said = "",
        groups: Sequence[Sequence[str]] = (),
        outside: Sequence[str] = (),
        rematches: Sequence[tuple[str, str]] = (),
        **values: object,
    ) -> None:
        super().__init__(what, clause=clause, remedy=remedy, **values)
        self.groups = tuple(tuple(group) for group in groups)
        self.outside = tuple(outside)
        self.rematches = tuple(rematches)


class RegulationErrors(OvertrickError):
    """Every fault found in a rule file, all at once."""

    def __init__(self, faults: Sequence[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(self.faults))


class EngineError(OvertrickError):
    """A promise of ours is broken: please report it with what you did."""
