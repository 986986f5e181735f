"""Finals: brackets whose matches take ranked teams, and winners and losers of other matches.

A bracket is data: who plays in each match, who starts with the carry-forward, and how each place is won.
The results of matches come in as reports; everything else follows from them. A match without a winner leaves a
place empty in the next match, where the opponent then wins by forfeit, and so on down the bracket.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TypeAlias, assert_never

from overtrick.core.draws.brackets import (
    Bracket,
    BracketMatch,
    Level,
    LevelRule,
    LoserOf,
    PoolPosition,
    Rank,
    Source,
    WinnerOf,
)
from overtrick.core.draws.knockout import Team
from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact
from overtrick.core.provenance import IMPS, Clause, Fact, Figure, Note
from overtrick.core.wording import Phrase, phrase


@dataclass(frozen=True, slots=True)
class Score:
    """The IMPs of both sides, all boards and penalties counted, without any carry-forward.

    *extra* are the IMPs on the extra boards of a tied match; they decide the match and count for nothing else.
    """

    imps: Mapping[Team, Exact]
    extra: Mapping[Team, Exact] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ForfeitedMatch:
    """One team forfeited: it loses the match and continues as the loser."""

    by: Team


@dataclass(frozen=True, slots=True)
class AbandonedMatch:
    """Neither team appeared: there is no winner and no loser."""


BY_COMMITTEE = phrase("tied; decided by the committee")


@dataclass(frozen=True, slots=True)
class RuledMatch:
    """A match whose winner was not decided by its score but by the committee, or by a published draw that stands."""

    winner: Team
    why: Phrase = BY_COMMITTEE


Report: TypeAlias = Score | ForfeitedMatch | AbandonedMatch | RuledMatch


class AbandonedPlace(Enum):
    """The place that the two teams of an abandoned match take."""

    LOSER = "the loser's place"
    NONE = "no place"

    def __str__(self) -> str:
        return self.value.replace("'", "’")


@dataclass(frozen=True, slots=True)
class AbsenceRule:
    """How many minutes after the start an absent team may arrive, and the clause that says so.

    *abandoned* is the clause for a match for which neither team appears.
    """

    clause: Clause
    minutes: Exact
    abandoned: Clause | None = None


def absence(absent: Sequence[Team], elapsed: Exact, rule: AbsenceRule) -> ForfeitedMatch | AbandonedMatch | None:
    """The outcome of a match with absent teams, *elapsed* minutes after its start; None within the waiting time.

    >>> rule = AbsenceRule(Clause("SABF20", "16.1#1"), 30)
    >>> absence(("B",), 30, rule), absence(("B",), 31, rule)
    (None, ForfeitedMatch(by='B'))
    """
    if not absent or elapsed <= rule.minutes:
        return None
    return ForfeitedMatch(absent[0]) if len(absent) == 1 else AbandonedMatch()


class Outcome(Enum):
    """The state of a match."""

    WAITING = "waiting for its teams"
    TO_PLAY = "to be played"
    PLAYED = "played"
    FORFEIT = "forfeit"
    ABANDONED = "abandoned"
    SHARED = "shared"
    LEVEL = "tied"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class StartingLead:
    """The lead with which one of two opponents starts their match."""

    team: Team
    imps: Figure[Exact]


Opponents: TypeAlias = Mapping[frozenset[Team], StartingLead]
"""The leads between opponents, by the two teams."""


@dataclass(frozen=True, slots=True)
class Final:
    """The state of a match: its teams (None where a source gave no team), totals, winner and the reason.

    *carry_to* is the team that starts ahead. *drawn_before* means that a draw was published before the score was
    corrected: the winner used in that draw stands, whatever the totals.
    """

    match: BracketMatch
    teams: tuple[Team | None, Team | None]
    outcome: Outcome
    why: Phrase
    totals: tuple[Figure[Exact], ...] = ()
    winner: Team | None = None
    loser: Team | None = None
    carry_to: Team | None = None
    drawn_before: bool = False

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self.outcome not in (Outcome.WAITING, Outcome.TO_PLAY, Outcome.LEVEL)

    def total(self, team: Team) -> Figure[Exact]:
        """A team's IMPs with any carry-forward."""
        return self.totals[self.teams.index(team)]


@dataclass(frozen=True, slots=True)
class Finals:
    """A bracket as far as it has been played."""

    bracket: Bracket
    seeds: tuple[Team, ...]
    finals: tuple[Final, ...]
    drawn: Mapping[PoolPosition, Team] = field(default_factory=dict)

    def final(self, name: str) -> Final:
        """The state of one match."""
        return next(final for final in self.finals if final.match.name == name)

    def week(self, number: int) -> tuple[Final, ...]:
        """The matches of one week."""
        return tuple(final for final in self.finals if final.match.week == number)

    def resting(self, number: int) -> tuple[Team, ...]:
        """The teams that are still in the finals and do not play in this week."""
        busy = {team for final in self.week(number) for team in final.teams}
        later = [side for match in self.bracket.matches if match.week > number for side in match.sides]
        later += [source for pool in self.bracket.pools if pool.week > number for source in pool.sources]
        return tuple(self.seeds[side.place - 1] for side in later if isinstance(side, Rank)
                     if self.seeds[side.place - 1] not in busy)  # fmt: skip

    @property
    def places(self) -> tuple[Team | None, ...]:
        """The teams in their final places; None for a place that no team has won (yet)."""
        return self.teams(self.bracket.places)

    def teams(self, sources: Sequence[Source]) -> tuple[Team | None, ...]:
        """The teams from these sources; None where no team has come from a source (yet)."""
        done = {final.match.name: final for final in self.finals}
        return tuple(_team(source, self.seeds, done, self.drawn) for source in sources)


