"""Names that an engineer would search for: in `web` and `ledger` the trade is software, and a participle names nothing.

`core` speaks the Laws' own words, where an adjusted score and a fouled board are things.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "overtrick"
ROOMS = ("web", "ledger")
NOUNS = {"shared": "what all views of a folder share", "tenant_setting": "a setting"}
"""Modules that end like a participle, and what they are."""
FROM_GRAMMAR = {
    "Asked", "Asking", "Fresh", "Held", "Standing", "Watching",
    "fresh", "held", "kept_of", "liked", "put_right", "watching",
}  # fmt: skip
"""Names that said neither what nor where, and are gone."""
HOMONYMS = 3
"""The most classes that may have one name."""
BARE = re.compile(
    r"(?!(?:embed|exceed|feed|heed|need|proceed|seed|speed)$)[a-z]+ed|told|found|said|shown|written|known|made|taken|got|given|"
    r"kept|held|met|sent|left|lost|won|sat|seen|gone|done|drawn|thrown|chosen|brought|built|bound|begun|broken|dealt|"
    r"felt|fed|hidden|heard|laid|led|lent|meant|paid|spent|stood|taught|thought|understood|"
    r"own|about|at|in|on|of|by|for|with|to|from|over|under|since|until|as|than|then|without|within|into|out|up|off|"
    r"beside|between|through|them|they|we|here|there|after|before|above|below|against|behind|beyond|else|both|each"
)
"""Participles, pronouns and prepositions: as the whole name of a function or a class they say neither what it does,
returns nor holds."""
KEPT = {
    "explained": "the library's own method of a figure, which docs/reference/stable-names.md promises",
    "led": "an operation in the published OpenAPI document",
    "told": "a filter of templates", "said": "a filter of templates", "unmarked": "a filter of templates",
}  # fmt: skip
ACTS = SOURCE / "core" / "event" / "acts"
"""Acts are named in the past tense, because the permanent record says what happened: `Withdrawn`, `Reinstated`."""
KEPT_CLASSES = {
    "core/model/contestants.py: Stated": "a part of written acts, `WrittenStated` in the published OpenAPI document",
    "web/accounts/models.py: Logged": "a Django model, which migrations name",
    "web/api/schemas.py: Posted": "a component of the published OpenAPI document",
    "web/api/schemas.py: Refused": "a component of the published OpenAPI document",
    "web/exchange/lead/models.py: Heard": "a Django model, which migrations name",
    "web/table/models.py: Revoked": "a Django model, which migrations name",
    "web/table/models.py: Typed": "a Django model, which migrations name",
}
MOST = 5
"""So many arguments by their place; more go by name, since two of one type that are swapped pass every check."""


def modules(*rooms: str) -> list[Path]:
    return sorted(path for room in rooms for path in (SOURCE / room).rglob("*.py") if "migrations" not in path.parts)


def definitions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node


def test_modules_of_the_software_are_named_by_nouns() -> None:
    names = {part for path in modules(*ROOMS) for part in path.relative_to(SOURCE).with_suffix("").parts}
    assert {name for name in names if name.endswith(("ing", "ed"))} == NOUNS.keys()


def test_no_definition_of_the_software_is_named_from_grammar() -> None:
    found = {(path.name, each.name) for path in modules(*ROOMS) for each in definitions(path)}
    assert len(found) > 1000
    assert not [name for name in found if name[1].lstrip("_") in FROM_GRAMMAR]


def test_a_function_is_named_by_what_it_does_or_returns() -> None:
    """A property is an attribute, where a participle is an adjective; `of` is a class's usual second constructor."""
    named = [
        f"{path.relative_to(SOURCE)}: {each.name}"
        for path in sorted(SOURCE.rglob("*.py"))
        for each in functions(ast.parse(path.read_text(encoding="utf-8")))
        if BARE.fullmatch(each.name.lstrip("_")) and each.name not in KEPT and not is_attribute_or_constructor(each)
    ]
    assert named == []


def test_a_class_is_named_by_a_noun() -> None:
    """Only names of one word are checked: `RecordedResult` names a result."""
    named = {
        f"{path.relative_to(SOURCE).as_posix()}: {each.name}"
        for path in SOURCE.rglob("*.py")
        if ACTS not in path.parents
        for each in definitions(path)
        if isinstance(each, ast.ClassDef) and is_one_word(each.name) and BARE.fullmatch(each.name.lstrip("_").lower())
    }
    assert named == KEPT_CLASSES.keys()


def is_one_word(name: str) -> bool:
    return sum(map(str.isupper, name)) == 1


def functions(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """The functions of a module and the methods of its classes; what stands within a function is its own affair."""
    classes = (each for each in ast.walk(tree) if isinstance(each, ast.ClassDef))
    for body in (tree.body, *(each.body for each in classes)):
        yield from (each for each in body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef))


def is_attribute_or_constructor(made: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    decorators = [ast.unparse(each) for each in made.decorator_list]
    return any("property" in each for each in decorators) or (made.name == "of" and "classmethod" in decorators)


def test_past_five_arguments_go_by_name() -> None:
    rooms = [path.name for path in SOURCE.iterdir() if path.is_dir() and path.name != "cli"]  # click calls by name
    many = [
        f"{path.relative_to(SOURCE)}: {each.name}"
        for path in modules(*rooms)
        for each in definitions(path)
        if not isinstance(each, ast.ClassDef) and len(by_place(each)) > MOST
    ]
    assert many == []


def by_place(made: ast.FunctionDef | ast.AsyncFunctionDef) -> list[str]:
    """The arguments of a function that may go by their place."""
    return [each.arg for each in (*made.args.posonlyargs, *made.args.args) if each.arg not in ("self", "cls")]


def test_a_class_name_stands_for_few_things() -> None:
    """Whoever searches for a name finds what is meant; Django itself names its options and its migrations."""
    names = Counter(
        each.name
        for path in SOURCE.rglob("*.py")
        for each in definitions(path)
        if isinstance(each, ast.ClassDef) and each.name not in {"Meta", "Migration"}
    )
    assert [name for name, many in names.items() if many > HOMONYMS] == []
