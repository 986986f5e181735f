"""The families of movements by name: how many rounds each may have, and how it is made and checked.

Event files, the command line and the list of movements that fit a session all look movements up here.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from overtrick.core.errors import DirectorError
from overtrick.core.movements.check import Fault, check
from overtrick.core.movements.half_tables import blandon, rover
from overtrick.core.movements.howell import howell, three_quarter_howell
from overtrick.core.movements.individuals import circle_of, individual_howell, rainbow
from overtrick.core.movements.mitchell import Form, barometer_mitchell, mitchell
from overtrick.core.movements.mitchell_variants import (
    appendix,
    blackpool,
    double_hesitation,
    hesitation,
    most_core,
    web,
)
from overtrick.core.movements.movement import Fields, Movement, Seating
from overtrick.core.movements.switches import arrow_switched
from overtrick.core.wording import Said, phrase


def barometer(name: str, draw: Sequence[Sequence[tuple[int, int]]], boards_a_set: int = 1) -> Movement:
    """A draw played with one set of boards in each round and a copy of it at every table.

    The first-named pair sits North-South. A draw of an odd field leaves one pair out of each round: it
    gets a table without opponents.

    >>> [(each.table, each.ns, each.ew) for each in barometer("three", [[(1, 2)], [(2, 3)], [(3, 1)]]).rounds[0]]
    [(1, 1, 2), (2, 3, None)]
    """
    everyone = sorted({pair for matches in draw for match in matches for pair in match})
    rounds = []
    for number, matches in enumerate(draw, start=1):
        seats = [Seating(table, ns, ew, number) for table, (ns, ew) in enumerate(matches, start=1)]
        resting = [pair for pair in everyone if not any(pair in match for match in matches)]
        seats += [Seating(len(seats) + place, pair, None, number) for place, pair in enumerate(resting, start=1)]
        rounds.append(tuple(seats))
    met: dict[frozenset[int], int] = {}
    for match in (frozenset(match) for matches in draw for match in matches):
        met[match] = met.get(match, 0) + 1
    tables = max((len(matches) for matches in draw), default=0)
    norths = {first for matches in draw for first, _ in matches}
    souths = {second for matches in draw for _, second in matches}
    fields = Fields.ONE if norths & souths else Fields.TWO
    return Movement(
        name, max(everyone, default=0), tuple(rounds), boards_a_set, tables, meetings=max(met.values(), default=1),
        fields=fields,
    )  # fmt: skip


class Family(Enum):
    """A movement for one session of pairs play; the last two are for individuals."""

    HOWELL = "Howell"
    THREE_QUARTER = "three-quarter Howell"
    MITCHELL = "Mitchell"
    SWITCHED = "arrow-switched Mitchell"
    WEB = "web"
    BAROMETER = "barometer"
    BAROMETER_MITCHELL = "barometer Mitchell"
    HESITATION = "hesitation"
    DOUBLE_HESITATION = "double hesitation"
    BLACKPOOL = "Blackpool"
    BLANDON = "Blandon"
    ROVER = "rover"
    APPENDIX = "appendix"
    INDIVIDUAL = "individual Howell"
    RAINBOW = "rainbow"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class MovementRequest:
    """The requirements for a movement.

    Without *rounds* it has all its rounds; *boards* is the number in a round. *form* is the form of a Mitchell, *core*
    the core of an appendix. With one of *winners* the lines are arrow-switched into one ranking: in the rounds
    *switched*, or in those that balance best. *missing* is the pair left out at a half table: the last, unless
    leaving out another one means that no boards are shared.
    """

    pairs: int
    rounds: int | None = None
    boards: int = 1
    form: Form | None = None
    winners: int | None = None
    switched: tuple[int, ...] | None = None
    missing: int | None = None
    core: int | None = None

    @property
    def tables(self) -> int:
        """The number of tables, counting a half table as one."""
        return (self.pairs + 1) // 2

    @property
    def half(self) -> bool:
        """Whether there is a half table."""
        return self.pairs % 2 == 1


@dataclass(frozen=True, slots=True)
class Construction:
    """How a family is made: *says* describes it, *make* makes it for whole tables, *lengths* are its possible rounds.

    Some lengths may not exist, which shows when the movement is made. *tables* says for which numbers of tables it
    exists, *rankings* how many rankings it has, and *lines* whether pairs mostly keep a direction, so that switching
    rounds makes one ranking fairer. *takes_half* means that it has its own place for an extra pair. *seats* is the
    number of contestants at a table: two pairs, or four individuals.
    """

    says: str
    tables: str
    rankings: int
    make: Callable[[MovementRequest], Movement]
    lengths: Callable[[MovementRequest], Sequence[int]]
    lines: bool = True
    takes_half: bool = False
    seats: int = 2


def _rainbow(wanted: MovementRequest) -> Movement:
    """A rainbow, which needs four full lines."""
    tables, more = divmod(wanted.pairs, 4)
    if more:
        raise DirectorError(
            "A rainbow needs a multiple of four players, not {pairs}",
            remedy="Seat four players at every table.",
            pairs=wanted.pairs,
        )
    return rainbow(tables, wanted.rounds, wanted.boards)


def _three_quarter(wanted: MovementRequest) -> Movement:
    if wanted.rounds is None:
        return three_quarter_howell(wanted.tables, wanted.boards)
    return howell(wanted.tables, wanted.rounds, wanted.boards)


def _barometer(wanted: MovementRequest) -> Movement:
    """A Howell in which every table plays the same boards in each round."""
    tables = wanted.tables
    full = howell(tables)
    if wanted.rounds is not None and not 1 <= wanted.rounds <= len(full.rounds):
        raise DirectorError(
            "A barometer of {tables:#table} has at most {rounds:#round}",
            remedy="Play fewer rounds.",
            tables=tables,
            rounds=len(full.rounds),
        )
    rounds = full.rounds[: wanted.rounds]
    draw = [[(s.ns, s.ew) for s in seats if s.ns is not None and s.ew is not None] for seats in rounds]
    return barometer(f"Barometer, {tables} tables, {len(rounds)} rounds", draw, wanted.boards)


def _web(wanted: MovementRequest) -> Movement:
    usual = min(13, wanted.tables - (wanted.tables % 2 == 0))
    return web(wanted.tables, usual if wanted.rounds is None else wanted.rounds, wanted.boards)


def _up_to(more: int) -> Callable[[MovementRequest], Sequence[int]]:
    return lambda wanted: range(1, wanted.tables + more + 1)


FAMILIES = {
    Family.HOWELL: Construction(
        "one ranking; every pair meets every other pair", "2 or more", 1,
        lambda w: howell(w.tables, w.rounds, w.boards), lambda w: range(w.tables + 1, 2 * w.tables), lines=False,
    ),
    Family.THREE_QUARTER: Construction(
        "one ranking; about three rounds for every two tables", "3, 5 or more", 1, _three_quarter,
        lambda w: range(w.tables + 1, min(7 * w.tables // 4, 2 * w.tables - 2) + 1), lines=False,
    ),
    Family.MITCHELL: Construction(
        "two rankings; North–South stay, East–West move up one table, the boards move down one", "2 or more", 2,
        lambda w: mitchell(w.tables, w.rounds, w.boards, w.form),
        lambda w: range(1, w.tables + (w.form is not Form.SKIP)),
    ),
    Family.SWITCHED: Construction(
        "a Mitchell with one ranking; the pairs change direction for some rounds", "2 or more", 1,
        lambda w: mitchell(w.tables, w.rounds, w.boards, w.form),
        lambda w: range(1, w.tables + (w.form is not Form.SKIP)),
    ),
    Family.WEB: Construction(
        "two rankings; fewer rounds than tables, and every pair plays all the boards", "2 or more", 2, _web,
        lambda w: range(2, w.tables + 1),
    ),
    Family.BAROMETER: Construction(
        "one ranking; in each round all tables play the same boards", "2 or more", 1, _barometer,
        lambda w: range(1, 2 * w.tables), lines=False,
    ),
    Family.BAROMETER_MITCHELL: Construction(
        "two rankings; in each round all tables play the same boards", "2 or more", 2,
        lambda w: barometer_mitchell(w.tables, w.tables if w.rounds is None else w.rounds, w.boards), _up_to(0),
    ),
    Family.HESITATION: Construction(
        "a Mitchell with one more round than tables; the moving pairs take turns in one North–South seat",
        "4 or more", 1, lambda w: hesitation(w.tables, w.rounds, w.boards), _up_to(1),
    ),
    Family.DOUBLE_HESITATION: Construction(
        "a Mitchell for an odd number of tables, with two more rounds than tables", "7, 9, 11 …", 1,
        lambda w: double_hesitation(w.tables, w.rounds, w.boards), _up_to(2),
    ),
    Family.BLACKPOOL: Construction(
        "a Mitchell for an even number of tables, with two more rounds than tables; no shared boards, some rematches",
        "4, 6, 8 …", 2, lambda w: blackpool(w.tables, w.rounds, w.boards), _up_to(2),
    ),
    Family.BLANDON: Construction(
        "a Mitchell for an odd number of tables and a half table; the East–West pairs sit out in turn",
        "5½, 7½, 9½ …", 2, lambda w: blandon(w.pairs // 2, w.rounds, w.boards), lambda w: range(1, w.pairs // 2),
        takes_half=True,
    ),
    Family.ROVER: Construction(
        "a Mitchell with a half table; the extra pair takes the seats of other North–South pairs", "3½, 4½ …", 2,
        lambda w: rover(w.pairs // 2, w.rounds, w.boards), lambda w: range(1, w.pairs // 2 + 1), takes_half=True,
    ),
    Family.APPENDIX: Construction(
        "one ranking; fewer rounds than tables; two pairs stay for each table outside the core", "5 or more", 1,
        lambda w: appendix(w.tables, w.rounds, w.boards, w.core),
        lambda w: range(1, (w.core or most_core(w.tables)) + 1),
    ),
    Family.INDIVIDUAL: Construction(
        "individuals; one circle, with a new partner in each round; one copy of the boards per table",
        "2 to 6, some resting", 1, lambda w: individual_howell(w.pairs, w.rounds, w.boards),
        lambda w: range(1, circle_of(w.pairs) + 1), lines=False, seats=4,
    ),
    Family.RAINBOW: Construction(
        "individuals in four lines, one for each seat; the boards do not move", "5, 7, 8, 9, 11, 13 …", 1, _rainbow,
        lambda w: range(1, w.pairs // 4 + 1), lines=False, seats=4,
    ),
}  # fmt: skip
"""Every family, and how it is made."""


def make_movement(family: Family, wanted: MovementRequest) -> Movement:
    """The checked movement of a family with these requirements; refused if there is none.

    >>> make_movement(Family.MITCHELL, MovementRequest(19, form=Form.RELAY)).name
    'Mitchell, 10 tables, 10 rounds, share and relay, without pair 1'
    """
    movement = remove_missing_pair(family, wanted, whole_movement(family, wanted))
    refuse_unsound(movement, check(movement).faults)
    return movement


def refuse_unsound(movement: Movement, faults: Sequence[Fault], remedy: Said = "") -> None:
    """Refuse a movement with these faults, if there are any: some constructions do not allow fewer rounds."""
    if faults:
        raise DirectorError(
            "{movement} is not sound: {fault}",
            remedy=remedy or phrase("Choose another number of rounds."),
            movement=movement.name,
            fault=faults[0].phrased,
        )


def remove_missing_pair(family: Family, wanted: MovementRequest, whole: Movement) -> Movement:
    """A movement of whole tables without the pair that is missing at a half table."""
    how = FAMILIES[family]
    if not wanted.half or how.takes_half or how.seats > 2:
        return whole
    return whole.sitting_out(_missing(whole) if wanted.missing is None else wanted.missing)


def whole_movement(family: Family, wanted: MovementRequest) -> Movement:
    """The movement of whole tables with the required number of rankings.

    Rounds are switched as for whole tables, so that a late pair at a half table changes nothing.
    """
    how = FAMILIES[family]
    if how.takes_half and not wanted.half:
        raise DirectorError(
            "With {pairs} pairs there is no half table",
            remedy="Choose another movement: the {family} is only for an odd number of pairs.",
            pairs=wanted.pairs,
            family=family,
        )
    if wanted.form is not None and family not in (Family.MITCHELL, Family.SWITCHED):
        raise DirectorError(
            "The {family} movement has no variants",
            remedy="Leave out the variant: only a Mitchell has variants, such as a skip.",
            family=family,
        )
    movement = how.make(wanted)
    if wanted.winners == 2 and (movement.fields is Fields.ONE or family is Family.SWITCHED):
        raise DirectorError(
            "The {family} movement has one ranking, not two",
            remedy="Choose one winner, or another movement.",
            family=family,
        )
    if wanted.switched is not None and (wanted.winners == 2 or not how.lines):
        raise DirectorError(
            "An arrow switch is only for a movement in which most pairs keep their direction and North–South "
            "and East–West are ranked together",
            remedy="Leave out the arrow switch.",
        )
    if family is Family.SWITCHED or wanted.switched is not None or (wanted.winners == 1 and how.lines):
        return arrow_switched(movement, wanted.switched)
    return movement


def _missing(movement: Movement) -> int:
    """The pair to leave out at a half table: the one whose absence avoids shared boards, or the last."""
    if movement.sharing > 1 and movement.tables > 3 and check(movement.sitting_out(1)).at_once <= movement.copies:
        return 1
    return movement.contestants
