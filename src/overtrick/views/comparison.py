"""Two contestants of an event side by side: where they met, and what each scored with the same cards."""

from collections.abc import Sequence
from dataclasses import dataclass

from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.progress import settled_state
from overtrick.core.event.play.stage import StageState
from overtrick.views import addresses
from overtrick.views.analysis import MET, SAME, PlayedBoard, boards_met, compared_figure, compared_with, same_cards
from overtrick.views.names import Who, who
from overtrick.views.scorecards import CardBoard, card_board
from overtrick.views.stage_names import stage_title
from overtrick.views.texts import Text
from overtrick.views.whys import Number, figure_number, place_number, stage_slug


@dataclass(frozen=True, slots=True)
class ComparedBoards:
    """Boards of two contestants as each played them, and the score of each for all of them."""

    boards: tuple[tuple[CardBoard, CardBoard], ...]
    totals: tuple[Number, Number]


@dataclass(frozen=True, slots=True)
class ComparedStage:
    """Two contestants in a stage: place and total of each, the boards of their matches, and those with the same cards.

    The boards are empty where the two never met, or never held the same cards at different tables.
    """

    title: Text
    slug: str
    unit: str
    boards_in: str
    teams: bool
    places: tuple[Number, Number]
    totals: tuple[Number, Number]
    met: ComparedBoards | None
    same: ComparedBoards | None


@dataclass(frozen=True, slots=True)
class ComparisonPage:
    """Two contestants in the stages that rank them both, the latest first."""

    both: tuple[Who, Who]
    stages: tuple[ComparedStage, ...]


def comparison_page(event: Tournament, one: str, two: str) -> ComparisonPage:
    """Two contestants side by side; boards that are still being played are left out."""
    stages = (_stage(event, state, one, two) for state in reversed(event.stages.values()))
    return ComparisonPage((who(event, one), who(event, two)), tuple(stage for stage in stages if stage))


def _stage(event: Tournament, state: StageState, one: str, two: str) -> ComparedStage | None:
    """The two in a stage; None where they did not both play, or the stage ranks only some of its contestants."""
    slug, after = stage_slug(state.plan.name), settled_state(state)
    ranked = {row.contestant: row for field in after.fields for row in after.standings(field.name).rows}
    if not {one, two} <= ranked.keys():
        return None
    rows = [ranked[name] for name in (one, two)]
    first, second = (figure_number(row.total, addresses.Total(slug, row.contestant)) for row in rows)
    scoring = state.plan.scoring
    theirs = {(each.round, each.table, each.board): each for each in boards_met(state, two, one)}
    met = [
        (each, theirs[at])
        for each in boards_met(state, one, two)
        if (at := (each.round, each.table, each.board)) in theirs
    ]
    return ComparedStage(
        title=stage_title(event, state.plan.name),
        slug=slug,
        unit=state.unit.many,
        boards_in="%" if scoring.percent is not None else scoring.boards_in.many,
        teams=scoring.in_rooms,
        places=(place_number(rows[0], slug), place_number(rows[1], slug)),
        totals=(first, second),
        met=_boards(state, MET, met, one, two),
        same=_boards(state, SAME, same_cards(state, one, two), one, two),
    )


def _boards(
    state: StageState, how: str, boards: Sequence[tuple[PlayedBoard, PlayedBoard]], one: str, two: str
) -> ComparedBoards | None:
    if not boards:
        return None
    slug = stage_slug(state.plan.name)
    own, theirs = zip(*boards, strict=True)
    return ComparedBoards(
        tuple((card_board(slug, each, one), card_board(slug, other, two)) for each, other in boards),
        (
            figure_number(compared_figure(state, own), addresses.Analysis(slug, compared_with(how, two), one)),
            figure_number(compared_figure(state, theirs), addresses.Analysis(slug, compared_with(how, one), two)),
        ),
    )
