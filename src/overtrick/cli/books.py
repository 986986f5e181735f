"""Books on the command line: simulate an event into one, verify one, show its matches and scorecards."""

from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from importlib.metadata import version
from pathlib import Path
from random import Random

import click

from overtrick.cli.book_files import read_event_file, read_file
from overtrick.cli.options import against_options, as_json
from overtrick.cli.seasons import show_season
from overtrick.cli.show import progress, show_json, show_lines, show_table, tell_aside
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import Act, DrawPublished, EventOpened
from overtrick.core.event.after.also import also_with
from overtrick.core.event.after.naming import Naming
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.graph import locate
from overtrick.core.event.play.graph import path as stages_of
from overtrick.core.event.play.stage import StageState
from overtrick.core.exact import Exact, short_text, with_minus
from overtrick.core.provenance import PERCENT, Figure, Json
from overtrick.core.typed_numbers import read_exact
from overtrick.core.wording import count_of
from overtrick.ledger.book import Draft
from overtrick.ledger.book_file import BookFile
from overtrick.ledger.file import FileBook
from overtrick.regulations.plan.event_book import edition_for, plan_for, rules_name
from overtrick.views.addresses import Address, Board, Match, NoSuchNumber, Session
from overtrick.views.matches import MatchBoard, MatchPage, match_page
from overtrick.views.readers import DESK
from overtrick.views.scorecards import scorecard_page
from overtrick.views.whys import Number, figure_at, figure_of, leading_address, stage_slug


def read_book(file: str) -> Tournament:
    """Return the event as it stands at the end of a book file."""
    event = open_book(file).event()
    tell_aside(file, event.aside.values())
    return event


def open_book(file: str) -> BookFile:
    """Open the book of an event; the book of a selection year is refused."""
    book = read_file(file)
    if not isinstance(book.opened, EventOpened):
        raise DirectorError(
            "{file} is the book of a selection year", remedy="Use the commands of `overtrick selection`.", file=file
        )
    return book


def stage_of(event: Tournament, name: str | None) -> StageState:
    """Return the stage of this name, or the last that has started."""
    if name is not None:
        return event.stage(name)
    if not event.stages:
        raise DirectorError("No stage has started", remedy="Nothing has been played yet.")
    return list(event.stages.values())[-1]


@click.command
@click.argument("event")
@click.option(
    "--entries", type=click.IntRange(1), metavar="NUMBER", help="Number of entries (default: the usual number)."
)
@click.option("--seed", default="1", show_default=True, help="Random seed.")
@click.option(
    "--faults",
    default="usual",
    show_default=True,
    metavar="none|usual|human|KIND=RATE,…",
    help="Faults to simulate: a set, a rate from 0 to 1 for each kind, or a set and then the rates that differ.",
)
@click.option(
    "--choice", "choices", multiple=True, help="A choice that the regulations leave to an official; repeatable."
)
@click.option("--output", "-o", required=True, help="The book to write; it must not exist yet.")
@click.option("--strict", is_flag=True, help="Exit with code 1 if a draw had to be made by hand.")
@as_json
def simulate(
    event: str,
    entries: int | None,
    seed: str,
    faults: str,
    choices: tuple[str, ...],
    output: str,
    strict: bool,
    as_json: bool,
) -> None:
    """Simulate EVENT from first entry to final placings, with all the director's checks, and write its book.

    EVENT is an id, a name, or the path of an event file.

    \b
    Example: overtrick simulate nsw-swiss-pairs/congress --entries 24 --seed 7 -o congress.jsonl
             overtrick simulate examples/club-swiss-teams.toml -o club.jsonl
             overtrick simulate club/swiss-teams --faults usual,neither=0.1,early-close=1 -o faults.jsonl
    """
    from overtrick.lab.fault_rates import read_faults
    from overtrick.lab.hand_decisions import decisions_by_hand
    from overtrick.lab.rehearsal import Rehearsal
    from overtrick.lab.verify import draws_by_hand

    try:
        rates = read_faults(faults)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--faults") from error
    file, rules = read_event_file(event), rules_name(event)
    edition = edition_for(rules)
    path = Path(output)
    if path.exists():
        raise DirectorError(
            "{output} already exists", remedy="Books are never overwritten: choose another name.", output=output
        )
    if not path.parent.is_dir():
        raise DirectorError(
            "There is no folder {folder}", remedy="Create the folder, or choose another.", folder=path.parent
        )
    with progress(f"Simulating {file.event.name}") as told:

        def watched(state: Tournament, _: Act) -> bool:
            told(state.last, 0)
            return False

        rehearsal = Rehearsal(
            plan_for(rules),
            rules,
            Random(seed),  # noqa: S311 - a rehearsal, not a lot
            rates,
            choices,
            edition.hash,
            f"overtrick {version('overtrick')}",
            until=watched,
        )
        postings = rehearsal.play(entries or file.event.usual)
    with closing(FileBook(path)) as book:
        book.append([Draft(posting.act, posting.by, posting.at, posting.key) for posting in postings], keep=[edition])
    by_hand, decisions = draws_by_hand(postings), decisions_by_hand(postings)
    refused = Counter(fault for fault, _ in rehearsal.refusals)
    if as_json:
        told_of: dict[str, Json] = {"event": rules, "entries": entries or file.event.usual, "postings": len(postings)}
        counts: dict[str, Json] = {each.kind.name: each.reasons.total() for each in decisions}
        told_of |= {"by_hand": _hand_made(by_hand), "decisions": counts, "refused": dict(refused)}
        show_json({**told_of, "book": output})
    else:
        show_lines(f"{file.event.name}, {entries or file.event.usual} entries: {len(postings)} postings in {output}")
        _show_hand_made(by_hand)
        for each in decisions:
            show_lines(str(each))
        _show_refused(refused)
    if by_hand and strict:
        raise SystemExit(1)


