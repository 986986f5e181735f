"""Rules in plain English, with their citations."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from decimal import Decimal
from enum import Enum
from fractions import Fraction

from overtrick.core.exact import exact_text
from overtrick.core.provenance import VPS, Clause, Json
from overtrick.core.scales import BandScale, CornerScale, PrintedScale, Scale
from overtrick.core.scoring.datum import DatumCase, DatumRule, DropCount, Span
from overtrick.regulations.describe.sentences import describe_part, named_phrase, told_of


def describe_scale(scale: Scale) -> Iterator[str]:
    """A scale, line by line."""
    yield f"{_sentence(scale.name)} ({scale.clause})."
    match scale:
        case PrintedScale():
            yield from _scale_lines(scale)
        case CornerScale():
            yield "Straight lines between these corners, flat beyond the last:"
            yield from (f"  {exact_text(x)} gives {VPS.show(vps)}" for x, vps in scale.corners)
            if scale.into is not None:
                yield f"The value is taken to {scale.into} places first, halves up."
            if scale.out is not None:
                yield f"The points are rounded to {scale.out} places, halves up."
        case BandScale():
            yield "Whole victory points, each up to a limit in per cent:"
            yield "  VPs  " + "  ".join(f"{least}–{most}".rjust(6) for least, most in scale.bands) + "  boards"
            half = int(scale.total) // 2
            for won, row in enumerate(scale.limits):
                yield f"  {half + won:>3}  " + "  ".join(f"{VPS.number(limit):>6}" for limit in row)
            yield f"  {half + len(scale.limits):>3}  above"


def _scale_lines(scale: PrintedScale) -> Iterator[str]:
    yield f"The winner's points by margin; the loser has what is left of {exact_text(scale.total)}."
    columns = scale.columns
    yield "  IMPs  " + "  ".join("/".join(map(str, c.boards)).rjust(5) for c in columns) + "  boards"
    for margin in range(max(len(column.wins) for column in columns)):
        cells = (VPS.number(c.wins[margin]) if margin < len(c.wins) else "" for c in columns)
        yield f"  {margin:>4}  " + "  ".join(cell.rjust(5) for cell in cells).rstrip()
    for column in columns:
        yield f"  {'/'.join(map(str, column.boards))} boards: {column.clause}"
    if scale.formula is not None:
        yield f"Other lengths by the WBF formula ({scale.formula})."


def describe_datum(rule: DatumRule) -> Iterator[str]:
    """A datum rule, case by case."""
    yield from map(str, describe_part("datum", rule))
    for case in rule.cases:
        given = case_values(case)
        always = "" if given["when"] else "always: "
        yield from (f"  {always}{each.says} ({each.clause})" for each in told_of(case, **given))


def case_values(case: DatumCase) -> dict[str, object]:
    """The values of a case of a datum: when it applies, and what it leaves out."""
    kinds = [name for name in ("tables", "scores", "matches") if getattr(case, name) != Span()]
    when = tuple(named_phrase(name, case, first=case.matches.least or 1) for name in kinds)
    return {"when": when, "less": None if case.drop == DropCount(0) else case.drop}


def words_of(value: object) -> Json:
    """A rule's words as plain data, for people and for JSON."""
    match value:
        case bool() | int() | str() | None:
            return str(value) if isinstance(value, str) else value
        case Mapping():
            said = {str(key): words_of(part) for key, part in value.items() if part not in (None, (), "", Span())}
            return {key: part for key, part in said.items() if part != {}}
        case tuple() | list():
            return [words_of(part) for part in value]
        case Clause():
            return value.cite
        case Span(least, most):
            return [least] if most is None else [least, most]
        case Enum():
            return str(value.value)
        case Fraction() | Decimal():
            return exact_text(Fraction(value))
        case _ if is_dataclass(value):
            shown = [each.name for each in fields(value) if each.name not in HIDDEN]
            return words_of({name.rstrip("_"): getattr(value, name) for name in shown})
        case _:
            return str(value)


HIDDEN = ("text", "called", "written")
"""Fields of an event file that are not words of it."""


def describe_words(value: Json, indent: str = "  ") -> Iterator[str]:
    """Plain data, one line per word."""
    if not isinstance(value, dict):
        return
    for key, part in value.items():
        if isinstance(part, list) and any(isinstance(each, dict) for each in part):
            for each in part:
                yield f"{indent}{key}"
                yield from describe_words(each, indent + "  ")
        elif isinstance(part, dict):
            yield f"{indent}{key}"
            yield from describe_words(part, indent + "  ")
        else:
            yield f"{indent}{key}: {_flat(part)}"


def _flat(value: Json) -> str:
    if isinstance(value, list):
        return ", ".join(f"({_flat(each)})" if isinstance(each, list) else str(each) for each in value)
    return str(value)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
