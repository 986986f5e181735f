"""A knockout stage as a page shows it: its matches, who won each and by what, and who left it how."""

from dataclasses import dataclass

from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.knockout import ROUND, outcome
from overtrick.core.event.play.stage import StageState
from overtrick.core.exact import exact_text
from overtrick.core.provenance import IMPS
from overtrick.views import addresses
from overtrick.views.names import Who, who
from overtrick.views.whys import Number, stage_slug


@dataclass(frozen=True, slots=True)
class KnockoutSide:
    """One side of a match: its net, and whether it won."""

    who: Who
    net: Number
    won: bool


@dataclass(frozen=True, slots=True)
class KnockoutMatch:
    """A match: both sides, and by what it was decided or what it waits for."""

    table: int
    sides: tuple[KnockoutSide, KnockoutSide]
    says: str


@dataclass(frozen=True, slots=True)
class KnockoutPage:
    """The matches of a stage, those without one, and who left it which way once it is closed."""

    matches: tuple[KnockoutMatch, ...]
    without: tuple[Who, ...]
    ways: tuple[tuple[str, tuple[Who, ...]], ...]


def knockout_page(event: Tournament, state: StageState) -> KnockoutPage | None:
    """A knockout stage that is drawn; nothing for stages of another kind."""
    if not state.plan.play.knockout or ROUND not in state.rounds:
        return None
    drawn = state.rounds[ROUND]
    return KnockoutPage(
        tuple(_match(event, state, table) for table in sorted(drawn.seatings)),
        tuple(who(event, name) for name in drawn.draw.sits_out),
        ways_out(event, state),
    )


def ways_out(event: Tournament, state: StageState) -> tuple[tuple[str, tuple[Who, ...]], ...]:
    """Who left a stage as what, once it is closed."""
    if state.left is None:
        return ()
    return tuple(
        (str(way), tuple(who(event, name) for name in names)) for way, names in state.left.ways.items() if names
    )


def _match(event: Tournament, state: StageState, table: int) -> KnockoutMatch:
    decided = outcome(state, table)
    slug = stage_slug(state.plan.name)
    card = state.card(ROUND, table)
    forfeited = table in state.rounds[ROUND].forfeits

    def side(name: str) -> KnockoutSide:
        net = card.side(name).net
        number = Number(
            IMPS.number(net.value), addresses.Net(slug, ROUND, table, name).path(), value=exact_text(net.value)
        )
        return KnockoutSide(
            who(event, name), number if card.complete and not forfeited else Number(""), name == decided.winner
        )

    says = f"by {decided.by}" if decided.winner is not None else decided.waits
    return KnockoutMatch(table, (side(decided.one), side(decided.two)), says)
