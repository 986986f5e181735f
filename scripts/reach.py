"""Finds definitions of the product that none of its interfaces reaches, only tests.

The interfaces are the command line (`overtrick.cli`), the server (`overtrick.web`, with its templates) and the library
(`overtrick.api`): everything there is reached. From there names in the source are followed:

- a name leads to the definition it was imported from, or to its module's own; parameters and local names hide it;
- an attribute of a module or of a class leads to what is defined there; of `self`, and of a parameter annotated
  with a class, to that class; of anything else, to every method of that name;
- a class that is reached brings its bases, its fields' types (books and rule files are read by them) and the
  methods that Python calls; another method of it is reached when a reached definition uses its name;
- a function that is decorated with a constant, such as a table of acts, is registered there, and reached with it;
- annotations of functions reach nothing: they compute nothing; but a function that `makes` a rule is called by the
  reader of rule files, and its annotations say with what.

So the check errs on one side only: nothing in the product calls what it reports as unreached.

    python scripts/reach.py            what no face reaches, and the reason where it may stay

It fails on anything unreached in the packages in `GATED` for which `KNOWN` has no reason.
"""

import argparse
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property
from pathlib import Path

from source_names import BODY, Module, modules_under

ROOT = Path(__file__).parents[1]
PRODUCT = "overtrick"
SERVER_AND_COMMANDS = (
    "overtrick.cli",
    "overtrick.web",
    "overtrick.__main__",
    "overtrick.ledger.durable.apps",  # Django starts here
    "overtrick.ledger.durable.migrations",
)
FACES = (*SERVER_AND_COMMANDS, "overtrick.api")

_NAMED = "its clause is in docs/reference/not-implemented.csv"
_DOCUMENTATION = "the documentation's page of readings is made with it (scripts/reference.py)"
DOCUMENTED = {("overtrick.core.provenance.figures", "facts")}
"""Definitions offered to programs besides the interfaces: docs/developers/library.md."""

GATED = ("overtrick.core", "overtrick.director", "overtrick.formats", "overtrick.regulations")
"""The packages in which nothing may be unreached, unless `KNOWN` says why."""

KNOWN: dict[str, str] = {
    "overtrick.core.conduct.entries:classify_free_withdrawal": _NAMED,
    "overtrick.core.conduct.precedence:governing": _NAMED,
    "overtrick.core.conduct.systems:may_change": _NAMED,
    "overtrick.core.flow.final:FeeRule.outstanding": _NAMED,
    "overtrick.core.selection.teams:at_rate": _NAMED,
    "overtrick.regulations.lint.readings:Choosable": _DOCUMENTATION,
    "overtrick.regulations.lint.readings:Choosable.switchable": _DOCUMENTATION,
    "overtrick.regulations.lint.readings:NONE_LISTED": _DOCUMENTATION,
    "overtrick.regulations.lint.readings:choosable": _DOCUMENTATION,
}
"""Reasons why unreached definitions may stay. Clause tests that depend on these do not count."""

Node = tuple[str, str]
"""A definition: its module, and its name there (`name` or `Class.method`)."""


