"""The input of a sheet: the event, the stage, the round, and the language."""

from dataclasses import dataclass

from overtrick.core.errors import DirectorError
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.stage import StageState
from overtrick.prints.paper import Say


@dataclass(frozen=True, slots=True)
class Source:
    """An event, a started stage if there is one, a drawn round of that if there is one, and a voice.

    *board* is the only board to print, if not all.
    """

    event: Tournament
    state: StageState | None
    round: int
    say: Say
    board: int = 0

    @property
    def stage(self) -> StageState:
        """The stage; refused where none has started."""
        if self.state is None:
            raise DirectorError("No stage has started", remedy="You can print this sheet once a stage has started.")
        return self.state

    @property
    def drawn(self) -> tuple[StageState, int]:
        """The stage and the round; refused where nothing is drawn."""
        if not self.round:
            raise DirectorError(
                "No round has been drawn yet", remedy="You can print this sheet once a round has been drawn."
            )
        return self.stage, self.round


def source_of(event: Tournament, stage: str | None, number: int, say: Say, board: int = 0) -> Source:
    """What was requested: a stage by name, or the last that has started; a round, or the last that is drawn."""
    state = event.stage(stage) if stage else next(reversed(event.stages.values()), None)
    if state is None:
        return Source(event, None, 0, say)
    if number and number not in state.rounds:
        raise DirectorError(
            "Round {round} of {stage} has not been drawn", remedy="Choose a round that has been drawn[: {drawn:,}].",
            round=number, stage=state.plan.name, drawn=tuple(sorted(state.rounds)),
        )  # fmt: skip
    return Source(event, state, number or state.last_round, say, board)
