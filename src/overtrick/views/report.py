"""A report of a stage in words: made from its book once it is closed, every number of it with its why.

It reports what the pages of the stage show: who won and by how much, how the lead changed, the boards with large
swings, slams, doubled contracts, the best match, and what was decided by a tie-break.
"""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.stage import StageState
from overtrick.core.exact import Exact, Numeral
from overtrick.core.model.contracts import Doubling
from overtrick.core.model.results import PlayedContract
from overtrick.core.provenance import IMPS
from overtrick.core.ranking.measures import ScoreOrigin
from overtrick.core.ranking.standings import Standing
from overtrick.core.wording import Phrase, Said, capitalise, phrase
from overtrick.views import addresses
from overtrick.views.finals import finals_page
from overtrick.views.knockouts import knockout_page
from overtrick.views.lines import line_at
from overtrick.views.matches import MatchBoard, match_boards
from overtrick.views.names import who
from overtrick.views.running import counts_by_session, lead_figure, running_figure
from overtrick.views.stage_names import stage_title
from overtrick.views.standings import Tab
from overtrick.views.whys import Number, figure_number, place_number, stage_slug

SWINGS, LEADS, OTHERS = 3, 8, 3
"""How many swings, changes of the lead, and others of a kind are reported."""
SLAM, GRAND, SLAM_TRICKS = 6, 7, 12
DISASTER = -3
"""The undertricks from which a doubled contract counts as a disaster."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the report: its subject and its sentences."""

    title: Phrase
    lines: tuple[Phrase, ...]


@dataclass(frozen=True, slots=True)
class ReportPage:
    """The report of a stage, without parts while the stage is open. *tabs* are the closed stages."""

    stage: Said
    slug: str
    final: bool
    tabs: tuple[Tab, ...]
    parts: tuple[Part, ...]


def report_page(event: Tournament, state: StageState) -> ReportPage:
    """The report of a stage, only about what is final."""
    name = state.plan.name
    closed = tuple(
        Tab(each, stage_slug(each), each == name, stage_title(event, each))
        for each, other in event.stages.items()
        if other.closed
    )
    parts = tuple(_parts(event, state)) if state.closed else ()
    return ReportPage(stage_title(event, name), stage_slug(name), state.closed, closed, parts)


def last_closed(event: Tournament) -> StageState | None:
    """The stage that a report is about by default: the last that is closed, else the last that has started."""
    stages = list(event.stages.values())
    return next((each for each in reversed(stages) if each.closed), stages[-1] if stages else None)


def _parts(event: Tournament, state: StageState) -> Iterator[Part]:
    told = (
        (phrase("Result"), _result_sentences(event, state)),
        (phrase("Leaders"), _leads(event, state)),
        (phrase("Best match"), _best(event, state)),
        (phrase("Swings"), _swings(event, state)),
        (phrase("Slams"), _slams(event, state)),
        (phrase("Doubled"), _disasters(event, state)),
        (phrase("Close finishes"), _close(event, state)),
    )
    for title, lines in told:
        if found := tuple(lines):
            yield Part(title, found)


def _result_sentences(event: Tournament, state: StageState) -> Iterator[Phrase]:
    if state.plan.play.knockout:
        yield from _matches(event, state)
        return
    if finals := finals_page(event, state):
        for final in finals.matches:
            one, two = sorted(final.sides, key=lambda each: not each.won)
            if final.stands:
                yield phrase("{match}: {because}.", match=capitalise(final.title), because=final.because)
            elif one.won and one.total.text and two.total.text:
                yield phrase(
                    "{match}: {one} beat {two}, {imps} {single:IMP|IMPs} to {other}.",
                    match=capitalise(final.title), one=one.who, two=two.who, imps=one.total, other=two.total,
                    single=one.total.one,
                )  # fmt: skip
        if isinstance(finals.no_winner, Phrase):
            yield finals.no_winner
        return
    for field in state.fields:
        rows = [row for row in state.standings(field.name).rows if row.placed and state.wins(row.contestant)]
        if not rows:
            continue
        where = field.name if len(state.fields) > 1 else ""
        first = [row for row in rows if row.place == rows[0].place]
        if len(first) > 1:
            named = tuple(who(event, row.contestant) for row in first)
            yield phrase(
                "{named} shared first place[ in {where}] with {total}.",
                named=named, where=where, total=_amount(state, _total(state, rows[0])),
            )  # fmt: skip
            continue
        yield from _winner(event, state, where, rows)


