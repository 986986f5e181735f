"""An event on the server for scoring devices, whose postings take the same path as those of the desk and the API."""

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import Act
from overtrick.core.event.fold.replaying import copy_mutable
from overtrick.core.event.fold.tournament import Tournament
from overtrick.director.devices import BY
from overtrick.web.congress.models import BookRecord, Kind
from overtrick.web.congress.post import post
from overtrick.web.congress.projections import event_projection


class ServerDesk:
    """An event in the database that scoring devices post to."""

    def __init__(self, record: BookRecord) -> None:
        self.record = record

    @classmethod
    def find(cls, slug: str) -> "ServerDesk":
        """The event with a short name."""
        record = BookRecord.objects.filter(slug=slug, kind=Kind.EVENT).first()
        if record is None:
            raise DirectorError(
                "There is no file {slug}, and no event of that name on this server",
                remedy="Give a book file, or an event listed by `overtrick book list`.",
                slug=slug,
            )
        return cls(record)

    def event(self) -> Tournament:
        """A copy of the event as it stands now, which can be read while others post."""
        now = event_projection(self.record)
        with now.lock:
            return copy_mutable(now.event)

    def post(self, act: Act, key: str) -> None:
        """Post an act as a device's; the same key is posted once."""
        post(self.record, act, BY, key, device=BY)
