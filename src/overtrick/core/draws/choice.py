"""Draw by choice: the highest teams choose their opponents, one after another.

The ceremony has three parts. First the declarations: some ranks may put themselves up for choice, some may
refuse to be chosen. Then the turns: a team is offered exactly the opponents that leave a legal draw for
all teams still to be drawn, so no choice can force an avoidable rematch.
Finally the remaining teams are drawn high against low. States are immutable; every step returns a new one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

from overtrick.core.draws.knockout import (
    KnockoutDraw,
    Limits,
    Met,
    Pairing,
    SetDrawRule,
    Team,
    draw_remaining,
    even_field,
    flags,
    why_not,
)
from overtrick.core.errors import DirectorError
from overtrick.core.provenance import Clause
from overtrick.core.wording import Phrase, PhrasedValue, Said, phrase


@dataclass(frozen=True, slots=True)
class ChoiceRule:
    """The ranks that choose and those that may be chosen, and the clauses of the ceremony.

    *may_opt_in* are ranks that may be chosen only if they say so, *may_opt_out* ranks that may be chosen unless
    they refuse. *absent* is the clause by which a team without a representative loses its choice,
    *remaining* the one by which the remaining teams are drawn, and *rematch* the one that overrides all others.
    """

    clause: Clause
    choosers: tuple[int, ...]
    open: tuple[int, ...]
    rematch: Clause
    absent: Clause
    remaining: Clause
    may_opt_in: tuple[int, ...] = ()
    may_opt_out: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ChoiceLayout:
    """A choice rule for a field of any size.

    If no number of *choosers* is given, half the field less one choose. If no ranks are *open*, as many of the
    lowest ranks are open as there are choosers, and the teams between them play each other. *absent* is the clause by
    which a team without a representative loses its choice, *remaining* the one by which the remaining teams are
    drawn, *rematch* the one that overrides all others; each defaults to the clause of the choice itself.
    *may_opt_in* are ranks that may be chosen only if they say so, *may_opt_out* those that may unless they refuse.
    """

    clause: Clause
    rematch: Clause | None = None
    absent: Clause | None = None
    remaining: Clause | None = None
    choosers: int | None = None
    open: tuple[int, int] | None = None
    may_opt_in: tuple[int, ...] = ()
    may_opt_out: tuple[int, ...] = ()

    def for_field(self, size: int) -> ChoiceRule:
        """The ranks that choose and the ranks that are open in a field of this size.

        >>> said = Clause("GNOT18", "3.4(i)")
        >>> rule = ChoiceLayout(said).for_field(12)
        >>> rule.choosers, rule.open
        ((1, 2, 3, 4, 5), (8, 9, 10, 11, 12))
        """
        choosers = size // 2 - 1 if self.choosers is None else self.choosers
        low, high = (size + 1 - choosers, size) if self.open is None else self.open
        rematch, absent, remaining = (each or self.clause for each in (self.rematch, self.absent, self.remaining))
        return ChoiceRule(
            self.clause, tuple(range(1, choosers + 1)), tuple(range(low, high + 1)),
            rematch, absent, remaining, self.may_opt_in, self.may_opt_out,
        )  # fmt: skip


class Phase(Enum):
    """The phase of the ceremony."""

    DECLARING = "declarations are open"
    CHOOSING = "teams are choosing"
    DRAWN = "the draw has been made"

    def __str__(self) -> str:
        return self.value


class Refusal(Enum):
    """Why a team cannot be chosen."""

    NOT_AVAILABLE = "not available"
    MET = "already met"
    ELSEWHERE = "would force other teams into a rematch or a match that the rules do not allow"


class TurnEnd(Enum):
    """How a turn ended."""

    CHOSE = "chose"
    FORCED = "forced"
    FORFEITED = "forfeited"
    LAPSED = "no choice available"


class ChoiceRefused(DirectorError):
    """A step that the ceremony does not allow; the current turn continues."""

    def __init__(
        self,
        what: Said,
        /,
        *,
        clause: Said | PhrasedValue,
        remedy: Said = "",
        refusal: Refusal | None = None,
        **values: object,
    ) -> None:
        self.refusal = refusal
        super().__init__(what, clause=clause, remedy=remedy, **values)


@dataclass(frozen=True, slots=True)
class Option:
    """A team from the chooser's point of view: whether it may be chosen, and why."""

    team: Team
    refusal: Refusal | None
    why: Said

    def __str__(self) -> str:
        return str(self.phrased)

    @property
    def phrased(self) -> Phrase:
        """The team and why."""
        return phrase("{team}: {why}", team=self.team, why=self.why)


