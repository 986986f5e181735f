"""A movement as a reader sees it: its name, its proof in sentences, and who sits where in every round."""

from collections.abc import Sequence
from dataclasses import dataclass

from overtrick.core.event.plan.stages import Stage
from overtrick.core.event.play.lengths import movement_for, proved_parts
from overtrick.core.movements.balance import QUALITY, Balance
from overtrick.core.movements.check import Report, check
from overtrick.core.movements.choice import Choice
from overtrick.core.movements.movement import Movement, Seating, boards_of
from overtrick.core.wording import count_of


@dataclass(frozen=True, slots=True)
class Place:
    """A table in a round of a movement: the numbers of those who sit there, none for a sit-out, and its boards."""

    ns: str
    ew: str
    boards: str

    @property
    def rests(self) -> str:
        """The pair that sits out here."""
        return "" if self.ns and self.ew else self.ns or self.ew


@dataclass(frozen=True, slots=True)
class MovementPage:
    """A movement with its proof; *lines* are the pairs of each ranking, *short* says that fewer boards are played."""

    name: str
    length: str
    sound: bool
    proof: tuple[str, ...]
    lines: tuple[str, ...]
    short: str
    rounds: range
    tables: tuple[tuple[int, tuple[Place | None, ...]], ...]


@dataclass(frozen=True, slots=True)
class Offered:
    """A movement that would fit: its length, the boards and opponents of a pair, its balance, its *row* for a file.

    The game's own movement has no row, since it is part of the game.
    """

    name: str
    length: str
    boards: str
    met: str
    balance: str
    row: str = ""


def movement_page(stage: Stage, size: int, asked: int | None = None) -> MovementPage | None:
    """The movement of a stage for a number of pairs, checked; `None` where a stage is drawn from round to round.

    *asked* is the number of boards requested.
    """
    found = movement_for(stage.play, size)
    if found is None:
        return None
    parts = proved_parts(stage.play, size)
    reports = [(name, part, check(part)) for name, part in parts]
    rounds, each = len(found.rounds), found.boards_a_set
    played = rounds * each
    seats = {
        (number, seat.table): _place(found, seat)
        for number, seats in enumerate(found.rounds, start=1)
        for seat in seats
    }
    tables = sorted({table for _, table in seats})
    numbers = range(1, rounds + 1)
    return MovementPage(
        found.name,
        f"{count_of(rounds, 'round', 'rounds')} of {count_of(each, 'board', 'boards')}, {played} boards in the session",
        all(report.sound for _, _, report in reports),
        tuple(
            f"{name}: {line}" if name else line for name, part, report in reports for line in report_words(part, report)
        ),
        tuple(f"{_runs(line)}" for line in found.lines) if len(found.lines) == 2 else (),
        f"{played} boards are played, where {asked} are asked for" if asked is not None and played != asked else "",
        numbers,
        tuple((table, tuple(seats.get((number, table)) for number in numbers)) for table in tables),
    )


def offer(choice: Choice) -> Offered:
    """A movement that fits a session, as a reader sees it."""
    length = f"{len(choice.movement.rounds)} × {choice.wanted.boards}"
    balance = QUALITY.show(choice.quality)
    return Offered(
        choice.movement.name,
        length,
        range_text(choice.boards),
        range_text(choice.report.met),
        balance,
        event_row(choice),
    )


def _place(movement: Movement, seat: Seating) -> Place:
    ns, ew = ("+".join(map(str, side)) for side in seat.sides)
    if not seat.played:
        return Place(ns, ew, "")
    first, last = boards_of(seat.boards, movement.boards_a_set)
    return Place(ns, ew, str(first) if first == last else f"{first}–{last}")


def _runs(numbers: Sequence[int]) -> str:
    """Numbers of pairs in a few words."""
    least, most = min(numbers), max(numbers)
    return f"{least} to {most}" if len(numbers) == most - least + 1 else ", ".join(map(str, numbers))


def report_words(found: Movement, report: Report) -> list[str]:
    """What is known about a movement, one sentence per line: its faults, or its proof and its measures."""
    if not report.sound:
        count = len(report.faults)
        return [*map(str, report.faults), f"{count} fault{'' if count == 1 else 's'}"]
    copies = "1 copy" if found.copies == 1 else f"{found.copies} copies"
    shared = f", {found.sharing} tables sharing" if found.sharing > 1 else ""
    one = "player" if found.alone else "pair"
    sat_out = range_text(report.sat_out)
    return [
        "Sound: nobody plays a board twice, no table has two sets, and the copies of the boards suffice.",
        f"{found.tables} tables, {len(found.rounds)} rounds, {found.boards} boards, {copies} of each{shared}.",
        f"A {one} meets {range_text(report.met)} different opponents, each at most {times(report.most_meetings)}.",
        f"A {one} plays {range_text(report.played)} of {found.sets} sets and sits out {sat_out} rounds.",
        *([_together(report)] if found.alone else []),
        *(
            f"Balance{where}: {balance_words(each)}."
            for where, each in zip(_fields(report), report.balance, strict=True)
        ),
    ]


def range_text(least_most: tuple[int, int]) -> str:
    """The minimum and the maximum of a number, given once where they are equal."""
    least, most = least_most
    return str(least) if least == most else f"{least} to {most}"


def times(number: int) -> str:
    """How often, in words."""
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def _together(report: Report) -> str:
    """How often any two individuals play together."""
    return f"Two players are partners {often(report.partners)} and opponents {often(report.opponents)}."


def often(least_most: tuple[int, int]) -> str:
    """How often, least and most, in words."""
    return times(least_most[0]) if least_most[0] == least_most[1] else f"{range_text(least_most)} times"


def balance_words(balance: Balance) -> str:
    """How evenly the pairs of a ranking compete with one another."""
    if balance.perfect:
        return f"perfect, any two pairs compete alike ({balance.least})"
    return f"{QUALITY.show(balance.quality)}, two pairs compete from {balance.least} to {balance.most}"


def _fields(report: Report) -> tuple[str, ...]:
    return (" of North-South", " of East-West") if len(report.balance) == 2 else ("",) * len(report.balance)


def event_row(choice: Choice, *, only: bool = False) -> str:
    """The row of an event file that names a movement; one of whole tables also stands for a half one, unless *only*."""
    wanted = choice.wanted
    absent = sorted(set(range(1, choice.movement.contestants + 1)) - set(choice.movement.present))
    words = {
        "tables": str(wanted.tables),
        "movement": f'"{choice.family}"',
        "form": f'"{wanted.form}"' if wanted.form is not None else "",
        "half_table": "true" if wanted.half else "false" if only else "",
        "rounds": str(len(choice.movement.rounds)),
        "boards_a_round": str(wanted.boards),
        "winners": str(len(choice.movement.lines)),
        # The last number is missing where a file does not say.
        "missing": str(absent[0]) if absent and absent[0] != choice.movement.contestants else "",
    }
    return "{ " + ", ".join(f"{word} = {said}" for word, said in words.items() if said) + " }"
