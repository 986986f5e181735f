"""The standings in a book on the command line: additional rankings, knockouts, finals, and the final ranking."""

from collections.abc import Sequence

import click

from overtrick.cli.books import read_book, stage_of
from overtrick.cli.options import as_json
from overtrick.cli.seasons import show_open
from overtrick.cli.show import show_json, show_lines, show_table
from overtrick.core.errors import DirectorError
from overtrick.core.event.play.progress import progress
from overtrick.core.provenance import Json
from overtrick.core.ranking.standings import Purpose
from overtrick.views.final_ranking import FinalRankingPage, final_ranking_page
from overtrick.views.finals import FinalSide, FinalsPage
from overtrick.views.knockouts import KnockoutMatch, KnockoutPage
from overtrick.views.readers import DESK
from overtrick.views.standings import FieldTable, StandingsPage, standings_page


@click.command
@click.argument("file")
@click.option("--stage", help="The stage (default: the last that has started).")
@click.option("--field", "field", help="One field of the stage, like NS.")
@click.option("--draw", "for_draw", is_flag=True, help="Show the draw order instead of the ranking.")
@click.option("--also", "also", metavar="NAME", help="Additional ranking by name, like a handicap.")
@click.option("--final", "final", is_flag=True, help="For an event with knockouts: final ranking and qualifiers.")
@as_json
def standings(
    file: str, stage: str | None, field: str | None, for_draw: bool, also: str | None, final: bool, as_json: bool
) -> None:
    """Show the standings in a book.

    \b
    Example: overtrick standings book.jsonl
             overtrick standings book.jsonl --stage Swiss --draw --json
             overtrick standings handicap.jsonl --also Handicap
    """
    event = read_book(file)
    if final:
        if event.current_plan().graph is None:
            raise DirectorError(
                "The {name} has no final ranking apart from its standings",
                clause=event.current_plan().clause,
                remedy="Leave out --final; choose a stage with --stage.",
                name=event.current_plan().name,
            )
        _show_ending(final_ranking_page(event), event.current_plan().name, as_json=as_json)
        return
    state = stage_of(event, stage)
    page = standings_page(event, state, DESK, Purpose.DRAW if for_draw else Purpose.PRIZE)
    if state.plan.play.knockout:
        _show_knockout(page.knockout, page.stage, event.last, as_json=as_json)
        return
    tables = [table for table in _select_tables(page, also) if field in (None, table.name)]
    if not tables:
        raise DirectorError(
            "{stage} has no field called “{field}”",
            remedy="Fields of this stage: {known:,}.",
            stage=page.stage,
            field=field,
            known=tuple(table.name for table in page.tables),
        )
    if as_json:
        found = progress(state)
        show_json(
            {
                "stage": page.stage,
                "after": event.last,
                "after_round": tables[0].last,
                "in_play": {"round": found.play, "tables": found.tables, "to_come": found.to_come}
                if found.play
                else None,
                **({"also": also} if also else {}),
                "fields": {table.name: _table_json(table) for table in tables},
                **({"late": [str(note) for note in page.late]} if page.late else {}),
                **({"matches": _finals_json(page.finals)} if page.finals else {}),
                **({"no_winner": str(page.finals.no_winner)} if page.finals and page.finals.no_winner else {}),
            }
        )
        return
    for table in tables:
        _show_standings(table, ", ".join(filter(None, (page.stage, table.title))))
        show_open(page.season, {row.who.number for row in table.rows})
    _show_remarks(page, tables[0].live)
    if also is None and page.also:
        names = ", ".join(dict.fromkeys(table.also for table in page.also))
        show_lines(f"Additional rankings, with --also: {names}")


def _show_remarks(page: StandingsPage, live: int) -> None:
    """Print the remarks on the tables: a match in play, late changes, and the matches of finals."""
    if live:
        show_lines(f"{page.after}; scores of match {live} are provisional and do not count yet.")
    for note in page.late:
        show_lines(str(note))
    if page.finals:
        _show_finals(page.finals)


def _select_tables(page: StandingsPage, also: str | None) -> Sequence[FieldTable]:
    """Return the standings, or the additional ranking of this name."""
    if also is None:
        return page.tables
    found = [table for table in page.also if table.also == also]
    if not found:
        known = ", ".join(dict.fromkeys(table.also for table in page.also)) or "none"
        raise DirectorError(
            "{stage} has no ranking called “{also}”",
            remedy="Its additional rankings are: {known}.",
            stage=page.stage,
            also=also,
            known=known,
        )
    return found


def _show_standings(table: FieldTable, title: str) -> None:
    playing = [f"match {table.live}"] if table.live else []
    brings = ["carry-over"] if table.carried else []
    came = ["from"] if any(row.came for row in table.rows) else []
    headers = ["place", "contestant", table.unit, *playing, *brings, *came, *table.columns, "because"]
    rows = []
    for row in table.rows:
        cells = [row.place.text, row.who.number, row.total.text + ("*" if row.open else "")]
        cells += [f"({row.live})" if row.live.value is not None else ""] if playing else []
        cells += [row.carried.text if row.carried.value is not None else ""] if brings else []
        cells += [row.came] if came else []
        rows.append((*cells, *map(str, row.columns), str(row.because)))
    show_table(headers, rows, title)