@dataclass(frozen=True, slots=True)
class Turn:
    """One team's turn: its options, and how it ended (None while it is open)."""

    chooser: Team
    offered: tuple[Option, ...]
    ended: TurnEnd | None = None
    opponent: Team | None = None

    @property
    def options(self) -> tuple[Team, ...]:
        """The teams that may be chosen, highest first."""
        return tuple(option.team for option in self.offered if option.refusal is None)

    def __str__(self) -> str:
        return str(self.phrased)

    @property
    def phrased(self) -> Phrase:
        """The turn by the teams' numbers."""
        return self.phrase_with(self.chooser, self.opponent or "", self.options)

    def phrase_with(self, team: str, opponent: str, options: Sequence[str]) -> Phrase:
        """The turn by these names of its teams."""
        match self.ended:
            case None:
                return phrase("{team} to choose from {options:,}", team=team, options=tuple(options))
            case TurnEnd.CHOSE:
                return phrase("{team} chose {opponent}", team=team, opponent=opponent)
            case TurnEnd.FORCED:
                return phrase("{team} plays {opponent}, the only team it could choose", team=team, opponent=opponent)
            case TurnEnd.FORFEITED:
                return phrase("{team} forfeited its choice: no representative was present", team=team)
            case TurnEnd.LAPSED:
                return phrase("{team} had no team to choose from", team=team)


@dataclass(frozen=True, slots=True)
class Choice:
    """The state of a draw by choice: the ranked field, the declarations, and the turns so far."""

    rule: ChoiceRule
    ranked: tuple[Team, ...]
    met: Met
    phase: Phase = Phase.DECLARING
    declared: tuple[tuple[Team, bool], ...] = ()
    turns: tuple[Turn, ...] = ()
    pairs: tuple[Pairing, ...] = ()

    @property
    def choosers(self) -> tuple[Team, ...]:
        """The teams with a choice, in the order of their turns."""
        return tuple(self.ranked[rank - 1] for rank in self.rule.choosers)

    @property
    def forfeited(self) -> frozenset[Team]:
        """The teams that lost their choice; the rules of the stage no longer restrict whom they meet."""
        return frozenset(turn.chooser for turn in self.turns if turn.ended is TurnEnd.FORFEITED)

    @property
    def left(self) -> tuple[Team, ...]:
        """The teams not yet paired, highest first."""
        paired = {team for pair in self.pairs for team in pair.teams}
        return tuple(team for team in self.ranked if team not in paired)

    @property
    def open(self) -> frozenset[Team]:
        """The teams that may be chosen after the declarations."""
        ranks = {*self.rule.open, *self.rule.may_opt_out}
        teams = {self.ranked[rank - 1] for rank in ranks}
        for team, available in self.declared:
            teams = teams | {team} if available else teams - {team}
        return frozenset(teams)

    @property
    def limits(self) -> Limits:
        """The objections to a pair in this state."""
        binding = frozenset(self.choosers) - self.forfeited
        open_ = self.open

        def breach(one: Team, two: Team) -> Said:
            for chooser, other in ((one, two), (two, one)):
                if chooser in binding and other not in open_:
                    return phrase("{chooser} may not choose {other}", other=other, chooser=chooser)
            return ""

        return Limits(self.met, breach)

    @property
    def draw(self) -> KnockoutDraw:
        """The finished draw."""
        if self.phase is not Phase.DRAWN:
            raise ChoiceRefused("There is no draw yet: {phase}", clause=self.rule.clause, phase=self.phase)
        return KnockoutDraw(self.pairs, self.rule.clause, flags(self.pairs, self.limits, self.rule.rematch))


def open_choice(ranked: Sequence[Team], met: Met, rule: ChoiceRule) -> Choice:
    """The ceremony before its first declaration."""
    even_field(ranked, rule.clause)
    ranks = (*rule.choosers, *rule.open, *rule.may_opt_in, *rule.may_opt_out)
    if any(not 1 <= rank <= len(ranked) for rank in ranks):
        raise ChoiceRefused(
            "The rule refers to rank {ranks}, but there are only {ranked} teams",
            clause=rule.clause,
            remedy="Check the number of teams against the event’s format table.",
            ranks=max(ranks),
            ranked=len(ranked),
        )
    return Choice(rule, tuple(ranked), met)


def declare(state: Choice, team: Team, *, available: bool) -> Choice:
    """Record that a team puts itself up for choice, or refuses to be chosen, for the whole draw."""
    clause = str(state.rule.clause)
    if state.phase is not Phase.DECLARING:
        raise ChoiceRefused("Declarations are closed: {phase}", clause=clause, phase=state.phase)
    rank = state.ranked.index(team) + 1 if team in state.ranked else 0
    if rank not in (state.rule.may_opt_in if available else state.rule.may_opt_out):
        raise ChoiceRefused(
            "Team {team} may not opt in to being chosen"
            if available
            else "Team {team} may not opt out of being chosen",
            clause=clause,
            team=team,
        )
    if any(declared == team for declared, _ in state.declared):
        raise ChoiceRefused(
            "Team {team} has already declared", clause=clause, remedy="A declaration is final.", team=team
        )
    return replace(state, declared=(*state.declared, (team, available)))


