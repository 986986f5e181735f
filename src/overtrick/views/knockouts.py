"""A knockout stage as a page shows it: its matches, the winners and the reasons, and how teams left it."""

from dataclasses import dataclass, replace
from itertools import takewhile

from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.knockout import (
    FORFEIT,
    ROUND,
    SCORE,
    outcome,
    side_imps,
    triangles,
    triangles_changed,
    went_on_before,
)
from overtrick.core.event.play.stage import StageState
from overtrick.core.provenance import Clause
from overtrick.core.wording import Phrase, Said, phrase
from overtrick.views import addresses
from overtrick.views.board_whys import won_figure
from overtrick.views.choosing import Choosing, choices_due
from overtrick.views.names import Who, who
from overtrick.views.open_boards import board_is_open
from overtrick.views.texts import Text
from overtrick.views.whys import Number, imps_number, stage_slug


@dataclass(frozen=True, slots=True)
class KnockoutSide:
    """One side of a match: its IMPs less its penalties, and whether it won."""

    who: Who
    imps: Number
    won: bool


@dataclass(frozen=True, slots=True)
class KnockoutMatch:
    """A match: both sides, how it was decided or what it waits for, and the extra boards it needs.

    *stands* says that the other side had gone on before the result was corrected, and by which clause.
    """

    table: int
    sides: tuple[KnockoutSide, KnockoutSide]
    by: Text
    waits: Text
    extra: tuple[int, ...]
    stands: Text = ""

    @property
    def by_score(self) -> bool:
        """Whether the score alone decided the match."""
        return self.by == SCORE

    @property
    def forfeited(self) -> bool:
        """Whether a forfeit decided the match."""
        return self.by == FORFEIT

    @property
    def says(self) -> Said:
        """How the match was decided, or what it waits for."""
        return phrase("decided by {by}", by=self.by) if self.by else self.waits


@dataclass(frozen=True, slots=True)
class KnockoutPage:
    """The matches of a stage, teams without a match, and how each team left it once it is closed.

    *triangles* are the orders of finished ones; *teams* are those in the stage, and *choices* the choice of opponents
    that is due, before it is drawn. *notes* say where the order of a triangle was corrected too late.
    """

    matches: tuple[KnockoutMatch, ...]
    without: tuple[Who, ...]
    triangles: tuple[tuple[Who, ...], ...]
    ways: tuple[tuple[Text, tuple[Who, ...]], ...]
    teams: tuple[Who, ...] = ()
    choices: tuple[Choosing, ...] = ()
    notes: tuple[Text, ...] = ()


def knockout_page(event: Tournament, state: StageState) -> KnockoutPage | None:
    """A knockout stage; `None` for other stages."""
    if not state.plan.play.knockout:
        return None
    if ROUND not in state.rounds:
        teams = tuple(who(event, name) for name in state.contestants)
        return KnockoutPage((), (), (), (), teams, choices_due(event, state))
    drawn = state.rounds[ROUND]
    return KnockoutPage(
        tuple(match_of(event, state, table) for table in sorted(drawn.seatings)),
        tuple(who(event, name) for name in drawn.draw.sits_out),
        tuple(tuple(who(event, team) for team in trio.order.teams) for trio in triangles(state)),
        ways_out(event, state),
        notes=tuple(_triangle_note(event, trio.order.teams, clause) for trio, clause in triangles_changed(state)),
    )


def _triangle_note(event: Tournament, order: tuple[str, ...], clause: Clause) -> Text:
    return phrase(
        "On the corrected scores the order of the triangle is {order:,}. "
        "Teams had gone on from it before the correction, and the draw stands ({clause}).",
        order=tuple(who(event, team) for team in order), clause=clause,
    )  # fmt: skip


def stands_note(event: Tournament, state: StageState, table: int) -> Text:
    """A note that a team went on from a match whose corrected score gives it to the other; empty otherwise."""
    found = went_on_before(state, table)
    if found is None:
        return ""
    if found.winner is None:
        return phrase(
            "On the corrected score the match is tied. {gone} had gone on before the correction, and the draw "
            "stands ({clause}).",
            gone=who(event, found.team), clause=found.clause,
        )  # fmt: skip
    return phrase(
        "{winner} wins on the corrected score. {gone} had gone on before the correction, and the draw stands "
        "({clause}).",
        winner=who(event, found.winner), gone=who(event, found.team), clause=found.clause,
    )  # fmt: skip


def ways_out(event: Tournament, state: StageState) -> tuple[tuple[Text, tuple[Who, ...]], ...]:
    """Which teams left a stage in which way, once it is closed."""
    if state.left is None:
        return ()
    return tuple(
        (Phrase(str(way)), tuple(who(event, name) for name in names)) for way, names in state.left.ways.items() if names
    )


def match_of(event: Tournament, state: StageState, table: int) -> KnockoutMatch:
    """The match at a table of a knockout: its score, or while it is played what may be shown of it."""
    decided = outcome(state, table)
    slug = stage_slug(state.plan.name)
    known = state.card(ROUND, table).complete or table in state.rounds[ROUND].forfeits

    def side(name: str) -> KnockoutSide:
        imps = imps_number(side_imps(state, table, name), addresses.SideImps(slug, table, name))
        return KnockoutSide(
            who(event, name), imps if known else running_number(state, ROUND, table, name), name == decided.winner
        )

    sides = (side(decided.one), side(decided.two))
    return KnockoutMatch(table, sides, decided.by, decided.waits, decided.extra, stands_note(event, state, table))


def running_number(state: StageState, number: int, table: int, name: str) -> Number:
    """What a side of a match in two rooms has won so far, on its first boards that no table has still to play."""
    seating = state.rounds[number].seatings.get(table) if number in state.rounds else None
    if seating is None or not state.plan.scoring.in_rooms:
        return Number("")
    every = state.rounds[number].boards_of(seating)
    boards = tuple(takewhile(lambda board: board_is_open(state, number, board), every))
    if not boards or name not in seating.names:
        return Number("")
    at = addresses.Swings(stage_slug(state.plan.name), number, table, boards[-1], name)
    so_far = imps_number(won_figure(state, number, seating, boards, name), at)
    return replace(so_far, provisional=phrase("after {done} of {boards:#board}", done=len(boards), boards=len(every)))