class Source:
    """Modules, and what each name in them refers to."""

    def __init__(self, modules: Mapping[str, Module], templates: Iterable[str] = ()) -> None:
        self.modules = modules
        self.template_attributes = {
            name
            for text in templates
            for tag in re.findall(r"\{[{%].*?[%}]\}", text, re.DOTALL)
            for name in re.findall(r"\.([A-Za-z_]\w*)", tag)
        }

    @cached_property
    def methods(self) -> dict[str, set[Node]]:
        """Every method by its bare name."""
        found: dict[str, set[Node]] = defaultdict(set)
        for module in self.modules.values():
            for owner, names in module.classes.items():
                for name in names:
                    found[name].add((module.name, f"{owner}.{name}"))
        return found

    def find(self, module: str, name: str, seen: frozenset[Node] = frozenset()) -> Node | str | None:
        """The definition or the module that a name in a module refers to."""
        here = self.modules.get(module)
        if here is None or (module, name) in seen:
            return None
        if name in here.uses:
            return module, name
        if name in here.imports:
            source, original = here.imports[name]
            if not original:
                return source
            found = self.find(source, original, seen | {(module, name)})
            return f"{source}.{original}" if found is None and f"{source}.{original}" in self.modules else found
        starred = (self.find(each, name, seen | {(module, name)}) for each in here.stars)
        return next((each for each in starred if each is not None), None)

    @cached_property
    def registered(self) -> dict[Node, set[Node]]:
        """The functions that are decorated with each constant."""
        found: dict[Node, set[Node]] = defaultdict(set)
        for module in self.modules.values():
            for function, marks in module.decorated.items():
                for mark in marks:
                    table = self.find(module.name, mark)
                    if isinstance(table, tuple) and table[1] in self.modules[table[0]].constants:
                        found[table].add((module.name, function))
        return found

    def _line(self, node: Node) -> Iterator[Node]:
        """A class and its bases."""
        yield node
        for name in self.modules[node[0]].bases[node[1]]:
            found = self.find(node[0], name)
            if isinstance(found, tuple) and found[1] in self.modules[found[0]].classes:
                yield from self._line(found)

    @cached_property
    def _stood_on(self) -> set[Node]:
        """The classes that others may replace: protocols, and those with subclasses."""
        found: set[Node] = set()
        for module in self.modules.values():
            for name, bases in module.bases.items():
                if "Protocol" in bases:
                    found.add((module.name, name))
                found |= {above for each in bases if isinstance(above := self.find(module.name, each), tuple)}
        return found

    def method(self, node: Node, name: str) -> set[Node]:
        """The method of a class, its own or inherited; empty if it has none."""
        if node[1] not in self.modules[node[0]].classes:
            return set()
        line = [each for each in self._line(node) if name in self.modules[each[0]].classes[each[1]]]
        return {(module, f"{owner}.{name}") for module, owner in line}

    def leads(self, node: Node) -> tuple[set[Node], set[Node]]:
        """What a definition refers to: definitions it names, and methods it may mean by their bare names."""
        module, _ = node
        uses = self.modules[module].uses[node[1]]
        surely: set[Node] = set(self.registered.get(node, ()))
        perhaps: set[Node] = set()
        for name in uses.names:
            if isinstance(found := self.find(module, name), tuple):
                surely.add(found)
        for name, attribute in uses.dotted:
            match self.find(module, name):
                case str(other):
                    if isinstance(found := self.find(other, attribute), tuple):
                        surely.add(found)
                case tuple() as other_node if own := self.method(other_node, attribute):
                    surely |= own
                case _:
                    perhaps |= self.methods.get(attribute, set())
        for names, attribute in uses.typed:
            classes = [each for name in names if isinstance(each := self.find(module, name), tuple)]
            own = set().union(*(self.method(each, attribute) for each in classes))
            surely |= own
            if not own or self._stood_on.intersection(classes):  # another class may replace the one named
                perhaps |= self.methods.get(attribute, set())
        for attribute in uses.attributes:
            perhaps |= self.methods.get(attribute, set())
        return surely, perhaps

    def loose(self, node: Node) -> set[str]:
        """The attributes that a definition uses of objects whose class is not stated in its source."""
        uses = self.modules[node[0]].uses[node[1]]
        return uses.attributes | {attribute for _, attribute in uses.dotted | uses.typed}

    def fixtures(self, node: Node) -> set[Node]:
        """The fixtures of its own module that a test requests by its parameters."""
        module = self.modules[node[0]]
        return {(module.name, name) for name in module.uses[node[1]].parameters if name in module.uses}

    def reached(self, faces: Iterable[str] = FACES) -> set[Node]:
        """Every definition that an interface reaches."""
        faces = tuple(faces)
        found: set[Node] = set()
        waiting = [
            (module.name, name)
            for module in self.modules.values()
            if any(module.name == face or module.name.startswith(face + ".") for face in faces)
            for name in module.uses
        ]
        waiting += [node for node in DOCUMENTED if node[0] in self.modules]
        pending: set[Node] = set().union(*(self.methods.get(name, set()) for name in self.template_attributes))
        while waiting:
            while waiting:
                node = waiting.pop()
                if node in found:
                    continue
                found.add(node)
                if BODY in self.modules[node[0]].uses:
                    waiting.append((node[0], BODY))
                surely, perhaps = self.leads(node)
                waiting.extend(surely)
                pending |= perhaps
            # A method meant by its bare name counts once its class is reached.
            ripe = {each for each in pending if (each[0], each[1].partition(".")[0]) in found}
            pending -= ripe
            waiting.extend(ripe - found)
        return found | set(self._types(found))

    def _types(self, found: set[Node]) -> Iterator[Node]:
        """The aliases, type variables and protocols in annotations of reached definitions, which run no code."""
        waiting, seen = list(found), set()
        while waiting:
            node = waiting.pop()
            uses = self.modules[node[0]].uses[node[1]]
            for name in uses.annotations | (uses.names if node not in found else set()):
                named = self.find(node[0], name)
                if not isinstance(named, tuple) or named in found or named in seen:
                    continue
                module = self.modules[named[0]]
                if named[1] in module.classes and "Protocol" not in module.bases[named[1]]:
                    continue
                if named[1] not in module.classes and named[1] not in module.constants:
                    continue
                seen.add(named)
                yield named
                yield from ((named[0], f"{named[1]}.{each}") for each in module.classes.get(named[1], ()))
                waiting.append(named)

    def definitions(self) -> Iterator[Node]:
        for module in self.modules.values():
            yield from ((module.name, name) for name in module.uses if name not in (BODY, "__all__"))


