"""Results as people write them: `4SX S +1`, `3NTW=`, `PASS`, `4 H x N -2`, `AV+ AV-`, `A6040`.

A text that cannot be read, or a result that cannot have happened, is refused with what is missing or wrong.
"""

import re
from fractions import Fraction

from overtrick.core import limits
from overtrick.core.errors import ResultRefused
from overtrick.core.exact import exact_text
from overtrick.core.model.contracts import Contract, Doubling, Strain
from overtrick.core.model.results import (
    Artificial,
    Average,
    Award,
    AwardedImps,
    AwardedPercent,
    NotPlayed,
    PassedOut,
    PlayedContract,
    PointsResult,
    Result,
    SideResult,
    Single,
    Split,
    WeightedPart,
    WeightedScore,
)
from overtrick.core.model.seats import Seat
from overtrick.core.model.signs import LETTERS
from overtrick.core.typed_numbers import read_exact
from overtrick.core.wording import phrase

_TO_LETTERS = str.maketrans({**LETTERS, "–": "-", "−": "-"})
_CONTRACT = re.compile(
    r"(?P<level>\d)(?P<strain>NT|SA|ST|BA|UT|[NSHDCRQTFPK])(?P<doubled>XX|X|\*\*|\*|RDBL|DBL)?(?:BY)?"
    r"(?P<declarer>NORTH|EAST|SOUTH|WEST|[NESWVØÖOZ])?(?P<result>=|MADE|[+-]?\d{1,2})?"
)
_STRAINS = {
    "N": Strain.NOTRUMP, "NT": Strain.NOTRUMP, "SA": Strain.NOTRUMP, "ST": Strain.NOTRUMP, "BA": Strain.NOTRUMP,
    "UT": Strain.NOTRUMP, "S": Strain.SPADES, "H": Strain.HEARTS, "D": Strain.DIAMONDS, "R": Strain.DIAMONDS,
    "Q": Strain.DIAMONDS, "C": Strain.CLUBS, "T": Strain.CLUBS, "F": Strain.CLUBS,
}  # fmt: skip
"""Strains by the letters that mean the same wherever they are used: English, then SA (sans atout), R (ruiten) etc."""
_SEATS = {"V": Seat.WEST, "Ø": Seat.EAST, "Ö": Seat.EAST}
_UNCLEAR = {
    "P": phrase("“P” is spades in French and German, and clubs in Portuguese"),
    "K": phrase("“K” is diamonds in French and German, and clubs in Dutch and Swedish"),
    "O": phrase("“O” is East in German and Dutch, and West in French and Italian"),
    "Z": phrase("“Z” is South in Dutch, and West in Polish"),
}
"""Letters of other languages that mean different things: nobody can tell which was meant."""
OTHER_LANGUAGES = frozenset({"SA", "ST", "BA", "UT", "R", "Q", "T", "F"})
"""Letters for strains that show that English is not the language of a file, so that its C may be hearts (cœur)."""
_DOUBLED = {"*": "X", "DBL": "X", "**": "XX", "RDBL": "XX"}
_PASSED = {"PASS", "P", "AP", "ALLPASS", "PASSEDOUT", "PASSOUT", "0"}
_NOT_PLAYED = {"NP", "NOTPLAYED", "NOPLAY", "UNPLAYED", "N/P"}
_AVERAGE = re.compile(r"(?:AVERAGE|AVE?)(?P<sign>PLUS|MINUS|[+-])?")
_PERCENTS = re.compile(r"A(?P<ns>\d\d)(?P<ew>\d\d)")
_BETWEEN = re.compile(r"\s[-–−]\s")
_NUMBER = r"\d{1,4}(?:\.\d{1,9})?"
_PERCENT = re.compile(rf"(?P<percent>{_NUMBER})%")
_IMPS = re.compile(rf"(?P<imps>[+-]?(?:\d{{1,6}}/0*[1-9]\d{{0,5}}|{_NUMBER}))IMPS?")
_POINTS = re.compile(r"[+-]?\d{2,4}|[+-]0")
_SHARES = re.compile(r"(?P<shares>\d{1,3}(?:\s*/\s*\d{1,3})+)(?:\s+(?P<results>.+))?")
_SHARE = re.compile(rf"(?P<weight>{_NUMBER}%|\d{{1,13}}/0*[1-9]\d{{0,12}})\s*(?:of\s+)?(?P<result>.+)", re.IGNORECASE)


