"""A finals system at the prompt: its matches, who started ahead, who won and where that leads."""

from overtrick.cli.show import show_table
from overtrick.core.draws.finals import Final, Finals
from overtrick.core.exact import exact_text, short_text
from overtrick.core.provenance import Json


def show_finals(finals: Finals) -> None:
    """Every match in the order of play."""
    rows = [
        (str(final.match.week), final.match.title, *_sides(final), final.winner or "–", f"{final.outcome}: {final.why}")
        for final in finals.finals
    ]
    show_table(("week", "match", "first", "second", "winner", "because"), rows, finals.bracket.name)


def _sides(final: Final) -> tuple[str, str]:
    one, two = (_side(final, place) for place in (0, 1))
    return one, two


def _side(final: Final, place: int) -> str:
    """A side with its IMPs, the carry-forward counted."""
    team = final.teams[place]
    if team is None:
        return f"({final.match.sides[place]})"
    return f"{team}: {short_text(final.totals[place].value)}" if final.totals else team


def finals_json(finals: Finals) -> Json:
    """The matches as they stand."""
    rows: list[Json] = []
    for final in finals.finals:
        teams: list[Json] = list(final.teams)
        totals: list[Json] = [exact_text(total.value) for total in final.totals]
        rows.append(
            {
                "match": final.match.name,
                "title": final.match.title,
                "week": final.match.week,
                "teams": teams,
                "totals": totals,
                "carry_forward": final.carry_to,
                "outcome": str(final.outcome),
                "winner": final.winner,
                "loser": final.loser,
                "because": final.why,
                "clause": final.match.clause.cite,
            }
        )
    return rows
