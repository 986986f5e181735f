"""The two files of SquareDeal: the plan (.sqd), published before the event, and the keys (.sqk), published after."""

from overtrick.core import limits
from overtrick.core.dealing.squaredeal import Phase, Plan, read_keys, read_phase
from overtrick.core.errors import DirectorError
from overtrick.core.wording import phrase
from overtrick.formats.deals.shape import deal_file_error, line_error
from overtrick.formats.plain_text import plain_text

_HEX = frozenset("0123456789abcdef")
_PHASES = 1_000


def read_plan(data: bytes, name: str) -> Plan:
    """The plan of a .sqd file.

    >>> read_plan(b"TN Cup\\nDI index of Friday\\nSN 2:16:F#:Final #\\n", "x").phases
    (Phase(sessions=2, boards='16', prefix='F#', description='Final #'),)
    """
    said: dict[str, str] = {}
    phases: list[Phase] = []
    for number, line in enumerate(_lines(data, name), start=1):
        label, value = line[:2], line[2:].strip()
        if line.startswith("#") or not line.strip():
            continue
        if label == "SN":
            phases.append(_phase(value, number, name))
        elif label in ("TN", "DI", "DV", "KH"):
            if label in said:
                raise line_error(name, number, phrase("there are two {label} lines", label=label))
            said[label] = value
        else:
            raise line_error(name, number, phrase("the line must begin with TN, DI, DV, SN or KH"))
    hashed = said.get("KH", "")
    if hashed and (len(hashed) != 64 or not _HEX.issuperset(hashed)):
        raise deal_file_error(name, "KH", phrase("the hash must have 64 digits from 0 to f"))
    if not phases:
        raise DirectorError("{name} has no tournament phases", remedy="Use a .sqd file with SN lines.", name=name)
    if len(phases) > _PHASES:
        raise DirectorError(
            "{name} has more than {most} tournament phases", remedy="Choose the right file.", name=name, most=_PHASES
        )
    return Plan(said.get("TN", ""), said.get("DI", ""), tuple(phases), hashed, said.get("DV", ""))


def write_plan(plan: Plan) -> bytes:
    """The .sqd file of a plan, as SquareDeal reads it."""
    lines = [
        "# Description file of tournament for program SquareDeal 2.1",
        "#",
        f"TN {plan.name}",
        f"DI {plan.delayed}",
    ]
    lines += [f"DV {plan.value}"] if plan.value else []
    lines += ["# Per phase a line with SN sessions:boards:file:description"]
    lines += [f"SN {each}" for each in plan.phases]
    lines += [f"KH {plan.key_hash}", "#", "# Never edit this file"] if plan.key_hash else []
    return "".join(f"{line}\n" for line in lines).encode()


def with_value(data: bytes, plan: Plan) -> bytes:
    """A .sqd file with the value of its plan inserted, otherwise unchanged."""
    if not plan.value:
        return data
    ends = b"\r\n" if b"\r\n" in data else b"\n"
    lines = data.split(b"\n")
    if any(line.startswith(b"DV") for line in lines):
        return data
    at = next((place for place, line in enumerate(lines, start=1) if line.startswith(b"DI")), 0)
    return b"\n".join([*lines[:at], b"DV " + plan.value.encode() + ends[:-1], *lines[at:]])


def _phase(text: str, number: int, name: str) -> Phase:
    try:
        return read_phase(text)
    except DirectorError as fault:
        raise line_error(name, number, fault.what) from fault


def read_key_file(data: bytes, name: str) -> dict[tuple[int, int], str]:
    """The keys of a .sqk file, in its order, with any line ends."""
    try:
        return read_keys(_lines(data, name))
    except DirectorError as fault:
        raise DirectorError("{name}: {what}", remedy=fault.remedy, name=name, what=fault.what) from fault


def _lines(data: bytes, name: str) -> list[str]:
    if len(data) > limits.FILE:
        raise DirectorError("{name} is too large", remedy="Choose the right file.", name=name)
    return plain_text(data, name).text.replace("\r\n", "\n").removesuffix("\n").split("\n")
