"""A season at the prompt: a pair's sessions with both their figures, and the figures that are still open."""

from overtrick.cli.show import show_json, show_lines, show_table
from overtrick.core.errors import DirectorError
from overtrick.core.event.stage import StageState
from overtrick.core.exact import Exact, exact_text
from overtrick.core.provenance import PERCENT, Figure, Json
from overtrick.core.season import Counted, OpenFigure, Season, open_figures

OPEN = "*"
"""What marks a figure that may still move."""


def show_season(state: StageState, contestant: str, *, as_json: bool) -> None:
    """A pair's sessions: who sat, what was scored, what it counts for."""
    own = state.season(contestant)
    if as_json:
        show_json({"contestant": contestant, "stage": state.plan.name, **_season_json(own)})
        return
    rows = [
        (str(each.session.number), str(each.session.attendance), _score(each), _marked(each.competition, each.open))
        for each in own.counted
    ]
    show_table(("session", "played by", "scored %", "counts %"), rows, f"{contestant} in {state.plan.name}")
    if own.carried is not None:
        show_lines(f"carried: {own.carried.line()}")
    show_lines(f"aggregate: {own.aggregate.line()}")
    for reason in own.eligible.reasons:
        show_lines(f"for a place, {reason.says} ({reason.clause})")
    show_open(open_figures([own]))


def show_open(figures: tuple[OpenFigure, ...]) -> None:
    """The figures that may still move, and why."""
    for each in figures:
        if each.session is not None:
            show_lines(f"{OPEN} {each}")


def session_figure(state: StageState, contestant: str, number: int) -> Figure[Exact]:
    """What a session counts for, to be explained."""
    for each in state.season(contestant).counted:
        if each.session.number == number:
            return each.competition
    raise DirectorError(f"{contestant} has no score for session {number} yet", remedy="Ask when it is complete.")


def _score(each: Counted) -> str:
    return PERCENT.number(each.score.value) if each.score is not None else "–"


def _marked(figure: Figure[Exact], is_open: bool) -> str:
    return f"{PERCENT.number(figure.value)}{OPEN if is_open else ''}"


def _season_json(own: Season) -> dict[str, Json]:
    sessions: list[Json] = [
        {
            "session": each.session.number,
            "played_by": str(each.session.attendance),
            "ground": str(each.session.ground) if each.session.ground else None,
            "scored": exact_text(each.score.value) if each.score is not None else None,
            "counts": exact_text(each.competition.value),
            "open": each.because or None,
        }
        for each in own.counted
    ]
    return {
        "sessions": sessions,
        "carried": exact_text(own.carried.value) if own.carried is not None else None,
        "aggregate": exact_text(own.aggregate.value),
        "eligible": own.eligible.allowed,
        "possible": own.possible,
    }
