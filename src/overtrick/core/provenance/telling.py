"""Explain figures to people and programs: the parts of a figure as text, as JSON, or as HTML for a notebook.

A board's scores are stored once, as North-South's. They are shown from the side whose figure it is: to East-West
every score, and the datum, is shown as East-West's; a team's two scores are those of its own pairs.
"""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import Protocol

from overtrick.core.exact import Exact, exact_text, plain
from overtrick.core.provenance.figures import (
    MATCHPOINTS,
    PERCENT,
    POINTS,
    TOP,
    Derivation,
    Fact,
    Figure,
    Json,
    PostingSource,
    Reason,
    RoundingNote,
)
from overtrick.core.wording import Phrase, Said, capitalise, phrase, render_value


@dataclass(frozen=True, slots=True)
class FigureSubject:
    """The subject of a figure in an event: a session, a match or a board, and the contestant's table and seat."""

    round: int = 0
    session: int = 0
    board: int = 0
    table: int = 0
    side: str = ""
    against: tuple[str, ...] = ()
    stage: str = ""
    rounds_are: str = "match"
    provisional: Said = ""

    @property
    def called(self) -> Phrase:
        """The subject, without the note of what is still missing.

        >>> print(FigureSubject(3, table=4, side="E–W", against=("7 Baker–Chen",)).called)
        match 3 against 7 Baker–Chen, table 4 E–W
        >>> print(FigureSubject(3, board=13).called, "-", FigureSubject(session=2, stage="Final").called)
        board 13 - session 2 of Final
        """
        if self.board and not self.table:
            return phrase("board {board}", board=self.board)
        if self.board:
            return phrase(
                "board {board}, round {round}[ against {against: and}], table {table}[ {side}]",
                board=self.board, round=self.round, against=self.against, table=self.table, side=self.side,
            )  # fmt: skip
        if self.session:
            return phrase("session {session}[ of {stage}]", session=self.session, stage=self.stage)
        seat = phrase("table {table}[ {side}]", table=self.table, side=self.side) if self.table else ""
        return phrase(
            "{what} {round}[ of {stage}][ against {against: and}][, {seat}]",
            what=Phrase(self.rounds_are), round=self.round, stage=self.stage, against=self.against, seat=seat,
        )  # fmt: skip

    @property
    def phrased(self) -> Phrase:
        """The subject, with a note of what is still missing."""
        if not self.provisional:
            return self.called
        return phrase("{called} ({provisional})", called=self.called, provisional=self.provisional)

    def as_json(self) -> dict[str, Json]:
        """The subject as JSON; unknown parts are left out."""
        known: dict[str, Json] = {
            "stage": self.stage, "round": self.round, "session": self.session, "board": self.board,
            "table": self.table, "side": self.side, "against": list(self.against),
        }  # fmt: skip
        return {word: value for word, value in known.items() if value}


class Names(Protocol):
    """Knows the subjects of figures; it is asked about a figure before its parts."""

    def subject_of(self, figure: Figure[Exact]) -> FigureSubject | None:
        """The subject of a figure, if it is known."""


class Nameless:
    """Knows no subjects: for figures outside an event."""

    def subject_of(self, figure: Figure[Exact]) -> FigureSubject | None:  # noqa: ARG002 - as `Names` has it
        """None, for every figure."""
        return None


