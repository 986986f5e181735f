"""Movements for individuals and for several teams at the prompt: made, proved and shown."""

import click

from overtrick.cli.movement_words import movement_json
from overtrick.cli.options import Counting, as_json
from overtrick.cli.show import show_json, show_lines, show_table
from overtrick.core.errors import DirectorError
from overtrick.core.movements.check import check
from overtrick.core.movements.families import Family, Wanted, made
from overtrick.core.movements.individuals import circle_of
from overtrick.core.movements.movement import Movement, boards_of, set_name
from overtrick.core.movements.notation import table_words
from overtrick.core.movements.teams import TeamsReport, check_teams, teams_movement, thurner
from overtrick.core.provenance import Json
from overtrick.views.movements import between, often


@click.command(short_help="A movement for individuals, proved.")
@click.option("--players", "-p", type=Counting(8), required=True, help="How many players.")
@click.option("--rounds", "-r", type=Counting(), help="How many rounds (default: all there are).")
@click.option("--boards", "-b", type=Counting(), default=1, help="How many boards in a round.")
@click.option(
    "--kind", type=click.Choice(["howell", "rainbow"]), help="Which one (default: a Howell where there is one)."
)
@as_json
def individual(players: int, rounds: int | None, boards: int, kind: str | None, as_json: bool) -> None:
    """A movement for so many individuals by table and round, with its proof.

    In a Howell each has each other as partner once and as opponent twice, or nearly so where some rest, and every table
    needs a copy of the boards; a rainbow has one copy, and everybody keeps a seat.

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
    show_lines(f"Sound: nobody plays a board twice; {copies} of each set.")
    show_lines(
        f"Two players are partners {often(report.partners)} and opponents {often(report.opponents)}; "
        f"a player plays {between(report.played)} rounds."
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
    return made(Family.RAINBOW if a_rainbow else Family.INDIVIDUAL, Wanted(players, rounds, boards))


@click.command(short_help="A movement of several teams in one session, proved.")
@click.option("--teams", "-t", "number", type=Counting(3), required=True, help="How many teams of four.")
@click.option("--boards", "-b", type=Counting(), default=1, help="How many boards in a round.")
@click.option("--thurner", "by_thurner", is_flag=True, help="Of six teams: five rounds without a change of boards.")
@as_json
def teams(number: int, boards: int, by_thurner: bool, as_json: bool) -> None:
    """A movement in which so many teams of four all meet in one session, with its proof.

    An American Whist for an odd number, two stanzas for an even one. Each North-South pair stays at the table of its
    team; the table shows which team visits, with which set.

    \b
    Example: overtrick movement teams --teams 9 --boards 3
    """
    if by_thurner and number != 6:
        raise DirectorError("A Thurner is for six teams", remedy="Leave --thurner out.")
    made = thurner(boards) if by_thurner else teams_movement(number, boards)
    report = check_teams(made)
    if not report.sound:
        raise DirectorError(
            "{made} is not sound: {faults}",
            remedy="Ask for another number of teams.",
            made=made.name,
            faults=report.faults[0],
        )
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
        f"Sound: all {report.whole} matches are whole, both halves on the same boards, and nobody plays a board twice; "
        f"{made.sets} sets.{shared}"
    )