@dataclass(frozen=True, slots=True)
class MatchVerdict:
    """The winner by score: the side (0 or 1), or None if the match is tied or shared."""

    side: int | None
    outcome: Outcome
    margin: Exact
    why: Phrase


def settle(
    imps: tuple[Exact, Exact], carry: Exact, to: int | None, rule: LevelRule, extra: tuple[Exact, Exact] = (0, 0)
) -> MatchVerdict:
    """Decide a match by IMPs and carry-forward, exactly; *extra* are the IMPs on the extra boards of a tied match.

    >>> rule = LevelRule(Clause("ANC26", "13.3"), Level.WITHOUT_CARRY)
    >>> print(settle((100, 112), 12, 0, rule).why)
    tied with the carry-over; decided by 12 IMPs without it
    """
    plain = imps[0] - imps[1]
    margin = plain + (0 if to is None else carry * (1, -1)[to])
    if margin:
        return _verdict_by_margin(margin, phrase("by {imps:#IMP}", imps=max(margin, -margin)))
    more = extra[0] - extra[1]
    match rule.way:
        case Level.PLAY_OFF if more:
            return _verdict_by_margin(
                more, phrase("tied, then decided by {imps:#IMP} on the extra boards", imps=max(more, -more))
            )
        case Level.REFER | Level.EXTRA | Level.PLAY_OFF:
            return MatchVerdict(
                None, Outcome.LEVEL, 0, phrase("tied: {way} ({clause})", way=rule.way, clause=rule.clause)
            )
        case Level.WITHOUT_CARRY if plain:
            return _verdict_by_margin(
                plain, phrase("tied with the carry-over; decided by {imps:#IMP} without it", imps=max(plain, -plain))
            )
        case Level.WITHOUT_CARRY:
            why = phrase("tied, with no carry-over to remove: shared ({clause})", clause=rule.clause)
            return MatchVerdict(None, Outcome.SHARED, 0, why)
    assert_never(rule.way)


def _verdict_by_margin(margin: Exact, why: Phrase) -> MatchVerdict:
    return MatchVerdict(int(margin < 0), Outcome.PLAYED, max(margin, -margin), why)


@dataclass(frozen=True, slots=True)
class Course:
    """What decides a bracket in addition to the reports: draws, leads between opponents, and winners that stand.

    *drawn* holds the positions in the draws of pools, *ahead* the leads between opponents, *stands* the winner of
    a match from which a later draw has been published. *out* holds, by the name of a match, teams that would play in
    it but are out of the finals, and why.
    """

    drawn: Mapping[PoolPosition, Team] = field(default_factory=dict)
    ahead: Opponents = field(default_factory=dict)
    stands: Mapping[str, Team] = field(default_factory=dict)
    out: Mapping[str, Mapping[Team, Phrase]] = field(default_factory=dict)


def _corrected_too_late(now: Final) -> Phrase:
    """A note on the winner by the corrected score of a match from which a draw had been published."""
    if now.winner is None:
        return phrase("the corrected score is tied; the draw published before the correction stands")
    return phrase(
        "team {winner} wins on the corrected score; the draw published before the correction stands", winner=now.winner
    )


def play_finals(
    bracket: Bracket,
    seeds: Sequence[Team],
    reports: Mapping[str, Report],
    course: Course | None = None,
) -> Finals:
    """The bracket after these reports, by name of match.

    Every match is calculated from the reports alone, so a corrected report corrects everything after it.
    """
    course = course or Course()
    done: dict[str, Final] = {}
    for match in bracket.matches:
        report = reports.get(match.name)
        made = _final(match, bracket, tuple(seeds), done, report, carry=bracket.carry, course=course)
        winner = course.stands.get(match.name)
        if report is not None and winner is not None and made.winner != winner:
            ruled = RuledMatch(winner, _corrected_too_late(made))
            standing = _final(match, bracket, tuple(seeds), done, ruled, carry=bracket.carry, course=course)
            made = replace(standing, totals=made.totals, drawn_before=True)
        done[match.name] = made
    return Finals(bracket, tuple(seeds), tuple(done.values()), course.drawn)


def _team(
    source: Source, seeds: Sequence[Team], done: Mapping[str, Final], drawn: Mapping[PoolPosition, Team]
) -> Team | None:
    match source:
        case Rank(place):
            return seeds[place - 1]
        case WinnerOf(name):
            return done[name].winner
        case LoserOf(name):
            return done[name].loser
        case PoolPosition():
            return drawn.get(source)
    assert_never(source)