class Telling:
    """The figures of one tree as they are shown: each part is made once, so that a repeated part can be recognised."""

    def __init__(self, names: Names | None = None) -> None:
        self._names = names or Nameless()
        self._parts: dict[int, tuple[Figure[Exact], tuple[Reason, ...]]] = {}
        self._turned: dict[int, Figure[Exact]] = {}
        self._shares: dict[int, Figure[Exact]] = {}

    def afresh(self, names: Names) -> "Telling":
        """Another tree with other names, in which repeated parts are the same figures as here."""
        other = Telling(names)
        other._parts, other._turned, other._shares = self._parts, self._turned, self._shares
        return other

    def parts(self, figure: Figure[Exact]) -> tuple[Reason, ...]:
        """The parts of a figure, from its own side."""
        found = self._parts.get(id(figure))
        if found is None:
            found = self._parts[id(figure)] = (figure, self._list_parts(figure))
        return found[1]

    def subject_of(self, figure: Figure[Exact]) -> FigureSubject | None:
        """The subject of a figure; a share of a board has the board as its subject."""
        return self._names.subject_of(self._shares.get(id(figure), figure))

    def line(self, figure: Figure[Exact]) -> str:
        """A figure on one line, beginning with its subject."""
        about = self.subject_of(figure)
        if about is None:
            return figure.line()
        note = f": {figure.said}" if figure.note else ""
        return f"{figure}  {capitalise(about.phrased)}{note}  ({figure.clause})"

    def _list_parts(self, figure: Figure[Exact]) -> tuple[Reason, ...]:
        match figure.made:
            case Derivation.AGAINST_EW | Derivation.COMPARED_EW:
                return tuple(self._turn(each) for each in figure.of)
            case Derivation.TABLES_NS | Derivation.POINTS_NS:
                first, second = figure.of
                return first, self._turn(second)
            case Derivation.TABLES_EW | Derivation.POINTS_EW:
                first, second = figure.of
                return self._turn(first), second
            case Derivation.SHARES:
                return tuple(self._share(each) for each in figure.of)
            case _:
                return figure.of

    def _turn(self, reason: Reason) -> Reason:
        """A reason from the other side: points with the opposite sign, at every level."""
        if isinstance(reason, Fact):
            return reason
        if id(reason) not in self._turned:
            of = tuple(self._turn(each) for each in reason.of)
            value = -reason.value if reason.unit is POINTS else reason.value
            note = reason.note.negate() if isinstance(reason.note, RoundingNote) else reason.note
            self._turned[id(reason)] = Figure(value, reason.unit, reason.clause, of, note, reason.made)
        return self._turned[id(reason)]

    def _share(self, reason: Reason) -> Reason:
        """A board's matchpoints as a share of its top; a figure that is already in per cent is unchanged."""
        if isinstance(reason, Fact) or reason.unit is not MATCHPOINTS:
            return reason
        top = next((each for each in reason.of if isinstance(each, Figure) and each.unit is TOP), None)
        most = top.value if top is not None else 0
        value = plain(Fraction(100 * reason.value) / most) if most else 50
        note = (
            phrase("{value} of {most}", value=reason.unit.number(reason.value), most=most)
            if most
            else phrase("the only result, so 50%")
        )
        share = Figure(value, PERCENT, reason.clause, (reason, *((top,) if top else ())), note, Derivation.SHARE)
        self._shares[id(share)] = reason
        return share


def why(figure: Figure[Exact], depth: int | None = 2, names: Names | None = None) -> str:
    """The reasons as a tree, one line each, *depth* levels down (`None`: all the way).

    A part that was explained further up is not explained again.
    """
    telling = Telling(names)
    first = telling.line(figure)
    return "\n".join([first, *_branches(telling, figure, depth, "", {id(figure)})])


def explain(figure: Figure[Exact], depth: int | None = None, names: Names | None = None) -> dict[str, Json]:
    """The same tree as JSON: exact values, and parts that recur given once and then by `ref`."""
    telling = Telling(names)
    return _explain(telling, figure, depth, (_shared_figures(telling, figure, depth), set()))


def _branches(telling: Telling, figure: Figure[Exact], depth: int | None, indent: str, told: set[int]) -> Iterator[str]:
    if depth == 0:
        return
    below = None if depth is None else depth - 1
    parts = telling.parts(figure)
    for place, reason in enumerate(parts, start=1):
        last = place == len(parts)
        elbow, gap = ("└─ ", "   ") if last else ("├─ ", "│  ")
        if isinstance(reason, Fact):
            yield f"{indent}{elbow}{reason}"
        elif id(reason) in told and reason.of:
            yield f"{indent}{elbow}{telling.line(reason)}  [as above]"
        else:
            told.add(id(reason))
            yield f"{indent}{elbow}{telling.line(reason)}"
            yield from _branches(telling, reason, below, indent + gap, told)


