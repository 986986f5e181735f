"""Draws on the command line: one command for each kind of draw, and a check."""

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from itertools import combinations

import click

from overtrick.cli.draw_words import clause_json
from overtrick.cli.entries import read_file
from overtrick.cli.options import Counting, as_csv, as_json, refuse_csv, refuse_inapplicable, seed, why
from overtrick.cli.show import show_json, show_lines, show_table
from overtrick.cli.swiss_draws import check, swiss
from overtrick.core.draws.brackets import Bracket, Rank, Source
from overtrick.core.draws.knockout import KnockoutDraw, set_draw
from overtrick.core.draws.round_robin import PrintedDraw, check_draw, circle, place_field, told_by
from overtrick.core.draws.seeding import first_draw
from overtrick.core.errors import DirectorError
from overtrick.core.lots import Lots
from overtrick.core.provenance import Clause, Json
from overtrick.core.ranking.chance import lot_order
from overtrick.core.wording import join_list
from overtrick.formats.draw_tables import WRITTEN, PlayedMatch, read_matches, read_seeds, write_csv
from overtrick.regulations.grammar.brackets import Brackets
from overtrick.regulations.grammar.draws import DrawBook
from overtrick.regulations.read.documents import load, load_all

_CIRCLE = Clause("SABF20", "15.1")
_SET, _FIRST = "set-draw", "first-draw"


def _printed_draws() -> dict[str, PrintedDraw]:
    """Return every round robin printed in the rulebook, by folder and id."""
    return {
        f"{folder}/{id_.replace(' ', '-')}": drawn
        for folder, book in load_all(DrawBook).items()
        for id_, drawn in book.draws.items()
    }


@click.command(short_help="Draw a round robin, as printed or by the circle method.")
@click.argument("rule", default="circle")
@click.option("--contestants", "-n", "count", type=Counting(2), help="Number of contestants, numbered from 1.")
@click.option("--field", "field", metavar="FILE", help="The contestants, from the top seed down (CSV or JSON).")
@click.option("--list", "listing", is_flag=True, help="List the printed draws.")
@click.option("--seed", metavar="TEXT", help="Draw the places by lot, from this recorded seed.")
@why
@as_csv
@as_json
def roundrobin(
    rule: str,
    count: int | None,
    field: str | None,
    listing: bool,
    seed: str | None,
    why: bool,
    as_csv: bool,
    as_json: bool,
) -> None:
    """Draw a round robin by RULE: the id of a printed draw, or `circle` for any number of contestants.

    If the document gives each seed its place, the field is taken in seed order; otherwise the first of the field is
    number 1. With one contestant fewer than the printed draw, the last place is the bye.

    \b
    Example: overtrick draw roundrobin anc-2026/eight
             overtrick draw roundrobin sabf-2020/twelve -n 11
             overtrick draw roundrobin circle -n 9 --seed 2026-07-04 --why
             overtrick draw roundrobin --list
    """
    printed = _printed_draws()
    if listing:
        if as_csv:
            raise refuse_csv("The list of printed draws")
        _list_printed(printed, as_json=as_json)
        return
    holders: tuple[str, ...] = read_seeds(*read_file(field))[0] if field else ()
    size = len(holders) or count or 0
    drawn = _named_draw(rule, printed, size)
    size = size or drawn.contestants
    holders = holders or tuple(str(number) for number in range(1, size + 1))
    if seed is not None:
        holders = lot_order(holders, Lots(seed), "places in the round robin")
    rounds = _with_byes(told_by(drawn, holders), holders)
    if as_csv:
        click.echo(write_csv(WRITTEN, _robin_rows(rounds)), nl=False)
    elif as_json:
        answer: list[Json] = [
            {"round": number, "matches": [list(match) for match in matches]}
            for number, matches in enumerate(rounds, start=1)
        ]
        show_json({"rule": rule, **clause_json(drawn.clause), "rounds": answer})
    else:
        headers = ("round", *(f"table {table}" for table in range(1, len(rounds[0]) + 1)))
        rows = [
            (str(number), *(f"{one}-{other or 'bye'}" for one, other in matches))
            for number, matches in enumerate(rounds, start=1)
        ]
        show_table(headers, rows)
        show_lines(f"Drawn by {drawn.clause}{', placed by seed' if drawn.seeds else ''}.")
        if drawn.half_way:
            show_lines(_half_way(drawn))
        if why:
            show_lines(_proof_text(drawn, holders))


Told = tuple[tuple[str, str | None], ...]


def _with_byes(rounds: Iterable[Sequence[tuple[str | None, str | None]]], field: Sequence[str]) -> list[Told]:
    """Return each round with a first contestant at every table, and those without a table as byes."""
    told: list[Told] = []
    for matches in rounds:
        seated = tuple((one, other) if one is not None else (other or "", None) for one, other in matches)
        playing = {name for match in seated for name in match}
        told.append((*seated, *((name, None) for name in field if name not in playing)))
    return told


