"""A book at the prompt: rehearse an event into one, prove one, read standings, matches and scorecards from one."""

from collections.abc import Sequence
from contextlib import closing
from importlib.metadata import version
from pathlib import Path
from random import Random

import click

from overtrick.cli.book_files import read_file
from overtrick.cli.finals import finals_json, show_finals
from overtrick.cli.graphs import show_ending, show_knockout
from overtrick.cli.options import against_options, as_json
from overtrick.cli.seasons import session_figure, show_open, show_season
from overtrick.cli.show import show_json, show_lines, show_table, tell_aside
from overtrick.core.errors import DirectorError
from overtrick.core.event.cards import MatchCard
from overtrick.core.event.entry_acts import EventOpened
from overtrick.core.event.finals import finals_of
from overtrick.core.event.graph import locate
from overtrick.core.event.graph import path as stages_of
from overtrick.core.event.graph_plan import KnockoutPlay
from overtrick.core.event.naming import Naming
from overtrick.core.event.plan import FinalsPlay
from overtrick.core.event.progress import progress, provisional, settled, told_after
from overtrick.core.event.stage import StageState
from overtrick.core.event.tournament import Tournament
from overtrick.core.exact import Exact, exact_text, short_text, with_minus
from overtrick.core.laws.lines import Credit
from overtrick.core.provenance import Figure, Json
from overtrick.core.ranking.standings import Purpose, Standings
from overtrick.core.season import open_figures
from overtrick.core.wording import count_of
from overtrick.ledger.book import Draft
from overtrick.ledger.file import FileBook
from overtrick.ledger.opened import BookFile
from overtrick.regulations.plan.event_book import edition_for, find_event, rules_name
from overtrick.regulations.plan.events import plan_for


def read_book(file: str) -> Tournament:
    """The event as it stands at the end of the book in a file."""
    event = open_book(file).event()
    tell_aside(file, event.aside.values())
    return event


def open_book(file: str) -> BookFile:
    """The book of an event in a file."""
    book = read_file(file)
    if not isinstance(book.opened, EventOpened):
        raise DirectorError(f"{file} is the book of a selection year", remedy="Ask `overtrick selection` about it.")
    return book


def stage_of(event: Tournament, name: str | None) -> StageState:
    """The stage that was asked for, or the last that has started."""
    if name is not None:
        return event.stage(name)
    if not event.stages:
        raise DirectorError("No stage has started", remedy="Nothing has been played yet.")
    return list(event.stages.values())[-1]


@click.command
@click.argument("event")
@click.option("--entries", type=click.IntRange(1), metavar="NUMBER", help="How many enter (default: a usual entry).")
@click.option("--seed", default="1", show_default=True, help="The seed everything follows from.")
@click.option(
    "--faults",
    type=click.Choice(["none", "usual"]),
    default="usual",
    show_default=True,
    help="Whether things go wrong: corrections, rulings, penalties, fouled boards, forfeits, withdrawals.",
)
@click.option("--choice", "choices", multiple=True, help="A choice the regulation leaves to an official.")
@click.option("--output", "-o", required=True, help="The book to write; it must not exist yet.")
@as_json
def simulate(
    event: str, entries: int | None, seed: str, faults: str, choices: tuple[str, ...], output: str, as_json: bool
) -> None:
    """Play EVENT from its first entry to its last placing, through the director's own checks, into a book.

    EVENT is an id, a name, or the path of an event file.

    \b
    Example: overtrick simulate nsw-swiss-pairs/congress --entries 24 --seed 7 -o congress.jsonl
             overtrick simulate examples/club-swiss-teams.toml -o club.jsonl
    """
    from overtrick.lab.rehearsal import NO_FAULTS, USUAL_FAULTS, Rehearsal

    file, rules = find_event(event), rules_name(event)
    edition = edition_for(rules)
    path = Path(output)
    if path.exists():
        raise DirectorError(f"{output} exists", remedy="A book is never written over: choose another name.")
    rehearsal = Rehearsal(
        plan_for(rules),
        rules,
        Random(seed),  # noqa: S311 - a rehearsal, not a lot
        USUAL_FAULTS if faults == "usual" else NO_FAULTS,
        choices,
        edition.hash,
        f"overtrick {version('overtrick')}",
    )
    postings = rehearsal.play(entries or file.event.usual)
    with closing(FileBook(path)) as book:
        book.append([Draft(posting.act, posting.by, posting.at, posting.key) for posting in postings], keep=[edition])
    if as_json:
        show_json({"event": rules, "entries": entries or file.event.usual, "postings": len(postings), "book": output})
        return
    show_lines(f"{file.event.name}, {entries or file.event.usual} entries: {len(postings)} postings in {output}")


