"""SquareDeal: proof that no one chose the deals of a tournament.

Before the event the organiser makes a secret key for each session and publishes the *plan*: the sessions with their
boards, the hash of all the keys, and the description of a value that no one can know yet, such as a stock index on a
later day. The deals of a session follow from its key and that value, as BigDeal draws them. Afterwards the keys are
published, and anyone can generate the deals again. The maker of the keys could not know the value, and once the value
was known the keys could not be changed.
"""

from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256

from overtrick.core import limits
from overtrick.core.dealing.numbers import DEALS, deal_of
from overtrick.core.dealing.ripemd import ripemd160
from overtrick.core.errors import DirectorError
from overtrick.core.model.cards import Deal
from overtrick.core.wording import Phrase, phrase

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
"""The characters of keys."""
KEY_LENGTH = 60
"""Characters of a key: 357 random bits, while a deal has 96."""
SHORTEST = 40
"""The fewest characters that a key may have."""
_LONGEST = 200
_OF_KEYS = frozenset(LETTERS)

Keys = Mapping[tuple[int, int], str]
"""The keys by the numbers of phase and session; session 0 is a phase whose number of sessions is open."""


@dataclass(frozen=True, slots=True)
class Phase:
    """A part of a tournament: the number of sessions (0 if not known yet), their boards, and the names of their files.

    *boards* are as the plan writes them: `16`, `11-20`, or a list like `1-16,17-32` that sessions use in turn. A row
    of `#` in *prefix* or *description* is replaced by the session's number, with at least that many digits.
    """

    sessions: int
    boards: str
    prefix: str
    description: str

    def boards_of(self, session: int) -> range:
        """The boards of a session.

        >>> Phase(0, "1-16,17-32", "QF#", "").boards_of(2)
        range(17, 33)
        """
        ranges = board_ranges(self.boards)
        return ranges[(session - 1) % len(ranges)]

    def file_of(self, session: int) -> str:
        """The name of a session's file, without the extension."""
        return fill_number(self.prefix, session)

    def name_of(self, session: int) -> str:
        """The name of a session."""
        return fill_number(self.description, session)

    def __str__(self) -> str:
        return f"{self.sessions}:{self.boards}:{self.prefix}:{self.description}"


@dataclass(frozen=True, slots=True)
class Plan:
    """What is published before the event: the phases, the description of the *delayed* value, and the hash of the keys.

    The *value* is empty until it is known.
    """

    name: str
    delayed: str
    phases: tuple[Phase, ...]
    key_hash: str = ""
    value: str = ""

    def with_value(self, value: str) -> "Plan":
        """The plan with its public value; a value that is already set cannot be changed."""
        if self.value and self.value != value:
            raise DirectorError(
                "The value of “{delayed}” is already {value}",
                remedy="Keep this value, because all deals are generated from it.",
                delayed=self.delayed,
                value=self.value,
            )
        return replace(self, value=value)

    def sessions(self) -> Iterator[tuple[int, int]]:
        """Every session that is certain to be played, by the numbers of phase and session."""
        for number, phase in enumerate(self.phases, start=1):
            for session in range(1, phase.sessions + 1):
                yield number, session

    def wanted_keys(self) -> Iterator[tuple[int, int]]:
        """The sessions that need a key, with session 0 for a phase whose number of sessions is open."""
        for number, phase in enumerate(self.phases, start=1):
            for session in range(1, phase.sessions + 1) if phase.sessions else (0,):
                yield number, session

    def phase(self, number: int, session: int) -> Phase:
        """The phase with this number; refused if it has no such session."""
        if not 1 <= number <= len(self.phases):
            raise DirectorError(
                "There is no phase {number} in the plan", remedy="Phases in the plan: {last}.",
                number=number, last=len(self.phases),
            )  # fmt: skip
        phase = self.phases[number - 1]
        if session < 1 or (phase.sessions and session > phase.sessions):
            raise DirectorError(
                "Phase {number} has no session {session}",
                remedy="Sessions in the phase: {last}." if phase.sessions else "Sessions are numbered from 1.",
                number=number,
                session=session,
                last=phase.sessions,
            )
        return phase


def generate_deals(plan: Plan, keys: Keys, phase: int, session: int, *, reserve: bool = False) -> dict[int, Deal]:
    """The deals of a session, or its reserve set, by board."""
    part = plan.phase(phase, session)
    if not plan.value:
        raise DirectorError(
            "The plan has no value for “{delayed}” yet",
            remedy="Set the value first: the deals are generated from it.",
            delayed=plan.delayed,
        )
    own = session if part.sessions else 0
    if (phase, own) not in keys:
        raise DirectorError(
            "There is no key for session {session} of phase {phase}", remedy="Use this plan’s .sqk file.",
            session=session, phase=phase,
        )  # fmt: skip
    key = keys[phase, own]
    half = len(key) // 2
    said = key[half:] + b64encode(plan.value.encode()).decode() + ("reserve" if reserve else "original")
    said += "" if own else f"ses{session}"
    return _deals(ripemd160(said.encode()), key[:half], part.boards_of(session))


