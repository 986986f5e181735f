"""Several nodes behind nginx: the example leads whatever belongs to an event to one node, by the address alone."""

import re
import shutil
import socket
import subprocess
import threading
from collections.abc import Iterator
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from django.test import Client
from django.urls import URLResolver, get_resolver

from overtrick.web.table.links import link
from web.congresses import draw_next, hold, started
from web.servers import free_port, wait_until

DEPLOY = Path(__file__).parents[2] / "deploy"
CONF = DEPLOY / "nginx-nodes.conf"
NGINX = shutil.which("nginx", path="/usr/sbin:/usr/bin")
LINES = re.findall(r"^ +~(\S+) +\$(\w+);$", CONF.read_text(encoding="utf-8"), re.MULTILINE)
RULES = [(re.compile(pattern.replace("(?<", "(?P<")), name) for pattern, name in LINES]


def led_by(path: str) -> str:
    """What nginx hashes of an address; nothing where it goes by who asks."""
    for pattern, name in RULES:
        if found := pattern.match(path):
            return str(found[name])
    return ""


def routes(resolver: URLResolver, before: str = "") -> list[str]:
    """Every route, as it is written."""
    found = []
    for each in resolver.url_patterns:
        path = before + str(each.pattern)
        found += routes(each, path) if isinstance(each, URLResolver) else [path]
    return found


def test_every_page_of_an_event_goes_to_its_node() -> None:
    own = [each for each in routes(get_resolver()) if re.search(r"<(?:named:)?(?:event|year)>", each)]
    assert len(own) > 100
    for route in own:
        path = re.sub(r"<[^>]*>", "x", re.sub(r"<(?:\w+:)?(?:event|year)>", "org.coast-swiss", route, count=1))
        for language in ("", "fr/") if route.startswith(("e/", "y/", "t/")) else ("",):
            assert led_by(f"/{language}{path}") == "org.coast-swiss", route


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/live/coast,other", "coast"),
        ("/live/coast", "coast"),
        ("/", ""),
        ("/desk/", ""),
        ("/t/", ""),
        ("/t/worker.js", ""),
        ("/c/spring/", ""),
    ],
)
def test_a_stream_goes_by_its_first_event_and_the_rest_by_who_asks(path: str, name: str) -> None:
    assert led_by(path) == name


@pytest.mark.django_db(transaction=True)
def test_the_phones_of_an_event_go_where_its_readers_go(client: Client) -> None:
    held = hold("nsw-swiss-pairs/congress", slug="coast-swiss")
    started(held, 12)
    draw_next(held)
    for table in (1, 2):
        for rest in ("", "now", "message", "board/1/"):
            assert led_by(f"/t/{link(held, table)}/{rest}") == led_by(f"/e/{held.slug}/") == "coast-swiss"
    assert client.get(f"/t/{link(held, 1)}/").status_code == 200


class _Release(ThreadingHTTPServer):
    """A node that has the files of one release and no others."""

    daemon_threads = True

    def __init__(self, name: str) -> None:
        super().__init__(("127.0.0.1", 0), _Files)
        self.name = name
        threading.Thread(target=self.serve_forever, daemon=True).start()


class _Files(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        assert isinstance(self.server, _Release)
        self.send_response(200 if f"/{self.server.name}/" in self.path else 404)
        self.send_header("Content-Length", "0")
        self.send_header("X-Node", self.server.name)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as it is called there
        """Nothing is said of requests."""


def example(folder: Path, port: int, nodes: list[int]) -> str:
    """The example with several nodes in it, as one server without TLS."""
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    named = "".join(f"    server 127.0.0.1:{node} max_fails=2 fail_timeout=2s;\n" for node in nodes)
    several = re.sub(r"(    server 10\.0\.0\.\d+:\d+ .*\n)+", named, CONF.read_text(encoding="utf-8"))
    text = re.sub(r"upstream overtrick \{.*?\n\}", lambda _: several, text, flags=re.DOTALL)
    text = re.sub(r"server \{\n    listen 80;.*?\n\}\n", "", text, flags=re.DOTALL)
    text = re.sub(r"    ssl_.*\n", "", text)
    text = re.sub(r"listen 443 ssl http2;", f"listen 127.0.0.1:{port};", text)
    text = text.replace("/etc/nginx/snippets", str(DEPLOY)).replace("/var/cache/nginx", str(folder))
    kept = "".join(f"{each}_temp_path {folder}/{each};\n" for each in ("proxy", "fastcgi", "uwsgi", "scgi"))
    return (
        f"daemon off;\npid {folder}/pid;\nerror_log {folder}/log;\nevents {{}}\n"
        f"http {{\naccess_log off;\nclient_body_temp_path {folder}/body;\n{kept}{text}\n}}\n"
    )


@pytest.fixture
def front(tmp_path: Path) -> Iterator[int]:
    """nginx by the example before three nodes, of which one is of the new release."""
    assert NGINX
    nodes, port = [_Release(name) for name in ("old", "old", "new")], free_port()
    conf = tmp_path / "nginx.conf"
    conf.write_text(example(tmp_path, port, [node.server_port for node in nodes]), encoding="utf-8")
    process = subprocess.Popen([NGINX, "-e", str(tmp_path / "log"), "-c", str(conf)])

    def answers() -> bool:
        with socket.socket() as line:
            return line.connect_ex(("127.0.0.1", port)) == 0

    wait_until(answers)
    yield port
    process.terminate()
    process.wait(10)
    for node in nodes:
        node.shutdown()
        node.server_close()


@pytest.mark.skipif(not NGINX, reason="nginx is not installed here")
def test_the_files_of_a_page_come_from_a_node_of_the_release_that_made_it(front: int) -> None:
    line = HTTPConnection("127.0.0.1", front, timeout=10)
    for release in ("old", "new") * 3:
        for path in ("/static/{}/x.css", "/joined/{}/base.css", "/spoken/{}/x.js", "/fr/spoken/{}/x.js"):
            line.request("GET", path.format(release), headers={"Host": "bridge.example.org"})
            answer = line.getresponse()
            answer.read()
            assert (answer.status, answer.headers["X-Node"]) == (200, release), path
    line.request("GET", "/static/neither/x.css", headers={"Host": "bridge.example.org"})
    assert line.getresponse().status == 404
    line.close()
