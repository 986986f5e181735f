"""Every `sh` block of the documentation is run against the demo, or checked without changing this machine.

Console blocks and Python blocks are run by `test_documented.py`, and the blocks of the guides for contributors are
checked by `test_guides.py`. A program that neither is run nor has a check fails.
"""

import json
import os
import re
import signal
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from http.cookiejar import CookieJar
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from shlex import split
from threading import Thread
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

import click
import pytest

from housekeeping.documents import ROOT, blocks
from housekeeping.test_guides import GUIDES
from overtrick.cli import overtrick as command_line
from web.running_demo import Running
from web.servers import wait_until

GENERATED = ROOT / "docs" / "reference" / "generated"
PAGES = [page for page in sorted((ROOT / "docs").rglob("*.md")) if page not in GUIDES and GENERATED not in page.parents]
DEMO = re.compile(r"http://(?:localhost|127\.0\.0\.1):8000")
HOOK = "https://chat.example.org/hooks/…"
HEREDOC = re.compile(r"<<(\w+)\n.*?^\1$", re.DOTALL | re.MULTILINE)
ELSEWHERE = "examples/congress_by_api.py"
"""The program that `tests/web/test_api_document.py` runs, because no account of the demo may create a congress."""
OPERATOR = {
    ".", "apt", "apt-get", "cat", "chmod", "createdb", "export", "journalctl", "just", "mkdir", "nginx", "pg_dump",
    "pg_restore", "pgbackrest", "postgres", "psql", "python3", "set", "sqlite3", "useradd",
}  # fmt: skip
"""Programs that change the operator's machine or read its log: they are not run."""


@dataclass(frozen=True)
class Shown:
    """A command in an `sh` block, and where it is."""

    page: str
    line: int
    command: str

    @property
    def words(self) -> list[str]:
        """The words after `sudo` and settings such as `NAME=value`."""
        words = split(self.command.split(" | ")[0], comments=True)
        while words and (re.match(r"[A-Z_]+=", words[0]) or words[0] == "sudo"):
            words = words[1:]
        return words[2:] if words[:2] == ["-u", "postgres"] else words

    @property
    def program(self) -> str:
        """The program, wherever it is installed."""
        return re.sub(r"^/opt/[\w.-]+/bin/", "", self.words[0])

    @property
    def asks_the_demo(self) -> bool:
        """Whether it is run: a call of a server on this machine."""
        return self.program in ("curl", "python") and ELSEWHERE not in self.command


def shown_commands() -> list[Shown]:
    """Return every command of the `sh` blocks, those over several lines as one."""
    found = []
    for page in PAGES:
        name = str(page.relative_to(ROOT))
        for block in blocks(page):
            if block.kind == "sh":
                text = HEREDOC.sub(lambda inner: "\n" * inner[0].count("\n"), block.text)
                joined = re.sub(r"\\\n", "\0", text)  # a command over several lines
                for at, line in enumerate(joined.split("\n")):
                    whole = line.replace("\0", " ")
                    parts = [whole] if '"' in whole else re.split(r" && |; ", whole)
                    found += [Shown(name, block.line + at, part.strip()) for part in parts if part.strip()]
    return found


def check_overtrick(words: list[str]) -> None:
    """The command exists, with these options and as many arguments."""
    command: click.Command = command_line
    context = click.Context(command)
    while isinstance(command, click.Group):
        assert words, "a command without its subcommand"
        found = command.get_command(context, words[0])
        assert found is not None, f"there is no command {words[0]}"
        command, words, context = found, words[1:], click.Context(found)
    given, left, _ = command.make_parser(context).parse_args(list(words))
    assert left == [], f"too many arguments: {left}"
    for parameter in command.params:
        value = given.get(parameter.name or "")
        missing = not isinstance(value, str | tuple | list) or not value
        assert not (parameter.required and missing), parameter.name
        if isinstance(parameter.type, click.Choice) and isinstance(value, str):
            assert value in parameter.type.choices