def _proof_text(drawn: PrintedDraw, holders: Sequence[str]) -> str:
    """Return the counts that prove the draw, and who has which place."""
    report = check_draw(drawn.rounds)
    places = ", ".join(
        f"{place} {name}" for place, name in sorted(zip(place_field(drawn, len(holders)), holders, strict=True))
    )
    return (
        f"Verified: {report.rounds} rounds, no one twice in a round, every two places meet {_often(report.meetings)}.\n"
        f"Places: {places}."
    )


def _often(meetings: tuple[int, int]) -> str:
    least, most = meetings
    return "exactly once" if least == most == 1 else f"{least} to {most} times"


def _half_way(drawn: PrintedDraw) -> str:
    tables = join_list(tuple(map(str, drawn.half_way)))
    word = "table" if len(drawn.half_way) == 1 else "tables"
    return f"The pairs change direction half-way through every match at {word} {tables}."


def _list_printed(printed: Mapping[str, PrintedDraw], *, as_json: bool) -> None:
    if as_json:
        show_json(
            [
                {"id": id_, "contestants": drawn.contestants, "rounds": len(drawn.rounds), **clause_json(drawn.clause)}
                for id_, drawn in printed.items()
            ]
        )
        return
    rows = [(id_, str(drawn.contestants), str(len(drawn.rounds)), str(drawn.clause)) for id_, drawn in printed.items()]
    show_table(("id", "contestants", "rounds", "clause"), rows)


def _named_draw(rule: str, printed: Mapping[str, PrintedDraw], size: int) -> PrintedDraw:
    if rule in printed:
        return printed[rule]
    if rule != "circle":
        close = get_close_matches(rule, printed, n=3, cutoff=0.3) or list(printed)[:3]
        raise DirectorError(
            "There is no printed draw “{rule}”",
            remedy="Did you mean {row}? `overtrick draw roundrobin --list` lists them all.",
            rule=rule,
            row=" or ".join(close),
        )
    if not size:
        raise click.UsageError("Add -n with the number of contestants, or --field with a file of them.")
    return PrintedDraw(_CIRCLE, circle(size))


def _robin_rows(rounds: Iterable[Told]) -> list[dict[str, str]]:
    return [
        dict(zip(WRITTEN, (str(number), str(table), one, other or "bye", ""), strict=True))
        for number, matches in enumerate(rounds, start=1)
        for table, (one, other) in enumerate(matches, start=1)
    ]


@click.command(short_help="Draw a knockout: high against low, by lot, or a finals bracket.")
@click.argument("rule")
@click.argument("seeds", required=False)
@click.option("--meetings", "-m", metavar="FILE", help="The matches played before (CSV or JSON).")
@seed
@why
@as_csv
@as_json
def knockout(
    rule: str, seeds: str | None, meetings: str | None, seed: str | None, why: bool, as_csv: bool, as_json: bool
) -> None:
    """Draw a knockout by RULE from SEEDS, the ranking with the best first (CSV or JSON, - for standard input).

    A set draw pairs high against low with the fewest rematches; a first draw is by lot from blocks of seeds; a bracket
    shows who meets whom up to the final. With an unknown RULE, the message lists the rules.

    \b
    Example: overtrick draw knockout gnot-nsw-2018/set-draw examples/knockout-seeds.csv -m examples/knockout-met.csv
             overtrick draw knockout sabf-2020/final-five examples/knockout-seeds.csv
    """
    ranked = read_seeds(*read_file(seeds))[0] if seeds else ()
    folder, _, name = rule.partition("/")
    rules = _knockouts()
    if rule not in rules:
        raise DirectorError(
            "There is no knockout draw “{rule}”",
            remedy="The knockout draws are {rules:,}.",
            rule=rule,
            rules=tuple(rules),
        )
    if not seeds:
        raise click.UsageError("Give a file with the ranking, best first.")
    book = load(Brackets, folder)
    if name == _SET and book.set_draw is not None:
        refuse_inapplicable("a set draw", seed=seed)
        earlier = read_matches(*read_file(meetings), one_a_round=False) if meetings else ()
        number = max((match.round for match in earlier), default=0) + 1
        drawn = set_draw(ranked, _earlier_meetings(earlier), book.set_draw)
        _show_pairs(drawn, (), number, why=why, as_csv=as_csv, as_json=as_json)
    elif name == _FIRST:
        refuse_inapplicable("a first draw", meetings=meetings)
        if len(ranked) not in book.seed_blocks:
            sizes = ", ".join(map(str, sorted(book.seed_blocks)))
            raise DirectorError(
                "There is no first draw for {ranked} teams",
                remedy="There are first draws for {sizes} teams.",
                ranked=len(ranked),
                sizes=sizes,
            )
        if seed is None:
            raise click.UsageError("The first draw is by lot: add --seed with the seed you drew and recorded.")
        first = first_draw(ranked, book.seed_blocks[len(ranked)], Lots(seed))
        pairs = KnockoutDraw(first.pairs, first.clause)
        _show_pairs(pairs, first.triangles, 1, why=why, as_csv=as_csv, as_json=as_json)
    else:
        if as_csv:
            raise refuse_csv("A finals bracket")
        refuse_inapplicable("a finals bracket", seed=seed, meetings=meetings, why=why)
        bracket = next(each for each in book.brackets.values() if _slug(each.name) == name)
        _show_bracket(bracket, ranked, as_json=as_json)