def read_phase(text: str) -> Phase:
    """The phase that a line of a plan describes.

    >>> str(read_phase("2:3x7:F#:Final #"))
    '2:1-7,8-14,15-21:F#:Final #'
    """
    sessions, boards, prefix, description = [*text.split(":", 3), "", "", ""][:4]
    named = prefix.replace("#", "").replace("-", "").replace("_", "")
    if not (_is_count(sessions) and boards and named.isalnum() and named.isascii() and description):
        raise DirectorError(
            "“{text}” is not a phase; write sessions:boards:file:description",
            remedy="The file name may contain only letters, digits, -, _ and #.",
            text=f"{text:.60}",
        )
    return Phase(int(sessions), written_ranges(boards), prefix, description)


def read_keys(lines: Iterable[str]) -> dict[tuple[int, int], str]:
    """The keys of a plan, one per line, in their order. Faults are reported by line number, without showing a key."""
    keys: dict[tuple[int, int], str] = {}
    for number, line in enumerate(lines, start=1):
        session, colon, key = line.partition(":")
        phase, comma, own = session.partition(",")
        if not (colon and comma and _is_count(phase) and _is_count(own)):
            raise _not_a_key(number, phrase("the line does not read phase,session:key"))
        if not SHORTEST <= len(key) <= _LONGEST or not _OF_KEYS.issuperset(key):
            raise _not_a_key(
                number, phrase("a key must have {least} to {most} letters and digits", least=SHORTEST, most=_LONGEST)
            )
        if (int(phase), int(own)) in keys:
            raise _not_a_key(number, phrase("the session already has a key"))
        keys[int(phase), int(own)] = key
    if not keys:
        raise DirectorError("No keys were found", remedy="Each line must read phase,session:key.")
    return keys


def _not_a_key(line: int, what: Phrase) -> DirectorError:
    return DirectorError(
        "Line {line} of the key file: {what}",
        remedy="Use the plan’s .sqk file unchanged.",
        line=line,
        what=what,
    )


def _is_count(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 4


def written_keys(keys: Keys) -> bytes:
    """The exact bytes of the key file, from which its hash is calculated.

    >>> written_keys({(1, 2): "aBc"})
    b'1,2:aBc\\r\\n'
    """
    return "".join(f"{phase},{session}:{key}\r\n" for (phase, session), key in keys.items()).encode("ascii")


def hash_of(keys: Keys) -> str:
    """The hash of the keys, which the plan publishes."""
    return sha256(written_keys(keys)).hexdigest()


def board_ranges(text: str) -> tuple[range, ...]:
    """The boards of sessions in turn.

    >>> board_ranges("16"), board_ranges("3x7")
    ((range(1, 17),), (range(1, 8), range(8, 15), range(15, 22)))
    """
    times, cross, each = text.partition("x")
    if cross:
        many, length = _number(times, text), _number(each, text)
        if not 1 <= many <= limits.BOARDS:
            raise _not_boards(text)
        return tuple(_board_range(1 + length * place, length * (place + 1), text) for place in range(many))
    if text.isdecimal():
        return (_board_range(1, _number(text, text), text),)
    found = []
    for part in text.split(","):
        low, _, high = part.strip().partition("-")
        found.append(_board_range(_number(low, text), _number(high, text), text))
    return tuple(found)


def written_ranges(text: str) -> str:
    """A list of boards as a plan writes it: `3x7` is written out, because older programs cannot read it."""
    ranges = board_ranges(text)
    if text.isdecimal():
        return text
    return ",".join(f"{boards[0]}-{boards[-1]}" for boards in ranges)


def fill_number(text: str, session: int) -> str:
    """A name with a row of `#` replaced by the session's number.

    >>> fill_number("QF##", 3), fill_number("Round #/17", 12), fill_number("Final", 1)
    ('QF03', 'Round 12/17', 'Final')
    """
    before, sign, after = text.partition("#")
    digits = 1 + len(after) - len(after.lstrip("#"))
    return f"{before}{session:0{digits}d}{after.lstrip('#')}" if sign else text


def _number(text: str, whole: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < limits.DIGITS):
        raise _not_boards(whole)
    return int(text)


def _board_range(low: int, high: int, text: str) -> range:
    if not 1 <= low <= high or high - low >= limits.BOARDS or high >= 10 * limits.BOARDS:
        raise _not_boards(text)
    return range(low, high + 1)


def _not_boards(text: str) -> DirectorError:
    return DirectorError(
        "“{text}” is not a list of boards", remedy="Write boards like 16, 11-20, 3x7 or 1-16,17-32.", text=f"{text:.60}"
    )


def deal_numbers(seed: bytes, owner: str) -> Iterator[int]:
    """The endless sequence of deal numbers from *seed* (twenty bytes) and the text of its *owner*.

    A counter and the seeds are hashed, and the first 96 bits are the number. A number that is too large is skipped, so
    that every deal is equally likely; about two in three are used.
    """
    tail = seed + ripemd160(owner.encode())
    counter = 0
    while True:
        counter += 1
        number = int.from_bytes(ripemd160(counter.to_bytes(4, "little") + tail)[:12], "big")
        if number < DEALS:
            yield number


def _deals(seed: bytes, owner: str, boards: range) -> dict[int, Deal]:
    """The deals of *boards*, the first numbers of the seeds in turn."""
    return {board: deal_of(number) for board, number in zip(boards, deal_numbers(seed, owner), strict=False)}
