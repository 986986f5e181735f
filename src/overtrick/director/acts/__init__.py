"""Every act with its row: who decides on it, whose office it is, its sentence, and how the interface asks for it.

There is one module per family, named like the family's module in `core.event.acts`. An act without a row is refused and
fails the housekeeping tests.
"""

from collections.abc import Mapping
from dataclasses import replace

from overtrick.core.event.acts import Act, PostingsUndone, Unread
from overtrick.core.wording import Phrase, phrase
from overtrick.director.acts import (
    appeals,
    attendance,
    choices,
    conduct,
    deals,
    disclosure,
    draws,
    entries,
    matches,
    penalties,
    results,
    selection,
    stages,
)
from overtrick.director.acts.rows import AnyRow
from overtrick.director.acts.undoing import undoing_row

_FAMILIES: tuple[tuple[AnyRow, ...], ...] = (
    entries.ROWS, stages.ROWS, draws.ROWS, results.ROWS, deals.ROWS, matches.ROWS, penalties.ROWS, attendance.ROWS,
    choices.ROWS, conduct.ROWS, appeals.ROWS, disclosure.ROWS, selection.ROWS,
)  # fmt: skip

_OWN: Mapping[type, AnyRow] = {row.act: row for family in _FAMILIES for row in family}

ROWS: Mapping[type, AnyRow] = {**_OWN, PostingsUndone: undoing_row(_OWN)}
"""The row of each act, by its class."""


def sentence(act: Act) -> Phrase:
    """The sentence for an act, with its full stop. It is rendered last, in the reader's language.

    A reason or text that someone typed with a full stop loses it, since the sentence has its own.

    >>> from overtrick.core.event.acts import NoteMade
    >>> print(sentence(NoteMade("Table 5 was slow.")))
    Note: Table 5 was slow.
    """
    if isinstance(act, Unread):
        return phrase("“{called}” skipped: {why}.", called=act.called, why=act.why)
    texts = {name: getattr(act, name, "") for name in ("reason", "text")}
    ended = {name: text.removesuffix(".") for name, text in texts.items() if text.endswith(".")}
    return ROWS[type(act)].says(replace(act, **ended) if ended else act)  # type: ignore[arg-type]  # it has them