def _table_json(table: FieldTable) -> Json:
    rows: list[Json] = []
    for row in table.rows:
        playing: dict[str, Json] = (
            {} if row.live.value is None
            else {"in_play": {"round": table.live, "score": row.live.value, "provisional": True}}
        )  # fmt: skip
        rows.append(
            {
                "place": int(row.place.value) if row.place.value is not None else None,
                "shared": row.shared,
                "contestant": row.who.number,
                "total": row.total.value,
                "unit": table.unit,
                "carried": row.carried.value,
                "columns": {name: number.value for name, number in zip(table.columns, row.columns, strict=True)},
                "because": str(row.because),
                **({"from": row.came} if row.came else {}),
                **playing,
            }
        )
    return rows


def _show_finals(page: FinalsPage) -> None:
    """Print every match in the order of play."""
    rows = [
        (
            str(match.week),
            str(match.title),
            *map(_side, match.sides),
            match.winner.number if match.winner else "–",
            f"{match.outcome}: {match.because}",
        )
        for match in page.matches
    ]
    show_table(
        ("week" if page.weekly else "segment", "match", "first", "second", "winner", "because"), rows, page.system
    )
    if page.no_winner:
        show_lines(str(page.no_winner))


def _side(side: FinalSide) -> str:
    """Return a side with its IMPs, including any carry-over."""
    if side.who is None:
        return f"({side.waits})"
    return f"{side.who.number}: {side.total}" if side.total.why else side.who.number


def _finals_json(page: FinalsPage) -> Json:
    """Return the matches as JSON."""
    return [
        {
            "match": match.name,
            "title": str(match.title),
            "week": match.week,
            "teams": [side.who.number if side.who else None for side in match.sides],
            "totals": [side.total.value for side in match.sides if side.total.why],
            "carry_forward": next((side.who.number for side in match.sides if side.who and side.carried), None),
            "outcome": str(match.outcome),
            "winner": match.winner.number if match.winner else None,
            "loser": match.loser.number if match.loser else None,
            "because": str(match.because),
            "clause": match.clause,
        }
        for match in page.matches
    ]


def _show_knockout(page: KnockoutPage | None, stage: str, after: int, *, as_json: bool) -> None:
    """Print a knockout stage: its matches, how each was won, its triangles, and where its teams went."""
    matches = page.matches if page else ()
    orders = [[team.number for team in order] for order in page.triangles] if page else []
    ways = {str(way): [team.number for team in teams] for way, teams in page.ways} if page else {}
    if as_json:
        told: dict[str, Json] = {"stage": stage, "after": after, "matches": [_match_json(each) for each in matches]}
        triangles: list[Json] = [[*order] for order in orders]
        if page and page.notes:
            told["notes"] = [str(note) for note in page.notes]
        show_json({**told, "triangles": triangles, "left": {way: [*teams] for way, teams in ways.items()}})
        return
    rows = [
        (str(each.table), one.who.number, one.imps.text, two.who.number, two.imps.text,
         one.who.number if one.won else two.who.number if two.won else "–", _outcome_text(each))
        for each in matches
        for one, two in (each.sides,)
    ]  # fmt: skip
    headers = ("table", "team", "IMPs", "against", "IMPs", "winner", "by")
    show_table(headers, rows, stage)
    for order in orders:
        show_lines(f"triangle: {', '.join(order)}")
    for note in page.notes if page else ():
        show_lines(str(note))
    for way, teams in ways.items():
        show_lines(f"{way}: {', '.join(teams)}")


def _outcome_text(each: KnockoutMatch) -> str:
    """Return how a match was decided or what it is waiting for, and who went on before a correction."""
    return ". ".join(filter(None, (str(each.by or each.waits), str(each.stands))))


def _match_json(each: KnockoutMatch) -> dict[str, Json]:
    return {
        "table": each.table,
        "teams": [side.who.number for side in each.sides],
        "imps": [side.imps.value for side in each.sides],
        "winner": next((side.who.number for side in each.sides if side.won), None),
        "by": str(each.by),
        "waits": str(each.waits),
        "extra": list(each.extra),
        **({"stands": str(each.stands)} if each.stands else {}),
    }


def _show_ending(page: FinalRankingPage | None, event: str, *, as_json: bool) -> None:
    """Print the final ranking, who must play off, and who goes on to which event."""
    lines = page.lines if page else ()
    play_off = [team.number for team in page.play_off] if page else []
    goes_on = {name: [team.number for team in teams] for name, teams in page.goes_on} if page else {}
    declined = {name: [team.number for team in teams] for name, teams in page.declined} if page else {}
    if as_json:
        ranking: list[Json] = [
            {"rank": int(line.rank.text), "contestant": line.who.number, "stage": line.stage, "as": str(line.way)}
            for line in lines
        ]
        going: dict[str, Json] = {name: [*teams] for name, teams in goes_on.items()}
        away: dict[str, Json] = {name: [*teams] for name, teams in declined.items()}
        show_json({"ranking": ranking, "play_off": [*play_off], "goes_on": going, "declined": away})
        return
    rows = [(line.rank.text, line.who.number, str(line.says)) for line in lines]
    show_table(("rank", "contestant", "as"), rows, f"{event}: final ranking")
    if play_off:
        show_lines(f"{', '.join(play_off)} must play off for the last place")
    for name, teams in goes_on.items():
        show_lines(f"{name}: {', '.join(teams)}")
    for name, teams in declined.items():
        show_lines(f"not going on to {name}: {', '.join(teams)}")
    for note in page.notes if page else ():
        show_lines(str(note))