def begin(state: Choice) -> Choice:
    """Close the declarations and go to the first turn in which a team has a choice."""
    if state.phase is not Phase.DECLARING:
        raise ChoiceRefused("Choosing cannot be started again: {phase}", clause=state.rule.clause, phase=state.phase)
    return _go_on(replace(state, phase=Phase.CHOOSING))


def turn(state: Choice) -> Turn:
    """The open turn: its team, and every remaining team with the reason why it may be chosen or not."""
    chooser = _next_chooser(state)
    if state.phase is not Phase.CHOOSING or chooser is None:
        raise ChoiceRefused("No team is due to choose: {phase}", clause=state.rule.clause, phase=state.phase)
    return Turn(chooser, _list_options(state, chooser))


def choose(state: Choice, team: Team) -> Choice:
    """Choose an opponent for the team whose turn it is; refuse, with the reason, a team that is not an option."""
    here = turn(state)
    option = next((option for option in here.offered if option.team == team), None)
    if option is None or option.refusal is not None:
        why = option.why if option else phrase("it is not among the remaining teams")
        refusal = option.refusal if option is not None and option.refusal is not None else Refusal.NOT_AVAILABLE
        choices = ", ".join(here.options)
        raise ChoiceRefused(
            "Team {chooser} cannot choose team {team}: {because}",
            clause=state.rule.clause if refusal is Refusal.NOT_AVAILABLE else state.rule.rematch,
            remedy="Choose one of {choices}.",
            refusal=refusal,
            chooser=here.chooser,
            team=team,
            because=why,
            choices=choices,
        )
    why = phrase("{chooser} chose it", chooser=here.chooser)
    return _go_on(_add_pairing(state, replace(here, ended=TurnEnd.CHOSE, opponent=team), why))


def forfeit(state: Choice) -> Choice:
    """Record that a team has no representative: it loses its choice and cannot be chosen either."""
    return _go_on(replace(state, turns=(*state.turns, replace(turn(state), ended=TurnEnd.FORFEITED))))


def _next_chooser(state: Choice) -> Team | None:
    done = {past.chooser for past in state.turns}
    left = set(state.left)
    return next((team for team in state.choosers if team not in done and team in left), None)


def _list_options(state: Choice, chooser: Team) -> tuple[Option, ...]:
    limits, left, open_ = state.limits, state.left, state.open
    least = limits.least(left)
    options = []
    for team in left:
        if team == chooser:
            continue
        if team not in open_ or team in state.choosers:
            options.append(Option(team, Refusal.NOT_AVAILABLE, _why_closed(state, team)))
        elif limits.least_with(left, chooser, team) == least:
            again = limits.meetings(chooser, team)
            met = phrase("they met in {again:and}, but another meeting cannot be avoided", again=again)
            why = met if again else phrase("may be chosen")
            options.append(Option(team, None, why))
        else:
            refusal = Refusal.MET if limits.meetings(chooser, team) else Refusal.ELSEWHERE
            options.append(Option(team, refusal, why_not(left, chooser, team, limits)))
    return tuple(options)


def _why_closed(state: Choice, team: Team) -> Phrase:
    rank = state.ranked.index(team) + 1
    if team in state.forfeited:
        return phrase("it forfeited its own choice and waits for the draw of the remaining teams")
    if team in state.choosers:
        return phrase("it has a choice of its own")
    if rank in state.rule.may_opt_in:
        return phrase("it did not opt in to being chosen")
    if rank in state.rule.may_opt_out:
        return phrase("it opted out of being chosen")
    return phrase("the team ranked {rank} may not be chosen", rank=rank)


def _go_on(state: Choice) -> Choice:
    """Complete the turns in which a team has no choice, and the draw once all turns are over."""
    while (chooser := _next_chooser(state)) is not None:
        here = Turn(chooser, _list_options(state, chooser))
        match here.options:
            case ():
                state = replace(state, turns=(*state.turns, replace(here, ended=TurnEnd.LAPSED)))
            case (only,):
                forced = replace(here, ended=TurnEnd.FORCED, opponent=only)
                state = _add_pairing(state, forced, phrase("the only team open to it"))
            case _:
                return state
    remaining = draw_remaining(state.left, state.limits, SetDrawRule(state.rule.remaining, state.rule.rematch))
    return replace(state, phase=Phase.DRAWN, pairs=(*state.pairs, *remaining))


def _add_pairing(state: Choice, over: Turn, why: Phrase) -> Choice:
    if over.opponent is None:
        return state
    met = state.limits.meetings(over.chooser, over.opponent)
    others = tuple(option.phrased for option in over.offered if option.refusal in (Refusal.MET, Refusal.ELSEWHERE))
    said = (why, *others) if over.ended is TurnEnd.FORCED else (why,)
    pair = Pairing(over.chooser, over.opponent, state.rule.clause, said, met)
    return replace(state, turns=(*state.turns, over), pairs=(*state.pairs, pair))
