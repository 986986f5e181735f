"""An event on the server as the devices of its room post to it: by the same way as the desk, the phones and the API."""

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import Act
from overtrick.core.event.fold.copying import copied
from overtrick.core.event.fold.tournament import Tournament
from overtrick.director.devices import BY
from overtrick.web.congress.models import BookRecord, Kind
from overtrick.web.congress.post import post
from overtrick.web.congress.projections import event_projection


class ServerDesk:
    """The book of an event in the database, for what devices say."""

    def __init__(self, record: BookRecord) -> None:
        self.record = record

    @classmethod
    def named(cls, slug: str) -> "ServerDesk":
        """The event with a short name."""
        record = BookRecord.objects.filter(slug=slug, kind=Kind.EVENT).first()
        if record is None:
            raise DirectorError(
                "There is no file {slug}, and no event of that name on this server",
                remedy="Give the book of an event, or an event that `overtrick book list` names.",
                slug=slug,
            )
        return cls(record)

    def event(self) -> Tournament:
        """The event as it stands now, to look at while others post."""
        now = event_projection(self.record)
        with now.lock:
            return copied(now.event)

    def post(self, act: Act, key: str) -> None:
        """Post an act as a device's, once."""
        post(self.record, act, BY, key, device=BY)