@cache
def product() -> Source:
    """The product's source."""
    source = ROOT / "src" / PRODUCT
    pages = (path for path in (source / "web" / "templates").rglob("*") if path.is_file())
    return Source(modules_under(source, PRODUCT), (page.read_text(encoding="utf-8") for page in pages))


@cache
def unreached() -> frozenset[Node]:
    """The definitions that no interface reaches."""
    source = product()
    return frozenset(set(source.definitions()) - source.reached())


@cache
def _with_tests() -> Source:
    """The product's source and the tests', whose modules have the names with which they are imported."""
    return Source({**product().modules, **modules_under(ROOT / "tests", "")})


@cache
def rests_on(module: str, name: str, dead: frozenset[Node]) -> frozenset[Node]:
    """The definitions in *dead* on which a test or an answer depends; empty if the product does what it checks.

    The test is followed through the tests' own helpers and fixtures to the names of the product that it uses: each
    name in *dead* is returned, and each method all of whose implementations are there.
    """
    return _unreached_uses(_with_tests(), (module, name), dead)


def _unreached_uses(source: Source, start: Node, dead: frozenset[Node]) -> frozenset[Node]:
    """The definitions in *dead* that a definition outside the product uses, directly or through others outside it."""
    found: set[Node] = set()
    seen: set[Node] = set()
    waiting = [start]
    while waiting:
        node = waiting.pop()
        if node in seen:
            continue
        seen.add(node)
        surely, _ = source.leads(node)
        waiting.extend(each for each in surely | source.fixtures(node) if not _of_product(each))
        found |= {each for each in surely if each in dead}
        for attribute in source.loose(node):
            bearers = {each for each in source.methods.get(attribute, set()) if _of_product(each)}
            if bearers and bearers <= dead:
                found |= bearers
    return frozenset(found)


def benchmarks_beside_the_product() -> list[str]:
    """Benchmarks that call something which neither the command line nor the server reaches, with its names."""
    benchmarks = modules_under(ROOT / "benchmarks", "")
    source = Source({**product().modules, **benchmarks})
    dead = frozenset(product().definitions()) - product().reached(SERVER_AND_COMMANDS)
    return [
        f"benchmarks/{module.name}.py: {name} calls {', '.join(f'{m}:{n}' for m, n in sorted(found))}"
        for module in benchmarks.values()
        for name in module.uses
        if (found := _unreached_uses(source, (module.name, name), dead))
    ]


def cited() -> Iterator[tuple[str, str, list[str]]]:
    """Every test that cites clauses with its marks: its module, its name, and the clauses."""
    for module in modules_under(ROOT / "tests", "").values():
        yield from ((module.name, name, marks) for name, marks in module.marks.items() if marks)


def _of_product(node: Node) -> bool:
    return node[0] == PRODUCT or node[0].startswith(PRODUCT + ".")


def main() -> int:
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    source = product()
    for module, name in sorted(unreached()):
        where = f"{module.replace('.', '/')}.py:{source.modules[module].lines.get(name, 0)}"
        print(f"{where}: {name}: {KNOWN.get(f'{module}:{name}', 'reached from no face')}")
    print(f"{len(unreached())} of {sum(1 for _ in source.definitions())} definitions are reached from no face")
    faults = unexplained()
    print(*faults, sep="\n", end="\n" if faults else "")
    return 1 if faults else 0


def unexplained() -> list[str]:
    """Unreached definitions in the packages in `GATED` that have no reason to stay."""
    names = {f"{module}:{name}" for module, name in unreached() if module.startswith(GATED)}
    return [f"{name} is reached from no face: apply it, or delete it" for name in sorted(names - set(KNOWN))]


if __name__ == "__main__":
    sys.exit(main())
