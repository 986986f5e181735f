"""The names in Python source: what each definition of a module uses, and where its names come from."""

import ast
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

CALLED_BY_LIBRARIES = {"model_validator", "field_validator", "model_serializer", "field_serializer"}
NAMING = {"getattr", "hasattr", "attrgetter", "methodcaller"}
BODY = "(the module itself)"
MAKING = {"makes"}
"""Decorators of functions that make objects from tables of rule files."""


@dataclass
class Uses:
    """What one definition uses: definitions, attributes of known classes, attributes of anything."""

    names: set[str] = field(default_factory=set)
    dotted: set[tuple[str, str]] = field(default_factory=set)  # (name of a module, class or constant; attribute)
    typed: set[tuple[frozenset[str], str]] = field(default_factory=set)  # (names of the classes it may be; attribute)
    attributes: set[str] = field(default_factory=set)
    annotations: set[str] = field(default_factory=set)
    parameters: set[str] = field(default_factory=set)


@dataclass
class Module:
    """One module: what it defines, what it imports, and what each definition uses."""

    name: str
    uses: dict[str, Uses] = field(default_factory=dict)
    classes: dict[str, set[str]] = field(default_factory=dict)
    bases: dict[str, list[str]] = field(default_factory=dict)
    imports: dict[str, tuple[str, str]] = field(default_factory=dict)  # local name: (module, name there or "")
    stars: list[str] = field(default_factory=list)  # modules imported with a star
    constants: set[str] = field(default_factory=set)
    decorated: dict[str, set[str]] = field(default_factory=dict)  # function: what it is decorated with, by plain names
    lines: dict[str, int] = field(default_factory=dict)
    marks: dict[str, list[str]] = field(default_factory=dict)


class _Reader(ast.NodeVisitor):
    """Collects what a definition uses, except names hidden by its parameters and assignments."""

    def __init__(self, uses: Uses, own: str = "") -> None:
        self.uses = uses
        self.own = own
        self.hidden: list[set[str]] = []
        self.types: list[dict[str, frozenset[str]]] = []

    def _hides(self, name: str) -> bool:
        return any(name in scope for scope in self.hidden)

    def generic_visit(self, node: ast.AST) -> None:
        """Visit like the library, but skip nodes without children, such as operators."""
        for child in _below(node):
            self.visit(child)

    def visit_Constant(self, node: ast.Constant) -> None:
        """Skip a constant, which contains no names."""

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Load) and not self._hides(node.id):
            self.uses.names.add(node.id)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        match node.value:
            case ast.Name(id="self" | "cls") if self.own:
                self.uses.typed.add((frozenset({self.own}), node.attr))
            case ast.Name(id=name) if self._hides(name):
                known = next((types[name] for types in reversed(self.types) if name in types), frozenset())
                self.uses.typed.add((known, node.attr)) if known else self.uses.attributes.add(node.attr)
            case ast.Name(id=name):
                self.uses.names.add(name)
                self.uses.dotted.add((name, node.attr))
            case _:
                self.uses.attributes.add(node.attr)
                self.visit(node.value)

    def visit_MatchClass(self, node: ast.MatchClass) -> None:
        self.uses.attributes.update(node.kwd_attrs)
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Name) and node.func.id in NAMING:
            words = [each.value for each in node.args if isinstance(each, ast.Constant)]
            self.uses.attributes.update(word for word in words if isinstance(word, str))
        self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        for each in (*node.decorator_list, *node.args.defaults, *(d for d in node.args.kw_defaults if d)):
            self.visit(each)
        arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        if node.args.vararg:
            arguments.append(node.args.vararg)
        if node.args.kwarg:
            arguments.append(node.args.kwarg)
        self.uses.parameters.update(each.arg for each in arguments)
        self.hidden.append({each.arg for each in arguments} | set(_stored(node.body)))
        plain = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        self.types.append({each.arg: named for each in plain if (named := _classes_named(each.annotation))})
        for statement in node.body:
            self.visit(statement)
        self.hidden.pop()
        self.types.pop()
        for annotation in (*(each.annotation for each in arguments), node.returns):
            self._annotated(annotation)

    def _annotated(self, annotation: ast.expr | None) -> None:
        if annotation is not None:
            self.uses.annotations.update(n.id for n in ast.walk(annotation) if isinstance(n, ast.Name))

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self.visit_FunctionDef(node)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self.hidden.append({each.arg for each in (*node.args.args, *node.args.kwonlyargs)})
        self.types.append({})
        self.generic_visit(node)
        self.hidden.pop()
        self.types.pop()

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        # Inside a function an annotation runs no code; a class's fields are read in `_class_body`.
        self._annotated(node.annotation)
        if node.value:
            self.visit(node.value)
        self.visit(node.target)


def _below(node: ast.AST) -> Iterator[ast.AST]:
    """The children of a node that have children themselves."""
    for name in node._fields:
        value = getattr(node, name, None)
        if isinstance(value, list):
            yield from (each for each in value if isinstance(each, ast.AST) and each._fields)
        elif isinstance(value, ast.AST) and value._fields:
            yield value


_DEFINED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_NOT_LOOKED_INTO = (ast.Lambda, ast.Import, ast.ImportFrom, ast.Constant)