def read_result(text: str) -> Result:
    """The result that *text* states.

    >>> for written in ("4SX S +1", "3NTW=", "4 H x N -2", "PASS", "A6040", "60% 4S S =, 40% 4S S -1"):
    ...     print(read_result(written))
    4SX by South +1
    3NT by West =
    4HX by North -2
    passed out
    60% to NS, 40% to EW
    60% of 4S by South =, 40% of 4S by South -1

    It reads back everything that `write_result` writes.
    """
    if len(text) > limits.RESULT:
        raise ResultRefused(
            "“{text}…” is too long for a result", remedy="Write one result, like 4SX S +1.", text=text[:40]
        )
    short = _short(text)
    if found := _CONTRACT.fullmatch(short):
        return _parse_played(text, found)
    if text.startswith("NP: "):
        return NotPlayed(text.removeprefix("NP: "))
    if re.search(r"[|;]", text):
        return _split(text)
    if short in _NOT_PLAYED:
        return NotPlayed()
    return _as_written(text) or _awards(_short(_BETWEEN.sub("/", text))) or _parse_assigned(text)


def strain_letters(text: str) -> str:
    """The letters that name the strain of a contract; empty if the text has a symbol, or is no contract.

    >>> strain_letters("3 sa W ="), strain_letters("4♣ N ="), strain_letters("PASS")
    ('SA', '', '')
    """
    found = _CONTRACT.fullmatch("".join(text.split()).upper())
    return found["strain"] if found else ""


def write_result(result: Result) -> str:
    """A result in its short form, which `read_result` reads back to the same result.

    >>> [write_result(read_result(text)) for text in ("4 s N made", "A6040", "np", "60% 3NTW=, 40% 3NTW-1")]
    ['4S N =', '60% 40%', 'NP', '3/5 3NT W =, 2/5 3NT W -1']
    """
    match result:
        case NotPlayed(reason):
            return f"NP: {reason}" if reason else "NP"
        case Artificial(ns, ew):
            return f"{_written_award(ns)} {_written_award(ew)}"
        case Split(ns, ew):
            return f"NS {_written_side(ns)} | EW {_written_side(ew)}"
        case PlayedContract() | PassedOut() | PointsResult() | WeightedScore():
            return _written_side(result)


def _written_side(result: SideResult) -> str:
    match result:
        case PlayedContract(contract, tricks):
            over = tricks - contract.needed
            made = "=" if over == 0 else f"{over:+d}"
            return f"{contract.level}{contract.strain}{contract.doubling} {contract.declarer.value} {made}"
        case PassedOut():
            return "PASS"
        case PointsResult(ns):
            return f"{ns:+d}"
        case WeightedScore(parts):
            weights = [f"{part.weight.numerator}/{part.weight.denominator}" for part in parts]  # 1/1, and not 1
            return ", ".join(f"{each} {_written_side(part.result)}" for each, part in zip(weights, parts, strict=True))
        case Average() | AwardedPercent() | AwardedImps():
            return _written_award(result)


def _written_award(award: Award) -> str:
    match award:
        case Average.PLUS:
            return "AV+"
        case Average.EVEN:
            return "AV"
        case Average.MINUS:
            return "AV-"
        case AwardedPercent(percent):
            return f"{exact_text(percent)}%"
        case AwardedImps(imps):
            return f"{exact_text(imps)}IMPS"


def _short(text: str) -> str:
    return "".join(text.translate(_TO_LETTERS).split()).upper()


def _single(text: str) -> Single:
    short = _short(text)
    if short in _PASSED:
        return PassedOut()
    if _POINTS.fullmatch(short):
        return PointsResult(int(short))
    found = _CONTRACT.fullmatch(short)
    if not found:
        raise ResultRefused(
            "“{strip}” is not a result",
            remedy="Write the contract, declarer and result, like 4SX S +1, 3NT W = or PASS.",
            strip=text.strip(),
        )
    return _parse_played(text, found)


def _parse_played(text: str, found: re.Match[str]) -> PlayedContract:
    level = int(found["level"])
    if not 1 <= level <= 7:
        raise ResultRefused(
            "“{strip}”: there is no level {level}",
            clause="Law 18",
            remedy="Write a level from 1 to 7.",
            strip=text.strip(),
            level=level,
        )
    if not found["declarer"]:
        raise ResultRefused(
            "“{strip}” does not name the declarer",
            remedy="Add the declarer, like 4S N = or 3NTW-1.",
            strip=text.strip(),
        )
    if not found["result"]:
        raise ResultRefused(
            "“{strip}” does not give the result", remedy="Add =, +1, -2 or the tricks taken.", strip=text.strip()
        )
    for letter in (found["strain"], found["declarer"]):
        if letter in _UNCLEAR:
            raise ResultRefused(
                "“{strip}” is unclear: {unclear}",
                remedy="Write the suit as ♠ ♥ ♦ ♣ or S H D C, and the declarer as N E S W.",
                strip=text.strip(),
                unclear=_UNCLEAR[letter],
            )
    doubling = Doubling(_DOUBLED.get(found["doubled"], found["doubled"] or ""))
    seat = _SEATS.get(found["declarer"]) or Seat(found["declarer"][0])
    contract = Contract(level, _STRAINS[found["strain"]], seat, doubling)
    return PlayedContract(contract, _tricks(contract, found["result"]))