def _shared_figures(telling: Telling, figure: Figure[Exact], depth: int | None) -> dict[int, int]:
    """The figures with parts that occur more than once in the tree, numbered."""
    seen: set[int] = set()
    shared: dict[int, int] = {}
    stack: list[tuple[Figure[Exact], int | None]] = [(figure, depth)]
    while stack:
        here, deep = stack.pop()
        if id(here) in seen:
            shared.setdefault(id(here), len(shared) + 1)
            continue
        seen.add(id(here))
        if deep != 0:
            below = None if deep is None else deep - 1
            stack.extend(
                (each, below) for each in reversed(telling.parts(here)) if isinstance(each, Figure) and each.of
            )
    return shared


def _explain(
    telling: Telling, figure: Figure[Exact], depth: int | None, known: tuple[dict[int, int], set[int]]
) -> dict[str, Json]:
    shared, told = known
    number = shared.get(id(figure))
    if number is not None and number in told:
        return {"ref": number, "value": exact_text(figure.value), "unit": figure.unit.many}
    answer: dict[str, Json] = {"value": exact_text(figure.value), "unit": figure.unit.many}
    if number is not None:
        told.add(number)
        answer["id"] = number
    answer["shown"] = str(figure)
    answer["made"] = figure.made.word
    answer["clause"] = figure.clause.cite
    if figure.clause.readings:
        answer["readings"] = list(figure.clause.readings)
    about = telling.subject_of(figure)
    if about is not None:
        answer["about"] = about.as_json()
        if about.provisional:
            answer["provisional"] = True
    if figure.note:
        answer["note"] = figure.said
    if figure.of and depth != 0:
        below = None if depth is None else depth - 1
        answer["of"] = [
            fact_told(reason) if isinstance(reason, Fact) else _explain(telling, reason, below, known)
            for reason in telling.parts(figure)
        ]
    return answer


def fact_told(fact: Fact) -> dict[str, Json]:
    """A fact as JSON: what was recorded, where, and at which table."""
    answer: dict[str, Json] = {"fact": render_value(fact.says)}
    if fact.source:
        answer["source"] = str(fact.source)
    if isinstance(fact.source, PostingSource):
        where: dict[str, Json] = {
            "posting": fact.source.posting, "round": fact.source.round, "table": fact.source.table,
            "room": fact.source.room,
        }  # fmt: skip
        answer |= {word: value for word, value in where.items() if value}
    return answer


MOST_LINES = 300
"""The most lines of reasons that are written; `why` and `explained` give more."""


def notebook(figure: Figure[Exact], most: int = MOST_LINES) -> str:
    """The tree of a figure as HTML, folded to its first line, with at most *most* lines of reasons.

    The reasons nearest to the figure are written first. A line whose reasons are left out ends in an ellipsis.

    >>> from overtrick.core.laws.table_score import points
    >>> from overtrick.core.laws.imps import imps
    >>> notebook(imps(*points(620, -50)))[:66]
    '<details><summary>+12 IMPs  (Law 78B)</summary><ul><li>+620 points'
    >>> notebook(imps(*points(620, -50)), most=1)
    '+12 IMPs  (Law 78B) …'
    """
    telling = Telling()
    return _tree(telling, figure, _nearest(telling, figure, most), set())


def _nearest(telling: Telling, figure: Figure[Exact], most: int) -> set[int]:
    """The figures whose parts are written, level by level, until the next one would make too many lines."""
    opened: set[int] = set()
    waiting: deque[Reason] = deque([figure])
    while waiting:
        reason = waiting.popleft()
        if isinstance(reason, Fact) or id(reason) in opened:
            continue
        parts = telling.parts(reason)
        most -= len(parts)
        if most < 0:
            break
        opened.add(id(reason))
        waiting.extend(parts)
    return opened


def _tree(telling: Telling, reason: Reason, opened: set[int], written: set[int]) -> str:
    """A reason and its parts; *opened* are the figures whose parts are to be written, *written* those already done."""
    if isinstance(reason, Fact):
        return escape(str(reason))
    line = escape(telling.line(reason))
    if not reason.of:
        return line
    if id(reason) not in opened:
        return f"{line} …"
    if id(reason) in written:
        return f"{line}  [as above]"
    written.add(id(reason))
    inner = "".join(f"<li>{_tree(telling, each, opened, written)}</li>" for each in telling.parts(reason))
    return f"<details><summary>{line}</summary><ul>{inner}</ul></details>"
