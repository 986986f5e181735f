"""Checks that the core is pure: no float, clock, random number, file or print, and only permitted modules.

True division of whole numbers makes a float, so `/` is permitted only with a `Fraction`, a `Decimal` or a name
annotated as one. The type checker finds the rest, because no annotation in the core says float. Dates and times are
values, never read from a clock and never converted to floats.
"""

import ast
import sys
from pathlib import Path

CORE = Path(__file__).parents[1] / "src" / "overtrick" / "core"

ALLOWED = {
    "base64", "bisect", "collections", "collections.abc", "dataclasses", "datetime", "decimal", "enum", "fractions",
    "functools", "hashlib", "heapq", "html", "itertools", "json", "math", "operator", "re", "string", "types", "typing",
}  # fmt: skip
ALLOWED_OF_MATH = {"comb", "factorial", "gcd", "isqrt", "lcm", "perm", "prod"}
BANNED_CALLS = {"float", "round", "open", "print", "input", "eval", "exec", "complex", "hash", "__import__"}
BANNED_ATTRIBUTES = {
    "now": "a clock", "today": "a clock", "utcnow": "a clock",
    "timestamp": "a float of seconds", "fromtimestamp": "a float of seconds", "total_seconds": "a float of seconds",
}  # fmt: skip
EXACT_MAKERS = {"Fraction", "Decimal"}


def faults(path: Path) -> list[str]:
    """Every impurity of one module."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    exact = _exact_names(tree)
    where = path.relative_to(CORE.parents[2])
    told = ((getattr(node, "lineno", 0), _fault(node, exact)) for node in ast.walk(tree))
    return [f"{where}:{line}: {what}" for line, what in told if what]


def _fault(node: ast.AST, exact: set[str]) -> str:
    match node:
        case ast.Constant(value=float() | complex()):
            return "a float literal"
        case ast.Name(id="float"):
            return "the type float"
        case ast.Import(names=names):
            return _imports([name.name for name in names])
        case ast.ImportFrom(module="math", names=names):
            wrong = [name.name for name in names if name.name not in ALLOWED_OF_MATH]
            return f"{wrong[0]} of math works in floats" if wrong else ""
        case ast.ImportFrom(module=str(module), level=0):
            return _imports([module])
        case ast.Call(func=ast.Name(id=name)) if name in BANNED_CALLS:
            return f"a call of {name}"
        case ast.Attribute(attr=name) if name in BANNED_ATTRIBUTES:
            return f"{BANNED_ATTRIBUTES[name]}, .{name}: times come in as arguments"
        case ast.BinOp(op=ast.Div(), left=left, right=right) if not (_exact(left, exact) or _exact(right, exact)):
            return "a division that is not plainly exact: write Fraction(a, b) or Fraction(a) / b"
        case ast.AugAssign(op=ast.Div(), value=value) if not _exact(value, exact):
            return "a division that is not plainly exact"
        case _:
            return ""


def _imports(modules: list[str]) -> str:
    for module in modules:
        if module not in ALLOWED and not module.startswith("overtrick.core"):
            return f"an import of {module}"
    return ""


def _exact_names(tree: ast.AST) -> set[str]:
    """Names that hold a Fraction or a Decimal: created as one, or annotated as one."""
    names: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if _exact(value, names):
                names.add(name)
            case ast.AnnAssign(target=ast.Name(id=name), annotation=ast.Name(id=kind)) if kind in EXACT_MAKERS:
                names.add(name)
            case ast.arg(arg=name, annotation=ast.Name(id=kind)) if kind in EXACT_MAKERS:
                names.add(name)
            case _:
                pass
    return names


def _exact(node: ast.AST, names: set[str]) -> bool:
    match node:
        case ast.Call(func=ast.Name(id=name)):
            return name in EXACT_MAKERS
        case ast.Call(func=ast.Attribute(value=value)):
            return _exact(value, names)
        case ast.Name(id=name):
            return name in names
        case ast.BinOp(left=left, right=right):
            return _exact(left, names) or _exact(right, names)
        case ast.UnaryOp(operand=operand):
            return _exact(operand, names)
        case _:
            return False


def main() -> int:
    """Report every impurity; return 1 if there is any."""
    found = [fault for path in sorted(CORE.rglob("*.py")) for fault in faults(path)]
    for fault in found:
        print(fault)
    print(f"core: {len(found)} impurities in {len(list(CORE.rglob('*.py')))} modules")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
