"""What each kind of destination is sent, and which of its answers mean success."""

import secrets
from collections.abc import Callable
from pathlib import Path
from shutil import move, rmtree
from tempfile import TemporaryDirectory
from urllib.parse import quote, urlencode, urljoin

from django.conf import settings

from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.stage import StageState
from overtrick.core.wording import render_value
from overtrick.views.draws import seat_of
from overtrick.views.exports import export_stage, format_named, outgoing
from overtrick.views.sessions import SessionDetails
from overtrick.views.standings import current
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.projections import held_still
from overtrick.web.exchange.deliveries.destinations import Destination
from overtrick.web.exchange.deliveries.wire import Never, send_request
from overtrick.web.exchange.static_site.build import Progress, static_site
from overtrick.web.exchange.static_site.folders import site_in

NEW_LINE = "<NL>"
"""A line break in a message to MyABF."""


def send(record: BookRecord, to: Destination, progress: Progress) -> tuple[int, str]:
    """Send an event as it stands to a destination; return the posting it was made after and the answer."""
    with held_still(record) as now:
        said = _SENDERS[to.kind](record, now.event, to, progress)
        return now.last, to.scrub(said)


def archive_of(record: BookRecord) -> Path:
    """The path of the archive of an event's site, once it is made."""
    return Path(settings.SITES) / f"{record.slug}.zip"


def _archive(record: BookRecord, _: Tournament, to: Destination, progress: Progress) -> str:  # noqa: ARG001 - all senders share a signature
    path = archive_of(record)
    path.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=path.parent) as folder:
        made = site_in(record, Path(folder) / path.name, progress)
        (Path(folder) / path.name).replace(path)
    return f"{made.pages} pages, {made.whys} whys, {made.size / 1e6:.1f} MB"


def _folder(record: BookRecord, _: Tournament, to: Destination, progress: Progress) -> str:
    path = Path(to.address) / record.slug
    path.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=path.parent, prefix=".") as folder:
        made = site_in(record, Path(folder) / "new", progress)
        if path.exists():
            move(path, Path(folder) / "old")
        (Path(folder) / "new").rename(path)
        rmtree(Path(folder) / "old", ignore_errors=True)
    return f"{made.files} files"


def _webdav(record: BookRecord, _: Tournament, to: Destination, progress: Progress) -> str:
    base = urljoin(to.address.rstrip("/") + "/", f"{quote(record.slug)}/")
    for folder in (base, urljoin(base, "files/")):
        try:
            send_request(to, "MKCOL", folder)
        except Never as fault:
            if not str(fault).startswith("405"):  # it exists already
                raise
    made = static_site(record, lambda name, content: _put(to, urljoin(base, name), content), progress)
    return f"{made.files} files"


def _put(to: Destination, address: str, content: bytes) -> None:
    send_request(to, "PUT", address, content)


def _bridgewebs(record: BookRecord, event: Tournament, to: Destination, progress: Progress) -> str:  # noqa: ARG001 - all senders share a signature
    made = export_stage(
        outgoing(event, _stage(event), SessionDetails(title=record.title, numbers=True)), format_named("usebio")
    )
    form = {
        "club": to.club, "password": to.secret, "type": "upload", "filename": f"{record.slug}.xml",
        "event_id": record.slug, "data": made.data.decode(),
    }  # fmt: skip
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    answer = send_request(to, "POST", to.address, urlencode(form).encode(), headers)
    _, found, said = answer.text.partition("message")
    if not found:
        raise Never(f"the answer contains no message: {answer.text[:200]}")
    message = said.lstrip(" =\"'")
    if any(word in message.lower() for word in ("error", "fail", "invalid", "incorrect", "denied")):
        raise Never(message)
    return message


def _messages(record: BookRecord, event: Tournament, to: Destination, progress: Progress) -> str:  # noqa: ARG001 - all senders share a signature
    lines = seat_messages(event, record.title)
    if not lines:
        raise Never("no player seated now has a federation number")
    boundary = secrets.token_hex(16)
    body = (
        f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{record.slug}.txt"\r\n'
        f"Content-Type: text/plain; charset=utf-8\r\n\r\n{''.join(lines)}\r\n--{boundary}--\r\n"
    )
    headers = {"Content-Type": f"multipart/form-data; boundary={boundary}", "key": to.secret}
    return send_request(to, "POST", to.address, body.encode(), headers).text


def seat_messages(event: Tournament, title: str) -> list[str]:
    """A line for every seated player with a number: the number, a tab, and where they sit in which round."""
    made = []
    for name, entry in event.entries.items():
        seat = seat_of(event, name)
        if seat is None or seat.table is None:
            continue
        at = f"you are at table {seat.called or seat.table} {render_value(seat.direction)}".rstrip()
        against = ", ".join(str(each) for each in seat.meets)
        text = f"{title}: {at} in round {seat.round}" + (f"{NEW_LINE}against {against}" if against else "")
        plain = " ".join(text.split())
        made += [f"{player.number}\t{plain}\n" for player in entry.players if player.number.isdecimal()]
    return made


def _stage(event: Tournament) -> StageState:
    state = current(event)
    if state is None:
        raise Never("nothing has been played yet")
    return state


_SENDERS: dict[str, Callable[[BookRecord, Tournament, Destination, Progress], str]] = {
    "site": _archive,
    "bridgewebs": _bridgewebs,
    "myabf-messages": _messages,
    "webdav": _webdav,
    "folder": _folder,
}
MAY_REPEAT = frozenset(_SENDERS) - {"myabf-messages"}
"""The kinds that may be sent again if no answer came, because they replace themselves. Messages would arrive twice."""
