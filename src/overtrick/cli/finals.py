"""A finals system at the prompt: its matches, who started ahead, who won and where that leads."""

from overtrick.cli.show import show_lines, show_table
from overtrick.core.provenance import Json
from overtrick.views.finals import FinalSide, FinalsPage


def show_finals(page: FinalsPage) -> None:
    """Every match in the order of play."""
    rows = [
        (
            str(match.week),
            str(match.title),
            *map(_side, match.sides),
            match.winner.number if match.winner else "–",
            f"{match.outcome}: {match.because}",
        )
        for match in page.matches
    ]
    show_table(
        ("week" if page.weekly else "segment", "match", "first", "second", "winner", "because"), rows, page.system
    )
    if page.no_winner:
        show_lines(str(page.no_winner))


def _side(side: FinalSide) -> str:
    """A side with its IMPs, the carry-forward counted."""
    if side.who is None:
        return f"({side.waits})"
    return f"{side.who.number}: {side.total}" if side.total.why else side.who.number


def finals_json(page: FinalsPage) -> Json:
    """The matches as they stand."""
    return [
        {
            "match": match.name,
            "title": str(match.title),
            "week": match.week,
            "teams": [side.who.number if side.who else None for side in match.sides],
            "totals": [side.total.value for side in match.sides if side.total.why],
            "carry_forward": next((side.who.number for side in match.sides if side.who and side.carried), None),
            "outcome": str(match.outcome),
            "winner": match.winner.number if match.winner else None,
            "loser": match.loser.number if match.loser else None,
            "because": str(match.because),
            "clause": match.clause,
        }
        for match in page.matches
    ]
