"""A knockout stage as a page shows it: its matches, who won each and by what, and who left it how."""

from dataclasses import dataclass

from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.knockout import ROUND, outcome, side_imps, triangles
from overtrick.core.event.play.stage import StageState
from overtrick.core.wording import Phrase, Said, phrase
from overtrick.views import addresses
from overtrick.views.names import Who, who
from overtrick.views.texts import Text
from overtrick.views.whys import Number, imps_number, stage_slug


@dataclass(frozen=True, slots=True)
class KnockoutSide:
    """One side of a match: the IMPs it won less its penalties, and whether it won."""

    who: Who
    imps: Number
    won: bool


@dataclass(frozen=True, slots=True)
class KnockoutMatch:
    """A match: both sides, by what it was decided or what it waits for, and the extra boards it wants for it."""

    table: int
    sides: tuple[KnockoutSide, KnockoutSide]
    by: Text
    waits: Text
    extra: tuple[int, ...]

    @property
    def says(self) -> Said:
        """How it was decided, or what it waits for."""
        return phrase("by {by}", by=self.by) if self.by else self.waits


@dataclass(frozen=True, slots=True)
class KnockoutPage:
    """The matches of a stage, those without one, and who left it which way once it is closed.

    *triangles* are the orders of those that are finished.
    """

    matches: tuple[KnockoutMatch, ...]
    without: tuple[Who, ...]
    triangles: tuple[tuple[Who, ...], ...]
    ways: tuple[tuple[Text, tuple[Who, ...]], ...]


def knockout_page(event: Tournament, state: StageState) -> KnockoutPage | None:
    """A knockout stage that is drawn; nothing for stages of another kind."""
    if not state.plan.play.knockout or ROUND not in state.rounds:
        return None
    drawn = state.rounds[ROUND]
    return KnockoutPage(
        tuple(_match(event, state, table) for table in sorted(drawn.seatings)),
        tuple(who(event, name) for name in drawn.draw.sits_out),
        tuple(tuple(who(event, team) for team in trio.order.teams) for trio in triangles(state)),
        ways_out(event, state),
    )


def ways_out(event: Tournament, state: StageState) -> tuple[tuple[Text, tuple[Who, ...]], ...]:
    """Who left a stage as what, once it is closed."""
    if state.left is None:
        return ()
    return tuple(
        (Phrase(str(way)), tuple(who(event, name) for name in names)) for way, names in state.left.ways.items() if names
    )


def _match(event: Tournament, state: StageState, table: int) -> KnockoutMatch:
    decided = outcome(state, table)
    slug = stage_slug(state.plan.name)
    known = state.card(ROUND, table).complete or table in state.rounds[ROUND].forfeits

    def side(name: str) -> KnockoutSide:
        imps = imps_number(side_imps(state, table, name), addresses.SideImps(slug, table, name))
        return KnockoutSide(who(event, name), imps if known else Number(""), name == decided.winner)

    sides = (side(decided.one), side(decided.two))
    return KnockoutMatch(table, sides, decided.by, decided.waits, decided.extra)
