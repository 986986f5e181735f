"""Duplicate-bridge events run to the letter of their written regulations.

    >>> import overtrick as ot
    >>> print(ot.score("4SX S +1", board=13))
    +990 points

The names of `overtrick.api` stand here; they are loaded when one is asked for, so that nothing waits for what it does
not use.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from overtrick.api import (
        Board,
        Clause,
        DirectorError,
        Event,
        Figure,
        OvertrickError,
        RegulationErrors,
        Result,
        ResultRefused,
        Rulebook,
        Standings,
        Table,
        __version__,
        acts,
        cross_imps,
        datum,
        events,
        imps,
        matchpoints,
        read_result,
        rules,
        score,
        score_session,
        vps,
    )

__all__ = [
    "Board", "Clause", "DirectorError", "Event", "Figure", "OvertrickError", "RegulationErrors", "Result",
    "ResultRefused", "Rulebook", "Standings", "Table", "__version__", "acts", "cross_imps", "datum", "events", "imps",
    "matchpoints", "read_result", "rules", "score", "score_session", "vps",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from overtrick import api

    return getattr(api, name)


def __dir__() -> list[str]:
    return [*__all__]
