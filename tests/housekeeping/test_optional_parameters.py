"""Optional parameters that the product itself never passes: what they do is done only in tests."""

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "overtrick"
CLOCK = "tests set the clock"
LIBRARY = "the library's own users pass it"
KNOWN = {
    "api/__init__.py: do(at=)": LIBRARY,
    "api/boards.py: cross_imps(board=)": LIBRARY,
    "api/boards.py: cross_imps(divisor=)": LIBRARY,
    "api/boards.py: matchpoints(board=)": LIBRARY,
    "api/boards.py: matchpoints(expected=)": LIBRARY,
    "web/api/application.py: get_openapi_schema(path_params=)": "django-ninja's method has it",
    "web/exchange/deliveries/queue.py: send_due(now=)": CLOCK,
    "web/live/tickets.py: admits(now=)": CLOCK,
    "web/live/tickets.py: ticket(now=)": CLOCK,
    "web/exchange/push/encryption.py: encrypt(key=)": "the example of RFC 8291 gives the key",
    "web/exchange/push/encryption.py: encrypt(salt=)": "the example of RFC 8291 gives the salt",
    "web/exchange/push/sender.py: tell_due(now=)": CLOCK,
}
"""Parameters that stay, with the reason."""


@dataclass(frozen=True)
class Optional:
    """A parameter with a default: its place among the positional ones, or none if it is passed by name alone."""

    where: str
    function: str
    name: str
    place: int | None


def functions(
    tree: ast.AST, owner: ast.AST | None = None
) -> Iterator[tuple[ast.FunctionDef | ast.AsyncFunctionDef, bool]]:
    """The functions and methods of a module, and whether each is a method."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node, isinstance(owner or tree, ast.ClassDef)
        yield from functions(node)


def optional_parameters(where: str, tree: ast.Module) -> Iterator[Optional]:
    """The optional parameters of a module's functions; not those that are called in another way."""
    for node, method in functions(tree):
        if node.name.startswith("__") or any(_makes(mark) for mark in node.decorator_list):
            continue
        static = any(isinstance(mark, ast.Name) and mark.id == "staticmethod" for mark in node.decorator_list)
        plain = [each.arg for each in (*node.args.posonlyargs, *node.args.args)][method and not static :]
        first = len(plain) - len(node.args.defaults)
        yield from (Optional(where, node.name, name, first + n) for n, name in enumerate(plain[first:]))
        named = zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)
        yield from (Optional(where, node.name, each.arg, None) for each, default in named if default is not None)


def _makes(mark: ast.expr) -> bool:
    """Whether a decorator says that the function makes objects from tables of rule files, which pass its parameters."""
    return isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == "makes"


def passed(call: ast.Call, parameter: Optional) -> bool:
    """Whether a call passes a parameter, or may pass it by `*` or `**`."""
    if any(word.arg in (None, parameter.name) for word in call.keywords):
        return True
    starred = any(isinstance(each, ast.Starred) for each in call.args)
    return parameter.place is not None and (starred or len(call.args) > parameter.place)


def never_passed(modules: Iterable[tuple[str, ast.Module]]) -> list[str]:
    """The optional parameters that no call passes.

    Functions are told apart by their bare names only, and one that is handed on as a value may be called with
    anything: so a parameter that is listed is never passed, though others may not be passed either.
    """
    calls: defaultdict[str, list[ast.Call]] = defaultdict(list)
    named: defaultdict[str, int] = defaultdict(int)
    found: list[Optional] = []
    for where, tree in modules:
        found += optional_parameters(where, tree)
        for node in ast.walk(tree):
            match node:
                case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
                    calls[name].append(node)
                case ast.Name(id=name, ctx=ast.Load()) | ast.Attribute(attr=name, ctx=ast.Load()):
                    named[name] += 1
                case _:
                    pass
    return sorted(
        f"{each.where}: {each.function}({each.name}=)"
        for each in found
        if calls[each.function] and named[each.function] == len(calls[each.function])
        if not any(passed(call, each) for call in calls[each.function])
    )


def test_a_parameter_that_no_call_passes_is_named() -> None:
    text = """
def fine(amount, unit="VPs", *, offence=1, found=True): ...
class Course:
    def walk(self, acts, case=None): ...
    def handed_on(self, case=None): ...
fine(1, "IMPs", found=False)
Course().walk([1])
run(Course().handed_on)
"""
    assert never_passed([("rule.py", ast.parse(text))]) == ["rule.py: fine(offence=)", "rule.py: walk(case=)"]


def test_the_product_passes_every_optional_parameter() -> None:
    modules = [
        (path.relative_to(SOURCE).as_posix(), ast.parse(path.read_text(encoding="utf-8")))
        for path in sorted(SOURCE.rglob("*.py"))
        if "migrations" not in path.parts
    ]
    assert never_passed(modules) == sorted(KNOWN), "delete the parameter, or let the product pass it"
