"""The styles: tokens that are named are there, those that are there are named, and every class with a rule is given."""

import re
from pathlib import Path

WEB = Path(__file__).parents[2] / "src/overtrick/web"
STATIC = WEB / "static/overtrick"
STYLES = {file.name: file.read_text(encoding="utf-8") for file in STATIC.glob("*.css")}
SCRIPTS = "".join(file.read_text(encoding="utf-8") for file in STATIC.glob("*.js"))

ELSEWHERE = {
    "api-docs.css": "the classes are those of the API's explorer",
    "field-": "the desk makes them of the names of an act's fields",
    "by-": "the race makes them of factor applied by",
    "north": "a hand is called by its seat",
    "east": "likewise",
}
"""Styles, and beginnings of classes, whose classes no text of ours has as a word, each with the reason."""


def test_styles_name_tokens_that_are_there_and_leave_none_out() -> None:
    given = {name for text in STYLES.values() for name in re.findall(r"(--[a-z0-9-]+)\s*:", text)}
    given |= set(re.findall(r'setProperty\("(--[a-z0-9-]+)', SCRIPTS))
    named = {file: set(re.findall(r"var\((--[a-z0-9-]+)", text)) for file, text in STYLES.items()}
    assert {file: names - given for file, names in named.items() if names - given} == {}
    assert given - set().union(*named.values()) == set()


def classes(style: str) -> set[str]:
    """The classes that a style has rules for."""
    plain = re.sub(r"/\*.*?\*/|url\([^)]*\)|\"[^\"]*\"", "", style, flags=re.DOTALL)
    rules = (rule for rule in re.findall(r"([^{};]+)\{", plain) if not rule.strip().startswith("@"))
    return {name for rule in rules for name in re.findall(r"\.([a-zA-Z_][\w-]*)", rule)}


def test_a_class_has_one_rule_of_its_own_in_a_style() -> None:
    """Two of them are two senses of one name: each would lay out what the other is for."""
    for file, text in STYLES.items():
        plain = re.sub(r"/\*.*?\*/|@[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", text, flags=re.DOTALL)
        own = [rule.strip() for rule in re.findall(r"([^{};]+)\{", plain) if re.fullmatch(r"\s*\.[\w-]+\s*", rule)]
        assert sorted(own) == sorted(set(own)), file


def given_classes() -> set[str]:
    """The words in classes of templates, and in the texts of scripts and of modules that make pages."""
    pages = "".join(file.read_text(encoding="utf-8") for file in WEB.rglob("*.html"))
    modules = [*WEB.rglob("*.py"), *(WEB.parent / "views").glob("*.py")]
    made = "".join(file.read_text(encoding="utf-8") for file in modules)
    attributes = " ".join(re.findall(r'class="([^"]*(?:"[^"]*"[^"]*%}[^"]*)*)"', pages))
    texts = " ".join(re.findall(r"\"[^\"\n]*\"|'[^'\n]*'|`[^`]*`", SCRIPTS + made))
    return set(re.findall(r"[a-zA-Z_][\w-]*", f"{attributes} {texts}"))


def test_every_class_with_a_rule_is_given_to_something() -> None:
    there = given_classes()
    dead = {
        file: sorted(name for name in classes(text) - there if not name.startswith(tuple(ELSEWHERE)))
        for file, text in STYLES.items()
        if file not in ELSEWHERE
    }
    assert {file: names for file, names in dead.items() if names} == {}