def _hand_made(draws: Sequence[DrawPublished]) -> list[Json]:
    return [{"stage": each.stage, "round": each.round, "reason": each.by_hand} for each in draws]


def _show_hand_made(draws: Sequence[DrawPublished]) -> None:
    """Print which draws were made or changed by hand, if any."""
    if draws:
        listed = "; ".join(f"round {each.round} of {each.stage} ({each.by_hand})" for each in draws)
        show_lines(f"{count_of(len(draws), 'draw')} made by hand: {listed}")


def _show_refused(refused: Counter[str]) -> None:
    """Print how many acts the director's checks refused, by the fault that led to them, if any."""
    if refused:
        listed = ", ".join(f"{fault} ({count})" for fault, count in refused.most_common())
        show_lines(f"{count_of(refused.total(), 'act')} refused by the director's checks: {listed}")


@click.command
@click.argument("file")
@against_options
@as_json
def verify(file: str, against: tuple[str, ...], keys: tuple[str, ...], signed_as: str, as_json: bool) -> None:
    """Verify a book: its hash chain, and every act and draw recomputed.

    With --against, also check it against heads or receipts kept earlier.

    \b
    Example: overtrick verify book.jsonl
             overtrick verify book.jsonl --against book.heads.jsonl --key server.pem
    """
    from overtrick.cli.witness import against_file
    from overtrick.lab.verify import Objection
    from overtrick.lab.verify import verify as prove

    book = open_book(file)
    with progress(f"Verifying {Path(file).name}") as told:
        proof = prove(book.plan, book.postings, book.rules.plan, told)
    objections = [*([Objection(0, book.notice)] if book.notice else []), *proof.objections]
    if against:
        objections += against_file(Path(file), against, keys, signed_as)
    current = book.rules.current()
    same_rules = book.edition is not None and current is not None and current.is_within(book.edition)
    if as_json:
        show_json(
            {
                "sound": not objections,
                "postings": proof.postings,
                "draws": proof.draws,
                "by_hand": _hand_made(proof.by_hand),
                "results": proof.results,
                "same_rules": same_rules,
                "edition": book.fingerprint,
                "objections": [{"posting": each.posting, "what": each.what} for each in objections],
            }
        )
    else:
        for each in objections:
            show_lines(str(each))
        own = (
            "" if same_rules or book.edition is None else ", by the book's own rules, which differ from this program's"
        )
        show_lines(
            f"{count_of(proof.postings, 'posting')}, {count_of(proof.draws, 'draw')}, "
            f"{count_of(proof.results, 'result')}: {count_of(len(objections), 'objection')}{own}"
        )
        _show_hand_made(proof.by_hand)
    if objections:
        raise SystemExit(1)


@click.command("match")
@click.argument("file")
@click.option("--stage", help="The stage (default: the last that has started).")
@click.option("--round", "number", type=click.IntRange(1), metavar="NUMBER", help="The round (default: the last).")
@click.option("--table", type=click.IntRange(1), metavar="NUMBER", required=True, help="The table number.")
@as_json
def match(file: str, stage: str | None, number: int | None, table: int, as_json: bool) -> None:
    """Show a match in a book, board by board.

    \b
    Example: overtrick match book.jsonl --round 3 --table 1
    """
    event = read_book(file)
    state = stage_of(event, stage)
    number = number or state.last_round
    page = match_page(event, state, number, table, DESK)
    if page is None or table not in state.round(number).seatings:
        raise DirectorError(
            "There is no match at table {table} in round {number}",
            remedy="Check the table and the round.",
            table=table,
            number=number,
        )
    if as_json:
        show_json(_match_json(page))
        return
    rows = [
        (str(board.board), _results(board), board.first.text or "–", board.second.text or "–") for board in page.boards
    ]
    names = [side.who.number for side in page.sides]
    show_table(("board", "result", *names), rows, f"{page.stage}, round {number}, table {table}")
    for side in page.sides:
        told = [str(figure_of(event, side.net))] if side.net.why else []
        told += [figure_of(event, side.score).line()] if side.score.why else []
        show_lines(f"{side.who.number}: {', '.join(told) or page.says}")


