"""A finals system in play: the draw of its next week, from earlier weeks and from the draws of pools."""

from collections.abc import Sequence

from overtrick.core.conduct.verdicts import Verdict
from overtrick.core.draws.brackets import Pairing, Pool, PoolPosition
from overtrick.core.draws.choice import Phase
from overtrick.core.draws.finals import Final, Finals, Outcome
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import DrawPublished, Seating
from overtrick.core.event.plan.ways import InBrackets
from overtrick.core.event.play.by_matches import ByMatches
from overtrick.core.event.play.drafting import board_numbers, phrase_reason
from overtrick.core.event.play.finals import (
    bracket_of,
    extra_for,
    finals_line,
    finals_of,
    finals_with,
    no_place,
    place_won,
    table_of,
)
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.score.rounds import RoundState
from overtrick.core.exact import Exact
from overtrick.core.lots import Lots
from overtrick.core.provenance import Figure
from overtrick.core.ranking.measures import MatchLine
from overtrick.core.wording import Phrase, Said, phrase


class FinalsSystem(ByMatches[InBrackets]):
    """A bracket of matches over its weeks; the place won is the rank."""

    @property
    def together(self) -> bool:
        """True: a place depends on the matches of others."""
        return True

    def rounds(self, state: StageState) -> int:
        """The number of weeks of the bracket."""
        return bracket_of(state).weeks

    def draft(
        self, state: StageState, number: int, seeds: Sequence[str], seed: str, *, yielding: bool
    ) -> DrawPublished:
        """The matches of a week, from the weeks before."""
        return draft_finals(state, number, board_numbers(state.plan, number), seed)

    def present(self, state: StageState, number: int) -> tuple[str, ...]:
        """The teams that play, including an excluded one whose match has started and is neither over nor forfeited."""
        began = [match for match in bracket_of(state).in_week(number) if match.week < number]
        finals = finals_of(state)
        there = {*state.playing, *(team for match in began for team in finals.final(match.name).teams)}
        return tuple(team for team in state.contestants if team in there)

    def contestants_due(self, state: StageState, number: int) -> tuple[str, ...]:
        """The teams that play in that week, and those with a bye."""
        drawn = draft_finals(state, number, (), "", choosing=False)
        return (*(name for seating in drawn.seatings for name in (seating.ns, seating.ew)), *drawn.sits_out)

    def line(self, state: StageState, contestant: str, drawn: RoundState) -> MatchLine | None:
        """A team's session in a week."""
        return finals_line(state, contestant, drawn)

    def extra_boards(self, state: StageState, table: int) -> tuple[int, ...]:
        """The extra boards that the rule sets for a tied match, and more as long as it is tied."""
        return extra_for(state, table)

    def place_won(self, state: StageState, contestant: str, matches: list[MatchLine]) -> Figure[Exact] | None:
        """The place that a team has won."""
        return place_won(state, contestant, [line.score for line in matches])

    def placing(self, state: StageState, contestant: str) -> Verdict | None:
        """The verdict that a team has no place, if its match was abandoned and led nowhere."""
        found = super().placing(state, contestant)
        return found if found is not None and not found.allowed else no_place(state, contestant)


def draft_finals(
    state: StageState, number: int, boards: tuple[int, ...], seed: str, *, choosing: bool = True
) -> DrawPublished:
    """The draw of a week, from the weeks before; *seed* is the lot of a pool that is drawn by lot.

    With *choosing* a draw by choice must be complete; without it, any teams may meet.
    """
    finals = finals_of(state)
    pool = finals.bracket.pool(number)
    if pool is not None:
        finals = finals_with(state, _draw_pool(state, finals, pool, seed, choosing=choosing))
    first = phrase(
        "{weekly:Week|Segment} {number} of the {bracket}, {clause}.",
        weekly=state.plan.play.weekly, number=number, bracket=finals.bracket.name, clause=finals.bracket.clause,
    )  # fmt: skip
    seatings, said, alone = [], [(0, first)], []
    for match in finals.bracket.in_week(number):
        final = finals.final(match.name)
        if final.outcome in (Outcome.WAITING, Outcome.LEVEL):
            raise _not_yet(state, finals, final)
        one, two = final.teams
        table = 0
        if final.outcome is Outcome.TO_PLAY and one is not None and two is not None:
            table = table_of(finals.bracket, match, number)
            seatings.append(Seating(table, one, two, boards))
        elif pool is not None and final.winner is not None:
            alone.append(final.winner)
        said.append((table, _describe_final(final)))
    lot = seed if pool is not None and pool.how is Pairing.LOT else ""
    out = (*(team for team in finals.resting(number) if state.status(team).placed), *alone)
    return DrawPublished(
        state.plan.name, number, tuple(seatings), out, (), state.contestants, lot,
        "\n".join(str(each) for _, each in said), reasons=tuple(phrase_reason(each, at) for at, each in said),
    )  # fmt: skip


