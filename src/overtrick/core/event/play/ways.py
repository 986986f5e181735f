"""The table of ways to play and the classes that play them.

A new way to play needs a data class derived from `WayToPlay`, a class that implements `Play`, and a line here.
"""

from collections.abc import Callable, Mapping
from typing import Any

from overtrick.core.errors import EngineError
from overtrick.core.event.acts import Field
from overtrick.core.event.plan.graph import DropInPlay, KnockoutPlay
from overtrick.core.event.plan.session_ways import SessionPlay
from overtrick.core.event.plan.stages import Stage
from overtrick.core.event.plan.way_to_play import WayToPlay
from overtrick.core.event.plan.ways import (
    BracketPlay,
    FinalsPlay,
    MonradPlay,
    RobinPlay,
    StanzaPlay,
    SwissPlay,
    TallyPlay,
    TwoFieldPlay,
)
from overtrick.core.event.play.drop_in import DropIn
from overtrick.core.event.play.finals_system import FinalsSystem
from overtrick.core.event.play.knockout import Knockout
from overtrick.core.event.play.monrad import Monrad
from overtrick.core.event.play.playing import Play
from overtrick.core.event.play.round_robin import RoundRobin
from overtrick.core.event.play.season import InSeason
from overtrick.core.event.play.sessions import Sessions
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.play.stanzas import Stanzas
from overtrick.core.event.play.swiss import Swiss
from overtrick.core.event.play.tally import Tally
from overtrick.core.event.play.two_fields import TwoFields

WAYS: Mapping[type[WayToPlay], Callable[[Any], Play[StageState]]] = {
    SwissPlay: Swiss,
    MonradPlay: Monrad,
    RobinPlay: RoundRobin,
    TwoFieldPlay: TwoFields,
    SessionPlay: Sessions,
    StanzaPlay: Stanzas,
    FinalsPlay: FinalsSystem,
    BracketPlay: FinalsSystem,
    TallyPlay: Tally,
    KnockoutPlay: Knockout,
    DropInPlay: DropIn,
}
"""The class that plays each way."""


def play_of(plan: Stage) -> Play[StageState]:
    """The object that plays a stage; sessions weeks apart are a season."""
    if plan.season is not None:
        return InSeason(plan.play)  # type: ignore[arg-type]  # a season has sessions: its draw refuses other ways
    way = WAYS.get(type(plan.play))
    if way is None:
        raise EngineError(f"{type(plan.play).__name__} of {plan.name} is not in the list of ways to play")
    return way(plan.play)


def new_stage(plan: Stage, fields: tuple[Field, ...], started: int) -> StageState:
    """A stage that has just started with these contestants."""
    return StageState(plan, fields, started, play_of(plan))