def check_pip(words: list[str]) -> None:
    """The extras exist, and a file was written by `pip freeze`."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for word in words:
        if extras := re.fullmatch(r"\.\[(.+)\]", word):
            assert set(extras[1].split(",")) <= set(project["optional-dependencies"])
        else:
            assert word in ("install", "freeze", "--upgrade", "-r", "before.txt", ">"), word


def check_cp(words: list[str]) -> None:
    """What it copies or runs is in the repository."""
    assert (ROOT / words[0]).is_file()


def check_systemctl(words: list[str]) -> None:
    """The units are in `deploy`."""
    units = [word for word in words if word.startswith("overtrick")]
    assert [unit for unit in units if not (ROOT / "deploy" / f"{unit}.service").is_file()] == []


CHECKS: dict[str, Callable[[list[str]], None]] = {
    "overtrick": check_overtrick, "pip": check_pip, "cp": check_cp, "systemctl": check_systemctl, "python": check_cp,
}  # fmt: skip
"""How the commands of each program are checked that are not run."""


@pytest.mark.parametrize(
    "shown",
    [each for each in shown_commands() if not each.asks_the_demo],
    ids=lambda each: f"{each.page}:{each.line} {each.command}",
)
def test_a_command_of_a_shell_block_exists(shown: Shown) -> None:
    assert shown.program in CHECKS or shown.program in OPERATOR, f"{shown.program} is neither run nor checked"
    if check := CHECKS.get(shown.program):
        check(shown.words[1:])
    settings = (ROOT / "docs" / "reference" / "settings.md").read_text(encoding="utf-8")
    assert [name for name in re.findall(r"\bOVERTRICK_[A-Z_]+", shown.command) if f"`{name}`" not in settings] == []


@pytest.mark.parametrize(
    "command",
    [
        "overtrick account nonsense",
        "overtrick account invite coast-2026 --role nonsense",
        "overtrick organisation export nsw nsw.zip more",
        "overtrick organisation export",
        "overtrick serve --nonsense",
        "pip install '.[nonsense]'",
        "cp deploy/nonsense.conf /etc",
        "systemctl restart overtrick-nonsense",
    ],
)
def test_a_command_that_does_not_exist_is_noticed(command: str) -> None:
    shown = Shown("here", 1, command)
    with pytest.raises((AssertionError, click.UsageError)):
        CHECKS[shown.program](shown.words[1:])


class Chat(BaseHTTPRequestHandler):
    """A chat that keeps what its webhook is sent."""

    texts: list[str] = []  # noqa: RUF012 - one chat

    def do_POST(self) -> None:
        self.texts.append(json.loads(self.rfile.read(int(self.headers["Content-Length"])))["text"])
        self.send_response(200)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name it has
        pass


@dataclass(frozen=True)
class Asked:
    """The demo, a token of its chief director, and a chat."""

    server: str
    token: str
    chat: str

    def run(self, command: str, seconds: int = 60) -> str:
        """Run a command of a page with these in place of its examples; one that does not end is stopped."""
        words = split(DEMO.sub(self.server, command).replace(HOOK, self.chat))
        words = [re.sub(r"\bot_(?:…|your-token)", self.token, word) for word in words]
        words = [sys.executable, *words[1:]] if words[0] == "python" else ["curl", "-s", *words[1:]]
        try:
            ran = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False, timeout=seconds)
        except subprocess.TimeoutExpired as stopped:
            return (stopped.stdout or b"").decode()
        assert ran.returncode == 0, ran.stderr
        return ran.stdout


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asked]:
    running = Running(tmp_path_factory.mktemp("demo"))
    server = f"http://127.0.0.1:{running.port}"
    with HTTPServer(("127.0.0.1", 0), Chat) as chat:
        Thread(target=chat.serve_forever, daemon=True).start()
        try:
            wait_until(lambda: running.ask("/health")[0] == 200, 90)
            yield Asked(server, _token(server, running.out), f"http://127.0.0.1:{chat.server_port}/hooks/")
        finally:
            os.killpg(running.process.pid, signal.SIGKILL)
            running.process.wait()
            chat.shutdown()


def _token(server: str, out: Path) -> str:
    """Sign in as the chief director with the password that the demo printed, and create a token."""
    password = re.search(r"^  chief +(\S+)", out.read_text(encoding="utf-8"), re.MULTILINE)
    assert password is not None
    reader = build_opener(HTTPCookieProcessor(CookieJar()))

    def send(path: str, **fields: str) -> str:
        form = reader.open(server + path).read().decode()
        key = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', form)
        assert key is not None
        body = urlencode({**fields, "csrfmiddlewaretoken": key[1]}).encode()
        page: str = reader.open(server + path, body).read().decode()
        return page

    send("/sign-in/", name="chief", password=password[1])
    page = send("/api/tokens/", name="a test", scope="all", where="", days="7")
    token = re.search(r"\bot_[\w-]{20,}", page)
    assert token is not None, page
    return token[0]


@pytest.mark.slow
@pytest.mark.parametrize(
    "shown",
    [each for each in shown_commands() if each.asks_the_demo],
    ids=lambda each: f"{each.page}:{each.line} {each.command}",
)
def test_a_call_of_a_page_is_answered(shown: Shown, demo: Asked) -> None:
    endless = "/live/" in shown.command or "standings_bot" in shown.command
    answer = demo.run(shown.command, 20 if endless else 60)
    if "/live/" in shown.command:
        assert '"number"' in answer, answer
    elif "standings_bot" in shown.command:
        assert "Swiss Pairs" in answer
        assert HOOK not in shown.command or any("Swiss Pairs" in text for text in Chat.texts)
    elif " -d " in shown.command:
        said = json.loads(answer)
        assert "refused" not in said or "already has" in said["refused"], said  # a phone may have been quicker
    elif shown.command.endswith("/health"):
        assert answer
    else:
        assert json.loads(answer)
