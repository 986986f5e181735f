"""Where devices post to from the prompt: a book in a file, or an event of the server's database."""

from pathlib import Path

from overtrick.api import Event
from overtrick.core.event.acts import Act
from overtrick.core.event.fold.tournament import Tournament
from overtrick.director.devices import BY, Desk


class FileDesk:
    """A book in a file; a server that has it open, or another program, may post to it too."""

    def __init__(self, path: str) -> None:
        self._event = Event.open(path, by=BY)

    def event(self) -> Tournament:
        """The event, with what others have posted to the file."""
        return self._event.state

    def post(self, act: Act, key: str) -> None:
        """Post an act under a key, once; on the disk when this returns."""
        self._event.do_once(act, key)


def open_desk(name: str) -> Desk:
    """The book in a file of that name, or the event of that name on this server."""
    if Path(name).is_file() or "." in name:
        return FileDesk(name)
    from overtrick.cli.server_books import ready

    ready()
    from overtrick.web.congress.devices import ServerDesk

    return ServerDesk.named(name)
