"""A movement as a reader sees it: its name, its proof in sentences, and who sits where in every round."""

from collections.abc import Sequence
from dataclasses import dataclass

from overtrick.core.event.plan.stages import Stage
from overtrick.core.event.play.lengths import movement_for, proved_parts
from overtrick.core.movements.balance import QUALITY, Balance
from overtrick.core.movements.check import Report, check
from overtrick.core.movements.choice import Choice
from overtrick.core.movements.movement import Movement, Seating, boards_of
from overtrick.core.wording import Phrase, Said, phrase


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
    length: Phrase
    sound: bool
    proof: tuple[Phrase, ...]
    lines: tuple[Phrase, ...]
    short: Said
    rounds: range
    tables: tuple[tuple[int, tuple[Place | None, ...]], ...]


@dataclass(frozen=True, slots=True)
class MovementOption:
    """A movement that would fit: its length, the boards and opponents of a pair, its balance, its *row* for a file.

    The game's own movement has no row, since it is part of the game.
    """

    name: str
    length: str
    boards: Phrase
    met: Phrase
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
        phrase(
            "{rounds:#round} of {each:#board}, {played:#board} in the session", rounds=rounds, each=each, played=played
        ),
        all(report.sound for _, _, report in reports),
        tuple(
            phrase("{part}: {line}", part=name, line=line) if name else line
            for name, part, report in reports
            for line in report_words(part, report)
        ),
        tuple(_runs(line) for line in found.lines) if len(found.lines) == 2 else (),
        phrase("this movement has {played:#board}, but you asked for {asked}", played=played, asked=asked)
        if asked is not None and played != asked
        else "",
        numbers,
        tuple((table, tuple(seats.get((number, table)) for number in numbers)) for table in tables),
    )


def offer(choice: Choice) -> MovementOption:
    """A movement that fits a session, as a reader sees it."""
    length = f"{len(choice.movement.rounds)} × {choice.wanted.boards}"
    balance = QUALITY.show(choice.quality)
    return MovementOption(
        choice.movement.name,
        length,
        range_phrase(choice.boards),
        range_phrase(choice.report.met),
        balance,
        event_row(choice),
    )


def _place(movement: Movement, seat: Seating) -> Place:
    ns, ew = ("+".join(map(str, side)) for side in seat.sides)
    if not seat.played:
        return Place(ns, ew, "")
    first, last = boards_of(seat.boards, movement.boards_a_set)
    return Place(ns, ew, str(first) if first == last else f"{first}–{last}")


def _runs(numbers: Sequence[int]) -> Phrase:
    """Numbers of pairs in a few words."""
    least, most = min(numbers), max(numbers)
    if len(numbers) == most - least + 1:
        return range_phrase((least, most))
    return phrase("{numbers:,}", numbers=tuple(numbers))


def report_words(found: Movement, report: Report) -> list[Phrase]:
    """What is known about a movement, one sentence per line: its faults, or its proof and its measures."""
    if not report.sound:
        faults = [phrase("{fault}.", fault=each.phrased) for each in report.faults]
        return [*faults, phrase("{faults:#fault}", faults=len(faults))]
    alone = found.alone
    return [
        phrase("Sound: no one plays a board twice, no table has two sets in a round, and there are enough copies of "
               "the boards."),
        phrase(
            "{tables:#table}, {rounds:#round}, {boards:#board}, {copies:#copy/copies} of each[, up to {sharing} "
            "tables sharing a set].",
            tables=found.tables, rounds=len(found.rounds), boards=found.boards, copies=found.copies,
            sharing=found.sharing if found.sharing > 1 else "",
        ),
        phrase(
            "A {alone:player|pair} meets {met} different opponents, each at most {most:times}.",
            alone=alone, met=range_phrase(report.met), most=report.most_meetings,
        ),
        phrase(
            "Each {alone:player|pair} plays {played} of {sets} sets. Rounds sat out: {sat_out}.",
            alone=alone, played=range_phrase(report.played), sets=found.sets, sat_out=range_phrase(report.sat_out),
        ),
        *([_together(report)] if alone else []),
        *_balance_lines(report),
    ]  # fmt: skip


def range_phrase(least_most: tuple[int, int]) -> Phrase:
    """The minimum and the maximum of a number, given once where they are equal."""
    least, most = least_most
    return phrase("{n}", n=least) if least == most else phrase("{least} to {most}", least=least, most=most)


def _together(report: Report) -> Phrase:
    """How often any two individuals play together."""
    return phrase(
        "Any two players are partners {partners} and opponents {opponents}.",
        partners=often(report.partners),
        opponents=often(report.opponents),
    )


def often(least_most: tuple[int, int]) -> Phrase:
    """How often, least and most, in words."""
    least, most = least_most
    if least == most:
        return phrase("{n:times}", n=least)
    return phrase("{least} to {most} times", least=least, most=most)


def balance_words(balance: Balance) -> Phrase:
    """How evenly the pairs of a ranking compete with one another."""
    if balance.perfect:
        return phrase("perfect, with competition of {least} between any two pairs", least=balance.least)
    return phrase(
        "{quality}, with competition of {least} to {most} between two pairs",
        quality=QUALITY.show(balance.quality), least=balance.least, most=balance.most,
    )  # fmt: skip


def _balance_lines(report: Report) -> list[Phrase]:
    words = [balance_words(each) for each in report.balance]
    if len(words) != 2:
        return [phrase("Balance: {balance}.", balance=each) for each in words]
    return [
        phrase("Balance of North–South: {balance}.", balance=words[0]),
        phrase("Balance of East–West: {balance}.", balance=words[1]),
    ]


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
