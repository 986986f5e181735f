"""Several teams in one session: each meets the others, its two pairs at different tables on the same boards.

A team's North-South pair stays at the table with its number and its East-West pair moves. A match is whole
if each team's North-South pair met the other's East-West pair, both with the same set.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass

from overtrick.core.errors import DirectorError
from overtrick.core.movements.check import Fault, Report, check, in_order
from overtrick.core.movements.movement import Fields, Movement, Seating, set_name
from overtrick.core.wording import phrase


@dataclass(frozen=True, slots=True)
class TeamsReport:
    """The result of checking a movement for teams: as for pairs, and the number of whole matches."""

    pairs: Report
    faults: tuple[Fault, ...]
    matches: int
    whole: int

    @property
    def sound(self) -> bool:
        """Whether the movement has no fault."""
        return not self.faults


def check_teams(movement: Movement) -> TeamsReport:
    """Check a movement for teams, whose East-West pairs are numbered after the North-South pairs.

    It must be sound for pairs, no pair may meet a team-mate, and every match that is begun must be whole.

    >>> check_teams(american_whist(9)).whole
    36
    """
    teams = movement.contestants // 2
    report = check(movement)
    faults = list(report.faults)
    halves: defaultdict[tuple[int, int], list[tuple[int, int, int, int]]] = defaultdict(list)
    for number, seats in enumerate(movement.rounds, start=1):
        for s in seats:
            if s.ns is None or s.ew is None:
                continue
            visiting = s.ew - teams
            if visiting == s.ns:
                faults.append(Fault(number, s.table, phrase("team {team} meets itself", team=s.ns)))
            halves[min(s.ns, visiting), max(s.ns, visiting)].append((number, s.table, s.ns, s.boards))
    whole = 0
    for (one, other), met in halves.items():
        homes = Counter(home for *_, home, _ in met)
        sets = {home: sorted(boards for *_, at, boards in met if at == home) for home in homes}
        if one != other and homes[one] == homes[other] and sets[one] == sets[other]:
            whole += 1
        elif one != other:
            number, table, _, boards = met[-1]
            says = phrase(
                "teams {one} and {other} do not both play set {boards} at their two tables",
                one=one, other=other, boards=set_name(boards),
            )  # fmt: skip
            faults.append(Fault(number, table, says))
    return TeamsReport(report, in_order(faults), len(halves), whole)


def teams_movement(teams: int, boards_a_set: int = 1) -> Movement:
    """The movement in which all teams meet in one session: American Whist, or two stanzas for an even number."""
    return american_whist(teams, boards_a_set) if teams % 2 else two_stanzas(teams, boards_a_set)


def match_sets(movement: Movement) -> dict[frozenset[int], int]:
    """The set on which every two teams play their match, by their numbers; in a sound movement both halves have it.

    >>> match_sets(american_whist(7))[frozenset((1, 3))]
    2
    """
    teams = movement.contestants // 2
    return {frozenset((s.ns, s.ew - teams)): s.boards for s in movement.seatings() if s.ns and s.ew}


def american_whist(teams: int, boards_a_set: int = 1) -> Movement:
    """A movement for an odd number of teams: East-West move down two tables before each round, the boards down one.

    >>> [(s.table, s.ew - 9, s.boards) for s in american_whist(9).rounds[0]][0]
    (1, 3, 2)
    """
    if teams < 3 or teams % 2 == 0:
        raise DirectorError(
            "An American Whist needs an odd number of teams, three or more, not {teams}",
            remedy="With an even number, play two stanzas.",
            teams=teams,
        )
    met = [
        [(table, (table - 1 + 2 * turn) % teams + 1, (table - 1 + turn) % teams + 1) for table in range(1, teams + 1)]
        for turn in range(1, teams)
    ]
    return _movement(f"American Whist, {teams} teams", teams, met, boards_a_set, sharing=1)


def two_stanzas(teams: int, boards_a_set: int = 1) -> Movement:
    """A movement for an even number of teams: tables half the field apart share, and boards change between the stanzas.

    In the first stanza East-West are one, three, five … tables from home, in the second two, four, six ….

    >>> [(s.table, s.ew - 8, s.boards) for s in two_stanzas(8).rounds[4]][0]
    (1, 3, 5)
    """
    if teams < 4 or teams % 2:
        raise DirectorError(
            "Two stanzas need an even number of teams, four or more, not {teams}",
            remedy="With an odd number, play an American Whist.",
            teams=teams,
        )
    half = teams // 2
    met = [
        [
            (t, (t - 1 + apart) % teams + 1, (apart % 2 == 0) * half + (t - 1 + (apart - 1) // 2) % half + 1)
            for t in range(1, teams + 1)
        ]
        for apart in (*range(1, teams, 2), *range(2, teams, 2))
    ]
    return _movement(f"Two stanzas, {teams} teams", teams, met, boards_a_set, sharing=2)


def thurner(boards_a_set: int = 1) -> Movement:
    """Five rounds for six teams: the first five move up one table at a time round five tables, the sixth by two.

    The team that would meet itself plays at the sixth table instead, with the boards of its home table.

    >>> [(s.table, s.ew - 6, s.boards) for s in thurner().rounds[0] if s.table in (1, 6)]
    [(1, 6, 1), (6, 1, 1)]
    """
    places, sixth = {1: 1, 2: 4, 3: 2, 4: 5, 5: 3}, 1
    met = []
    for turn in range(5):
        at = {team: (place - 1 + turn) % 5 + 1 for team, place in places.items()}
        visited = (sixth - 1 + 2 * turn) % 5 + 1
        seats = [(6 if at[team] == team else at[team], team, (at[team] - 1 + turn) % 5 + 1) for team in at]
        met.append(sorted([*seats, (visited, 6, (visited - 1 + turn) % 5 + 1)]))
    return _movement("Thurner, 6 teams", 6, met, boards_a_set, sharing=2)


def _movement(
    name: str, teams: int, met: list[list[tuple[int, int, int]]], boards_a_set: int, *, sharing: int
) -> Movement:
    """The movement for this many teams, from the visiting team and the set at each table, round by round."""
    rounds = tuple(tuple(Seating(table, table, teams + team, boards) for table, team, boards in seats) for seats in met)
    return Movement(
        f"{name}, {len(rounds)} rounds", 2 * teams, rounds, boards_a_set, sharing=sharing, fields=Fields.TWO
    )  # fmt: skip
