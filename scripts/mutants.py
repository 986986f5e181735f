"""Mutants: the rulebook with one number or word changed, and the core with one comparison or step changed.

A mutant is a small error. A suite that does not detect it would not detect the same mistake by a person.
"""

import ast
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

SRC = Path(__file__).parents[1] / "src" / "overtrick"
RULEBOOK = SRC / "rulebook"
CORE = SRC / "core"

PROSE = {
    "about", "author", "edition", "id", "issued", "matter", "name", "names", "note", "on", "other", "says", "short",
    "text", "title", "url", "way", "we",
}  # fmt: skip
"""Keys whose value is only shown to people, or identifies a table: nothing is calculated from them."""
CITING = {"clause", "readings", "ends_clause", "settles", "sisters", "covers"}
"""Keys that cite: a change leaves the number the same, and makes its *why* wrong."""
NOT_RULES = {"clauses.toml", "readings.toml", "document.toml"}
SHARES = (("value", 6), ("cell", 2), ("citation", 2))
"""Of ten mutants of the data, how many change a value, a cell of a printed table, a citation."""

_LINE = re.compile(r"^(?P<indent>\s*)(?P<key>[a-z_]+)\s*=\s*(?P<value>.+?)\s*(?:#.*)?$")
_INNER = re.compile(r"([a-z_]+)\s*=\s*$")
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|(?<![\w.])[-+]?\d+(?:\.\d+)?(?![\w.])|\btrue\b|\bfalse\b')
_CELLS = re.compile(r"^\s*\[.*\d.*\],?\s*$")


@dataclass(frozen=True, slots=True)
class DataMutant:
    """A file of the rulebook with one token of one line changed; *clause* and *named* say what the line belongs to."""

    path: Path
    line: int
    before: str
    after: str
    sort: str
    clause: str
    named: str
    text: str

    def __str__(self) -> str:
        place = f"{self.path.relative_to(RULEBOOK)}:{self.line}"
        return f"{place}  {self.before.strip()[:70]}  →  {self.after.strip()[:70]}"


@dataclass(frozen=True, slots=True)
class CoreMutant:
    """A module of the core with one step changed, inside the outermost function *function* that starts at *start*."""

    path: Path
    line: int
    function: str
    start: int
    what: str
    place: int

    def __str__(self) -> str:
        return f"{self.path.relative_to(SRC)}:{self.line}  {self.function}  {self.what}"


# The data


@dataclass(frozen=True, slots=True)
class _Token:
    path: Path
    line: int
    key: str
    start: int
    end: int
    sort: str
    clause: str
    named: str


def data_mutants(count: int, seed: str) -> list[DataMutant]:
    """A number of mutants of the rulebook, each in another place, chosen by *seed*."""
    dice = Random(seed)  # noqa: S311 - chance that can be had again, not a secret
    texts = {path: path.read_text(encoding="utf-8").split("\n") for path in _rule_files()}
    tokens: defaultdict[str, list[_Token]] = defaultdict(list)
    words: defaultdict[str, set[str]] = defaultdict(set)
    for path, lines in texts.items():
        for token in _tokens(path, lines):
            tokens[token.sort].append(token)
            words[token.key].add(lines[token.line - 1][token.start : token.end])
    for sort in tokens:
        dice.shuffle(tokens[sort])
    total = sum(share for _, share in SHARES)
    found: list[DataMutant] = []
    for sort, share in SHARES:
        wanted = count * share // total
        made = (each for token in tokens[sort] if (each := _mutated(token, texts[token.path], words, dice)))
        found += [each for each, _ in zip(made, range(wanted), strict=False)]
    return found


def _rule_files() -> list[Path]:
    return sorted(path for path in RULEBOOK.rglob("*.toml") if path.name not in NOT_RULES)


def _tokens(path: Path, lines: Sequence[str]) -> Iterator[_Token]:
    """Every significant token, with the clause and the name of its table."""
    clause = named = key = header = ""
    for number, line in enumerate(lines, start=1):
        if line.lstrip().startswith("[") and not _CELLS.match(line):
            header = line.strip()
            named = named if header.startswith("[[") and "." in header else ""
            continue
        found = _LINE.match(line)
        if found:
            key = found["key"]
            if key == "clause":
                clause = found["value"].strip('"')
            if key in {"id", "name"} and not named:
                named = found["value"].strip('"')
        elif not _CELLS.match(line):
            continue
        if key in PROSE or "reading]]" in header:
            continue
        for token in _TOKEN.finditer(line, found.start("value") if found else 0):
            inner = _INNER.search(line[: token.start()].rsplit("[", 1)[0] if "[" in line[: token.start()] else "")
            own = (_INNER.search(line[: token.start()]) or inner) if found else None
            name = own[1] if own else key
            if name in PROSE:
                continue
            sort = "citation" if name in CITING else "value" if found else "cell"
            yield _Token(path, number, name, token.start(), token.end(), sort, clause, named)


def _mutated(token: _Token, lines: list[str], words: dict[str, set[str]], dice: Random) -> DataMutant | None:
    line = lines[token.line - 1]
    old = line[token.start : token.end]
    new = _other(old, words[token.key], dice)
    if new is None:
        return None
    changed = line[: token.start] + new + line[token.end :]
    text = "\n".join([*lines[: token.line - 1], changed, *lines[token.line :]])
    try:
        same = tomllib.loads(text, parse_float=Decimal) == tomllib.loads("\n".join(lines), parse_float=Decimal)
    except tomllib.TOMLDecodeError:
        return None
    if same:
        return None
    return DataMutant(token.path, token.line, line, changed, token.sort, token.clause, token.named, text)