def _stored(body: Iterable[ast.stmt]) -> Iterator[str]:
    """The names that a function assigns, without those of inner functions."""
    waiting: list[ast.AST] = list(body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Name):
            if isinstance(node.ctx, ast.Store):
                yield node.id
        elif isinstance(node, _DEFINED):
            yield node.name
        elif not isinstance(node, _NOT_LOOKED_INTO):
            if isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and node.name is not None:
                yield node.name
            waiting.extend(_below(node))


def _statements(tree: ast.Module) -> Iterator[ast.AST]:
    """Every statement of a module at any depth, and the nodes that contain statements; expressions contain none."""
    waiting: deque[ast.AST] = deque(tree.body)
    while waiting:
        node = waiting.popleft()
        yield node
        for held in ("body", "handlers", "cases", "orelse", "finalbody"):
            below = getattr(node, held, None)
            if isinstance(below, list):
                waiting.extend(below)


def _classes_named(annotation: ast.expr | None) -> frozenset[str]:
    """The classes that a simple annotation names: `A`, `A | None`, `A | B`; empty for anything more complex."""
    match annotation:
        case ast.Name(id=name):
            return frozenset({name})
        case ast.Constant(value=None):
            return frozenset()
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            sides = [side for side in (left, right) if not (isinstance(side, ast.Constant) and side.value is None)]
            found = [_classes_named(side) for side in sides]
            return frozenset().union(*found) if all(found) else frozenset()
        case _:
            return frozenset()


def read_module(name: str, text: str) -> Module:
    """Read one module."""
    module = Module(name)
    for node in _statements(tree := ast.parse(text)):
        match node:
            case ast.ImportFrom(module=str(source), names=[ast.alias(name="*")], level=0):
                module.stars.append(source)
            case ast.ImportFrom(module=str(source), names=names, level=0):
                module.imports.update({each.asname or each.name: (source, each.name) for each in names})
            case ast.Import(names=names):
                for each in names:
                    whole = each.name if each.asname else each.name.partition(".")[0]
                    module.imports[each.asname or whole] = (whole, "")
            case _:
                pass
    for statement in tree.body:
        _statement(module, statement)
    return module


def _statement(module: Module, statement: ast.stmt) -> None:
    match statement:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            uses = module.uses.setdefault(name, Uses())
            module.lines[name] = statement.lineno
            _Reader(uses).visit(statement)
            module.marks[name] = list(_cited(statement))
            module.decorated[name] = {mark.id for mark in statement.decorator_list if isinstance(mark, ast.Name)}
            if any(
                isinstance(mark, ast.Call) and getattr(mark.func, "id", "") in MAKING
                for mark in statement.decorator_list
            ):
                # The reader of rule files calls it with the types in its annotations.
                uses.names |= uses.annotations
                module.uses.setdefault(BODY, Uses()).names.add(name)
        case ast.ClassDef(name=name):
            _class(module, statement)
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            uses = module.uses.setdefault(name, Uses())
            module.constants.add(name)
            module.lines[name] = statement.lineno
            reader = _Reader(uses)
            if isinstance(statement, ast.AnnAssign):
                reader.visit(statement)
            else:
                reader.visit(statement.value)
        case ast.Import() | ast.ImportFrom():
            pass
        case ast.Expr(value=ast.Constant()):
            pass
        case _:
            _Reader(module.uses.setdefault(BODY, Uses())).visit(statement)


def _cited(node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    """The clauses that a test cites with its marks."""
    for mark in node.decorator_list:
        if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Attribute) and mark.func.attr == "clause":
            yield from (str(each.value) for each in mark.args if isinstance(each, ast.Constant))


def _class(module: Module, node: ast.ClassDef) -> None:
    module.lines[node.name] = node.lineno
    module.classes[node.name] = set()
    module.bases[node.name] = [n.id for base in node.bases for n in ast.walk(base) if isinstance(n, ast.Name)]
    whole = module.uses.setdefault(node.name, Uses())
    reader = _Reader(whole, node.name)
    for each in (*node.bases, *(k.value for k in node.keywords), *node.decorator_list):
        reader.visit(each)
    for statement in node.body:
        match statement:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                if _called_by_python(statement):
                    reader.visit(statement)
                    continue
                method = f"{node.name}.{name}"
                module.classes[node.name].add(name)
                module.lines[method] = statement.lineno
                _Reader(module.uses.setdefault(method, Uses()), node.name).visit(statement)
                module.marks[method] = list(_cited(statement))
            case ast.AnnAssign(annotation=annotation):
                reader.visit(_parsed(annotation))
                reader.visit(statement)
            case _:
                reader.visit(statement)


def _parsed(annotation: ast.expr) -> ast.expr:
    """A field's type, parsed if it is written as text."""
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        return ast.parse(annotation.value, mode="eval").body
    return annotation


def _called_by_python(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    if node.name.startswith("__") and node.name.endswith("__"):
        return True
    if node.name == "_repr_html_":  # called by notebooks
        return True
    names = {n.id for d in node.decorator_list for n in ast.walk(d) if isinstance(n, ast.Name)}
    return bool(names & CALLED_BY_LIBRARIES)


@cache
def modules_under(folder: Path, prefix: str) -> dict[str, Module]:
    """Every module of a folder, by its dotted name."""
    found = {}
    for path in sorted(folder.rglob("*.py")):
        parts = [*prefix.split("."), *path.relative_to(folder).with_suffix("").parts]
        name = ".".join(p for p in parts if p and p != "__init__")
        found[name] = read_module(name, path.read_text(encoding="utf-8"))
    return found