@click.command
@click.argument("file")
@against_options
@as_json
def verify(file: str, against: tuple[str, ...], keys: tuple[str, ...], signed_as: str, as_json: bool) -> None:
    """Prove a book whole and lawful: its chain of hashes, every act decided on again, every draw drawn again.

    With --against also that it is the book of which somebody kept a head or a receipt.

    \b
    Example: overtrick verify book.jsonl
             overtrick verify book.jsonl --against book.heads.jsonl --key server.pem
    """
    from overtrick.cli.witnessing import against_file
    from overtrick.lab.verify import Objection
    from overtrick.lab.verify import verify as prove

    book = open_book(file)
    proof = prove(book.plan, book.postings, book.rules.plan)
    objections = [*([Objection(0, book.notice)] if book.notice else []), *proof.objections]
    if against:
        objections += against_file(Path(file), against, keys, signed_as)
    current = book.rules.current()
    same_rules = book.edition is not None and current is not None and current.within(book.edition)
    if as_json:
        show_json(
            {
                "sound": not objections,
                "postings": proof.postings,
                "draws": proof.draws,
                "results": proof.results,
                "same_rules": same_rules,
                "edition": book.fingerprint,
                "objections": [{"posting": each.posting, "what": each.what} for each in objections],
            }
        )
    else:
        for each in objections:
            show_lines(str(each))
        own = "" if same_rules or book.edition is None else ", by its own rules, which this program has otherwise"
        show_lines(
            f"{count_of(proof.postings, 'posting')}, {count_of(proof.draws, 'draw')}, "
            f"{count_of(proof.results, 'result')}: {count_of(len(objections), 'objection')}{own}"
        )
    if objections:
        raise SystemExit(1)


@click.command
@click.argument("file")
@click.option("--stage", help="The stage (default: the last that has started).")
@click.option("--field", "field", help="One field of it, like NS.")
@click.option("--draw", "for_draw", is_flag=True, help="The order for the next draw instead of the order for prizes.")
@click.option("--final", "final", is_flag=True, help="Of an event with knockouts: the final ranking, and who goes on.")
@as_json
def standings(file: str, stage: str | None, field: str | None, for_draw: bool, final: bool, as_json: bool) -> None:
    """The standings in a book.

    \b
    Example: overtrick standings book.jsonl
             overtrick standings book.jsonl --stage Swiss --draw --json
    """
    event = read_book(file)
    if final:
        show_ending(event, as_json=as_json)
        return
    state = stage_of(event, stage)
    if isinstance(state.plan.play, KnockoutPlay):
        show_knockout(state, event.last, as_json=as_json)
        return
    purpose = Purpose.DRAW if for_draw else Purpose.PRIZE
    names = [each.name for each in state.fields if field in (None, each.name)]
    if not names:
        known = ", ".join(each.name for each in state.fields)
        raise DirectorError(f"There is no field {field}", remedy=f"The fields of {state.plan.name} are {known}.")
    after = state if for_draw else settled(state)
    tables = {name: after.standings(name, purpose) for name in names}
    if as_json:
        found = progress(state)
        show_json(
            {
                "stage": state.plan.name,
                "after": event.last,
                "after_round": after.last_round,
                "in_play": {"round": found.play, "tables": found.tables, "to_come": found.to_come}
                if found.play
                else None,
                "fields": {n: _table_json(t, state) for n, t in tables.items()},
                **({"matches": finals_json(finals_of(state))} if isinstance(state.plan.play, FinalsPlay) else {}),
            }
        )
        return
    for name, table in tables.items():
        _show_standings(table, state, f"{state.plan.name}{f', {name}' if len(state.fields) > 1 else ''}")
    if after is not state:
        show_lines(f"{told_after(state)}; scores of match {progress(state).play} are provisional and do not count yet.")
    if isinstance(state.plan.play, FinalsPlay):
        show_finals(finals_of(state))


