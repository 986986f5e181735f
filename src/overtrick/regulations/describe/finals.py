"""Finals systems, stages added up, and the rules about teams in plain English, with their citations."""

from collections.abc import Iterator
from typing import assert_never

from overtrick.core.draws.finals import Bracket, BracketMatch, LoserOf, Rank, Source, WinnerOf
from overtrick.core.event.plan import Event, FinalsPlay, Stage, StandInRule, StanzaPlay, TallyPlay
from overtrick.core.exact import exact_text
from overtrick.core.scoring.unplayed import ForfeitRule
from overtrick.core.wording import count_of
from overtrick.regulations.describe.rules import cited, listed

ORDINALS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def _count(number: int) -> str:
    return ORDINALS[number] if number < len(ORDINALS) else str(number)


def finals_lines(play: FinalsPlay, stage: Stage) -> Iterator[str]:
    """Every match of a finals system, week by week, who starts ahead, and what the places are won by."""
    usual = play.brackets[0]
    for match in usual.matches:
        one, two = (_side(side, usual) for side in match.sides)
        yield cited(f"{_week(match)}: the {match.title}, {one} against {two}", match.clause)
    held = listed([f"in the {match.title} by {_side(match.sides[match.carry_to], usual)}" for match in usual.matches
                   if match.carry_to is not None])  # fmt: skip
    yield cited(f"{exact_text(usual.carry)} IMP is carried forward into every match: {held}", usual.carry_clause)
    yield cited(f"a match that is level all the same: {usual.level.way}", usual.level.clause)
    places = listed([f"{_side(source, usual)} is {place}" for place, source in enumerate(usual.places, start=1)])
    yield cited(f"places: {places}", usual.clause)
    for other in play.brackets[1:]:
        yield cited(f"with {_count(other.teams)} teams it is the {other.name}", other.clause)
    if stage.forfeit is None:
        yield cited(
            "a team that does not appear has lost; if neither appears nobody goes on, and whoever waits for the winner "
            "or the loser has a forfeit",
            usual.clause,
        )


def _side(source: Source, bracket: Bracket) -> str:
    """A side of a match in words."""
    match source:
        case Rank(place):
            return f"number {place} of the qualifying"
        case WinnerOf(name):
            return f"the winner of the {bracket.match(name).title}"
        case LoserOf(name):
            return f"the loser of the {bracket.match(name).title}"
    assert_never(source)


def _week(match: BracketMatch) -> str:
    weeks = [str(week) for week in match.weeks]
    return f"week {weeks[0]}" if len(weeks) == 1 else f"weeks {listed(weeks)}"


def finals_length(play: FinalsPlay, stage: Stage) -> str:
    """How long the matches are."""
    usual = play.brackets[0]
    longer = [f"{stage.boards * match.sessions} in the {match.title}" for match in usual.matches if match.sessions > 1]
    more = f", {listed(longer)}" if longer else ""
    return cited(
        f"{count_of(len(usual.matches), 'match', 'matches')} over {count_of(usual.weeks, 'week')}, of "
        f"{count_of(stage.boards, 'board')}{more}",
        stage.clause,
    )


def tally_lines(play: TallyPlay) -> Iterator[str]:
    """What is added up, and which team of one stage is which of another."""
    amounts = listed([exact_text(amount) for amount in play.points.amounts])
    yield cited(
        f"the first {_count(len(play.points.amounts))} of {' and of '.join(play.stages)} earn {amounts} "
        f"{play.points.unit.many}; both are added up",
        play.points.clause,
    )
    if play.same is not None:
        yield cited(
            f"a team of {play.stages[-1]} carries on a team of {play.stages[0]} when {play.same.least} of its members "
            f"were in that one; a team claimed by two is for {play.same.claimed_twice}",
            play.same.clause,
        )


def stanza_lines(play: StanzaPlay) -> Iterator[str]:
    """Who sits last in which stanzas."""
    if play.rights is None:
        return
    sides = ("higher placed team", "other")
    turns = [f"the {sides[side]} {_count(count)}" for side, count in play.rights.turns[:-1]]
    last = sides[play.rights.turns[-1][0]]
    yield cited(
        f"the teams name the stanzas in which they sit last: {listed(turns, 'then')}; the rest fall to the {last}",
        play.rights.clause,
    )


def team_lines(event: Event) -> Iterator[str]:
    """The members of a team, and entries stage by stage."""
    if event.members is not None:
        yield cited(f"a team has {event.members.size} members", event.members.clause)
        for rule in (event.members.added, event.members.finals):
            if rule is not None:
                yield cited(rule.says, rule.clause)
    if event.by_stage is not None:
        yield cited("a team may enter one stage or several; each takes entries until it starts", event.by_stage)


def unplayed_lines(rules: tuple[ForfeitRule, ...]) -> Iterator[str]:
    """What matches not played out through nobody's fault are worth."""
    for rule in rules:
        if rule.begun.least:
            yield cited(
                "a match abandoned after play began: the side that can go on has the greater of its average and what "
                "the other's average leaves, and the other has the rest",
                rule.clause,
            )
        else:
            yield cited(
                "a match cancelled before play through nobody's fault: the side that is there has the score of a "
                f"forfeit, the other the greater of its average and what {rule.complement} leaves",
                rule.clause,
            )


def stand_in_line(rule: StandInRule) -> str:
    """What a substitute may cost."""
    return cited(
        f"a substitute who makes a team stronger costs it IMPs of the match, by the guide and at most "
        f"{exact_text(rule.guide.per_board)} a board; they are taken before the scale, and the opponents gain them",
        rule.guide.clause,
    )
