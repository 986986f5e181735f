"""Swiss draws on the command line: draw a round with its reasons, and check the draws of a finished event."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import click

from overtrick.cli.draw_words import difference_json, draw_json, no_draw_json, order_words
from overtrick.cli.entries import read_file
from overtrick.cli.options import Counting, F, as_csv, as_json, seed, why
from overtrick.cli.show import show_json, show_lines, show_table
from overtrick.core.draws import (
    Draw,
    DrawOrder,
    DrawStanding,
    First,
    Lot,
    MatchOpponents,
    Meetings,
    OddFieldRule,
    PlayedRound,
    check_event,
    draw_first_round,
    draw_round,
    draw_total,
    entry_order,
    lines_after,
    opponents_vps,
    quarters,
    rank_for_draw,
)
from overtrick.core.draws.drawn import in_rounds
from overtrick.core.draws.order import rank
from overtrick.core.draws.swiss_draws import Settings, Swiss
from overtrick.core.errors import DirectorError, NoLegalDraw
from overtrick.core.lots import Lots
from overtrick.core.ranking.chain import ChainRule, Ends
from overtrick.core.ranking.measures import Measure
from overtrick.core.wording import count_of, join_list
from overtrick.formats.draw_tables import (
    WRITTEN,
    PlayedMatch,
    RecordedOrder,
    Standings,
    by_round,
    meetings_of,
    read_losses,
    read_matches,
    read_orders,
    read_seeds,
    read_standings,
    write_csv,
    written_rows,
)
from overtrick.regulations.read.library import library

NO_DRAW = 3
"""The exit code when no valid draw exists."""


def _ways(command: F) -> F:
    """Add the options for choices that a document may leave to the organiser."""
    for option in (
        click.option("--rounds", type=Counting(), help="Number of rounds, for a modified Swiss."),
        click.option(
            "--odd",
            type=click.Choice([way.value for way in OddFieldRule]),
            help="How to handle an odd field, if the regulations leave it open.",
        ),
        click.option(
            "--first",
            type=click.Choice([way.value for way in First]),
            help="How to draw round one, if the regulations leave it open.",
        ),
    ):
        command = option(command)
    return command


@click.command(short_help="Draw a Swiss round, with its reasons.")
@click.argument("rule")
@click.argument("standings")
@click.option("--meetings", "-m", metavar="FILE", help="The matches played before, round by round (CSV or JSON).")
@click.option("--round", "number", type=Counting(), help="Round to draw (default: the next).")
@click.option("--entrants", metavar="FILE", help="Contestants dropping in this round, with the match each lost.")
@_ways
@seed
@why
@as_csv
@as_json
def swiss(
    rule: str,
    standings: str,
    meetings: str | None,
    number: int | None,
    entrants: str | None,
    first: str | None,
    odd: str | None,
    rounds: int | None,
    seed: str | None,
    why: bool,
    as_csv: bool,
    as_json: bool,
) -> None:
    """Draw a round by RULE from STANDINGS (CSV or JSON, - for standard input).

    For round one STANDINGS are the seeds. `overtrick rules list --kind swiss` lists the rules. If no valid draw
    exists, the message says for whom and which rule would have to give way, and the exit code is 3.

    \b
    Example: overtrick draw swiss sabf-2020/swiss examples/swiss-standings.csv -m examples/swiss-matches.csv --why
             overtrick draw swiss nsw-swiss-pairs/swiss examples/swiss-seeds.csv --seed 2026-07-04
    """
    matches = read_matches(*read_file(meetings)) if meetings else ()
    drawing = number or max((match.round for match in matches), default=0) + 1
    asked = Settings(0, First(first) if first else None, OddFieldRule(odd) if odd else None, rounds, drawing)
    lot: Lot = Lots(seed) if seed is not None else ()
    before = tuple(match for match in matches if match.round < drawing)
    field = _field_one(rule, standings, asked) if drawing == 1 else _field_later(rule, standings, asked, before, lot)
    field = _with_entrants(field, entrants, lot, drawing)
    try:
        drawn = _make_draw(field, before, lot, drawing)
    except NoLegalDraw as none:
        _no_draw(none, meetings_of(before, field.swiss.rule)[0], why=why, as_json=as_json)
        raise SystemExit(NO_DRAW) from none
    if as_json:
        show_json({"rule": rule, **draw_json(drawn, field.order, seed)})
    elif as_csv:
        click.echo(write_csv(WRITTEN, written_rows(drawn)), nl=False)
    elif why:
        if drawing > 1 and not field.listed:
            show_lines(order_words(field.order, field.swiss.order, drawing))
        show_lines(drawn.why(field.names))
    else:
        _show(drawn, field.names)


@dataclass(frozen=True)
class _Field:
    """The basis of a draw: the rule, the order, the names, and the contestants who drop in.

    *listed* means that the file gave the order itself, without scores.
    """

    swiss: Swiss
    order: DrawOrder
    names: Mapping[str, str]
    listed: bool
    entrants: tuple[str, ...] = ()


def _field_one(rule: str, file: str, asked: Settings) -> _Field:
    seeds, names = read_seeds(*read_file(file))
    named = library().swiss(rule, replace(asked, entrants=len(seeds)))
    return _Field(named, DrawOrder(named.order.clause, seeds, ()), _labels(names), listed=True)


def _field_later(rule: str, file: str, asked: Settings, before: Sequence[PlayedMatch], lot: Lot) -> _Field:
    standings = read_standings(*read_file(file))
    named = library().swiss(rule, replace(asked, entrants=len(standings.lines)))
    order = _draw_order(standings, before, named.order, lot, asked.drawing)
    return _Field(named, order, _labels(standings.names), standings.ranked)


def _labels(names: Mapping[str, str]) -> dict[str, str]:
    return {number: f"{number} {name}" for number, name in names.items()}


def _with_entrants(field: _Field, file: str | None, lot: Lot, number: int) -> _Field:
    if file is None:
        return field
    losses, told = read_losses(*read_file(file))
    chain = field.swiss.entrants
    if not told or chain is None:
        return replace(field, entrants=tuple(loss.team for loss in losses))
    return replace(field, entrants=rank(losses, chain, lot, about=f"entrants of round {number}").teams)


def _make_draw(field: _Field, before: Sequence[PlayedMatch], lot: Lot, number: int) -> Draw:
    if number == 1:
        return draw_first_round(field.order.order, field.swiss.rule, lot)
    met, playing_on = meetings_of(before, field.swiss.rule)
    scores = {line.contestant: draw_total(line, field.swiss.order).value for line in field.order.lines}
    return draw_round(
        field.order.order,
        met,
        field.swiss.rule,
        number,
        scores=None if field.listed else scores,
        entrants=field.entrants,
        playing_on=playing_on,
    )


def _draw_order(
    standings: Standings, before: Sequence[PlayedMatch], rule: ChainRule[Measure], lot: Lot, number: int
) -> DrawOrder:
    """Return the order for the draw; if the file has no victory points, it is the order of the file."""
    if standings.ranked:
        return DrawOrder(rule.clause, tuple(line.contestant for line in standings.lines), standings.lines)
    lines = standings.lines
    summed = Measure.OPPONENTS in rule.measures and bool(standings.lacks(Measure.OPPONENTS)) and bool(before)
    if summed:
        lines = _with_opponents(lines, before, rule)
    order = rank_for_draw(lines, rule, lot, number)
    for tie in order.ties:
        last = rule.measures.index(tie.settled) if isinstance(tie.settled, Measure) else len(rule.measures)
        for measure in rule.measures[: last + 1]:
            column = standings.lacks(measure)
            if column and not (summed and measure is Measure.OPPONENTS):
                level = join_list(sorted(tie.order, key=entry_order))
                raise DirectorError(
                    "{level} are tied, and the standings have no column {column} to break the tie",
                    clause=rule.clause,
                    remedy="Add the column.",
                    level=level,
                    column=column,
                )
    return order


def _with_opponents(
    lines: Iterable[DrawStanding], before: Iterable[PlayedMatch], rule: ChainRule[Measure]
) -> tuple[DrawStanding, ...]:
    """Return the lines with the sums of their opponents' victory points, from the matches played."""
    met: dict[str, list[MatchOpponents]] = {}
    for match in before:
        for name in match.contestants if len(match.contestants) > 1 else ():
            met.setdefault(name, []).append(
                MatchOpponents(tuple(other for other in match.contestants if other != name))
            )
    totals = {line.contestant: draw_total(line, rule).value for line in lines}
    gone = sorted({other for each in met.values() for one in each for other in one.opponents} - totals.keys())
    if gone:
        raise DirectorError(
            "{gone} played matches but {many:is|are} not in the standings",
            clause=rule.clause,
            remedy="Give the sums of the opponents' VPs in a column called opponents.",
            gone=tuple(gone),
            many=len(gone) == 1,
        )
    return tuple(
        replace(line, opponents=opponents_vps(met.get(line.contestant, []), totals, rule.clause).value)
        for line in lines
    )