def _show_standings(table: Standings, state: StageState, title: str) -> None:
    columns = [measure for measure, _ in table.rows[0].columns] if table.rows else []
    carried = any(state.carry(row.contestant) for row in table.rows)
    live = progress(state)
    playing = [f"match {live.play}"] if live.play and live.by_match else []
    brings = ["carried"] if carried else []
    headers = ["place", "contestant", state.unit.many, *playing, *brings, *map(str, columns), "because"]
    rows = []
    still = open_figures(state.season(row.contestant) for row in table.rows) if state.plan.season else ()
    still_open = {each.pair for each in still}
    for row in table.rows:
        brought = state.carry(row.contestant)
        total = row.total.unit.number(row.total.value) + ("*" if row.contestant in still_open else "")
        cells = [row.place_text, row.contestant, total]
        cells += [_in_play(state, row.contestant, live.play)] if playing else []
        cells += [brought.unit.number(brought.value) if brought else ""] if carried else []
        cells += [figure.unit.number(figure.value) for _, figure in row.columns]
        rows.append((*cells, row.why))
    show_table(headers, rows, title)
    show_open(still)


def _in_play(state: StageState, contestant: str, number: int) -> str:
    line = state.match_line(contestant, number)
    return f"({line.score.unit.number(line.score.value)})" if line is not None else ""


def _table_json(table: Standings, state: StageState) -> Json:
    rows: list[Json] = []
    live = progress(state)
    for row in table.rows:
        carried = state.carry(row.contestant)
        line = state.match_line(row.contestant, live.play) if live.play and live.by_match else None
        playing: dict[str, Json] = (
            {} if line is None
            else {"in_play": {"round": live.play, "score": exact_text(line.score.value), "provisional": True}}
        )  # fmt: skip
        rows.append(
            {
                "place": row.place if row.placed else None,
                "shared": row.shared,
                "contestant": row.contestant,
                "total": exact_text(row.total.value),
                "unit": row.total.unit.many,
                "carried": exact_text(carried.value) if carried else None,
                "columns": {str(measure): exact_text(figure.value) for measure, figure in row.columns},
                "because": row.why,
                **playing,
            }
        )
    return rows


@click.command("match")
@click.argument("file")
@click.option("--stage", help="The stage (default: the last that has started).")
@click.option("--round", "number", type=click.IntRange(1), metavar="NUMBER", help="The round (default: the last).")
@click.option("--table", type=click.IntRange(1), metavar="NUMBER", required=True, help="The table.")
@as_json
def match(file: str, stage: str | None, number: int | None, table: int, as_json: bool) -> None:
    """A match in a book, board by board.

    \b
    Example: overtrick match book.jsonl --round 3 --table 1
    """
    event = read_book(file)
    state = stage_of(event, stage)
    number = number or state.last_round
    if table not in state.round(number).seatings:
        raise DirectorError(f"There is no match at table {table} in round {number}", remedy="Check the table.")
    card = state.card(number, table)
    if as_json:
        show_json(_card_json(card, state, number))
        return
    seating = card.seating
    rows = [
        (str(board), _result(state, number, table, board), _credit(first), _credit(second))
        for board, (first, second) in card.credits.items()
    ]
    show_table(("board", "result", seating.ns, seating.ew), rows, f"{state.plan.name}, round {number}, table {table}")
    for name in (seating.ns, seating.ew):
        side = card.side(name)
        show_lines(f"{name}: {side.net}, {_counts(card, state, number, name).line()}")


def _counts(card: MatchCard, state: StageState, number: int, name: str) -> Figure[Exact]:
    """What a match counts for one side; until it does, what its boards so far would be worth."""
    return state.match_score(name, number, card.seating.table) or card.side(name).credited


def _card_json(card: MatchCard, state: StageState, number: int) -> dict[str, Json]:
    boards: list[Json] = [
        {
            "board": board,
            "result": _result(state, number, card.seating.table, board),
            "first": _credit(first),
            "second": _credit(second),
        }
        for board, (first, second) in card.credits.items()
    ]
    return {
        "first": card.seating.ns,
        "second": card.seating.ew,
        "complete": card.complete,
        "scores": [exact_text(_counts(card, state, number, name).value) for name in (card.seating.ns, card.seating.ew)],
        "net": [exact_text(card.first.net.value), exact_text(card.second.net.value)],
        "boards": boards,
    }


