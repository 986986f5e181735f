"""Break the tie in a knockout match: extra boards, then rescoring the boards, then drawing lots."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact, plain
from overtrick.core.laws.imps import imps_of
from overtrick.core.laws.rescoring import Swing, board_a_match, swing_figures, total_points
from overtrick.core.provenance import IMPS, Clause, Derivation, Figure, count_phrase
from overtrick.core.wording import phrase


class TieStep(Enum):
    """One way of deciding a tie."""

    PLAY_OFF = "play-off"
    BOARD_A_MATCH = "board-a-match"
    TOTAL_POINTS = "total points"
    PLAY_ON = "play on"
    LOT = "lot"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class TieRule:
    """The steps that decide a tied match, in order; a play-off has *extra* boards, then *then* more boards at a time.

    Rescoring covers the match and the play-off together.
    """

    id: str
    clause: Clause
    steps: tuple[TieStep, ...]
    extra: int = 0
    then: int = 0


@dataclass(frozen=True, slots=True)
class TieBroken:
    """Whether the home team won, by which step, and the figures of the steps taken."""

    home: bool
    by: TieStep
    figures: tuple[Figure[Exact], ...]


def play_off_imps(extra: Sequence[Swing], rule: TieRule) -> Figure[Exact]:
    """The home team's net IMPs over the extra boards."""
    value = sum((swing.worth(imps_of) for swing in extra), Fraction(0))
    note = phrase("play-off over {extra}", extra=count_phrase(len(extra)))
    return Figure(plain(value), IMPS, rule.clause, swing_figures(extra), note, Derivation.FORMULA)


def break_tie(
    played: Sequence[Swing], extra: Sequence[Swing], rule: TieRule, *, lot_to_home: bool | None = None
) -> TieBroken:
    """The winner of a tied match, from the home team's swings in the match and on the *extra* boards.

    >>> from overtrick.core.laws.table_score import points
    >>> rule = TieRule("gnot", Clause("GNOT18", "4.1"), (TieStep.BOARD_A_MATCH, TieStep.TOTAL_POINTS, TieStep.LOT))
    >>> broken = break_tie([Swing(each) for each in points(10, 0, -200, 10)], (), rule)
    >>> broken.home, str(broken.by)
    (True, 'board-a-match')
    """
    boards = (*played, *extra)
    figures: list[Figure[Exact]] = []
    for step in rule.steps:
        match step:
            case TieStep.PLAY_OFF:
                figure = play_off_imps(extra, rule)
                margin = figure.value
            case TieStep.BOARD_A_MATCH:
                figure = board_a_match(boards)
                margin = 2 * figure.value - len(boards)
            case TieStep.TOTAL_POINTS:
                figure = total_points(boards)
                margin = figure.value
            case TieStep.PLAY_ON:
                break
            case TieStep.LOT:
                return TieBroken(_require_lot(rule, lot_to_home=lot_to_home), step, tuple(figures))
        figures.append(figure)
        if margin:
            return TieBroken(margin > 0, step, tuple(figures))
    raise DirectorError(
        "The match is still tied", clause=rule.clause, remedy="Play more boards until the match is decided."
    )


def _require_lot(rule: TieRule, *, lot_to_home: bool | None) -> bool:
    if lot_to_home is None:
        raise DirectorError("The match is still tied", clause=rule.clause, remedy="Draw lots and record the result.")
    return lot_to_home