def _show(drawn: Draw, names: Mapping[str, str]) -> None:
    repaired = {pairing.table for pairing in drawn.repaired}
    rows = [
        (
            str(each.table),
            names.get(each.first, each.first),
            names.get(each.second, each.second),
            f"met {in_rounds(each.again)}" if each.again else "repaired" if each.table in repaired else "",
        )
        for each in drawn.pairings
    ]
    noted = any(row[-1] for row in rows)
    show_table(
        ("table", "first", "second", "note")[: 4 if noted else 3],
        [row if noted else row[:3] for row in rows],
        f"Round {drawn.round}",
    )
    for odd in (drawn.share, drawn.bye):
        if odd is not None:
            show_lines(str(odd.why(names)))
    show_lines("\n".join([*drawn.notes, f"Drawn by {drawn.clause}."]))


def _no_draw(none: NoLegalDraw, met: Meetings, *, why: bool, as_json: bool) -> None:
    if as_json:
        show_json(no_draw_json(none))
        return
    click.echo(f"overtrick: {none}", err=True)
    if why:
        for group in none.groups:
            for one in group:
                told = [
                    f"{other} {in_rounds(rounds)}"
                    for other, rounds in sorted(met.opponents(one).items(), key=lambda each: each[1])
                ]
                click.echo(f"{one} has met {join_list(told) or 'no one'}.", err=True)


