"""Nothing that we say is read back from English: regular expressions are for text that comes from elsewhere.

Whose words a pattern reads cannot be seen in it, so every module that uses `re` is named here with where its text comes
from. A module that is not named fails; it belongs here if people, files or other programs wrote what it reads. If we
made the text ourselves, what is wanted from it is a value on the object that says it.
"""

import ast
from pathlib import Path

import overtrick

SOURCE = Path(overtrick.__file__).parent
TYPED = "what people type"
FILES = "rule files"
FOREIGN = {
    "cli/__init__.py": "what click says of a mistake at the prompt",
    "cli/entries.py": TYPED,
    "cli/movements.py": TYPED,
    "cli/rules.py": "clauses as documents number them",
    "core/typed_numbers.py": "numbers as people and files write them",
    "core/model/contestants.py": "numbers that organisers give",
    "core/model/notation.py": TYPED,
    "core/model/written.py": TYPED,
    "core/movements/notation.py": "files of movements",
    "formats/entries_csv.py": TYPED,
    "formats/given_json.py": "files of other programs",
    "formats/lin.py": "files of other programs",
    "formats/name_lists.py": TYPED,
    "formats/pbn.py": "files of other programs",
    "formats/pbn_results_reader.py": "files of other programs",
    "formats/players.py": TYPED,
    "regulations/grammar/event.py": FILES,
    "regulations/grammar/flow.py": FILES,
    "regulations/grammar/json_schema.py": "docstrings, of which the schema's descriptions are made",
    "regulations/grammar/locate.py": FILES,
    "regulations/grammar/season.py": FILES,
    "regulations/grammar/selection.py": FILES,
    "regulations/plan/questions.py": TYPED,
    "regulations/read/editions.py": FILES,
    "regulations/read/load.py": "what Python says of a file that is not TOML",
    "regulations/read/zipped_folder.py": "names of files in archives",
    "views/finding.py": TYPED,
    "views/slugs.py": "names that organisers give",
    "web/database_address.py": "the address of a database, as a server's keeper wrote it",
    "web/desk/forms/results.py": TYPED,
    "web/desk/keystroke.py": TYPED,
    "web/live/frame.py": "markup of a rendered page, cut between its tags; no word in it is read",
    "web/organisations/handed_in.py": "names of files",
    "web/telemetry/logs.py": "addresses that browsers ask for",
}


def uses_patterns(path: Path) -> bool:
    """Whether a module imports `re`, anywhere in it."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    names = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    return "re" in names or any(isinstance(node, ast.ImportFrom) and node.module == "re" for node in nodes)


def test_patterns_read_only_what_others_wrote() -> None:
    used = {path.relative_to(SOURCE).as_posix() for path in SOURCE.rglob("*.py") if uses_patterns(path)}
    assert used <= FOREIGN.keys()


def test_describing_and_checking_use_none() -> None:
    rooms = ("regulations/describe", "regulations/lint", "director")
    assert not [path for room in rooms for path in (SOURCE / room).rglob("*.py") if uses_patterns(path)]