def _result(state: StageState, number: int, table: int, board: int) -> str:
    results = state.round(number).results
    found = [
        str(results[table, room, board].result) for room in ("", "open", "closed") if (table, room, board) in results
    ]
    return " / ".join(found) or "–"


def _credit(credit: Credit | None) -> str:
    if credit is None:
        return "–"
    return credit.unit.number(credit.value) if isinstance(credit, Figure) else str(credit)


@click.command
@click.argument("file")
@click.argument("contestant")
@click.option("--stage", help="The stage (default: the last it plays in).")
@as_json
def scorecard(file: str, contestant: str, stage: str | None, as_json: bool) -> None:
    """What a contestant has made of its matches.

    \b
    Example: overtrick scorecard book.jsonl 7
    """
    event = read_book(file)
    state = _stage_with(event, contestant, stage)
    if state.plan.season is not None:
        show_season(state, contestant, as_json=as_json)
        return
    record = state.record(contestant)
    rows = []
    for number in sorted(state.rounds):
        line = state.match_line(contestant, number)
        if line is not None:
            against = " and ".join(line.opponents) or str(line.kind)
            score = line.score.unit.number(line.score.value)
            shown = f"({score})" if provisional(state, number) and not as_json else score
            rows.append((str(number), against, with_minus(short_text(line.net_imps)), shown))
    after = settled(state)
    total = after.standings(after.field_of(contestant)).row(contestant)
    if as_json:
        matches: list[Json] = [dict(zip(("round", "against", "net", "score"), row, strict=True)) for row in rows]
        show_json(
            {"contestant": contestant, "stage": state.plan.name, "matches": matches, "total": total.total.explained(1)}
        )
        return
    show_table(("round", "against", "net IMPs", state.unit.many), rows, f"{contestant} in {state.plan.name}")
    if record.carry_over is not None:
        show_lines(f"carried: {record.carry_over.line()}")
    for penalty in record.penalties:
        show_lines(f"penalty: {penalty.line()}")
    show_lines(f"total: {total.total}, place {total.place_text}{'' if after is state else f', {told_after(state)}'}")


def _stage_with(event: Tournament, contestant: str, name: str | None) -> StageState:
    stages: Sequence[StageState] = [event.stage(name)] if name else list(event.stages.values())
    found = [state for state in stages if contestant in state.contestants]
    if not found:
        raise DirectorError(f"{contestant} does not play there", remedy="Check the number.")
    if name is None and event.planned().graph is not None:
        return event.stage(locate(event.planned(), stages_of(event, contestant)[-1].node)[0].name)
    return found[-1]


def book_figure(
    file: str, contestant: str, stage: str | None, number: int | None, board: int | None
) -> tuple[Figure[Exact], Naming]:
    """The figure that is to be explained in a book, and what the book's figures are about."""
    event = read_book(file)
    return _figure(_stage_with(event, contestant, stage), contestant, number, board), Naming(event)


def _figure(state: StageState, contestant: str, number: int | None, board: int | None) -> Figure[Exact]:
    """A total, a match, or a board of it."""
    if number is None:
        after = settled(state)
        row = after.standings(after.field_of(contestant)).row(contestant)
        return row.leading(after.plan.standings.prize)
    if state.plan.season is not None and board is None:
        return session_figure(state, contestant, number)
    seating = state.round(number).seating_of(contestant)
    if board is not None and seating is not None and board in seating.boards:
        first, second = state.card(number, seating.table).credits[board]
        credit = first if seating.ns == contestant else second
        if isinstance(credit, Figure):
            return credit
        raise DirectorError(
            f"Board {board} brought {contestant} {credit or 'nothing yet'}", remedy="Ask for the match."
        )
    line = state.match_line(contestant, number)
    if line is None or board is not None:
        what = f"board {board}" if board is not None else f"a score in round {number}"
        raise DirectorError(f"{contestant} has no {what}", remedy="Its match may not be complete.")
    return line.score
