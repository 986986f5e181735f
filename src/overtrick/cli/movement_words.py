"""Movements as text, on cards and as JSON."""

from collections.abc import Sequence

from overtrick.cli.draw_words import clause_json
from overtrick.cli.show import show_json, show_lines, show_table
from overtrick.core.exact import exact_text
from overtrick.core.movements.balance import QUALITY, Balance
from overtrick.core.movements.cards import guide_cards, table_cards
from overtrick.core.movements.check import Report
from overtrick.core.movements.choice import Choice
from overtrick.core.movements.finals import BalancedFinal, measure_final, measure_whole_matches, whole_match_obstacle
from overtrick.core.movements.movement import Movement, set_name
from overtrick.core.provenance import Json
from overtrick.views.movements import balance_words, event_row, range_phrase


def movement_json(found: Movement) -> dict[str, Json]:
    """Return a movement and its guide cards as JSON."""
    return {
        "movement": found.name,
        "fields": str(found.fields),
        "players" if found.alone else "pairs": found.contestants,
        "boards_a_set": found.boards_a_set,
        "copies": found.copies,
        "sharing": found.sharing,
        "meetings": found.meetings,
        "seatings": [
            {
                "round": number,
                "table": seating.table,
                "ns": seating.ns,
                "ew": seating.ew,
                **({"south": seating.south, "west": seating.west} if found.alone else {}),
                "set": set_name(seating.boards),
            }
            for number, seats in enumerate(found.rounds, start=1)
            for seating in seats
        ],
        "cards": [
            {
                "pair": card.pair,
                "lines": [
                    {
                        "round": line.round,
                        "table": line.table,
                        "side": str(line.side),
                        "opponents": list(line.opponents) if found.alone else next(iter(line.opponents), None),
                        **({"partner": line.partner} if found.alone else {}),
                        "boards": list(line.boards),
                    }
                    for line in card.lines
                ],
            }
            for card in guide_cards(found)
        ],
    }


def choice_row(choice: Choice) -> tuple[str, ...]:
    """Return the table row of a movement that fits."""
    report = choice.report
    return (
        choice.movement.name,
        f"{len(choice.movement.rounds)} × {choice.wanted.boards}",
        str(range_phrase(choice.boards)),
        str(range_phrase(report.met)),
        str(range_phrase(report.sat_out)),
        "yes" if choice.shares else "no",
        QUALITY.show(choice.quality),
    )


def choice_json(choice: Choice) -> dict[str, Json]:
    """Return a movement that fits as JSON, with its report and its line in an event file."""
    return {
        **report_json(choice.movement, choice.report),
        "family": str(choice.family),
        "rounds": len(choice.movement.rounds),
        "boards_a_round": choice.wanted.boards,
        "boards_played": list(choice.boards),
        "shared": choice.shares,
        "row": event_row(choice),
    }


def report_json(found: Movement, report: Report) -> dict[str, Json]:
    """Return the report on a movement as JSON."""
    return {
        "movement": found.name,
        "sound": report.sound,
        "faults": [{"round": fault.round, "table": fault.table, "says": str(fault.says)} for fault in report.faults],
        "opponents": list(report.met),
        "most_meetings": report.most_meetings,
        "sets_played": list(report.played),
        "sat_out": list(report.sat_out),
        "tables_with_a_set_at_once": report.at_once,
        "balance": [_balance_json(each) for each in report.balance],
        **({"partners": list(report.partners), "against": list(report.opponents)} if found.alone else {}),
    }


def show_cards(found: Movement, pair: int | None) -> None:
    """Print a guide card for every pair or player, or for one."""
    alone = found.alone
    cards = [card for card in guide_cards(found) if pair in (None, card.pair)]
    for place, card in enumerate(cards):
        if place:
            show_lines("")
        rows = [
            (
                str(line.round),
                str(line.table),
                str(line.side),
                *((str(line.partner or "–"),) if alone else ()),
                "+".join(map(str, line.opponents)) or "sits out",
                _span(line.boards),
            )
            for line in card.lines
        ]
        headers = ("round", "table", "side", *(("with",) if alone else ()), "against", "boards")
        show_table(headers, rows, f"{'Player' if alone else 'Pair'} {card.pair}")


