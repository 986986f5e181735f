"""The errors of the program, written for the person who sees them.

OvertrickError
├── DirectorError        a person can correct it; says what, why (the clause) and how
│   ├── ResultRefused    an impossible or unreadable result
│   ├── NoScale          the document has no scale for this match
│   ├── OutOfTime        the time limit has passed: when, and what can still be done
│   ├── NoDatum          too few scores to make a datum
│   └── NoLegalDraw      who cannot be drawn, and which rule would have to be relaxed
├── RegulationErrors     every fault in a rule file at once
└── EngineError          a fault in the program
"""

from collections.abc import Mapping, Sequence
from datetime import datetime

from overtrick.core.wording import Phrase, PhrasedValue, Said, phrase


class OvertrickError(Exception):
    """The base class of all errors that the program raises itself."""


class DirectorError(OvertrickError):
    """An error that a person can correct.

    It says *what* happened, the *clause*, and what to do about it (*remedy*). *what* and *remedy* are templates in the
    catalogue that use *values* by name, or complete phrases. The text is made when an interface shows it, in its
    language; `str` gives the English.

    >>> print(DirectorError("Board {board} was played", clause="Law 7", remedy="Turn {board} over.", board=7))
    Board 7 was played (Law 7). Turn 7 over.
    """

    def __init__(self, what: Said, /, *, clause: Said | PhrasedValue = "", remedy: Said = "", **values: object) -> None:
        self.what = _phrase(what, values)
        self.clause = clause
        self.remedy = _phrase(remedy, values)
        super().__init__(what)

    def __str__(self) -> str:
        return str(self.phrased)

    @property
    def phrased(self) -> Phrase:
        """The whole message as one phrase: what happened, the clause, what to do."""
        return phrase("{what}[ ({clause})].[ {remedy}]", what=self.what, clause=self.clause, remedy=self.remedy)

    @property
    def key(self) -> str:
        """The key of the message in the catalogue, the same for all values and languages."""
        return self.what.template


def _phrase(said: Said, values: Mapping[str, object]) -> Phrase:
    """A template with the values that it names; a text that names none is used literally, including brackets."""
    if isinstance(said, Phrase):
        return said
    return Phrase(said, tuple(values.items()) if "{" in said and values else ())


class ResultRefused(DirectorError):
    """A result that cannot have happened, or that cannot be read."""


class NoScale(DirectorError):
    """The regulation has no victory-point scale for a match of this length."""


class OutOfTime(DirectorError):
    """Something came after its time limit: *until* is the end of the limit, in the venue's time."""

    def __init__(
        self, what: Said, /, *, until: datetime, clause: Said | PhrasedValue = "", remedy: Said = "", **values: object
    ) -> None:
        super().__init__(what, clause=clause, remedy=remedy, **values)
        self.until = until


class NoDatum(DirectorError):
    """Too few scores are left to make a datum by this rule."""


class NoCarryOver(DirectorError):
    """The rule gives no carry-over for these scores; an official decides each contestant's."""


class NoLegalDraw(DirectorError):
    """No draw satisfies the rule: says who has no opponents left, and which rematches would allow a draw.

    *groups* are sets of an odd number of contestants that may meet only each other and the contestants in
    *outside*; there are more sets than contestants outside, so one set is
    always left over. *rematches* is a smallest set of matches that would have to be played again.
    """

    def __init__(
        self,
        what: Said,
        /,
        *,
        clause: Said | PhrasedValue = "",
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
    """All faults found in a rule file, reported together."""

    def __init__(self, faults: Sequence[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(self.faults))


class EngineError(OvertrickError):
    """A fault in the program: please report it and say what you did."""