def _match_json(page: MatchPage) -> dict[str, Json]:
    first, second = page.sides
    boards: list[Json] = [
        {
            "board": board.board,
            "result": _results(board),
            "first": board.first.text or "–",
            "second": board.second.text or "–",
        }
        for board in page.boards
    ]
    return {
        "first": first.who.number,
        "second": second.who.number,
        "complete": page.complete,
        "scores": [first.score.value, second.score.value],
        "net": [first.net.value, second.net.value],
        "boards": boards,
    }


def _results(board: MatchBoard) -> str:
    return " / ".join(str(result) for result, _ in board.results if result is not None) or "–"


@click.command
@click.argument("file")
@click.argument("contestant")
@click.option("--stage", help="The stage (default: the contestant's last).")
@as_json
def scorecard(file: str, contestant: str, stage: str | None, as_json: bool) -> None:
    """Show a contestant's matches and scores.

    \b
    Example: overtrick scorecard book.jsonl 7
    """
    event = read_book(file)
    state = _stage_with(event, contestant, stage)
    page = next(each for each in scorecard_page(event, contestant, DESK).stages if each.stage == state.plan.name)
    if state.plan.in_season:
        show_season(event, page, contestant, as_json=as_json)
        return
    rows = []
    alone = state.plan.play.alone
    for match in page.matches:
        if match.score.value is not None:
            against = " and ".join(each.number for each in match.against) or match.kind
            shown = f"({match.score})" if match.score.provisional and not as_json else match.score.text
            partner = (match.partner.number if match.partner else "",) if alone else ()
            rows.append((str(match.round), *partner, against, _net(match.net), shown))
    total, with_ = figure_of(event, page.total), ("with",) if alone else ()
    if as_json:
        matches: list[Json] = [
            dict(zip(("round", *with_, "against", "net", "score"), row, strict=True)) for row in rows
        ]
        show_json({"contestant": contestant, "stage": page.stage, "matches": matches, "total": total.explained(1)})
        return
    counts = state.plan.scoring.nets_in
    net = "net" if counts is PERCENT else f"net {counts.many}"
    show_table(("round", *with_, "against", net, page.unit), rows, f"{contestant} in {page.stage}")
    if page.carried.why:
        show_lines(f"carry-over: {figure_of(event, page.carried).line()}")
    for _, penalty in page.penalties:
        show_lines(f"penalty: {figure_of(event, penalty).line()}")
    show_lines(f"total: {total}, place {page.place}{f', {page.after}' if page.after else ''}")


def _net(number: Number) -> str:
    """Return IMPs without a plus sign, and a percentage unchanged."""
    if number.value is None or number.text.endswith("%"):
        return number.text
    return with_minus(short_text(read_exact(number.value)))


def _stage_with(event: Tournament, contestant: str, name: str | None) -> StageState:
    stages: Sequence[StageState] = [event.stage(name)] if name else list(event.stages.values())
    found = [state for state in stages if contestant in state.contestants]
    if not found:
        raise DirectorError(
            "There is no number {contestant} in this stage or event",
            remedy="`overtrick standings` lists the numbers.",
            contestant=contestant,
        )
    if name is None and event.current_plan().graph is not None:
        return event.stage(locate(event.current_plan(), stages_of(event, contestant)[-1].node)[0].name)
    return found[-1]


def book_figure(
    file: str, contestant: str, stage: str | None, number: int | None, board: int | None, also: str | None = None
) -> tuple[Figure[Exact], Naming]:
    """Return the figure to explain in a book, and the names for its explanation.

    With *also*, it is the total in that additional ranking.
    """
    event = read_book(file)
    state = _stage_with(event, contestant, stage)
    if also is not None:
        return also_with(event, state, also, contestant).standings.row(contestant).total, Naming(event)
    at = _address(state, contestant, number, board)
    try:
        return figure_at(event, at), Naming(event)
    except NoSuchNumber as fault:
        what = f"score for board {board}" if board else f"score for {at.kind} {number}" if number else "total"
        raise DirectorError(
            "{contestant} has no {doing} yet",
            remedy="Its match may not be complete.",
            contestant=contestant,
            doing=what,
        ) from fault


def _address(state: StageState, contestant: str, number: int | None, board: int | None) -> Address:
    """Return the address of a total, a match or one of its boards."""
    slug = stage_slug(state.plan.name)
    if number is None:
        return leading_address(state, contestant)
    if state.plan.in_season and board is None:
        return Session(slug, number, contestant)
    seating = state.round(number).seating_of(contestant)
    if board is None:
        return Match(slug, number, contestant)
    if seating is None or board not in seating.boards:
        raise DirectorError(
            "{contestant} did not play board {board}", remedy="Check the number.", contestant=contestant, board=board
        )
    return Board(slug, number, seating.table, board, contestant)
