"""Ways of writing that let strangers in are not in the source, or in known places alone."""

import ast
import re
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "overtrick"
PYTHON = sorted(SOURCE.rglob("*.py"))
SCRIPTS = sorted((SOURCE / "web" / "static" / "overtrick").rglob("*.js"))
SPREADSHEETS = "formats/spreadsheets.py"
TEMPLATES = sorted((SOURCE / "web" / "templates").rglob("*.html"))


@cache
def nodes() -> tuple[tuple[str, ast.AST], ...]:
    """Every call and every import of the source, with its file."""
    return tuple(
        (str(file.relative_to(SOURCE)), node)
        for file in PYTHON
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call | ast.Import | ast.ImportFrom)
    )


@cache
def calls() -> tuple[tuple[str, str, ast.Call], ...]:
    """Every call: the file, what is called as it is written, and the call."""
    return tuple((file, ast.unparse(node.func), node) for file, node in nodes() if isinstance(node, ast.Call))


@cache
def imported() -> dict[str, set[str]]:
    """Every module that is imported, by its first names, and where."""
    found: dict[str, set[str]] = {}
    for file, node in nodes():
        names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []
        for name in names:
            found.setdefault(name, set()).add(file)
    return found


def test_nothing_runs_text_or_another_program() -> None:
    forbidden = {"eval", "exec", "compile", "os.system", "os.popen", "Template", "Engine.from_string", "__import__"}
    assert [(file, name) for file, name, _ in calls() if name in forbidden] == []
    assert imported()["subprocess"] == {"double_dummy/process.py", "web/desk/what_if.py", "web/server/run.py"}, (
        "our own program, and nothing of a message in its words"
    )
    runs = {"pickle", "marshal", "shelve", "code", "runpy", "pty", "commands"}
    assert {name: where for name, where in imported().items() if name.partition(".")[0] in runs} == {}


def test_what_the_program_does_not_speak() -> None:
    foreign = {
        "lxml", "defusedxml", "ldap", "ldap3", "memcache", "pymemcache", "redis", "graphene", "strawberry",
        "websockets", "channels", "oauthlib", "authlib", "allauth", "saml2", "jwt", "jose", "aiortc",
        "tarfile", "yaml", "latex", "jpype",
    }  # fmt: skip
    assert {name: where for name, where in imported().items() if name.partition(".")[0] in foreign} == {}


def test_xml_is_read_by_one_reader_which_lets_no_declaration_in() -> None:
    read = {name: where for name, where in imported().items() if name.partition(".")[0] == "xml"}
    assert read == {"xml.parsers": {"formats/xml_feeding.py"}}
    made = [file for file, name, _ in calls() if name == "expat.ParserCreate"]
    assert made == ["formats/xml_feeding.py"]
    text = (SOURCE / "formats/xml_feeding.py").read_text(encoding="utf-8")
    assert "parser.StartDoctypeDeclHandler = declares" in text
    assert "parser.EntityDeclHandler = parser.AttlistDeclHandler = parser.ElementDeclHandler = refuses" in text


def test_archives_are_opened_at_the_prompt_or_by_the_readers_that_bound_them() -> None:
    bounded = {"regulations/read/zipped_folder.py", SPREADSHEETS}
    written = {
        "formats/session_tables.py",
        "web/exchange/static_site/folders.py",
        "web/server/departure.py",
    }  # they make archives, and open none
    assert imported()["overtrick.archives"] == bounded
    assert imported()["zipfile"] == {"regulations/read/edition_sources.py", "archives.py", *bounded, *written}
    unpacked = [name for file, name, _ in calls() if file in bounded and name.endswith(("extract", "extractall"))]
    assert unpacked == [], "nothing is written to a disk"
    assert {
        file for file in imported()["overtrick.regulations.read.edition_sources"] if file.startswith("web/")
    } == set()


def test_who_opens_connections_is_known() -> None:
    speak = ("socket", "http.client", "urllib.request", "requests", "httpx", "aiohttp", "smtplib", "ftplib")
    found = {file for name in speak for file in imported().get(name, ())}
    assert found == {
        "cli/witness.py",  # at the prompt: the server that it is told
        "web/accounts/reset.py",  # only what a mail server answers
        "web/server/demo/phones.py",  # the demo's own server
        "web/exchange/deliveries/wire.py",  # to public addresses in the installation's file, and to push services
        "web/exchange/lead/wire.py",  # to the server that whoever starts it names, over TLS, with a token of it
        "web/reachable_addresses.py",  # what the machine is called; nothing is sent
        "web/server/certificate.py",  # likewise
        "web/server/doctor.py",  # at the prompt: the address whose certificate is looked at
        "web/server/port.py",  # who has our own port
    }


def test_weak_hashes_are_not_used() -> None:
    weak = [(file, name) for file, name, _ in calls() if re.search(r"(?i)\b(md5|sha1|des|rc4|ecb)\b", name)]
    assert weak == []
    named = {
        file.name for file in PYTHON if re.search(r"[\"'](?i:md5|sha1|sha-1)[\"']", file.read_text(encoding="utf-8"))
    }
    assert named == {"second_factor.py"}, "RFC 6238's own"