@click.command(short_help="Redraw a finished event and list every difference.")
@click.argument("rule")
@click.argument("matches")
@click.option("--seeds", metavar="FILE", help="The seeds, for round one (default: by entry number).")
@click.option("--orders", metavar="FILE", help="The order each round was drawn from (default: from the results).")
@_ways
@seed
@why
@as_json
def check(
    rule: str,
    matches: str,
    seeds: str | None,
    orders: str | None,
    first: str | None,
    odd: str | None,
    rounds: int | None,
    seed: str | None,
    why: bool,
    as_json: bool,
) -> None:
    """Check that every round of MATCHES (CSV or JSON, - for standard input) was drawn by RULE.

    Each round is redrawn from the standings before it and the matches actually played. Every difference is listed
    with its clause; exit code 1 if there are any. Without --seed, any first-round draw that the rule allows is
    accepted.

    \b
    Example: overtrick draw check sabf-2020/swiss examples/swiss-event.csv --first halves
    """
    played = by_round(read_matches(*read_file(matches)))
    if not played:
        raise DirectorError("There are no matches in the file", remedy="Write one match per line.")
    entered = read_seeds(*read_file(seeds))[0] if seeds else _contestants(played[min(played)])
    asked = Settings(len(entered), First(first) if first else None, OddFieldRule(odd) if odd else None, rounds)
    named = library().swiss(rule, asked)
    recorded = read_orders(*read_file(orders)) if orders else {}
    event = _event(played, entered, named, recorded, Lots(seed) if seed is not None else ())
    lot: Lot = Lots(seed) if seed is not None else _lot_as_played(event[0], named)
    told = orders and all(each.outcomes for each in event) and not any(each.entrants for each in recorded.values())
    settled = seed is not None or named.order.ends is not Ends.LOT
    found = check_event(event, named.rule, lot, named.order if told and settled else None)
    if as_json:
        show_json({"rule": rule, "rounds": len(event), "differences": [difference_json(each) for each in found]})
    else:
        for difference in found:
            show_lines(str(difference))
            for reason in difference.why if why else ():
                show_lines(f"  {reason}")
        count = count_of(len(found), "difference")
        matches_told = count_of(sum(len(each) for each in played.values()), "match", "matches")
        show_lines(f"{count_of(len(event), 'round')}, {matches_told}: {count}")
    if found:
        raise SystemExit(1)


def _contestants(matches: Iterable[PlayedMatch]) -> tuple[str, ...]:
    return tuple(sorted({name for match in matches for name in match.contestants}, key=entry_order))


def _event(
    played: Mapping[int, Sequence[PlayedMatch]],
    seeds: tuple[str, ...],
    swiss: Swiss,
    recorded: Mapping[int, RecordedOrder],
    lot: Lot,
) -> list[PlayedRound]:
    """Return the rounds as they were played, each with the order it was drawn from."""
    rounds: list[PlayedRound] = []
    for number, matches in played.items():
        entrants: tuple[str, ...] = ()
        scores = None
        if number in recorded:
            order, entrants = recorded[number].order, recorded[number].entrants
        elif not rounds:
            order = seeds
        elif all(each.outcomes for each in rounds):
            lines = lines_after([each.outcomes for each in rounds], swiss.order)
            order = rank_for_draw(lines, swiss.order, lot, number).order
        else:
            raise DirectorError(
                "The order that round {number} was drawn from is not known",
                clause=swiss.order.clause,
                remedy="Add the columns first_vps, second_vps and first_imps, or give the orders with --orders.",
                number=number,
            )
        if rounds and all(each.outcomes for each in rounds):
            lines = lines_after([each.outcomes for each in rounds], swiss.order)
            scores = {line.contestant: draw_total(line, swiss.order).value for line in lines}
        rounds.append(
            PlayedRound(
                number,
                order,
                tuple((m.contestants[0], m.contestants[1]) for m in matches if len(m.contestants) == 2),
                next((m.three for m in matches if m.three is not None), None),
                next((m.contestants[0] for m in matches if len(m.contestants) == 1), None),
                scores,
                entrants,
                tuple(outcome for m in matches for outcome in m.outcomes),
            )
        )
    return rounds


def _lot_as_played(opening: PlayedRound, swiss: Swiss) -> tuple[str, ...]:
    """Return a lot that gives round one as it was played, for a rule that leaves round one to a lot."""
    across = {one: other for pair in opening.pairs for one, other in (pair, pair[::-1])}
    if swiss.rule.first is First.QUARTERS:
        playing = [name for name in opening.order if name in across]
        drawn = [across[one] for one in quarters(playing).outer]
    else:
        odd = [opening.bye] if opening.bye else []
        drawn = [*(opening.share or ()), *(name for pair in opening.pairs for name in pair), *odd]
    return tuple(dict.fromkeys((*drawn, *opening.order)))