def _other(old: str, seen: set[str], dice: Random) -> str | None:
    """Another value of the same kind: a number one step away, the other truth value, a word that occurs elsewhere."""
    if old in {"true", "false"}:
        return "false" if old == "true" else "true"
    if not old.startswith('"'):
        step = Decimal(1).scaleb(-len(old.partition(".")[2]))
        return str(Decimal(old) + dice.choice((-1, 1)) * step)
    if re.fullmatch(r'"[-+]?\d+(/\d+)?"', old):
        return f'"{Fraction(old.strip(chr(34))) + dice.choice((-1, 1)) * Fraction(1, 12)}"'
    document = old[1:].split(" ", maxsplit=1)[0]
    others = sorted(each for each in seen if each != old and each.startswith('"'))
    near = [
        each
        for each in others
        if each[1:].split(" ")[0] == document or ("/" in old and each.split("/")[0] == old.split("/", maxsplit=1)[0])
    ]
    pool = near or others
    return dice.choice(pool) if pool else None


# The core

_COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
_STEPPED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
}  # fmt: skip
_CALLED = {"all": "any", "any": "all", "min": "max", "max": "min"}
_SKIPPED = {"__str__", "__repr__", "why", "__hash__"}


def core_mutants(count: int, seed: str) -> list[CoreMutant]:
    """A number of mutants of the core's functions, each in another place, chosen by *seed*."""
    dice = Random(seed)  # noqa: S311 - chance that can be had again, not a secret
    every: list[CoreMutant] = []
    for path in sorted(CORE.rglob("*.py")):
        for function, name in _outermost(ast.parse(path.read_text(encoding="utf-8"))):
            places = _places(function)
            every += [
                CoreMutant(path, line, name, _start(function), what, place)
                for place, (line, what, _) in enumerate(places)
            ]
    return dice.sample(every, min(count, len(every)))


def mutated_module(mutant: CoreMutant) -> ast.Module:
    """The module with the mutant's change."""
    tree = ast.parse(mutant.path.read_text(encoding="utf-8"))
    for function, name in _outermost(tree):
        if name == mutant.function and _start(function) == mutant.start:
            change = _places(function)[mutant.place][2]
            change()
            return ast.fix_missing_locations(tree)
    raise LookupError(str(mutant))


Function = ast.FunctionDef | ast.AsyncFunctionDef


def _start(function: Function) -> int:
    """The first line of its code: its first decorator, as the interpreter counts."""
    return min([function.lineno, *(each.lineno for each in function.decorator_list)])


def _outermost(tree: ast.Module) -> Iterator[tuple[Function, str]]:
    """The functions and methods that are not inside another function, with their qualified names."""

    def inside(body: Sequence[ast.stmt], before: str) -> Iterator[tuple[Function, str]]:
        for each in body:
            if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef):
                if each.name not in _SKIPPED:
                    yield each, before + each.name
            elif isinstance(each, ast.ClassDef):
                yield from inside(each.body, f"{before}{each.name}.")

    return inside(tree.body, "")


def _places(function: Function) -> list[tuple[int, str, Any]]:
    """Every step that can be changed: its line, the kind of change, and the change."""
    found: list[tuple[int, str, Any]] = []
    told = _told(function)
    for statement in function.body:
        for node in ast.walk(statement):
            if id(node) not in told:
                found += _changes(node)
    return found


def _told(function: Function) -> set[int]:
    """Nodes that only affect text for people: the words of errors, notes and formatted strings."""
    told: set[int] = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Raise | ast.JoinedStr):
            told |= {id(each) for each in ast.walk(node)}
    return told


def _changes(node: ast.AST) -> Iterator[tuple[int, str, Any]]:  # noqa: C901 - one case a kind of step
    match node:
        case ast.Compare(ops=[op, *_]) if type(op) in _COMPARED:
            other = _COMPARED[type(op)]
            yield node.lineno, f"{_name(op)} → {other.__name__}", lambda: node.ops.__setitem__(0, other())
        case ast.BoolOp(op=op):
            swapped = ast.Or() if isinstance(op, ast.And) else ast.And()
            yield node.lineno, f"{_name(op)} → {_name(swapped)}", lambda: setattr(node, "op", swapped)
        case ast.BinOp(op=op) | ast.AugAssign(op=op) if type(op) in _STEPPED:
            step = _STEPPED[type(op)]
            yield node.lineno, f"{_name(op)} → {step.__name__}", lambda: setattr(node, "op", step())
        case ast.UnaryOp(op=ast.Not()):
            yield node.lineno, "not dropped", lambda: _unwrap(node)
        case ast.UnaryOp(op=ast.USub()):
            yield node.lineno, "minus dropped", lambda: setattr(node, "op", ast.UAdd())
        case ast.Constant(value=bool() as value):
            yield node.lineno, f"{value} → {not value}", lambda: setattr(node, "value", not value)
        case ast.Constant(value=int() as value):
            yield node.lineno, f"{value} → {value + 1}", lambda: setattr(node, "value", value + 1)
        case ast.Call(func=ast.Name(id=name) as called) if name in _CALLED:
            yield node.lineno, f"{name} → {_CALLED[name]}", lambda: setattr(called, "id", _CALLED[name])
        case ast.IfExp():
            yield node.lineno, "if turned", lambda: _turn(node)
        case ast.comprehension(ifs=[first, *_]):
            yield first.lineno, "filter dropped", node.ifs.clear
        case _:
            pass


def _name(op: ast.AST) -> str:
    return type(op).__name__


def _unwrap(node: ast.UnaryOp) -> None:
    """`not x` becomes `not not x`."""
    node.operand = ast.UnaryOp(ast.Not(), node.operand)


def _turn(node: ast.IfExp) -> None:
    node.body, node.orelse = node.orelse, node.body