def _draw_pool(state: StageState, finals: Finals, pool: Pool, seed: str, *, choosing: bool) -> dict[PoolPosition, str]:
    """The positions in the draw of a pool, as it would be made now."""
    waits = [final for final in finals.finals if final.match.week < pool.week and not final.over]
    if waits:
        raise _not_yet(state, finals, waits[0])
    there = (team for team in finals.teams(pool.sources) if team is not None and state.status(team).placed)
    teams = sorted(there, key=finals.seeds.index)
    match pool.how:
        case Pairing.LOT:
            order = Lots(seed).derive(f"{state.plan.name}, draw {pool.number}").order(teams)
        case Pairing.CHOICE if choosing:
            order = _choice_order(state, finals)
        case _:
            empty = len(pool.sources) - len(teams)
            whole = [*teams, *("" for _ in range(empty))]
            order = tuple(team for place in range(len(whole) // 2) for team in (whole[place], whole[-1 - place]))
    return {PoolPosition(pool.number, seat): team for seat, team in enumerate(order, start=1) if team}


def _choice_order(state: StageState, finals: Finals) -> tuple[str, ...]:
    """The teams of a draw by choice, pair by pair, ordered by the higher team as in the bracket."""
    choice = state.choice
    if choice is None or choice.phase is not Phase.DRAWN:
        raise DirectorError(
            "{plan} cannot be drawn yet: {choice}",
            clause=finals.bracket.clause,
            remedy="Record the declarations, start the choosing, and let every team choose or forfeit.",
            plan=state.plan.name,
            choice=choice.phase if choice else Phase.DECLARING,
        )
    place = finals.seeds.index
    pairs = sorted((sorted(pair.teams, key=place) for pair in choice.draw.pairs), key=lambda pair: place(pair[0]))
    return tuple(team for pair in pairs for team in pair)


def _describe_final(final: Final) -> Phrase:
    """A match of the draw in a sentence."""
    one, two = (team or phrase("nobody") for team in final.teams)
    return phrase(
        "{title}: {one} ({side}) against {two} ({other})[, {why}][; {carry} has the carry-forward].",
        title=final.match.title, one=one, side=final.match.sides[0], two=two, other=final.match.sides[1],
        why="" if final.outcome is Outcome.TO_PLAY else final.why,
        carry=final.carry_to if final.outcome is Outcome.TO_PLAY else "",
    )  # fmt: skip


def _not_yet(state: StageState, finals: Finals, final: Final) -> DirectorError:
    level = [each for each in finals.finals if each.outcome is Outcome.LEVEL]
    if level:
        return DirectorError(
            "The match “{title}” between teams {names} is tied",
            clause=finals.bracket.level.clause,
            remedy="First play the extra boards, if the rules provide for them, or post the committee’s decision.",
            title=level[0].match.title,
            names=tuple(map(str, level[0].teams)),
        )
    return DirectorError(
        "The match “{title}” is not decided yet ({final_why})",
        clause=state.plan.clause,
        remedy=_before_it(state),
        title=final.match.title,
        final_why=final.why,
    )


def _before_it(state: StageState) -> Said:
    """What must be done before the next draw: late plays, or closing the week."""
    owed = [(number, table, board) for number, drawn in sorted(state.rounds.items()) for table, _, board in drawn.owed]
    if not owed:
        return "Close the previous week first."
    places = tuple(
        phrase("board {board} at table {table} in round {round}", round=number, table=table, board=board)
        for number, table, board in dict.fromkeys(owed)
    )
    return phrase("First enter the results of the postponed boards: {places:,}.", places=places)