def _waits(side: Source, done: Mapping[str, Final], drawn: Mapping[PoolPosition, Team]) -> bool:
    """Whether a source is still undecided: neither a team nor an empty place has come from it."""
    match side:
        case Rank():
            return False
        case WinnerOf(name) | LoserOf(name):
            return not done[name].over
        case PoolPosition(pool):
            return not any(each.pool == pool for each in drawn)
    assert_never(side)


def _final(match: BracketMatch, bracket: Bracket, seeds: tuple[Team, ...], done: Mapping[str, Final],
           report: Report | None, *, carry: Exact, course: Course) -> Final:  # fmt: skip
    one, two = (_team(side, seeds, done, course.drawn) for side in match.sides)
    teams = (one, two)
    holder = None if match.carry_to is None else teams[match.carry_to]
    waits = tuple(side for side in match.sides if _waits(side, done, course.drawn))
    if waits:
        return Final(match, teams, Outcome.WAITING, phrase("waiting for: {sides:,}", sides=waits), carry_to=holder)
    out = course.out.get(match.name, {})
    if one is None or two is None or one in out or two in out:
        return replace(_walkover(match, teams, out), carry_to=holder)
    both = (one, two)
    ahead = course.ahead.get(frozenset(both))
    to = match.carry_to if ahead is None else both.index(ahead.team)
    carry = carry if ahead is None else ahead.imps.value
    made = _final_from_report(match, both, report, bracket, (carry, to))
    return made if to is None else replace(made, carry_to=both[to])


def _final_from_report(match: BracketMatch, both: tuple[Team, Team], report: Report | None, bracket: Bracket,
              carry: tuple[Exact, int | None]) -> Final:  # fmt: skip
    match report:
        case None:
            why = phrase("{first} against {second}", first=match.sides[0], second=match.sides[1])
            return Final(match, both, Outcome.TO_PLAY, why)
        case AbandonedMatch():
            return Final(match, both, Outcome.ABANDONED, phrase("neither team appeared, so there is no winner"))
        case ForfeitedMatch(by):
            return _final_with_winner(
                match, both, 1 - _side(match, both, by), Outcome.FORFEIT, phrase("team {by} forfeited the match", by=by)
            )
        case RuledMatch(winner, why):
            return _final_with_winner(match, both, _side(match, both, winner), Outcome.PLAYED, why)
        case Score():
            return _score_final(match, both, report, bracket, carry)
    assert_never(report)


def _walkover(match: BracketMatch, teams: tuple[Team | None, Team | None], out: Mapping[Team, Phrase]) -> Final:
    """A match that one or both sides cannot play: the source gave no team, or the team is out."""
    reasons = tuple(
        phrase("there is no {side}", side=side) if team is None else out[team]
        for side, team in zip(match.sides, teams, strict=True)
        if team is None or team in out
    )
    there = next((team for team in teams if team is not None and team not in out), None)
    outcome = Outcome.FORFEIT if there else Outcome.ABANDONED
    return Final(match, teams, outcome, phrase("{missing}", missing=reasons), winner=there)


def _side(match: BracketMatch, teams: tuple[Team, Team], team: Team) -> int:
    if team not in teams:
        raise DirectorError(
            "Team {team} does not play in the match “{title}”",
            clause=match.clause,
            remedy="Expected: {row}.",
            team=team,
            title=match.title,
            row=" v ".join(teams),
        )
    return teams.index(team)


def _final_with_winner(match: BracketMatch, teams: tuple[Team, Team], side: int, outcome: Outcome, why: Phrase,
         *, totals: tuple[Figure[Exact], ...] = ()) -> Final:  # fmt: skip
    return Final(match, teams, outcome, why, totals, teams[side], teams[1 - side])


def _score_final(match: BracketMatch, teams: tuple[Team, Team], score: Score, bracket: Bracket,
            carry: tuple[Exact, int | None]) -> Final:  # fmt: skip
    imps = score.imps
    if set(imps) != set(teams):
        raise DirectorError(
            "The score given for the match “{title}” is for teams {imps:,}",
            clause=match.clause,
            remedy="Expected: {row}.",
            title=match.title,
            imps=tuple(imps),
            row=" v ".join(teams),
        )
    imps_carried, to = carry
    scores = (imps[teams[0]], imps[teams[1]])
    extra = (score.extra.get(teams[0], 0), score.extra.get(teams[1], 0))
    verdict = settle(scores, imps_carried, to, bracket.level, extra)
    totals = tuple(_total(own, imps_carried if side == to else 0, bracket) for side, own in enumerate(scores))
    if verdict.side is None:
        return Final(match, teams, verdict.outcome, verdict.why, totals)
    return _final_with_winner(match, teams, verdict.side, verdict.outcome, verdict.why, totals=totals)


def _total(score: Exact, carry: Exact, bracket: Bracket) -> Figure[Exact]:
    note: Note = phrase("including a carry-over of {carry:#IMP}", carry=carry) if carry else ""
    made = Fact(phrase("{score:#IMP} in the match", score=score))
    return Figure(
        score + carry, IMPS, (bracket.carry_clause or bracket.clause) if carry else bracket.clause, (made,), note
    )
