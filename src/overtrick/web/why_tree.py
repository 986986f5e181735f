"""A figure's reasons as a tree that a page can show: one line a node, opened as deep as somebody asks."""

from collections.abc import Sequence
from dataclasses import dataclass

from overtrick.core.exact import Exact
from overtrick.core.provenance import POINTS, Fact, Figure, Reason

IN_PLAY = "a board that is still being played at other tables"
DEPTH = 2
"""How many levels below its top a tree is opened at first."""


@dataclass(frozen=True, slots=True)
class Node:
    """One line of a why: the number, how it came about, the clause, and what it was made of.

    A fact has no number of its own but says where it is written. *into* leads here from the top of the tree;
    *deeper* says that there are reasons below which are not in *reasons*.
    """

    number: str
    says: str
    clause: str = ""
    source: str = ""
    into: str = ""
    deeper: bool = False
    reasons: tuple["Node", ...] = ()


@dataclass(frozen=True, slots=True)
class Sealed:
    """Facts that the room may not see yet, by where they are written: results of boards still in play."""

    sources: frozenset[str] = frozenset()

    def hides(self, figure: Figure[Exact]) -> bool:
        """Whether a figure would give away the result of a board in play: one of the board's own numbers."""
        own = figure.unit == POINTS or any(isinstance(each, Figure) and each.unit == POINTS for each in figure.of)
        return own and bool(self.sources) and self._reaches(figure, {})

    def _reaches(self, reason: Reason, known: dict[int, bool]) -> bool:
        if isinstance(reason, Fact):
            return str(reason.source) in self.sources
        if id(reason) not in known:
            known[id(reason)] = any(self._reaches(each, known) for each in reason.of)
        return known[id(reason)]


NOTHING_SEALED = Sealed()


def steps(into: str) -> tuple[int, ...] | None:
    """The way down a tree as an address writes it, `2.0.3`; nothing if it is not one."""
    parts = into.split(".") if into else []
    return tuple(map(int, parts)) if all(part.isascii() and part.isdigit() for part in parts) else None


def tree(
    figure: Figure[Exact], way: Sequence[int] = (), depth: int = DEPTH, sealed: Sealed = NOTHING_SEALED
) -> Node | None:
    """The tree below the figure that the *way* leads to, so many levels deep; nothing where it leads nowhere."""
    here: Figure[Exact] = figure
    for step in way:
        if sealed.hides(here) or step >= len(here.of):
            return None
        below = here.of[step]
        if isinstance(below, Fact):
            return None
        here = below
    return _node(here, tuple(way), depth, sealed)


def _node(reason: Reason, way: tuple[int, ...], depth: int, sealed: Sealed) -> Node:
    if isinstance(reason, Fact):
        return Node("", reason.words, source=str(reason.source))
    if sealed.hides(reason):
        return Node("", IN_PLAY)
    shown = depth > 0
    return Node(
        str(reason),
        reason.said,
        str(reason.clause),
        into=".".join(map(str, way)),
        deeper=bool(reason.of) and not shown,
        reasons=tuple(_node(each, (*way, place), depth - 1, sealed) for place, each in enumerate(reason.of))
        if shown
        else (),
    )
