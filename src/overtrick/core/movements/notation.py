"""A movement as a text file that a person can read and write.

It has a few lines of facts, then one line for each round; each table has the North-South pair, the East-West pair and
the letter of the set of boards. `bye` stands for a missing pair; a place where pairs only sit out needs no
letter. Anything after `#` is a comment. For individuals a side is two players, North or East first: `3+8-12+5`.

    movement: Mitchell, 3 tables
    fields: two
    pairs: 6
    boards: 4
    copies: 1
    sharing: 1
    meetings: 1
    R1  1: 1-4 A | 2: 2-5 B | 3: 3-6 C
    R2  1: 1-6 B | 2: 2-4 C | 3: 3-5 A
    R3  1: 1-5 C | 2: 2-6 A | 3: 3-4 B
"""

import re
from collections.abc import Iterable

from overtrick.core import limits
from overtrick.core.errors import DirectorError
from overtrick.core.movements.movement import Fields, Movement, Round, Seating, set_name, set_number
from overtrick.core.wording import Phrase, phrase

_NUMBERS = {
    "pairs": "contestants",
    "players": "contestants",
    "boards": "boards_a_set",
    "copies": "copies",
    "sharing": "sharing",
    "meetings": "meetings",
}
_FACT = re.compile(r"(movement|fields|pairs|players|boards|copies|sharing|meetings)\s*:\s*(.*\S)")
_WHOLE = rf"\d{{1,{limits.DIGITS}}}"
_ROUND = re.compile(rf"R({_WHOLE})\s+(.*\S)")
_SIDE = rf"(?:({_WHOLE})(?:\s*\+\s*({_WHOLE}))?|bye)"
_TABLE = re.compile(rf"({_WHOLE})\s*:\s*{_SIDE}\s*-\s*{_SIDE}(?:\s+([A-Z]{{1,4}}))?")


def write_movement(movement: Movement) -> str:
    """The movement as text; reading it back gives the same movement."""
    width = len(f"R{len(movement.rounds)}")
    other = "pairs" if movement.alone else "players"
    facts = [
        f"movement: {movement.name}",
        f"fields: {movement.fields.value}",
        *(f"{word}: {getattr(movement, field)}" for word, field in _NUMBERS.items() if word != other),
    ]
    rounds = [
        f"{f'R{number}'.ljust(width)}  {' | '.join(_table(seating) for seating in seats)}"
        for number, seats in enumerate(movement.rounds, start=1)
    ]
    return "\n".join([*facts, *rounds, ""])


def read_movement(text: str) -> Movement:
    """The movement that a text describes.

    A text that cannot be read is refused with a list of the faulty lines; `check` says whether the movement is sound.
    """
    facts: dict[str, str] = {}
    rounds: list[Round] = []
    faults: list[Phrase] = []
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.partition("#")[0].strip()
        if not line:
            continue
        if fact := _FACT.fullmatch(line):
            facts[fact[1]] = fact[2]
        elif (played := _ROUND.fullmatch(line)) and int(played[1]) == len(rounds) + 1:
            seats, unread = _seats(played[2])
            rounds.append(seats)
            faults += [
                phrase("line {number}: “{words}” is not a table like “3: 5-12 C”", number=number, words=f"{words:.60}")
                for words in unread
            ]
        elif played:
            faults.append(
                phrase(
                    "line {number}: this must be round {next}, not round {round}",
                    number=number, next=len(rounds) + 1, round=played[1],
                )
            )  # fmt: skip
        else:
            faults.append(
                phrase(
                    "line {number}: “{line}” is neither a setting like “boards: 2” nor a round like "
                    "“R1  1: 1-8 A | 2: 2-9 B”",
                    number=number, line=f"{line:.60}",
                )
            )  # fmt: skip
    faults += _unread_facts(facts, rounds)
    if faults:
        more = len(faults) - limits.FAULTS
        told = [*faults[: limits.FAULTS], *([phrase("{more:#more fault}", more=more)] if more > 0 else [])]
        raise DirectorError("The movement cannot be read: {told:;}", remedy="Correct these faults.", told=tuple(told))
    numbers = {field: int(facts[word]) for word, field in _NUMBERS.items() if word in facts}
    numbers.setdefault("contestants", max(pair for seats in rounds for s in seats for pair in s.seated))
    fields = Fields(facts.get("fields", "one"))
    return Movement(facts.get("movement", "movement"), rounds=tuple(rounds), fields=fields, **numbers)


def _table(seating: Seating) -> str:
    return f"{seating.table}: {table_words(seating)}"


def table_words(seating: Seating) -> str:
    """The contestants at a table with the letter of its set: `5-12 C`, for individuals `3+8-12+5 C`, or `5-bye`."""
    ns, ew = ("+".join(map(str, side)) or "bye" for side in seating.sides)
    return f"{ns}-{ew} {set_name(seating.boards)}".rstrip()


def _seats(words: str) -> tuple[Round, list[str]]:
    found: list[Seating] = []
    unread: list[str] = []
    for part in words.split("|"):
        table = _TABLE.fullmatch(part.strip())
        if table and (table[6] or None in (table[2], table[4])) and (table[3] is None) is (table[5] is None):
            ns, south, ew, west = (int(each) if each is not None else None for each in table.groups()[1:5])
            found.append(Seating(int(table[1]), ns, ew, set_number(table[6] or ""), south, west))
        else:
            unread.append(part.strip())
    return tuple(found), unread


def _unread_facts(facts: dict[str, str], rounds: list[Round]) -> Iterable[Phrase]:
    for word in _NUMBERS:
        said = facts.get(word, "1")
        if not (said.isdecimal() and len(said) <= limits.DIGITS and int(said) > 0):
            yield phrase("“{word}: {said}” must be a whole number above 0", word=word, said=f"{said:.40}")
    if facts.get("fields", "one") not in {"one", "two"}:
        yield phrase("“fields: {said}” must be “one” or “two”", said=f"{facts['fields']:.40}")
    if not any(seating.seated for seats in rounds for seating in seats):
        yield phrase("there are no rounds")
