"""The books that device commands post to: a book file, or an event in the server's database."""

from pathlib import Path

from overtrick.api import Event
from overtrick.core.event.acts import Act
from overtrick.core.event.fold.tournament import Tournament
from overtrick.director.devices import BY, Desk


class FileDesk:
    """A book file; a server that has it open, or another program, can post to it at the same time."""

    def __init__(self, path: str) -> None:
        self._event = Event.open(path, by=BY)

    def event(self) -> Tournament:
        """Return the event, including postings by other programs."""
        return self._event.state

    def post(self, act: Act, key: str) -> None:
        """Post an act once under its key; the posting is on disk when this returns."""
        self._event.do_once(act, key)


def open_desk(name: str) -> Desk:
    """Open the book file of this name, or the event of this name on this server."""
    if Path(name).is_file() or "." in name:
        return FileDesk(name)
    from overtrick.cli.server_books import ready

    ready()
    from overtrick.web.congress.devices import ServerDesk

    return ServerDesk.find(name)
