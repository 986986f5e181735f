"""The choice ceremony for a projector: whose turn it is, who may be chosen, who may not and why, the draw so far."""

from dataclasses import dataclass, replace

from overtrick.core.draws.choice import Choice, Phase, Turn
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.ceremony import by_choice, ceremony, open_turn
from overtrick.views.names import label


@dataclass(frozen=True, slots=True)
class Candidate:
    """A team as the chooser sees it."""

    team: str
    name: str
    may: bool
    why: str


@dataclass(frozen=True, slots=True)
class MayDeclare:
    """A team with the right to put itself up for choice, or to refuse to be chosen."""

    team: str
    name: str
    available: bool

    @property
    def says(self) -> str:
        """What the button says."""
        return f"{self.name} {'puts itself up for choice' if self.available else 'refuses to be chosen'}"


@dataclass(frozen=True, slots=True)
class CeremonyPage:
    """The ceremony as it stands."""

    stage: str
    phase: str
    clause: str
    ranked: tuple[str, ...]
    declare: tuple[MayDeclare, ...]
    declared: tuple[str, ...]
    chooser: str
    chooser_name: str
    candidates: tuple[Candidate, ...]
    turns: tuple[str, ...]
    pairs: tuple[tuple[str, str], ...]
    drawn: bool

    @property
    def open(self) -> tuple[Candidate, ...]:
        """Those who may be chosen."""
        return tuple(each for each in self.candidates if each.may)

    @property
    def shut(self) -> tuple[Candidate, ...]:
        """Those who may not."""
        return tuple(each for each in self.candidates if not each.may)


def stages_by_choice(event: Tournament) -> tuple[str, ...]:
    """The stages that are drawn by choice and have started."""
    return tuple(name for name, state in event.stages.items() if by_choice(state))


def ceremony_page(event: Tournament, stage: str) -> CeremonyPage:
    """The ceremony of a stage as it stands."""
    here = ceremony(event, stage)
    turn = open_turn(here)
    declaring = here.phase is Phase.DECLARING
    offered = turn.offered if turn else ()
    return CeremonyPage(
        stage,
        str(here.phase),
        str(here.rule.clause),
        tuple(label(event, team) for team in here.ranked),
        _may_declare(event, here) if declaring else (),
        tuple(f"{label(event, team)}: {'open' if yes else 'not open'} to choice" for team, yes in here.declared),
        turn.chooser if turn else "",
        label(event, turn.chooser) if turn else "",
        tuple(Candidate(each.team, label(event, each.team), each.refusal is None, each.why) for each in offered),
        tuple(_turn(event, each) for each in here.turns),
        tuple((label(event, pair.teams[0]), label(event, pair.teams[1])) for pair in here.pairs),
        here.phase is Phase.DRAWN,
    )


def _turn(event: Tournament, turn: Turn) -> str:
    """A turn that is over, by the teams' names."""
    opponent = label(event, turn.opponent) if turn.opponent else None
    return str(replace(turn, chooser=label(event, turn.chooser), opponent=opponent))


def _may_declare(event: Tournament, here: Choice) -> tuple[MayDeclare, ...]:
    done = {team for team, _ in here.declared}
    ranks = [(rank, True) for rank in here.rule.may_opt_in] + [(rank, False) for rank in here.rule.may_opt_out]
    teams = [(here.ranked[rank - 1], available) for rank, available in ranks]
    return tuple(MayDeclare(team, label(event, team), available) for team, available in teams if team not in done)
