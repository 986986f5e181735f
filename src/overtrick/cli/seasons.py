"""A season on the command line: a pair's sessions with their scores, and the figures that may still change."""

from collections.abc import Collection

from overtrick.cli.show import show_json, show_lines, show_table
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.exact import exact_text
from overtrick.core.provenance import Json
from overtrick.core.season import Season
from overtrick.views.readers import DESK
from overtrick.views.scorecards import CardStage
from overtrick.views.season import SeasonPage, season_page
from overtrick.views.whys import figure_of

OPEN = "*"
"""The mark of a figure that may still change."""


def show_season(event: Tournament, page: CardStage, contestant: str, *, as_json: bool) -> None:
    """Print a pair's sessions: who played, the score, and the score that counts."""
    state = event.stage(page.stage)
    own = state.season(contestant)
    if as_json:
        show_json({"contestant": contestant, "stage": page.stage, **_season_json(page, own)})
        return
    rows = [
        (str(cell.session), str(cell.played_by), cell.scored.text or "–", f"{cell.counts}{OPEN if cell.open else ''}")
        for cell in page.season
    ]
    show_table(("session", "played by", "score %", "counting %"), rows, f"{contestant} in {page.stage}")
    if page.carried.why:
        show_lines(f"carry-over: {figure_of(event, page.carried).line()}")
    show_lines(f"aggregate: {own.aggregate.line()}")
    for reason in own.eligible.reasons:
        show_lines(f"eligibility, {reason.says} ({reason.clause})")
    show_open(season_page(event, state, DESK), {contestant})


def show_open(season: SeasonPage | None, pairs: Collection[str]) -> None:
    """Print the figures of these pairs that may still change, and why."""
    for each in season.open if season is not None else ():
        if each.who.number in pairs:
            show_lines(f"{OPEN} {each.who.number}, session {each.session} {each.now}%: {each.because} ({each.clause})")


def _season_json(page: CardStage, own: Season) -> dict[str, Json]:
    sessions: list[Json] = [
        {
            "session": cell.session,
            "played_by": str(cell.played_by),
            "ground": str(cell.ground) or None,
            "scored": cell.scored.value,
            "counts": cell.counts.value,
            "open": str(cell.open) or None,
        }
        for cell in page.season
    ]
    return {
        "sessions": sessions,
        "carried": page.carried.value,
        "aggregate": exact_text(own.aggregate.value),
        "eligible": own.eligible.allowed,
        "possible": own.possible,
    }