def test_secrets_come_from_a_generator_for_secrets() -> None:
    """`random` draws lots from a seed that everybody may see, and nothing else."""
    assert {file for file in imported().get("random", ()) if file.startswith("web/")} <= {
        "web/congress/post.py",  # how long to wait before another try
        "web/server/demo/books.py",
        "web/server/demo/people.py",
        "web/server/demo/phones.py",
        "web/server/demo/run.py",
    }
    made = {file for file, name, _ in calls() if name.startswith("secrets.")}
    assert {
        "web/accounts/second_factor.py",
        "web/api/tokens.py",
        "web/table/codes.py",
    } <= made


def test_patterns_made_of_text_escape_it() -> None:
    made = [
        (file, ast.unparse(node.args[0]))
        for file, name, node in calls()
        if name in {"re.compile", "re.search", "re.match", "re.sub", "re.findall", "re.fullmatch"}
        and node.args
        and isinstance(node.args[0], ast.JoinedStr)
        and any(isinstance(each, ast.FormattedValue) and not _fixed(each) for each in node.args[0].values)
    ]
    assert [each for each in made if "re.escape(" not in each[1]] == []


def _fixed(part: ast.FormattedValue) -> bool:
    """A constant of the source, in capitals."""
    return isinstance(part.value, ast.Name) and part.value.id.upper() == part.value.id


def test_formats_are_of_the_source() -> None:
    formats = [
        (file, name)
        for file, name, _ in calls()
        if name.endswith((".format", ".format_map")) and file.startswith("web/")
    ]
    assert all(re.fullmatch(r"(_?[A-Z_]+|'.*'|sql\.SQL\(.*\)|JsonLines\(\))\.format", name) for _, name in formats), (
        formats
    )


def test_markup_is_declared_safe_in_known_places_alone() -> None:
    declared = {file for file, name, _ in calls() if name in {"mark_safe", "SafeString", "format_html"}}
    kept = {
        "web/exchange/static_site/build.py",
        "web/exchange/static_site/whys.py",
    }  # what our templates have made, put together
    drawn = {"web/charts.py"}  # pictures of numbers
    rows = {"web/standings_rows.py"}  # what `words.py` has escaped, and texts that are escaped there
    assert declared == {"web/words.py", "web/congress/addresses.py", "web/table/codes.py", *kept, *drawn, *rows}
    unescaped = {file.name for file in TEMPLATES if re.search(r"\|\s*safe\b|autoescape off", file.read_text("utf-8"))}
    assert unescaped == {"flow.html", "swagger.html"}, "a picture and a document that the program draws itself"


def test_pages_have_no_inline_script_or_style() -> None:
    for file in TEMPLATES:
        text = file.read_text(encoding="utf-8")
        for opening in re.findall(r"<script[^>]*>", text):
            assert "src=" in opening or "application/json" in opening, (file.name, opening)
        assert not re.search(
            r"<style\b|\son(click|load|error|submit|change|input|focus|blur|key\w+|mouse\w+)=|javascript:|<(object|embed|applet|iframe)\b",
            text,
        ), file.name


def test_scripts_write_text_and_no_html() -> None:
    assert len(SCRIPTS) > 5
    for file in SCRIPTS:
        text = file.read_text(encoding="utf-8")
        assert not re.search(r"\b(inner|outer)HTML\s*\+?=[^=]|insertAdjacentHTML|document\.write|\beval\(", text), (
            file.name
        )
        assert not re.search(r"new Function|window\.addEventListener\(.message|__proto__", text), file.name


def test_what_scripts_keep_is_known() -> None:
    keeping = {
        file.name for file in SCRIPTS if re.search(r"localStorage|sessionStorage|indexedDB", file.read_text("utf-8"))
    }
    phone = {"phone-state.js", "phone-storage.js", "receipts.js", "unsent.js"}
    assert keeping == {*phone, "mine.js", "paint.js", "push.js"}, (
        "who reads, and a table's phone; the desk keeps nothing"
    )
    assert not [file.name for file in SCRIPTS if "document.cookie" in file.read_text("utf-8")]


def test_files_of_strangers_are_never_files_here() -> None:
    taken = {file for file in PYTHON if "request.FILES" in file.read_text(encoding="utf-8")}
    assert {file.name for file in taken} == {
        "carried_file.py",
        "entries.py",
        "deals.py",
        "handed_in.py",
        "organisations.py",
        "organisation_rules.py",
    }
    assert not {name for _, name, _ in calls() if name.endswith(("FileField", "ImageField"))}
    for file in (*taken, *(SOURCE / "web" / "organisations").glob("*.py")):
        assert not re.search(r"write_bytes|write_text|\bopen\(|default_storage", file.read_text(encoding="utf-8")), file
