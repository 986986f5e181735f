"""Movements for individuals and for several teams, on the command line."""

import click

from overtrick.cli.movement_words import movement_json
from overtrick.cli.options import Counting, as_json
from overtrick.cli.show import show_json, show_lines, show_table
from overtrick.core.errors import DirectorError
from overtrick.core.movements.check import check
from overtrick.core.movements.families import Family, MovementRequest, make_movement, refuse_unsound
from overtrick.core.movements.individuals import circle_of
from overtrick.core.movements.movement import Movement, boards_of, set_name
from overtrick.core.movements.notation import table_words
from overtrick.core.movements.teams import TeamsReport, check_teams, teams_movement, thurner
from overtrick.core.provenance import Json
from overtrick.views.movements import often, range_phrase


@click.command(short_help="Make and verify a movement for individuals.")
@click.option("--players", "-p", type=Counting(8), required=True, help="Number of players.")
@click.option("--rounds", "-r", type=Counting(), help="Number of rounds (default: all).")
@click.option("--boards", "-b", type=Counting(), default=1, help="Boards per round.")
@click.option(
    "--kind", type=click.Choice(["howell", "rainbow"]), help="Kind of movement (default: a Howell if there is one)."
)
@as_json
def individual(players: int, rounds: int | None, boards: int, kind: str | None, as_json: bool) -> None:
    """Make a movement for individuals, by table and round, and verify it.

    In a Howell every player has every other player once as partner and twice as opponent, or nearly so if some sit out,
    and every table needs a copy of the boards. A rainbow needs one copy, and everyone keeps the same direction.

    \b
    Example: overtrick movement individual --players 12 --boards 2
             overtrick movement individual --players 20 --kind rainbow
    """
    found = _individual(players, rounds, boards, kind)
    report = check(found)
    if as_json:
        show_json(
            {
                "movement": found.name,
                "players": found.contestants,
                "boards_a_set": found.boards_a_set,
                "copies": found.copies,
                "sound": report.sound,
                "partners": list(report.partners),
                "opponents": list(report.opponents),
                "rounds_played": list(report.played),
                "seats": _seats(found),
            }
        )
        return
    rows = [
        (str(number), *(table_words(seat) if seat.played else str(seat.ns) for seat in seats))
        for number, seats in enumerate(found.rounds, start=1)
    ]
    places = (f"table {seat.table}" if seat.played else "sits out" for seat in found.rounds[0])
    show_table(("round", *places), rows, found.name)
    copies = "1 copy" if found.copies == 1 else f"{found.copies} copies"
    show_lines("")
    show_lines(f"Sound: no one plays a board twice; {copies} of each set.")
    show_lines(
        f"Two players are partners {often(report.partners)} and opponents {often(report.opponents)}; "
        f"a player plays {range_phrase(report.played)} rounds."
    )


def _seats(found: Movement) -> list[Json]:
    return [
        {
            "round": number,
            "table": s.table,
            "north": s.ns,
            "south": s.south,
            "east": s.ew,
            "west": s.west,
            "boards": list(boards_of(s.boards, found.boards_a_set)),
        }
        for number, seats in enumerate(found.rounds, start=1)
        for s in seats
        if s.played
    ]


def _individual(players: int, rounds: int | None, boards: int, kind: str | None) -> Movement:
    a_rainbow = kind == "rainbow" or (kind is None and not circle_of(players))
    return make_movement(Family.RAINBOW if a_rainbow else Family.INDIVIDUAL, MovementRequest(players, rounds, boards))


@click.command(short_help="Make and verify a movement for several teams in one session.")
@click.option("--teams", "-t", "number", type=Counting(3), required=True, help="Number of teams of four.")
@click.option("--boards", "-b", type=Counting(), default=1, help="Boards per round.")
@click.option("--thurner", "by_thurner", is_flag=True, help="For six teams: five rounds without a change of boards.")
@as_json
def teams(number: int, boards: int, by_thurner: bool, as_json: bool) -> None:
    """Make a movement in which all teams of four meet in one session, and verify it.

    An odd number of teams plays an American Whist, an even number two stanzas. Each North-South pair stays at the table
    of its team; the output shows which team visits, and with which set.

    \b
    Example: overtrick movement teams --teams 9 --boards 3
    """
    if by_thurner and number != 6:
        raise DirectorError("A Thurner is for six teams", remedy="Leave --thurner out.")
    made = thurner(boards) if by_thurner else teams_movement(number, boards)
    report = check_teams(made)
    refuse_unsound(made, report.faults, "Choose another number of teams.")
    if as_json:
        show_json({**movement_json(made), "sound": report.sound, "matches": report.matches, "whole": report.whole})
        return
    rows = [
        (str(turn), *(f"{(s.ew or 0) - number} {set_name(s.boards)}" for s in seats))
        for turn, seats in enumerate(made.rounds, start=1)
    ]
    show_table(("round", *(f"table {s.table}" for s in made.rounds[0])), rows, made.name)
    show_lines("")
    show_lines(_proof(made, report))


def _proof(made: Movement, report: TeamsReport) -> str:
    shared = " Two tables share a set." if made.sharing > 1 else ""
    return (
        f"Sound: all {report.whole} matches are complete, both halves on the same boards, and no one plays a board "
        f"twice; {made.sets} sets.{shared}"
    )
