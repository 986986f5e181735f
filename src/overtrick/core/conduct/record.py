"""The record of offences: which earlier ones count when the next is judged.

A regulation says whether warnings are counted by the kind of offence or all together, and for how long.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from overtrick.core.provenance import Clause


class Same(Enum):
    """Which earlier offences count with a new one."""

    KIND = "of its kind"
    ANY = "of any kind"


class Reach(Enum):
    """How long an offence stays on the record."""

    EVENT = "the whole event"
    STAGE = "one stage"


@dataclass(frozen=True, slots=True)
class CountRule:
    """What is counted, for how long, and the clause that says so."""

    clause: Clause
    same: Same
    reach: Reach


@dataclass(frozen=True, slots=True)
class Offence:
    """One offence: by whom, of what kind, in which stage; a warning is one too."""

    contestant: str
    kind: str
    stage: str


def earlier(record: Iterable[Offence], offence: Offence, rule: CountRule) -> int:
    """How many offences on the record count with a new one.

    >>> rule = CountRule(Clause("ANC26", "19.4", ("D63",)), Same.KIND, Reach.EVENT)
    >>> earlier([Offence("7", "lateness", "Stage 1")], Offence("7", "lateness", "Stage 2"), rule)
    1
    """
    return sum(
        past.contestant == offence.contestant
        and (rule.same is Same.ANY or past.kind == offence.kind)
        and (rule.reach is Reach.EVENT or past.stage == offence.stage)
        for past in record
    )
