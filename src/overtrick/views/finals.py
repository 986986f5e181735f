"""A finals system as a page shows it: its matches in the order of play, carry-forwards, winners and reasons."""

from dataclasses import dataclass

from overtrick.core.draws.finals import Final, Outcome
from overtrick.core.event.after.honours import title_of
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.finals import finals_of
from overtrick.core.event.play.stage import StageState
from overtrick.core.wording import Said, phrase
from overtrick.views import addresses
from overtrick.views.names import Who, who
from overtrick.views.texts import Text
from overtrick.views.whys import Number, imps_number, stage_slug


@dataclass(frozen=True, slots=True)
class FinalSide:
    """One side of a match: the team, or what it waits for; its IMPs with any carry-forward, and whether it won."""

    who: Who | None
    waits: Said
    total: Number
    carried: bool
    won: bool


@dataclass(frozen=True, slots=True)
class FinalMatch:
    """A match: the week it begins in, both sides, its outcome and why, and the clause that prescribes it.

    *stands* is set where its winner went on before the score was corrected.
    """

    name: str
    title: Text
    week: int
    sides: tuple[FinalSide, FinalSide]
    outcome: Outcome
    because: Text
    clause: str
    winner: Who | None
    loser: Who | None
    stands: bool = False


@dataclass(frozen=True, slots=True)
class FinalsPage:
    """The matches of a finals system in the order of play; *no_winner* says why there is no winner, if so."""

    system: str
    clause: str
    weekly: bool
    matches: tuple[FinalMatch, ...]
    no_winner: Text = ""


def finals_page(event: Tournament, state: StageState) -> FinalsPage | None:
    """The finals of a stage whose matches must be won; `None` for other stages."""
    if not state.plan.play.must_be_won:
        return None
    finals = finals_of(state)
    return FinalsPage(
        finals.bracket.name,
        str(finals.bracket.clause),
        state.plan.play.weekly,
        tuple(_match(event, state, turn, final) for turn, final in enumerate(finals.finals, start=1)),
        _no_winner(state),
    )


def _no_winner(state: StageState) -> Text:
    vacancy = title_of(state).vacancy
    if vacancy is None:
        return ""
    return phrase("There is no winner: {why} ({clause}).", why=vacancy.why, clause=vacancy.clause)


def _match(event: Tournament, state: StageState, turn: int, final: Final) -> FinalMatch:
    slug = stage_slug(state.plan.name)
    return FinalMatch(
        final.match.name,
        final.match.title,
        final.match.week,
        (
            _side(event, final, 0, addresses.FinalTotal(slug, turn, final.teams[0] or "")),
            _side(event, final, 1, addresses.FinalTotal(slug, turn, final.teams[1] or "")),
        ),
        final.outcome,
        final.why,
        str(final.match.clause),
        who(event, final.winner) if final.winner is not None else None,
        who(event, final.loser) if final.loser is not None else None,
        final.drawn_before,
    )


def _side(event: Tournament, final: Final, place: int, at: addresses.FinalTotal) -> FinalSide:
    team = final.teams[place]
    if team is None:
        return FinalSide(None, final.match.sides[place].phrased, Number(""), carried=False, won=False)
    total = imps_number(final.totals[place], at) if final.totals else Number("")
    return FinalSide(who(event, team), "", total, carried=team == final.carry_to, won=team == final.winner)
