"""A figure's reasons as a tree that a page can show: one line per node, opened to the requested depth."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from overtrick.core.exact import Exact, exact_text
from overtrick.core.provenance import (
    POINTS,
    Fact,
    Figure,
    FigureSubject,
    Names,
    PostingSource,
    Reason,
    RoundingNote,
    Telling,
)
from overtrick.core.wording import capitalise, phrase
from overtrick.views.texts import Text

IN_PLAY = phrase("a board that other tables may still have to play")
DEPTH = 2
"""How many levels below the top are open at first."""


@dataclass(frozen=True, slots=True)
class Node:
    """One line of a why: the number, how it was calculated, the clause, and its parts.

    A fact has no number of its own but says where it is recorded. *into* is the path here from the top of the tree;
    *deeper* says that there are reasons below which are not in *reasons*. *about* names the match or the board,
    *provisional* what its number waits for; *cite* and *readings* are the clause in its parts; *made*, *value* and
    *unit* are for programs that recalculate it.
    """

    number: Text
    says: Text
    clause: str = ""
    source: Text = ""
    into: str = ""
    deeper: bool = False
    reasons: tuple["Node", ...] = ()
    about: Text = ""
    provisional: Text = ""
    cite: str = ""
    readings: tuple[str, ...] = ()
    made: str = ""
    value: str = ""
    unit: str = ""


@dataclass(frozen=True, slots=True)
class SealedFacts:
    """Facts that the public may not see yet, by where they are recorded: results of boards still in play."""

    sources: frozenset[str] = frozenset()

    def hides(self, figure: Figure[Exact]) -> bool:
        """Whether a figure would reveal the result of a board in play, as one of the board's own numbers."""
        own = figure.unit == POINTS or any(isinstance(each, Figure) and each.unit == POINTS for each in figure.of)
        return own and bool(self.sources) and self._reaches(figure, {})

    def _reaches(self, reason: Reason, known: dict[int, bool]) -> bool:
        if isinstance(reason, Fact):
            return str(reason.source) in self.sources
        if id(reason) not in known:
            known[id(reason)] = any(self._reaches(each, known) for each in reason.of)
        return known[id(reason)]


NOTHING_SEALED = SealedFacts()


def steps(into: str) -> tuple[int, ...] | None:
    """The path down a tree as an address writes it, `2.0.3`; `None` if it is not one."""
    parts = into.split(".") if into else []
    return tuple(map(int, parts)) if all(part.isascii() and part.isdigit() for part in parts) else None


def tree(
    figure: Figure[Exact],
    way: Sequence[int] = (),
    depth: int = DEPTH,
    sealed: SealedFacts = NOTHING_SEALED,
    names: Names | None = None,
) -> Node | None:
    """The tree below the figure that the path *way* leads to, *depth* levels deep; `None` where it leads nowhere.

    *names* knows what the figures are about.
    """
    telling = Telling(names)
    here: Figure[Exact] = figure
    telling.subject_of(here)
    for step in way:
        parts = telling.parts(here)
        if sealed.hides(here) or step >= len(parts):
            return None
        below = parts[step]
        if isinstance(below, Fact):
            return None
        here = below
        telling.subject_of(here)  # names the match first, so that its boards are known
    return _Tree(telling, sealed).node(here, tuple(way), depth)


class Forest:
    """The trees of many figures of one event, where parts that recur are described once.

    A part that a tree does not open is a tree of its own: *place* is called with it and returns the value for
    `Node.into`.
    """

    def __init__(self, names: Callable[[], Names], sealed: SealedFacts, place: Callable[["Part"], str]) -> None:
        self._names = names
        self._telling = Telling()
        self._sealed = sealed
        self._place = place
        self._told: _Told = {}

    def tree(self, figure: Figure[Exact], called: Text = "") -> Node:
        """The tree of a figure, as `tree` makes it; *called* is its subject, where only a tree above it knew that."""
        telling = self._telling.afresh(self._names())
        telling.subject_of(figure)
        top = _Tree(telling, self._sealed, self._place, self._told).node(figure, (), DEPTH)
        return replace(top, about=called) if called else top


@dataclass(frozen=True, slots=True)
class Part:
    """A figure below others, and what it is called there."""

    figure: Figure[Exact]
    called: Text


_Told: TypeAlias = dict[tuple[int, int, str], tuple[Reason, Node]]
"""Finished lines, by their figure, the depth to which they are open, and their subject."""


@dataclass(frozen=True, slots=True)
class _Tree:
    """A tree under construction: who words it, what it must conceal, and where a part has a tree of its own."""

    telling: Telling
    sealed: SealedFacts
    place: Callable[[Part], str] | None = None
    told: _Told | None = None

    def node(self, reason: Reason, way: tuple[int, ...], depth: int) -> Node:
        """One line, and those below it."""
        about = self.telling.subject_of(reason) if isinstance(reason, Figure) else None
        if self.told is None:
            return self._line(reason, about, way, depth)
        key = id(reason), depth, str(about.called) if about is not None else ""
        if key not in self.told:
            self.told[key] = reason, self._line(reason, about, way, depth)
        return self.told[key][1]

    def _line(self, reason: Reason, about: FigureSubject | None, way: tuple[int, ...], depth: int) -> Node:
        if isinstance(reason, Fact):
            return Node(
                "",
                reason.phrased,
                source=reason.source.phrased if isinstance(reason.source, PostingSource) else reason.source,
            )
        if self.sealed.hides(reason):
            return Node("", IN_PLAY)
        return self._figure(reason, about, way, depth)

    def _figure(self, reason: Figure[Exact], about: FigureSubject | None, way: tuple[int, ...], depth: int) -> Node:
        shown = depth > 0
        called = capitalise(about.called) if about is not None else ""
        deeper = bool(reason.of) and not shown
        return Node(
            reason.phrased,
            reason.note.phrased if isinstance(reason.note, RoundingNote) else reason.note,
            str(reason.clause),
            into=self.place(Part(reason, called)) if self.place and deeper else ".".join(map(str, way)),
            deeper=deeper,
            reasons=tuple(
                self.node(each, (*way, place), depth - 1) for place, each in enumerate(self.telling.parts(reason))
            )
            if shown
            else (),
            about=called,
            provisional=about.provisional if about is not None else "",
            cite=reason.clause.cite,
            readings=reason.clause.readings,
            made=reason.made.word,
            value=exact_text(reason.value),
            unit=reason.unit.many,
        )