def _matches(event: Tournament, state: StageState) -> Iterator[Phrase]:
    """The matches of a knockout, each with how it was decided where its score does not say it."""
    knockout = knockout_page(event, state)
    for match in knockout.matches if knockout is not None else ():
        one, two = sorted(match.sides, key=lambda each: not each.won)
        told = {"one": one.who, "two": two.who}
        if one.won and match.by_score:
            yield phrase(
                "{one} beat {two} by {imps} {single:IMP|IMPs} to {other}.",
                **told, imps=one.imps, other=two.imps, single=one.imps.one,
            )  # fmt: skip
        elif one.won and match.forfeited:
            yield phrase("{one} beat {two} by forfeit.", **told)
        elif one.won:
            yield phrase(
                "{one} and {two} tied with {imps} {single:IMP|IMPs} each. The match was decided by {by}, and {one} "
                "won.",
                **told, imps=one.imps, by=match.by, single=one.imps.one,
            )  # fmt: skip
        if isinstance(match.stands, Phrase):
            yield match.stands
    yield from (note for note in (knockout.notes if knockout is not None else ()) if isinstance(note, Phrase))


def _winner(event: Tournament, state: StageState, where: str, rows: Sequence[Standing]) -> Iterator[Phrase]:
    best = rows[0]
    told = {"best": who(event, best.contestant), "where": where, "total": _amount(state, _total(state, best))}
    if len(rows) == 1:
        yield phrase("{best} won[ {where}] with {total}.", **told)
        return
    told["next"] = who(event, rows[1].contestant)
    lead = lead_figure(state, best.contestant)
    if lead is None or lead.value < 0:  # not ranked by its total
        yield phrase("{best} won[ {where}] with {total}, ahead of {next}.", **told)
    elif lead.value > 0:
        ahead = figure_number(lead, addresses.Lead(stage_slug(state.plan.name), best.contestant))
        told["lead"] = _amount(state, _drop_sign(ahead))
        yield phrase("{best} won[ {where}] with {total}, {lead} ahead of {next}.", **told)
    else:
        yield phrase("{best} won[ {where}] with {total}, ahead of {next} on a tie-break.", **told)
    if len(rows) > 2 and [row.place for row in rows].count(rows[2].place) == 1:
        third = who(event, rows[2].contestant)
        yield phrase("{third} came next, with {total}.", third=third, total=_amount(state, _total(state, rows[2])))


def _drop_sign(number: Number) -> Number:
    """A number without a plus sign, for a sentence that says it was won."""
    return replace(number, text=Numeral(number.text.lstrip("+")))


def _amount(state: StageState, number: Number) -> Phrase:
    """A number with the unit of the stage."""
    return number.amount(state.unit)


def _total(state: StageState, row: Standing) -> Number:
    return _drop_sign(figure_number(row.total, addresses.Total(stage_slug(state.plan.name), row.contestant)))


def _leads(event: Tournament, state: StageState) -> Iterator[Phrase]:
    """Who led after which match, where each match counts by itself."""
    play = state.plan.play
    if play.knockout or play.must_be_won or counts_by_session(state) or len(state.fields) > 1:
        return
    slug, led, changes = stage_slug(state.plan.name), "", []
    for number in sorted(state.rounds):
        totals = {name: figure for name in state.playing if (figure := running_figure(state, name, number))}
        if not totals:
            continue
        leader = max(totals, key=lambda name: (totals[name].value, name == led))
        if leader != led:
            changes.append((number, leader, figure_number(totals[leader], addresses.Running(slug, number, leader))))
            led = leader
    if len(changes) == 1:
        yield phrase("{who} led from the first round to the last.", who=who(event, changes[0][1]))
        return
    if changes:
        yield phrase("The lead changed {times:times}.", times=len(changes) - 1)
    for number, leader, total in changes[-LEADS:]:
        yield phrase(
            "{who} led after round {number} with {total}.",
            number=number,
            who=who(event, leader),
            total=_amount(state, total),
        )


def _best(event: Tournament, state: StageState) -> Iterator[Phrase]:
    if state.plan.play.knockout or counts_by_session(state):
        return
    lines = [
        (line, number, name)
        for number in state.rounds
        for name in state.playing
        if (line := state.match_line(name, number)) is not None and line.kind is ScoreOrigin.PLAYED and line.opponents
    ]
    if not lines:
        return
    line, number, name = max(lines, key=lambda each: (each[0].score.value, -each[1]))
    yield phrase(
        "{who} scored {score} against {others} in round {number}.",
        who=who(event, name),
        score=_amount(
            state, _drop_sign(figure_number(line.score, addresses.Match(stage_slug(state.plan.name), number, name)))
        ),
        others=tuple(who(event, each) for each in line.opponents),
        number=number,
    )