def _slug(name: str) -> str:
    return name.replace(" ", "-")


def _knockouts() -> list[str]:
    """Return every knockout draw in the rulebook, by folder and name."""
    found = []
    for folder, book in load_all(Brackets).items():
        names = [_SET] * (book.set_draw is not None) + [_FIRST] * bool(book.seed_blocks)
        found += [f"{folder}/{name}" for name in (*names, *map(_slug, book.brackets))]
    return found


def _earlier_meetings(matches: Iterable[PlayedMatch]) -> dict[frozenset[str], list[str]]:
    met: dict[frozenset[str], list[str]] = {}
    for match in matches:
        for one, other in combinations(match.contestants, 2):
            met.setdefault(frozenset((one, other)), []).append(f"round {match.round}")
    return met


def _show_pairs(
    drawn: KnockoutDraw,
    triangles: Sequence[tuple[str, str, str]],
    number: int,
    *,
    why: bool,
    as_csv: bool,
    as_json: bool,
) -> None:
    """Show the draw of a round; only the CSV file needs its number."""
    if as_json:
        show_json(
            {
                **clause_json(drawn.clause),
                "pairs": [
                    {
                        "first": pair.one,
                        "second": pair.two,
                        "met": [str(each) for each in pair.met],
                        "why": [str(each) for each in pair.why],
                    }
                    for pair in drawn.pairs
                ],
                "triangles": [list(three) for three in triangles],
                "flags": [str(each) for each in drawn.flags],
            }
        )
    elif as_csv:
        units = [*(pair.teams for pair in drawn.pairs), *triangles]
        cells = [(str(number), str(table), *unit, *[""] * (3 - len(unit))) for table, unit in enumerate(units, start=1)]
        click.echo(write_csv(WRITTEN, [dict(zip(WRITTEN, row, strict=True)) for row in cells]), nl=False)
    elif why:
        show_lines("\n".join([str(drawn), *(f"{join_list(three)} play a triangle" for three in triangles)]))
    else:
        rows = [
            (str(table), pair.one, pair.two, ", ".join(map(str, pair.met)))
            for table, pair in enumerate(drawn.pairs, start=1)
        ]
        again = any(row[-1] for row in rows)
        headers = ("match", "first", "second", "earlier meetings")
        show_table(headers if again else headers[:3], [row if again else row[:3] for row in rows])
        notes = [*(f"Triangle: {join_list(three)}." for three in triangles), *map(str, drawn.flags)]
        show_lines("\n".join([*notes, f"Drawn by {drawn.clause}."]))


def _show_bracket(bracket: Bracket, ranked: Sequence[str], *, as_json: bool) -> None:
    lowest = max(side.place for match in bracket.matches for side in match.sides if isinstance(side, Rank))
    if len(ranked) < lowest:
        raise DirectorError(
            "{ranked} teams are too few for the {bracket}",
            clause=bracket.clause,
            remedy="It needs at least {lowest}.",
            ranked=len(ranked),
            bracket=bracket.name,
            lowest=lowest,
        )

    def who(side: Source) -> str:
        return ranked[side.place - 1] if isinstance(side, Rank) else str(side)

    if as_json:
        matches: list[Json] = [
            {
                "match": match.name,
                "title": str(match.title),
                "sides": [who(side) for side in match.sides],
                "carry_to": None if match.carry_to is None else who(match.sides[match.carry_to]),
                "week": match.week,
                **clause_json(match.clause),
            }
            for match in bracket.matches
        ]
        show_json({"bracket": bracket.name, **clause_json(bracket.clause), "matches": matches})
        return
    rows = [
        (
            match.name,
            str(match.title),
            f"{who(match.sides[0])} v {who(match.sides[1])}",
            "" if match.carry_to is None else who(match.sides[match.carry_to]),
            str(match.clause),
        )
        for match in bracket.matches
    ]
    show_table(("match", "title", "sides", "carry-over to", "clause"), rows)


@click.group
def draw() -> None:
    """Draw a round, or check how an event was drawn, with a reason for every pairing.

    \b
    Example: overtrick draw swiss sabf-2020/swiss examples/swiss-standings.csv -m examples/swiss-matches.csv --why
             overtrick draw roundrobin anc-2026/eight
    """


for command in (swiss, roundrobin, knockout, check):
    draw.add_command(command)
