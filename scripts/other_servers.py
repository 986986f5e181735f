"""Serve what the demo does not show: `empty`, a server without content, or `two-rooms`, teams in a match.

`python scripts/other_servers.py two-rooms --port 8001` prints the links of tables as the demo does, and ends when it is
interrupted; nothing is kept. `just room-pictures` takes pictures from both.
"""

import argparse
from datetime import timedelta

from overtrick.core.event.acts import Act, ResultConfirmed, ResultPosted
from overtrick.core.event.fold.tournament import Tournament
from overtrick.lab.rehearsal import AGREES, ENTERS, Rehearsal
from overtrick.web.server.demo.books import CLUB, DemoEvent, lines
from overtrick.web.server.demo.run import kept_in
from overtrick.web.server.run import Where, prepare, serve, shared_folder

PLAYED_FOR = timedelta(minutes=20)


def first_result(event: Tournament, act: Act) -> bool:
    """Whether this would be the first result of the second match."""
    return isinstance(act, ResultPosted) and act.round == 2 and bool(event.stages)


def part_of_two_rooms(rehearsal: Rehearsal) -> None:
    """Play some boards of a match in both rooms, more of them in the open room."""
    state = next(iter(rehearsal.state.stages.values()))
    done: list[Act] = []
    for table, seating in state.round(2).seatings.items():
        for room, count in (("open", 4), ("closed", 2)):
            for board in seating.boards[:count]:
                result = rehearsal.result_between(state, 2, board, *seating.sides)
                at = (state.plan.name, 2, table, board)
                done.append(ResultPosted(*at, result, room=room, seat=ENTERS))
                done.append(ResultConfirmed(*at, result=result, room=room, seat=AGREES))
    rehearsal.pace = PLAYED_FOR / (len(done) + 1)
    for act in done:
        rehearsal.do(act)


TEAMS = DemoEvent(
    "club-teams", "club/swiss-teams", "Club Teams", 8, "match 2 in play", first_result, goes_on=part_of_two_rooms,
    teams=True, congress=CLUB,
)  # fmt: skip


def hold_teams() -> None:
    """Create the teams event, and print the links of its tables."""
    from django.db import connections
    from django.utils import timezone

    from overtrick.ledger.durable.book import DurableBook
    from overtrick.ledger.durable.tenancy import DEFAULT, use_organisation
    from overtrick.web.congress.models import BookRecord, Congress
    from overtrick.web.table.links import link, tables

    rehearsal, now = TEAMS.rehearse(), timezone.localtime()
    with use_organisation(DEFAULT):
        club = Congress.objects.create(
            slug=CLUB, name="Harbour Bridge Club", venue="Club Rooms", starts=now.date(), ends=now.date()
        )
        record = BookRecord.objects.create(slug=TEAMS.slug, congress=club, rules=TEAMS.rules, title=TEAMS.title)
        DurableBook(TEAMS.slug).take_lines(lines(rehearsal, now))
        for number, room in tables(rehearsal.state):
            print(f"  table {number}: http://localhost/t/{link(record, number, room)}/")
    connections.close_all()


def main() -> None:
    """Set up a server and run it."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("which", choices=("empty", "two-rooms"))
    asked.add_argument("--port", type=int, required=True)
    given = asked.parse_args()
    with kept_in(None), shared_folder():
        prepare()
        if given.which == "two-rooms":
            hold_teams()
        print("Press Ctrl-C to stop.", flush=True)
        serve(Where("127.0.0.1", given.port, patience=2))


if __name__ == "__main__":
    main()
