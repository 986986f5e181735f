"""Figures as HTML for a notebook: one line that opens to its reasons."""

from collections import deque
from html import escape

from overtrick.core.exact import Exact
from overtrick.core.provenance.figures import Fact, Figure, Reason
from overtrick.core.provenance.telling import Telling

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