def show_table_cards(found: Movement) -> None:
    """Print a card for every table."""
    for place, card in enumerate(table_cards(found)):
        if place:
            show_lines("")
        rows = [
            (
                str(line.round),
                *("+".join(map(str, side)) or "–" for side in (line.ns, line.ew)),
                line.set,
                _span(line.boards),
            )
            for line in card.lines
        ]
        show_table(("round", "NS", "EW", "set", "boards"), rows, f"Table {card.table}")


def show_final(final: BalancedFinal, *, as_json: bool) -> None:
    """Print a balanced final: who meets whom, and when each table changes direction."""
    if as_json:
        show_json(
            {
                **clause_json(final.clause),
                "boards": final.boards,
                "draw": [[list(match) for match in matches] for matches in final.draw],
                "patterns": list(final.patterns),
                "switches": [list(boards) for boards in final.switches()],
            }
        )
        return
    headers = ("match", *(f"table {table}" for table in range(1, final.tables + 1)))
    rows = [
        (str(number), *(f"{one}-{other}" for one, other in matches)) for number, matches in enumerate(final.draw, 1)
    ]
    show_table(headers, rows, f"{final.tables} tables, {len(rows)} matches of {final.boards} boards ({final.clause})")
    for table, boards in enumerate(final.switches(), start=1):
        told = f"after {'board' if len(boards) == 1 else 'boards'} {', '.join(map(str, boards))}"
        show_lines(f"Table {table} changes direction {told}." if boards else f"Table {table} never changes direction.")


def check_final(final: BalancedFinal, *, as_json: bool) -> None:
    """Print the balance of a final, match by match and overall."""
    measured = measure_final(final)
    if as_json:
        show_json(
            {
                **clause_json(final.clause),
                "ways": [list(ways) for ways in measured.ways],
                "in_a_match": list(measured.in_a_match),
                "overall": list(measured.overall),
                "without_switches": _whole_json(final),
                "balance": _balance_json(measured.balance),
            }
        )
        return
    ways = ", ".join(f"{ns} and {ew}" for ns, ew in measured.ways)
    exact = (
        "every match is exactly balanced"
        if measured.perfect_in_each_match
        else "a single match is not exactly balanced"
    )
    show_lines(f"{final.tables} tables, {len(final.draw)} matches of {final.boards} boards ({final.clause})")
    show_lines(f"  In a match a pair plays {ways} boards North-South and East-West; {exact}.")
    show_lines(
        f"  Boards the same way minus boards opposite ways, for two pairs in a match: {_these(measured.in_a_match)}."
    )
    show_lines(f"  The same difference over the event: {_these(measured.overall)}.")
    show_lines(f"  Balance: {balance_words(measured.balance)}.")
    show_lines(f"  Without switches: {_whole_matches(final)}.")


def _whole_matches(final: BalancedFinal) -> str:
    """Return the balance of the draw if everyone kept one direction for a whole match."""
    if obstacle := whole_match_obstacle(final.tables):
        return f"the draw cannot be balanced: {obstacle}"
    whole = measure_whole_matches(final.draw)
    uneven = sum(difference**2 for difference in whole.differences)
    return (
        f"two pairs would sit the same way in {_these(whole.same)} matches and opposite ways, not as opponents, in "
        f"{_these(whole.opposite)}; "
        f"the squared differences between North-South's and East-West's totals of pair numbers add up to {uneven}"
    )


def _whole_json(final: BalancedFinal) -> dict[str, Json]:
    whole = measure_whole_matches(final.draw)
    return {
        "obstacle": whole_match_obstacle(final.tables),
        "same": list(whole.same),
        "opposite": list(whole.opposite),
        "differences": list(whole.differences),
    }


def _these(values: Sequence[int]) -> str:
    return ", ".join(map(str, values))


def _span(boards: tuple[int, int]) -> str:
    if not boards[0]:
        return "–"
    return str(boards[0]) if boards[0] == boards[1] else f"{boards[0]}–{boards[1]}"


def _balance_json(balance: Balance) -> dict[str, Json]:
    return {
        "quality": exact_text(balance.quality),
        "perfect": balance.perfect,
        "least": balance.least,
        "most": balance.most,
    }
