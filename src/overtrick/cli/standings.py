"""The standings in a book at the prompt, and its further rankings."""

from collections.abc import Sequence

import click

from overtrick.cli.books import read_book, stage_of
from overtrick.cli.finals import finals_json, show_finals
from overtrick.cli.graphs import show_ending, show_knockout
from overtrick.cli.options import as_json
from overtrick.cli.seasons import show_open
from overtrick.cli.show import show_json, show_lines, show_table
from overtrick.core.errors import DirectorError
from overtrick.core.event.play.progress import progress
from overtrick.core.provenance import Json
from overtrick.core.ranking.standings import Purpose
from overtrick.views.final_ranking import final_ranking_page
from overtrick.views.readers import DESK
from overtrick.views.standings import FieldTable, StandingsPage, standings_page


@click.command
@click.argument("file")
@click.option("--stage", help="The stage (default: the last that has started).")
@click.option("--field", "field", help="One field of it, like NS.")
@click.option("--draw", "for_draw", is_flag=True, help="The order for the next draw instead of the order for prizes.")
@click.option("--also", "also", metavar="NAME", help="A further ranking of the stage, like a handicap, by its name.")
@click.option("--final", "final", is_flag=True, help="Of an event with knockouts: the final ranking, and who goes on.")
@as_json
def standings(
    file: str, stage: str | None, field: str | None, for_draw: bool, also: str | None, final: bool, as_json: bool
) -> None:
    """The standings in a book.

    \b
    Example: overtrick standings book.jsonl
             overtrick standings book.jsonl --stage Swiss --draw --json
             overtrick standings handicap.jsonl --also Handicap
    """
    event = read_book(file)
    if final:
        if event.planned().graph is None:
            raise DirectorError(
                "The {name} has no final ranking beside its standings",
                clause=str(event.planned().clause),
                remedy="Leave --final out; --stage chooses among its stages.",
                name=event.planned().name,
            )
        show_ending(final_ranking_page(event), event.planned().name, as_json=as_json)
        return
    state = stage_of(event, stage)
    page = standings_page(event, state, DESK, Purpose.DRAW if for_draw else Purpose.PRIZE)
    if state.plan.play.knockout:
        show_knockout(page.knockout, page.stage, event.last, as_json=as_json)
        return
    tables = [table for table in _asked(page, also) if field in (None, table.name)]
    if not tables:
        known = ", ".join(table.name for table in page.tables)
        raise DirectorError(
            "There is no field {field}",
            remedy="The fields of {stage} are {known}.",
            field=field,
            stage=page.stage,
            known=known,
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
                **({"matches": finals_json(page.finals)} if page.finals else {}),
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
        show_lines(f"Ranked again with --also: {names}")


def _show_remarks(page: StandingsPage, live: int) -> None:
    """What a reader should know of the tables: a match in play, late changes, and the matches of finals."""
    if live:
        show_lines(f"{page.after}; scores of match {live} are provisional and do not count yet.")
    for note in page.late:
        show_lines(str(note))
    if page.finals:
        show_finals(page.finals)


def _asked(page: StandingsPage, also: str | None) -> Sequence[FieldTable]:
    """The standings, or the further ranking that is asked for."""
    if also is None:
        return page.tables
    found = [table for table in page.also if table.also == also]
    if not found:
        known = ", ".join(dict.fromkeys(table.also for table in page.also)) or "none"
        raise DirectorError(
            "{stage} is not ranked as “{also}”",
            remedy="Its further rankings are: {known}.",
            stage=page.stage,
            also=also,
            known=known,
        )
    return found


def _show_standings(table: FieldTable, title: str) -> None:
    playing = [f"match {table.live}"] if table.live else []
    brings = ["carried"] if table.carried else []
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
