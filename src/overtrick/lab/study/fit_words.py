"""The estimates of a fit, as lines for the [strength] table of a study, and as data."""

from collections.abc import Iterator

from overtrick.core.provenance import Json
from overtrick.lab.study.fit import Between, Fit

TOLD = {
    "field": "standard deviation of the strengths, IMPs a board",
    "board": "standard deviation of a board between equals, IMPs",
    "flat": "share of boards that bring nobody anything",
}
"""The values of a fit in words."""


def as_strength(found: Fit) -> Iterator[str]:
    """The table of a study, with the 95% interval of each value beside it."""
    fields = len(found.strengths)
    yield f"# Fitted to {found.boards} boards of {found.matches} matches in {fields} field{'s' if fields > 1 else ''}."
    yield "[strength]"
    for name, between in _values(found).items():
        yield f"{name:5} = {between.value:.3f}   # {between.low:.3f} to {between.high:.3f}: {TOLD[name]}"


def fit_as_data(found: Fit) -> Json:
    """A fit as data, with the strength of every entry."""
    return {
        "matches": found.matches,
        "boards": found.boards,
        "strength": {
            name: {"value": f"{each.value:.6f}", "low": f"{each.low:.6f}", "high": f"{each.high:.6f}"}
            for name, each in _values(found).items()
        },
        "fields": [
            [
                {"entry": each.name, "strength": f"{each.strength:.6f}", "error": f"{each.error:.6f}"}
                for each in strengths
            ]
            for strengths in found.strengths
        ],
    }


def _values(found: Fit) -> dict[str, Between]:
    return {"field": found.field, "board": found.board, "flat": found.flat}
