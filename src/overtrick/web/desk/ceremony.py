"""The choice ceremony for a projector: whose turn it is, which teams can be chosen, which cannot, and the draw."""

from dataclasses import dataclass

from overtrick.core.draws.choice import Choice, Phase, Turn
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.knockout_draw import by_choice, ceremony, open_turn
from overtrick.core.wording import phrase
from overtrick.views.names import label
from overtrick.web.translation import plain


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
        """The label of the button."""
        if self.available:
            return plain(phrase("Record that {team} may be chosen", team=self.name))
        return plain(phrase("Record that {team} refuses to be chosen", team=self.name))


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
        """The teams that may be chosen."""
        return tuple(each for each in self.candidates if each.may)

    @property
    def shut(self) -> tuple[Candidate, ...]:
        """The teams that may not be chosen."""
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
        plain(here.phase),
        plain(here.rule.clause),
        tuple(label(event, team) for team in here.ranked),
        _may_declare(event, here) if declaring else (),
        tuple(_declaration(label(event, team), available=yes) for team, yes in here.declared),
        turn.chooser if turn else "",
        label(event, turn.chooser) if turn else "",
        tuple(Candidate(each.team, label(event, each.team), each.refusal is None, plain(each.why)) for each in offered),
        tuple(_turn(event, each) for each in here.turns),
        tuple((label(event, pair.teams[0]), label(event, pair.teams[1])) for pair in here.pairs),
        here.phase is Phase.DRAWN,
    )


def _turn(event: Tournament, turn: Turn) -> str:
    """A turn in words, with the teams' names."""
    team = label(event, turn.chooser)
    opponent = label(event, turn.opponent) if turn.opponent else ""
    return plain(turn.phrase_with(team, opponent, [label(event, each) for each in turn.options]))


def _declaration(team: str, *, available: bool) -> str:
    """What a team has declared, in words."""
    if available:
        return plain(phrase("{team}: may be chosen", team=team))
    return plain(phrase("{team}: may not be chosen", team=team))


def _may_declare(event: Tournament, here: Choice) -> tuple[MayDeclare, ...]:
    done = {team for team, _ in here.declared}
    ranks = [(rank, True) for rank in here.rule.may_opt_in] + [(rank, False) for rank in here.rule.may_opt_out]
    teams = [(here.ranked[rank - 1], available) for rank, available in ranks]
    return tuple(MayDeclare(team, label(event, team), available) for team, available in teams if team not in done)