def _tricks(contract: Contract, result: str) -> int:
    if result in ("=", "MADE"):
        return contract.needed
    count = int(result)
    if result[0] not in "+-":
        return count
    if count > 13 - contract.needed:
        raise ResultRefused(
            "{contract} needs {needed} tricks, so it can make at most +{contract_needed}, not {result}",
            clause="Law 65",
            remedy="Check the level and the overtricks.",
            contract=contract,
            needed=contract.needed,
            contract_needed=13 - contract.needed,
            result=result,
        )
    if count < -contract.needed:
        raise ResultRefused(
            "{contract} can go down at most {needed}, not {count}",
            clause="Law 65",
            remedy="Check the level and the undertricks.",
            contract=contract,
            needed=contract.needed,
            count=-count,
        )
    return contract.needed + count


def _award(short: str) -> Award | None:
    if found := _AVERAGE.fullmatch(short):
        sign = found["sign"]
        return Average.PLUS if sign in ("+", "PLUS") else Average.MINUS if sign else Average.EVEN
    if found := _PERCENT.fullmatch(short):
        return AwardedPercent(read_exact(found["percent"]))
    if found := _IMPS.fullmatch(short):
        return AwardedImps(read_exact(found["imps"]))
    return None


def _as_written(text: str) -> Artificial | None:
    """Two awards separated by a space, as `write_result` writes them: each sign belongs to the award it follows."""
    words = [_short(word) for word in text.split()]
    if len(words) != 2:
        return None
    first, second = map(_award, words)
    return Artificial(first, second) if first and second else None


def _awards(short: str) -> Artificial | None:
    if found := _PERCENTS.fullmatch(short):
        return Artificial(AwardedPercent(int(found["ns"])), AwardedPercent(int(found["ew"])))
    if one := _award(short):
        return Artificial(one, one)
    for place in range(len(short) - 1, 0, -1):  # the longest first side, so that the minus of AV- stays with it
        first, rest = _award(short[:place]), short[place:]
        second = _award(rest) or (_award(rest[1:]) if rest[0] in "/-" else None)
        if first and second:
            return Artificial(first, second)
    return None


def _parse_assigned(text: str) -> Single | WeightedScore:
    found = _SHARES.fullmatch(text.strip())
    shares = [int(each) for each in found["shares"].split("/")] if found else []
    if found and sum(shares) == 100 and (weighted := _parse_shares(text, shares, found["results"] or "")):
        return weighted
    return _parse_weighted(text) if "," in text or _SHARE.fullmatch(text.strip()) else _single(text)


def _parse_shares(text: str, shares: list[int], said: str) -> WeightedScore | None:
    """`60/40 4S S =, 4S S -1`: the shares first, then as many results; None where each result has its own share."""
    results = [each.strip() for each in said.split("," if "," in said else "/")] if said else []
    if any(_SHARE.fullmatch(each) for each in results[1:]):
        return None
    if len(results) != len(shares):
        raise ResultRefused(
            "“{strip}” has {shares} weights but a different number of results",
            clause="Law 12C1(c)",
            remedy="Write a weighted score as 60/40 4S S =, 4S S -1 or as 60% 4S S =, 40% 4S S -1, and an "
            "artificial adjusted score as 60% 40%.",
            strip=text.strip(),
            shares=len(shares),
        )
    parts = zip(shares, results, strict=True)
    return WeightedScore(tuple(WeightedPart(Fraction(share, 100), _single(each)) for share, each in parts))


def _parse_weighted(text: str) -> WeightedScore:
    parts = []
    for share in text.split(","):
        found = _SHARE.fullmatch(share.strip())
        if not found:
            raise ResultRefused(
                "“{strip}” has no weight",
                clause="Law 12C1(c)",
                remedy="Give each result its weight, like 60% 4S S =, 40% 4S S -1.",
                strip=share.strip(),
            )
        weight = found["weight"]
        share_of_one = Fraction(weight[:-1]) / 100 if weight.endswith("%") else Fraction(weight)
        parts.append(WeightedPart(share_of_one, _single(found["result"])))
    return WeightedScore(tuple(parts))


def _split(text: str) -> Split:
    sides: dict[str, SideResult] = {}
    for half in re.split(r"[|;]", text):
        name, _, rest = half.strip().partition(" ")
        side = name.rstrip(":").upper()
        if side not in ("NS", "EW") or side in sides:
            raise ResultRefused(
                "“{strip}” is not a split score",
                clause="Law 12C1(e)",
                remedy="Write NS and then EW, like NS 4S S -1 | EW 4S S =.",
                strip=text.strip(),
            )
        sides[side] = _award(_short(rest)) or _parse_assigned(rest)
    if len(sides) != 2:
        raise ResultRefused(
            "“{strip}” gives a score to one side only",
            clause="Law 12C1(e)",
            remedy="Write NS and then EW, like NS 4S S -1 | EW 4S S =.",
            strip=text.strip(),
        )
    return Split(sides["NS"], sides["EW"])
