"""How a table of these tests writes what a rule cites: the clause of SABF20 as numbered, then our readings of it."""

from overtrick.core.provenance import Clause


def cited(clause: Clause) -> str:
    """The citation in a table's shorthand: `13.10#1 D75`; a clause of another document keeps its name.

    >>> cited(Clause("SABF20", "13.10#1", ("D75", "EV-02")))
    '13.10#1 D75 EV-02'
    """
    number = clause.number if clause.document == "SABF20" else clause.cite
    return " ".join((number, *clause.readings))