def _boards(state: StageState) -> Iterator[tuple[int, int, tuple[tuple[str, ...], tuple[str, ...]], MatchBoard]]:
    """Every board of every match: the round, the table, its sides, and the board."""
    for number, drawn in state.rounds.items():
        for table, seating in drawn.seatings.items():
            for board in match_boards(state, number, seating):
                if not board.hidden:
                    yield number, table, seating.sides, board


def _swings(event: Tournament, state: StageState) -> Iterator[Phrase]:
    """The boards with the largest swings, in IMPs."""
    if state.plan.scoring.boards_in.many != IMPS.many:
        return
    every = []
    for number, table, sides, board in _boards(state):
        for names, brought in zip(sides, (board.first, board.second), strict=True):
            if brought.value and Fraction(brought.value) > 0:
                every.append((Fraction(brought.value), -number, -table, -board.board, names, brought, board))
    every.sort(key=lambda each: each[:4], reverse=True)
    seen: set[tuple[int, int]] = set()
    for _, number, _, place, names, brought, board in every:
        if (number, place) in seen:
            continue
        seen.add((number, place))
        yield phrase(
            "Board {board}[ of round {number}]: {brought} {single:IMP|IMPs} to {who} ({results}).",
            board=-place,
            number=_round_told(state, -number),
            brought=_drop_sign(brought),
            single=brought.one,
            who=who(event, names[0]),
            results=tuple(result for result, _ in board.results if result is not None),
        )
        if len(seen) == SWINGS:
            return


def _round_told(state: StageState, number: int) -> int:
    """The number of a round; empty where there is only one."""
    return number if len(state.rounds) > 1 else 0


def _contracts(state: StageState) -> Iterator[tuple[tuple[int, int, str, int], PlayedContract]]:
    for number, drawn in state.rounds.items():
        for (table, room, board), recorded in drawn.results.items():
            if isinstance(recorded.result, PlayedContract):
                yield (number, table, room, board), recorded.result


def _slams(event: Tournament, state: StageState) -> Iterator[Phrase]:
    played = list(_contracts(state))
    bid = [(at, each) for at, each in played if each.contract.level >= SLAM]
    missed = sum(each.contract.level < SLAM and each.tricks >= SLAM_TRICKS for _, each in played)
    if bid:
        yield phrase("{bid:#slam} bid, {made} made.", bid=len(bid), made=sum(each.over >= 0 for _, each in bid))
    if missed:
        yield phrase("Twelve tricks or more were taken {missed:times} without a slam being bid.", missed=missed)
    grand = [(at, each) for at, each in bid if each.contract.level == GRAND and each.over >= 0]
    yield from (_board_sentence(event, state, at, each) for at, each in grand[:OTHERS])


def _disasters(event: Tournament, state: StageState) -> Iterator[Phrase]:
    """Doubled contracts that went far down, the most expensive first."""
    down = [
        (at, each)
        for at, each in _contracts(state)
        if each.contract.doubling is not Doubling.UNDOUBLED and each.over <= DISASTER
    ]
    down.sort(key=lambda each: (-_dearness(state, each[0]), each[0]))
    yield from (_board_sentence(event, state, at, each) for at, each in down[:OTHERS])


def _dearness(state: StageState, at: tuple[int, int, str, int]) -> Exact:
    number, table, room, board = at
    recorded = state.result_at(number, table, room, board)
    value = recorded.score.field.value if recorded is not None and recorded.score.field is not None else 0
    return max(value, -value)


def _board_sentence(
    event: Tournament, state: StageState, at: tuple[int, int, str, int], result: PlayedContract
) -> Phrase:
    line = line_at(event, state, at)
    return phrase(
        "Board {board}[ of round {number}], {ns} against {ew}: {result}, {score} to {won:North–South|East–West}.",
        board=at[3],
        number=_round_told(state, at[0]),
        ns=line.ns,
        ew=line.ew,
        result=result,
        score=replace(line.score, text=Numeral(line.score.text.lstrip("+−"))),
        won=not line.score.text.startswith("−"),
    )


def _close(event: Tournament, state: StageState) -> Iterator[Phrase]:
    """Places that only a tie-break separated, the highest first."""
    if state.plan.play.knockout:
        return
    slug, told = stage_slug(state.plan.name), 0
    for field in state.fields:
        rows = [row for row in state.standings(field.name).rows if row.placed]
        for above, below in itertools.pairwise(rows):
            if above.total.value != below.total.value or above.place == below.place or told == OTHERS:
                continue
            told += 1
            yield phrase(
                "{above} and {below} both had {total}. Place {place} was decided by a tie-break[: {above} is "
                "{because:plain}].",
                above=who(event, above.contestant), below=who(event, below.contestant),
                total=_amount(state, _total(state, above)),
                place=place_number(above, slug), because=above.decided.phrased if above.decided else "",
            )  # fmt: skip
