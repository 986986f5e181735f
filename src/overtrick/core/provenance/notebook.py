"""A figure as a notebook shows it: one line, and its reasons behind it, each to be opened."""

from collections import deque
from html import escape

from overtrick.core.exact import Exact
from overtrick.core.provenance.figures import Fact, Figure, Reason
from overtrick.core.provenance.telling import Telling

MOST_LINES = 300
"""How many lines of reasons are written out; beyond that `why` and `explained` tell more."""


def notebook(figure: Figure[Exact], most: int = MOST_LINES) -> str:
    """The tree of a figure as HTML, closed but for its first line, with at most so many lines of reasons.

    Those next to the figure are written first. A line whose reasons are left out ends in an ellipsis.

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
    """The figures whose parts are written out: level by level, until the next would make too many lines."""
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
    """A reason and what is below it; *opened* are the figures to be written out, *written* those that have been."""
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
