"""Results, standings, rulings, and closing a round or a stage."""

from django.http import HttpRequest, HttpResponse

from overtrick.core.conduct.consequences import Amount
from overtrick.core.event.acts import Act, PenaltyGiven, RoundClosed, StageClosed
from overtrick.core.event.fold.conducted import Offending
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.by_table import round_in_play
from overtrick.core.event.play.stage import StageState
from overtrick.core.provenance import Unit
from overtrick.core.ranking.standings import Purpose
from overtrick.director.taking_back import posting_of
from overtrick.views.closing import closing_of
from overtrick.views.names import label
from overtrick.views.readers import DESK
from overtrick.views.results import board_results, round_results, table_results
from overtrick.views.season import season_page
from overtrick.views.standings import StandingsPage, standings_page
from overtrick.web.congress.access import Action, official
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.preview import offences
from overtrick.web.congress.projections import event_projection
from overtrick.web.desk.forms.act_form import in_play, open_stages, season_stages
from overtrick.web.desk.forms.registry import FORMS
from overtrick.web.desk.views.shared import page, stage_named, whole

_RULINGS = (
    "offence", "rule", "penalty", "warning", "substitute", "session-substitute", "absence", "late", "forfeit", "award",
    "withdraw", "foul", "review", "note",
)  # fmt: skip
RULINGS = tuple(form for form in FORMS if form.path in _RULINGS)
"""The forms that the page of rulings offers, if the event can use them."""


@official(Action.SEE)
def results(request: HttpRequest, event: BookRecord) -> HttpResponse:
    """The page of a round's results: by board, by table, or only those to check."""
    now = event_projection(event)
    with now.lock:
        stage = stage_named(now.event, request.GET.get("stage"))
        context: dict[str, object] = {"shown": None, "stages": list(now.event.stages), "shown_stage": stage}
        if stage and now.event.stage(stage).rounds:
            state = now.event.stage(stage)
            number = whole(request.GET.get("round"), round_in_play(state))
            number = number if number in state.rounds else state.last_round
            board, table = whole(request.GET.get("board"), 0), whole(request.GET.get("table"), 0)
            context |= {
                "shown": round_results(now.event, state, number),
                "rounds": sorted(state.rounds),
                "pooled": state.plan.pool is not None,
                "board": board_results(now.event, state, number, board) if board else None,
                "table": table_results(now.event, state, number, table) if table else None,
            }
        return page(request, event, now, "results", context)


@official(Action.SEE)
def standings(request: HttpRequest, event: BookRecord) -> HttpResponse:
    """The page of the standings at the desk, for the prizes or for the next draw."""
    now = event_projection(event)
    with now.lock:
        stage = stage_named(now.event, request.GET.get("stage"))
        for_draw = request.GET.get("for") == "draw"
        context = {
            "standings": _standings(now.event.stage(stage), now.event, for_draw=for_draw) if stage else None,
            "stages": list(now.event.stages),
            "shown_stage": stage,
            "for_draw": for_draw,
            "is_season": stage in season_stages(now.event),
        }
        return page(request, event, now, "standings", context)


def _standings(state: StageState, event: Tournament, *, for_draw: bool) -> StandingsPage:
    """The standings for the prizes, or in the order for the next draw if the regulation has a separate one."""
    own = for_draw and state.plan.standings.draw is not None
    return standings_page(event, state, DESK, Purpose.DRAW if own else Purpose.PRIZE)


@official(Action.SEE)
def season(request: HttpRequest, event: BookRecord) -> HttpResponse:
    """The page of a season, session by session: what counts, what may still change, and absences."""
    now = event_projection(event)
    with now.lock:
        stages = season_stages(now.event)
        asked = request.GET.get("stage", "")
        stage = asked if asked in stages else stages[-1] if stages else ""
        context = {
            "season": season_page(now.event, now.event.stage(stage), DESK) if stage else None,
            "stages": stages,
            "shown_stage": stage,
        }
        return page(request, event, now, "season", context)


def _price(event: Tournament, act: Offending) -> Amount | None:
    """The amount of a penalty with its sign, in the unit of its stage; None for an act without an amount."""
    if not isinstance(act, PenaltyGiven):
        return None
    unit = event.stage(act.stage).unit
    return Amount(-act.amount, unit if unit.many == act.unit else Unit(act.unit, act.unit))


def _numbered_act(event: Tournament, act: Act, contestant: str = "") -> tuple[Act, int, str]:
    """An act in force, the number of its posting for undoing it, and the contestant by name."""
    return act, posting_of(event, act), label(event, contestant) if contestant else ""


@official(Action.SEE)
def rulings(request: HttpRequest, event: BookRecord) -> HttpResponse:
    """The page of the penalties, warnings, substitutes, lateness, forfeits and withdrawals in force."""
    now = event_projection(event)
    with now.lock:
        event_ = now.event
        given = [
            (
                number,
                act,
                label(event_, act.contestant),
                offences(event_, act.contestant, act.offence),
                _price(event_, act),
            )
            for number, act in sorted(event_.conducted.offending.items(), reverse=True)
        ]
        context = {
            "given": given,
            "can": {form.path.replace("-", "_"): True for form in RULINGS if form.possible(event_)},
            "playing": in_play(event_)[1],
            "reviews": [
                (each, label(event_, each.asked.contestant)) for each in reversed(event_.conducted.reviews.values())
            ],
            "substitutes": [_numbered_act(event_, act, act.contestant) for act in reversed(event_.substitutes)],
            "late": [_numbered_act(event_, act, act.contestant) for act in reversed(event_.late)],
            "forfeits": [
                _numbered_act(event_, act, act.offender)
                for state in event_.stages.values() for drawn in state.rounds.values()
                for act in drawn.forfeits.values()
            ],
            "withdrawn": [
                (act, label(event_, act.contestant))
                for state in event_.stages.values() for act in state.withdrawn.values()
            ],
            "fouled": [
                _numbered_act(event_, act) for state in event_.stages.values() for drawn in state.rounds.values()
                for act in drawn.fouled.values()
            ],
        }  # fmt: skip
        return page(request, event, now, "rulings", context)


@official(Action.SEE)
def close(request: HttpRequest, event: BookRecord) -> HttpResponse:
    """The page with what must be done before the round or the stage can be closed."""
    now = event_projection(event)
    with now.lock:
        stage = stage_named(now.event, request.GET.get("stage"))
        closing = closing_of(now.event, stage) if stage else None
        context = {
            "closing": closing,
            "stages": open_stages(now.event),
            "closed_by": posting_of(now.event, StageClosed(stage)) or (
                posting_of(now.event, RoundClosed(stage, closing.round)) if closing else 0
            ),
        }  # fmt: skip
        return page(request, event, now, "close", context)
